"""A stranger with a thousand networks fills no table: what opens nothing leaves nothing new."""

import asyncio
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shared.newsletter.readers.caps import Caps
from shared.newsletter.readers.form_tokens import MINIMUM_AGE, new_form_token
from tests.support.asgi import post
from tests.support.garden import Garden, running
from tests.support.rows import column, minutes_pass, one, readers
from tests.support.site import Site

HOST = "functions.test"
ASKED = "select count(*) from background_jobs"
REQUESTS = "select counted from counted_in_hour where scope = 'requests'"


@pytest.fixture
def busy(database: str, site: Site, tmp_path: Path) -> Generator[Garden]:
    caps = Caps(requests=12, requests_bare=8)
    with running(database, site, tmp_path / "mail", caps=caps) as garden:
        yield garden


def crowd(garden: Garden, addresses: list[str]) -> list[int]:
    """Let each address be typed at once, each in a network of its own."""

    async def all_of_them() -> list[int]:
        asked = [
            post(
                garden.client.app,
                "/newsletter/subscribe",
                {"email": address},
                host=HOST,
                client=f"198.51.{number}.7",
            )
            for number, address in enumerate(addresses)
        ]
        return await asyncio.gather(*asked)

    return sorted(garden.call(all_of_them))


def test_spellings_of_a_mailbox_that_has_had_enough_come_upon_its_one_row(garden: Garden, db):
    first = garden.subscribe("anna.lee@gmail.com")
    garden.tick()
    before = column(db, "select subscribers::text from subscribers")
    answers = [garden.subscribe(f"annalee+{n}@gmail.com") for n in range(20)]

    assert {answer.content for answer in answers} == {first.content}
    assert column(db, "select subscribers::text from subscribers") == before
    assert one(db, f"{ASKED} where status = 'pending'") == 1


def test_a_crowd_in_networks_of_their_own_leaves_a_row_of_each_mailbox_alone(garden: Garden, db):
    answers = crowd(garden, [f"annalee+{n}@gmail.com" for n in range(40)])

    assert answers == [200] * 40
    assert one(db, "select count(*) from subscribers") == 1
    assert one(db, ASKED) == 1


def test_a_second_spelling_is_written_down_when_it_has_a_mail_of_its_own(garden: Garden, db):
    garden.subscribe("ada+one@example.org")
    garden.subscribe("ada+two@example.org")
    minutes_pass(db, 11)
    garden.subscribe("ada+two@example.org")
    garden.tick()

    assert readers(db) == dict.fromkeys(["ada+one@example.org", "ada+two@example.org"], "pending")
    assert len(garden.inbox()) == 2


def test_who_has_a_row_of_her_own_comes_upon_that_one(garden: Garden, db):
    garden.subscribe("ada+one@example.org")
    minutes_pass(db, 11)
    garden.subscribe("ada+two@example.org")
    db.execute("delete from background_jobs")
    garden.subscribe("ada+two@example.org")

    [reader] = column(db, "select id from subscribers where email = 'ada+two@example.org'")
    assert column(db, "select dedup_key from background_jobs") == [f"newsletter-confirm-{reader}"]


def test_requests_of_all_networks_together_have_a_cap_and_then_a_step(busy: Garden, db):
    answers = crowd(busy, [f"annalee+{n}@gmail.com" for n in range(20)])
    step = busy.subscribe("honest@example.org")

    assert answers == [200] * 8 + [429] * 12
    assert step.status_code == 429
    assert step.text.count("<button") == 1
    assert one(db, REQUESTS) == 8


def test_the_step_leads_past_that_cap_and_to_the_next(busy: Garden, db):
    crowd(busy, [f"annalee+{n}@gmail.com" for n in range(8)])
    statuses: list[int] = []
    for number in range(6):
        address = f"honest{number}@example.org"
        shown = datetime.now(UTC) - MINIMUM_AGE - timedelta(seconds=2)
        token = new_form_token(busy.settings.secret_key, address, now=shown)
        fields = {"email": address, "token": token}
        statuses.append(busy.client.post("/newsletter/subscribe", data=fields).status_code)

    assert statuses == [200] * 4 + [429] * 2
    assert one(db, REQUESTS) == 12
    assert one(db, "select count(*) from subscribers") == 5


def test_what_a_network_is_refused_costs_everybody_nothing(
    database: str, site: Site, tmp_path: Path, db
):
    caps = Caps(network=2)
    with running(database, site, tmp_path / "mail", caps=caps, peer="203.0.113.7") as garden:
        answers = [garden.subscribe(f"a{n}@example.org").status_code for n in range(5)]

    assert answers == [200, 200, 429, 429, 429]
    assert one(db, REQUESTS) == 2


def test_the_cap_ends_with_the_hour(busy: Garden, db):
    crowd(busy, [f"annalee+{n}@gmail.com" for n in range(9)])
    db.execute("update counted_in_hour set hour = hour - interval '1 hour'")

    assert busy.subscribe("honest@example.org").status_code == 200
