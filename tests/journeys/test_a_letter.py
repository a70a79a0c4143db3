"""A letter that the gardener writes: posted once, held, fanned out and counted like any other."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from shared.newsletter.announcing import notifications
from tests.support.garden import Garden, text_of
from tests.support.jobs import make_due
from tests.support.post import READER
from tests.support.rows import column, one

ADA, BOB = "ada@example.org", "bob@example.org"


def letter(garden: Garden, **changes: object) -> dict[str, object]:
    written: dict[str, object] = {
        "id": "letters/2026-11.md",
        "title": "November",
        "date": "2026-11-30",
        "language": "en",
        "excerpt": "What the month was.",
        "content_hash": "sha256:november",
        "mail_html": "<p>It <em>rained</em>.</p>",
        "url": None,
    }
    at = changes.pop("at", None)
    site = {"url": garden.site.url}
    return {"version": 1, "site": site, "letter": {**written, **changes}, "at": at}


def post(garden: Garden, query: str = "", token: str | None = None, **changes: object):
    bearer = {"Authorization": f"Bearer {token or garden.settings.announce_token}"}
    return garden.client.post(
        f"/garden/letter{query}", json=letter(garden, **changes), headers=bearer
    )


@pytest.fixture(autouse=True)
def readers(db) -> None:
    for address in (ADA, BOB):
        db.execute(READER, {"mail": address})


def sent(garden: Garden) -> list[str]:
    garden.tick()
    to = sorted(str(mail["To"]) for mail in garden.inbox())
    garden.empty_inbox()
    return to


def test_everybody_gets_a_letter_once_ever(garden: Garden, db):
    answer = post(garden)
    again = post(garden, title="Another title")
    garden.tick()
    mails = garden.inbox()
    garden.empty_inbox()
    late = post(garden)
    garden.confirmed_reader("late@example.org")

    assert answer.json().keys() == {
        "title",
        "dry_run",
        "notification_id",
        "hold_until",
        "readers",
    }
    assert (answer.status_code, again.status_code, late.status_code) == (200, 409, 409)
    assert [mail["Subject"] for mail in mails] == ["November", "November"]
    assert sorted(str(mail["To"]) for mail in mails) == [ADA, BOB]
    assert "It rained." in text_of(mails[0], "plain")
    assert "Read it in the garden" not in text_of(mails[0], "plain")
    assert all("List-Unsubscribe-Post" in mail for mail in mails)
    assert sent(garden) == []
    assert column(db, "select kind || ' ' || candidates from notifications") == ["letter 2"]


def test_two_copies_differ_in_their_readers_links_alone(garden: Garden):
    post(garden)
    garden.tick()
    first, second = (text_of(mail, "html").splitlines() for mail in garden.inbox())
    differing = [a for a, b in zip(first, second, strict=True) if a != b]

    assert differing
    assert all("token=" in line for line in differing)


def test_n36_who_leaves_between_fan_out_and_sending_is_skipped(garden: Garden, db):
    post(garden)
    garden.fan_out_only()
    db.execute("update subscribers set status = 'unsubscribed' where email = %s", [ADA])

    assert sent(garden) == [BOB]
    told = "select status || coalesce(': ' || reason, '') from deliveries order by 1"
    assert column(db, told) == ["sent", "skipped: unsubscribed"]


def test_n36_a_letter_that_is_cancelled_in_time_can_be_sent_later(garden: Garden, db):
    at = datetime.now(UTC) + timedelta(hours=2)
    number = post(garden, at=at.isoformat()).json()["notification_id"]
    assert post(garden).status_code == 409
    assert garden.call(lambda: notifications.cancel(number))
    assert sent(garden) == []
    assert post(garden, title="Mended").status_code == 200
    garden.tick()

    assert {str(mail["Subject"]) for mail in garden.inbox()} == {"Mended"}
    assert not garden.call(lambda: notifications.cancel(number + 1))


def test_n42_a_scheduled_letter_waits_for_its_instant(garden: Garden, db):
    at = (datetime.now(UTC) + timedelta(days=2)).replace(microsecond=0)
    answer = post(garden, at=at.isoformat())

    assert datetime.fromisoformat(answer.json()["hold_until"]) == at
    assert sent(garden) == []
    assert one(db, "select run_at from background_jobs where kind = 'newsletter.announce'") == at


@pytest.mark.parametrize("at", ["2020-01-01T00:00+00:00", "2099-01-01T00:00+00:00", "soon", 7])
def test_a_time_that_cannot_be_meant_is_refused(garden: Garden, db, at: object):
    assert post(garden, at=at).status_code == 422
    naive = (datetime.now(UTC) + timedelta(days=1)).replace(tzinfo=None).isoformat()
    assert post(garden, at=naive).status_code == 422
    assert column(db, "select id from letters") == []


def test_who_reads_another_language_or_pauses_is_told_apart_and_the_sum_closes(garden: Garden, db):
    db.execute("update subscribers set notes_language = 'zh', pace = 'weekly' where id = 1")
    post(garden)
    assert sent(garden) == [BOB]
    db.execute("update subscribers set notes_language = 'both'")
    db.execute(
        "update subscribers set paused_until = clock_timestamp() + interval '1 day' where id = 2"
    )
    post(garden, id="letters/2026-12.md")

    assert sent(garden) == [ADA]
    assert column(db, "select reason from deliveries where reason is not null order by id") == [
        "another language",
        "paused",
    ]
    assert column(db, "select candidates from notifications order by id") == [2, 2]


def test_a_letter_with_a_page_waits_until_the_page_is_there(garden: Garden, db):
    url = f"{garden.site.url}/letters/2026-11/"
    post(garden, url=url)
    assert sent(garden) == []
    garden.site.publish({"url": url, "title": "November", "content_hash": "sha256:november"})
    make_due(db)

    assert sent(garden) == [ADA, BOB]


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "A\r\nBcc: eve@example.org"},
        {"title": ""},
        {"mail_html": ""},
        {"url": "https://elsewhere.example/"},
        {"date": "tomorrow"},
        {"id": "x" * 400},
    ],
)
def test_a_letter_that_cannot_be_one_is_refused(garden: Garden, db, wrong: dict[str, object]):
    assert post(garden, **wrong).status_code == 422
    assert column(db, "select kind from notifications") == []


def test_s14_what_stands_in_a_letter_is_text_and_never_a_template(garden: Garden):
    post(
        garden,
        title="{{7*7}} <b>",
        excerpt="{{config}}",
        mail_html="<p>{{7*7}}</p><script>alert(1)</script><img src=x onerror=alert(1)>",
    )
    garden.tick()
    mail = garden.inbox()[0]

    assert mail["Subject"] == "{{7*7}} <b>"
    html = text_of(mail, "html")
    assert "{{7*7}} &lt;b&gt;" in html
    assert "onerror" not in html
    assert "alert(1)" not in html


def test_only_the_bearer_may_write(garden: Garden, db):
    assert post(garden, token="wrong").status_code == 401
    assert post(garden, "?dry_run=1").json()["notification_id"] is None
    assert column(db, "select id from letters") == []


def test_two_posts_at_once_are_one_letter(garden: Garden, db):
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(post(garden).status_code)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == [200, 409, 409, 409]
    assert column(db, "select status from notifications") == ["planned"]
