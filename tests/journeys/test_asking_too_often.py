"""The form cannot be made a cannon: one mailbox, one network, everybody."""

import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from shared.newsletter.readers.caps import Caps
from tests.support.garden import Garden, running
from tests.support.rows import dump, minutes_pass, one
from tests.support.site import Site

SPELLINGS = [
    *(f"anna.lee+{n}@gmail.com" for n in range(8)),
    *("annalee@gmail.com", "a.n.n.a.l.e.e@gmail.com", "AnnaLee@Gmail.com", " anna.lee@gmail.com "),
    *(
        "anna.lee@googlemail.com",
        "ANNALEE@GOOGLEMAIL.COM",
        "annalee@gmail.com.",
        "annal.ee@gmail.com",
    ),
    *(
        "anna\u200blee@gmail.com",
        "annalee+x+y@gmail.com",
        "a.nnalee@gmail.com",
        "annale.e+1@gmail.com",
    ),
]


def test_c16_a_hundred_posts_in_twenty_spellings_at_once_are_one_mail(garden: Garden, db):
    start = threading.Barrier(20)

    def ask(spelling: str) -> list[int]:
        start.wait()
        return [garden.subscribe(spelling).status_code for _ in range(5)]

    with ThreadPoolExecutor(20) as threads:
        answers = [status for statuses in threads.map(ask, SPELLINGS) for status in statuses]
    garden.tick()

    assert len({*SPELLINGS}) == 20
    assert answers == [200] * 100
    assert len(garden.inbox()) == 1
    assert one(db, "select count(*) from mailboxes") == 1


DAY = 24 * 60


@pytest.mark.parametrize(
    ("waits", "mails"),
    [
        ([9], 1),
        ([11], 2),
        ([11, 11], 2),
        ([11, 11, 23 * 60], 2),
        ([11, 24 * 60 + 1], 3),
        ([11, 24 * 60 + 1, 11], 3),  # three in a month
        ([DAY + 1] * 3, 3),
        ([DAY + 1] * 2 + [28 * DAY + 1], 4),
        ([DAY + 1] * 2 + [28 * DAY - 3], 3),  # a minute before the first of three is 30 days old
        ([23 * 60, 61], 2),  # no 24 hours see more than two, wherever they begin
        ([25 * 60, 25 * 60], 3),
    ],
)
def test_one_mail_a_day_one_more_after_ten_minutes_and_three_a_month(
    garden: Garden, db, waits, mails
):
    garden.subscribe("ada@example.org")
    garden.tick()
    for minutes in waits:
        minutes_pass(db, minutes)
        garden.subscribe("ada@example.org")
        garden.tick()

    assert len(garden.inbox()) == mails


def test_the_second_mail_makes_the_first_ones_link_worthless(garden: Garden, db):
    from tests.support.garden import link_in

    garden.subscribe("ada@example.org")
    garden.tick()
    first = link_in(garden.inbox()[0])
    garden.empty_inbox()
    minutes_pass(db, 11)
    garden.subscribe("ada@example.org")
    garden.tick()
    second = link_in(garden.inbox()[0])

    assert garden.client.post(first).status_code == 404
    assert garden.client.post(second).status_code == 200


@pytest.fixture
def capped(database: str, site: Site, tmp_path: Path) -> Generator[Garden]:
    caps = Caps(everybody=5, network=3)
    with running(database, site, tmp_path / "mail", caps=caps, peer="203.0.113.7") as garden:
        yield garden


def test_a_network_is_told_to_wait_and_nothing_of_it_is_stored(capped: Garden, db):
    first = [capped.subscribe(f"reader{n}@example.org").status_code for n in range(3)]
    before = dump(db)
    refused = [capped.subscribe(address) for address in ("reader0@example.org", "new@example.org")]

    assert first == [200, 200, 200]
    assert [answer.status_code for answer in refused] == [429, 429]
    assert {answer.text.count("One more click") > 0 for answer in refused} == {True}
    assert dump(db) == before


def test_a_network_counts_also_what_opens_nothing(capped: Garden, db):
    answers = [capped.subscribe(f"anna+{n}@example.org").status_code for n in range(5)]

    assert answers == [200, 200, 200, 429, 429]
    assert one(db, "select counted from counted_in_hour where scope like 'network %'") == 3


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP"]
)
def test_no_header_gives_a_network_another_name(capped: Garden, header: str):
    answers = [
        capped.subscribe(f"reader{n}@example.org", headers={header: f"198.51.100.{n}"}).status_code
        for n in range(4)
    ]

    assert answers == [200, 200, 200, 429]


def test_the_cap_of_everybody_holds_over_all_networks_and_ends_with_the_hour(
    database: str, site: Site, tmp_path: Path, db: psycopg.Connection[DictRow]
):
    caps = Caps(everybody=5, network=3)
    answers: list[int] = []
    for network in range(3):
        peer = f"198.51.{network}.7"
        with running(database, site, tmp_path / "mail", caps=caps, peer=peer) as garden:
            answers += [
                garden.subscribe(f"reader{network}{n}@example.org").status_code for n in range(3)
            ]
    with running(database, site, tmp_path / "mail", caps=caps, peer="192.0.2.1") as garden:
        db.execute("update counted_in_hour set hour = hour - interval '1 hour'")
        later = garden.subscribe("later@example.org").status_code
        garden.tick()
        mails = len(garden.inbox())

    assert answers == [200] * 5 + [429] * 4
    assert later == 200
    assert mails == 6


def test_the_past_is_forgotten(garden: Garden, db):
    garden.subscribe("ada@example.org")
    db.execute("update counted_in_hour set hour = hour - interval '3 hours'")
    minutes_pass(db, 31 * 24 * 60)
    garden.tick()

    assert one(db, "select count(*) from counted_in_hour") == 0
    assert one(db, "select count(*) from mailboxes") == 0
