"""What nobody offered is refused, wherever something is chosen, and nothing is changed by it."""

import pytest

from tests.support.choosing import ADA, FORM, choose, mailed
from tests.support.garden import Garden
from tests.support.rows import column, dump

TAGS = [f"tag{number:02}" for number in range(40)]


@pytest.fixture
def token(garden: Garden) -> str:
    """Let a reader choose, and return her token."""
    garden.show(garden.site.note("moss", tags=["trees", "soil"]))
    garden.confirmed_reader(ADA)
    choose(garden, token := mailed(garden), pause="yes")
    return token


def test_s21_an_answer_that_is_not_offered_is_refused_and_nothing_is_changed(
    garden: Garden, db, token
):
    bad: dict[str, object] = {
        "How often": {"pace": "hourly"},
        "How often ": {"pace": ""},
        "How often  ": {"pace": ["weekly", "each"]},
        "What about": {"topic": "roses"},
        "What about ": {"topic": ["trees", "<b>"]},
        "What about  ": {"topic": ""},
        "Notes in": {"notes_language": "xx"},
        "Letters written in": {"language": ["en", "zh-Hant"]},
        "A break": {"pause": "no"},
        "A break ": {"pause": ["yes", "yes"]},
    }
    before = dump(db)
    for question, answer in bad.items():
        page = choose(garden, token, **answer)  # pyright: ignore[reportCallIssue]

        assert page.status_code == 422, answer
        assert f"What arrived for “{question.strip()}” is none of the answers below." in page.text
        assert 'role="alert"' in page.text
        assert "Saved." not in page.text
        assert 'value="trees" checked' in page.text
    assert dump(db) == before


@pytest.mark.parametrize("missing", ["pace", "notes_language", "language"])
def test_a_form_that_lacks_an_answer_does_not_clear_the_others(garden: Garden, db, token, missing):
    before = dump(db)
    form = {name: value for name, value in FORM.items() if name not in (missing, "topic")}
    page = garden.client.post("/newsletter/preferences", data={"token": token, **form})

    assert page.status_code == 422
    assert dump(db) == before


def test_programs_are_told_the_same_as_json_and_may_send_it(garden: Garden, db, token):
    def send(**form: object):
        body = {"token": token, **FORM, **form}
        return garden.client.post("/newsletter/preferences", json=body)

    refused = [send(pace="hourly"), send(pace=7), send(topic=[["trees"]]), send(language=None)]
    assert [answer.status_code for answer in refused] == [422] * 4
    assert "none of the answers" in refused[0].json()["detail"]
    assert send(topic=["trees", "soil"], pace="monthly").status_code == 200
    assert column(db, "select pace || ' ' || topics::text from subscribers") == [
        "monthly {soil,trees}"
    ]


def test_another_format_than_a_forms_is_refused(garden: Garden, db, token):
    before = dump(db)
    files = {name: (None, str(value)) for name, value in FORM.items()}
    page = garden.client.post(f"/newsletter/preferences?token={token}", files=files)

    assert page.status_code == 415
    assert dump(db) == before


def test_a_bare_press_is_not_said_to_have_saved_anything(garden: Garden, token):
    page = garden.client.post("/newsletter/preferences", data={"token": token})

    assert page.status_code == 200
    assert "Saved." not in page.text


def test_as_many_topics_as_are_offered_can_be_ticked(garden: Garden, db, token):
    garden.show(garden.site.note("moss", tags=[*TAGS, "trees", "soil"]))

    assert choose(garden, token, topic=TAGS).status_code == 200
    assert column(db, "select cardinality(topics) from subscribers") == [40]


@pytest.mark.parametrize("note", [["oak", "elm"], [["oak"]], 7, None, {"id": "oak"}])
def test_a_wish_for_several_notes_or_for_none_is_not_answered_as_if_it_were_granted(
    garden: Garden, db, note
):
    garden.show(garden.site.note("oak"), garden.site.note("elm"))
    before = dump(db)
    answers = [garden.client.post("/newsletter/subscribe", json={"email": ADA, "note": note})]
    if isinstance(note, list):
        form = {"email": ADA, "note": ["oak", "elm"]}
        answers.append(garden.client.post("/newsletter/subscribe", data=form))

    assert {answer.status_code for answer in answers} == {422}
    assert dump(db) == before


@pytest.mark.parametrize(
    "query", ["?dry_run=yes", "?dry_run=", "?dry_run=1&dry_run=0", "?dry-run=1", "?dryrun=true"]
)
def test_a_dry_run_that_is_misspelled_announces_nothing(garden: Garden, db, query: str):
    garden.show(garden.site.note("oak"))
    before = dump(db)
    answers = [
        garden.announce(garden.site.manifest(garden.site.note("oak", "evergreen")), query),
        garden.client.post(
            f"/garden/letter{query}",
            json={"id": "letters/x.md", "title": "X", "text": "x", "html": "<p>x</p>"},
            headers={"Authorization": f"Bearer {garden.settings.announce_token}"},
        ),
    ]

    assert [answer.status_code for answer in answers] == [422] * 2
    assert all("dry_run" in answer.text for answer in answers)
    assert dump(db) == before


def test_a_dry_run_in_the_manifest_is_told_where_it_belongs(garden: Garden, db):
    garden.show(garden.site.note("oak"))
    before = dump(db)
    manifest = garden.site.manifest(garden.site.note("oak", "evergreen"))
    answer = garden.announce({**manifest, "dry_run": True})

    assert answer.status_code == 422
    assert "dry_run belongs into the query" in answer.text
    assert dump(db) == before


def test_a_confirmation_that_is_no_text_is_refused(garden: Garden, db):
    garden.show(garden.site.note("oak"))
    before = dump(db)
    manifest = garden.site.manifest(garden.site.note("oak", "evergreen"))

    assert garden.announce({**manifest, "confirm": True}).status_code == 422
    assert dump(db) == before


@pytest.mark.parametrize(
    "query",
    ["maturity=old", "page=two", "page=0", "page=1&page=2", "maturity=budding&maturity=seedling"],
)
def test_a_search_by_what_does_not_exist_says_so(garden: Garden, query: str):
    page = garden.client.get(f"/garden/search?q=moss&{query}")

    assert page.status_code == 422
    assert "seedling, budding or evergreen" in page.text
