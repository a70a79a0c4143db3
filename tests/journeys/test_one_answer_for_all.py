"""Nobody can learn from the form who reads: the answer is the same, byte for byte."""

import pytest

from shared import tx
from shared.newsletter.keys import address_hash
from shared.newsletter.readers import suppressions
from shared.newsletter.records.consent import Origin
from tests.support.garden import Garden, link_in, text_of
from tests.support.rows import column, minutes_pass, one, readers

STATES = ["new", "pending", "confirmed", "unsubscribed", "suppressed", "asked a moment ago"]

SUPPRESS_ALL = """
    insert into suppressions (address_hash, reason) values (%s, '550 5.1.1 at RCPT TO')
"""


@pytest.mark.parametrize(
    "headers",
    [{}, {"Accept": "application/json"}, {"Accept-Language": "zh-TW"}],
    ids=["page", "json", "zh-Hant"],
)
def test_s1_n56_the_answer_is_byte_identical_in_every_state(garden: Garden, db, headers):
    addresses = {state: in_state(garden, db, state) for state in STATES}
    answers = {
        state: garden.subscribe(address, headers=headers) for state, address in addresses.items()
    }
    seen = {
        (
            answer.status_code,
            answer.content,
            tuple(sorted(header for header in answer.headers.raw if header[0] != b"date")),
        )
        for answer in answers.values()
    }

    assert len(seen) == 1
    assert answers["new"].status_code == 200


def test_every_state_makes_one_job_and_keeps_its_status(garden: Garden, db):
    addresses = {state: in_state(garden, db, state) for state in STATES}
    before = readers(db)
    made = {}
    for state, address in addresses.items():
        jobs = one(db, "select count(*) from background_jobs")
        garden.subscribe(address)
        made[state] = one(db, "select count(*) from background_jobs") - jobs

    assert made == dict.fromkeys(STATES, 1)
    assert readers(db) == {addresses["new"]: "pending", **before}


def test_only_the_inbox_tells_and_a_suppressed_one_hears_nothing(garden: Garden, db):
    addresses = {state: in_state(garden, db, state) for state in STATES}
    for address in addresses.values():
        garden.subscribe(address)
    garden.tick()
    written_to = {mail["To"] for mail in garden.inbox()}

    assert {state for state in STATES if addresses[state] in written_to} == {
        "new",
        "pending",
        "confirmed",
        "unsubscribed",
    }
    assert {*column(db, "select status from background_jobs")} == {"succeeded"}


def in_state(garden: Garden, db, state: str) -> str:
    """Return an address in a state, and let a day pass for it."""
    address = f"{state.replace(' ', '-')}@example.org"
    if state == "new":
        return address
    garden.subscribe(address)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    if state not in ("pending", "asked a moment ago"):
        garden.client.post(link_in(mail))
    if state == "unsubscribed":
        db.execute("update subscribers set status = %s where email = %s", (state, address))
    if state == "suppressed":
        suppress(garden, db, address)
    if state != "asked a moment ago":
        minutes_pass(db, 2 * 24 * 60)
    return address


def suppress(garden: Garden, db, address: str) -> None:
    db.execute(SUPPRESS_ALL, (address_hash(garden.settings.secret_key[0], address),))


def test_n51_who_has_complained_of_a_confirmation_hears_nothing_and_nobody_notices(
    garden: Garden, db
):
    garden.subscribe("ada@example.org")
    garden.tick()
    garden.empty_inbox()

    async def complained() -> None:
        async with tx.run():
            await suppressions.suppress(
                garden.settings.secret_key,
                subscriber_id=one(db, "select id from subscribers"),
                email="ada@example.org",
                reason="complaint",
                origin=Origin("mail server"),
            )

    garden.call(complained)
    minutes_pass(db, 2 * 24 * 60)
    answers = [garden.subscribe(address) for address in ("ada@example.org", "new@example.org")]
    garden.tick()

    assert answers[0].content == answers[1].content
    assert [mail["To"] for mail in garden.inbox()] == ["new@example.org"]


def test_n56_the_mail_tells_a_reader_what_the_form_must_not(garden: Garden, db):
    address = in_state(garden, db, "confirmed")
    garden.subscribe(address)
    garden.tick()
    [mail] = garden.inbox()
    page = garden.client.get(link_in(mail))

    assert mail["Subject"].startswith("You are subscribed already")
    assert "/newsletter/confirm" not in text_of(mail, "plain") + text_of(mail, "html")
    assert "Never write to me again" in page.text
    assert readers(db) == {address: "confirmed"}
