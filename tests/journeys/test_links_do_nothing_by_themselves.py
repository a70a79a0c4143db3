"""Scanners press every link of every mail before its reader does: GET, HEAD and OPTIONS."""

import re

import pytest

from tests.support.garden import LINK, Garden, path_of, text_of
from tests.support.rows import dump, readers

SCANNER = {"User-Agent": "Mozilla/5.0 (compatible; scanner)"}


def test_c15_opening_every_link_of_every_mail_three_times_changes_no_row(garden: Garden, db):
    links = every_link(garden)
    before = dump(db)
    answers = {
        (method, garden.client.request(method, link, headers=SCANNER).status_code)
        for link in links * 3
        for method in ("GET", "HEAD", "OPTIONS")
    }

    assert len(links) == 4
    assert dump(db) == before
    assert answers == {("GET", 200), ("HEAD", 200), ("OPTIONS", 405)}


def test_n05_after_all_that_the_buttons_still_work(garden: Garden, db):
    links = every_link(garden)
    for link in links * 3:
        garden.client.head(link)
        garden.client.get(link)
    waiting = readers(db)
    buttons = [link for link in links if re.search("/(confirm|unsubscribe)", link)]
    answers = [garden.client.post(link).status_code for link in buttons]

    assert waiting == {"ada@example.org": "confirmed", "bob@example.org": "pending"}
    assert answers == [200, 200]
    assert readers(db) == {"ada@example.org": "unsubscribed", "bob@example.org": "confirmed"}


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"List-Unsubscribe=One-Click", {"Content-Type": "application/x-www-form-urlencoded"}),
        (b"List-Unsubscribe=One-Click", {}),
        (b"", {}),
        (b"", {"Content-Type": "application/x-www-form-urlencoded"}),
        (
            b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n'
            b"One-Click\r\n--x--\r\n",
            {"Content-Type": "multipart/form-data; boundary=x"},
        ),
        (b"\xff\x00 nonsense", {"Content-Type": "text/plain"}),
        (b"{", {"Content-Type": "application/json"}),
    ],
)
def test_one_click_unsubscribes_whatever_the_mail_program_sends(
    garden: Garden, db, body: bytes, headers: dict[str, str]
):
    letter = letter_to(garden, "ada@example.org")
    link = path_of(letter["List-Unsubscribe"].strip("<>"))
    garden.client.cookies.clear()
    answers = [
        garden.client.post(
            link, content=body, headers={**headers, "Origin": "null"}, follow_redirects=False
        )
        for _ in range(2)
    ]

    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all("set-cookie" not in answer.headers for answer in answers)
    assert readers(db) == {"ada@example.org": "unsubscribed"}


def test_unsubscribing_answers_200_when_the_reader_is_long_gone(garden: Garden, db):
    link = path_of(letter_to(garden, "ada@example.org")["List-Unsubscribe"].strip("<>"))
    db.execute("delete from deliveries")
    db.execute("delete from subscribers")

    assert garden.client.post(link).status_code == 200


def test_s4_pages_with_a_token_are_not_kept_and_not_passed_on(garden: Garden):
    for link in every_link(garden):
        headers = garden.client.get(link).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "noindex" in headers["X-Robots-Tag"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]


def every_link(garden: Garden) -> list[str]:
    """Return the links with a token of a letter to one reader and a confirmation to another."""
    letter_to(garden, "ada@example.org", keep=True)
    garden.subscribe("bob@example.org")
    garden.tick()
    mails = garden.inbox()
    found = [link for mail in mails for kind in ("plain", "html") for link in links(mail, kind)]
    found += [mail["List-Unsubscribe"].strip("<>") for mail in mails if mail["List-Unsubscribe"]]
    return sorted({path_of(link) for link in found})


def links(mail, kind: str) -> list[str]:
    return LINK.findall(re.sub("&amp;", "&", text_of(mail, kind)))


def letter_to(garden: Garden, address: str, *, keep: bool = False):
    """Return the letter about a note that has become evergreen."""
    garden.confirmed_reader(address)
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()
    if not keep:
        garden.empty_inbox()
    return letter
