"""One person, many spellings: one row; and two addresses of one mailbox: two readers, one cap."""

import pytest

from tests.support.garden import Garden, link_in
from tests.support.rows import column, minutes_pass, one, readers

ANNA = ["Anna@Example.COM", " anna@example.com ", "anna@example.com\u200b", "ANNA@example.com."]
DOTS = ["annalee", "a.nnalee", "an.nalee", "ann.alee", "anna.lee", "annal.ee", "annale.e"]


@pytest.mark.parametrize(
    ("spellings", "key"),
    [
        (ANNA, "anna@example.com"),
        (["anna@bücher.example", "anna@xn--bcher-kva.example"], "anna@xn--bcher-kva.example"),
        (["anna@faß.example", "Anna@FAẞ.example"], "anna@xn--fa-hia.example"),
    ],
)
def test_n23_n27_every_spelling_is_one_row_and_the_envelope_is_ascii(
    garden: Garden, db, spellings: list[str], key: str
):
    answers = [garden.subscribe(spelling).status_code for spelling in spellings]
    garden.tick()
    [mail] = garden.inbox()

    assert {*answers} == {200}
    assert readers(db) == {key: "pending"}
    assert str(mail["To"]).lower() == key


def test_n25_a_plus_address_is_a_reader_of_its_own_and_shares_the_cap(garden: Garden, db):
    for address in ("anna@example.com", "anna+garden@example.com", "anna+more@example.com"):
        garden.subscribe(address)
    garden.tick()
    first = [str(mail["To"]) for mail in garden.inbox()]
    confirmed = [garden.client.post(link_in(mail)).status_code for mail in garden.inbox()]
    garden.empty_inbox()
    minutes_pass(db, 2 * 24 * 60)
    garden.subscribe("anna+garden@example.com")
    garden.tick()
    confirmed += [garden.client.post(link_in(mail)).status_code for mail in garden.inbox()]

    assert first == ["anna@example.com"]
    assert confirmed == [200, 200]
    assert readers(db) == {
        "anna@example.com": "confirmed",
        "anna+garden@example.com": "confirmed",
    }


def test_n26_ten_dotted_spellings_within_an_hour_are_two_mails(garden: Garden, db):
    for number, name in enumerate([*DOTS, *DOTS[:3]]):
        garden.subscribe(f"{name}@{'gmail' if number % 2 else 'googlemail'}.com")
        garden.tick()
        minutes_pass(db, 6)

    assert len(garden.inbox()) == 2
    assert one(db, "select count(*) from mailboxes") == 1


def test_n28_a_local_part_outside_ascii_gets_a_clear_error_and_no_row(garden: Garden, db):
    answer = garden.subscribe("jörg@example.com")

    assert answer.status_code == 422
    assert "cannot write to that address yet" in answer.text
    assert column(db, "select email from subscribers") == []
