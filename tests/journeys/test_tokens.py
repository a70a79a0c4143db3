"""Every token opens its own door, until its time is over, and no other."""

import pytest

from tests.support.garden import Garden, token_in
from tests.support.rows import dump, minutes_pass, readers

CONFIRM = "/newsletter/confirm"
UNSUBSCRIBE = "/newsletter/unsubscribe"


@pytest.fixture
def tokens(garden: Garden, db) -> dict[str, str]:
    """Return one token of every kind; ada is confirmed, bob has asked twice, eve too late."""
    garden.confirmed_reader("ada@example.org")
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    found = {"unsubscribe": the_token(garden)}
    garden.subscribe("eve@example.org")
    garden.tick()
    found["expired"] = the_token(garden)
    db.execute(
        "update subscribers set confirm_token_expires_at = clock_timestamp() - interval '1 s'"
        " where email = 'eve@example.org'"
    )
    garden.subscribe("bob@example.org")
    garden.tick()
    found["rotated"] = the_token(garden)
    minutes_pass(db, 11)
    garden.subscribe("bob@example.org")
    garden.tick()
    found["confirm"] = the_token(garden)
    found["unknown"] = "A" * 43
    found["none"] = ""
    return found


def the_token(garden: Garden) -> str:
    [mail] = garden.inbox()
    garden.empty_inbox()
    return token_in(mail)


def test_s3_what_is_no_confirmation_gets_one_neutral_answer(garden: Garden, db, tokens):
    before = dump(db)
    foreign = [tokens[kind] for kind in ("unsubscribe", "expired", "rotated", "unknown", "none")]
    posted = [garden.client.post(CONFIRM, data={"token": token}) for token in foreign]
    opened = [garden.client.get(CONFIRM, params={"token": token}) for token in foreign]

    assert {answer.status_code for answer in posted + opened} == {404}
    assert len({answer.content for answer in posted + opened}) == 1
    assert dump(db) == before


def test_what_is_no_unsubscription_changes_nothing_and_says_so(garden: Garden, db, tokens):
    before = dump(db)
    foreign = [tokens[kind] for kind in ("confirm", "expired", "rotated", "unknown", "none")]
    foreign += [tokens["unsubscribe"][:-1], tokens["unsubscribe"] + "A"]
    opened = [garden.client.get(UNSUBSCRIBE, params={"token": token}) for token in foreign]
    posted = [garden.client.post(UNSUBSCRIBE, data={"token": token}) for token in foreign]

    assert {answer.status_code for answer in opened} == {404}
    assert {answer.status_code for answer in posted} == {200}
    assert len({answer.content for answer in opened + posted}) == 1
    assert "nothing was changed" in posted[0].text
    assert "<button" not in posted[0].text
    assert "You are unsubscribed" not in posted[0].text
    assert dump(db) == before


def test_a_program_hears_of_a_damaged_link_in_json(garden: Garden, tokens):
    answer = garden.client.post(UNSUBSCRIBE, json={"token": tokens["unknown"]})

    assert answer.status_code == 200
    assert answer.json()["title"] == "This link is damaged"


def test_each_token_does_what_it_is_for(garden: Garden, db, tokens):
    garden.client.post(CONFIRM, data={"token": tokens["confirm"]})
    garden.client.post(UNSUBSCRIBE, data={"token": tokens["unsubscribe"]})

    assert readers(db) == {
        "ada@example.org": "unsubscribed",
        "bob@example.org": "confirmed",
        "eve@example.org": "pending",
    }


def test_c23_s6_a_bare_address_unsubscribes_nobody(garden: Garden, db, tokens):
    for fields in ({"email": "ada@example.org"}, {"token": "ada@example.org"}, {"token": "1"}):
        garden.client.post(UNSUBSCRIBE, data=fields)

    assert readers(db)["ada@example.org"] == "confirmed"


def test_s3_the_database_holds_no_token(db, tokens):
    everything = str(dump(db))

    assert [kind for kind, token in tokens.items() if token and token in everything] == []


def test_a_confirmation_lives_seven_days(db, tokens):
    days = db.execute(
        "select extract(epoch from confirm_token_expires_at - clock_timestamp()) / 86400 as days"
        " from subscribers where email = 'bob@example.org'"
    ).fetchone()

    assert 6.9 < days["days"] <= 7
