"""A letter as a mail service hands it on: what it rewrote, dropped or did not sign is found."""

import re
from email.message import EmailMessage

import pytest

from functions.commands.specimens import specimens
from shared.mail.doctor.received import examine_received, read_letter, selectors_of
from shared.mail.transport import open_transport
from tests.support.bad_smtp import BadSmtp
from tests.support.settings import settings_for

SITE, FUNCTIONS = "https://garden.example", "https://functions.example"
SIGNATURE = (
    b"DKIM-Signature: v=1; a=rsa-sha256; d=garden.example; s=s1; c=relaxed/relaxed;\r\n"
    b" h=From:To:Subject:List-Unsubscribe:\r\n List-Unsubscribe-Post; bh=x; b=y\r\n"
)


@pytest.fixture(scope="module")
def arrived() -> bytes:
    """Return a letter about a note as a real server took it, signed."""
    import asyncio

    with BadSmtp() as server:
        url = f"smtp://127.0.0.1:{server.port}"
        settings = settings_for("", url, SITE, functions_url=FUNCTIONS)
        mail = specimens("ada@example.org", "en", settings)["evergreen"]
        asyncio.run(open_transport(url).send(mail))
        (content,) = server.mails
    return SIGNATURE + content


def told(content: bytes) -> list[str]:
    """Return what is found in a letter, by the names of the checks."""
    return [one.check for one in examine_received(read_letter(content), SITE, FUNCTIONS)]


def rebuilt(content: bytes, change: str, to: str) -> bytes:
    """Return the letter with something in its HTML part written anew, as a service does it."""
    letter = read_letter(content)
    assert isinstance(letter, EmailMessage)
    part = letter.get_body(("html",))
    assert part is not None
    html, count = re.subn(change, to, part.get_content(), count=1)
    assert count == 1
    part.set_content(html, subtype="html", cte="quoted-printable")
    return letter.as_bytes()


def test_a_letter_that_arrives_as_it_left_is_in_order(arrived: bytes):
    assert told(arrived) == []
    assert selectors_of(read_letter(arrived)) == ("s1._domainkey.garden.example",)


def test_n71_one_link_that_was_rewritten_is_found(arrived: bytes):
    changed = rebuilt(
        arrived, r'href="https://garden\.example[^"]*"', 'href="https://clk.example/x"'
    )
    (one,) = examine_received(read_letter(changed), SITE, FUNCTIONS)

    assert one.check == "tracking"
    assert "leads to clk.example" in one.says


@pytest.mark.parametrize(
    "added",
    [
        '<img src="https://open.example/p.gif">',
        "<img src='//open.example/p.gif'>",
        '<a href="https://garden.example.evil.example/">',
    ],
)
def test_n71_a_picture_that_was_put_in_is_found(arrived: bytes, added: str):
    assert told(rebuilt(arrived, "</body>", f"{added}</body>")) == ["tracking"]


def test_a_way_out_that_was_dropped_or_changed_is_found(arrived: bytes):
    dropped = arrived.replace(b"List-Unsubscribe-Post: ", b"X-Post: ")
    changed = re.sub(
        rb"List-Unsubscribe: <https://functions\.example",
        b"List-Unsubscribe: <https://esp.example",
        arrived,
    )

    assert told(dropped) == told(changed) == ["one-click"]


def test_a_signature_that_is_missing_or_leaves_the_way_out_open_is_found(arrived: bytes):
    unsigned = arrived.removeprefix(SIGNATURE)
    partly = arrived.replace(b"List-Unsubscribe:\r\n List-Unsubscribe-Post;", b"List-Unsubscribe;")

    assert told(unsigned) == told(partly) == ["dkim"]
