"""A mail says whose it is when it comes back, wherever its mail server lets it say so."""

from email import message_from_bytes

import pytest

from shared.mail.transport import Mail, check_envelope
from shared.newsletter.returning.marks import Mark, read_mark, write_mark
from shared.newsletter.returning.return_path import marked_message_id, returning
from tests.support.settings import settings_for

MAIL = Mail(
    "gardener@garden.example", "ada@example.org", "<x@y>", b"From: a\r\nTo: b\r\n\r\nHi\r\n"
)
MARK = Mark("delivery", 7)


def settings(mail_url: str = "smtp://127.0.0.1", **changes):
    return settings_for("", mail_url, "https://garden.example", **changes)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("bounces@letters.example", "bounces+{}@letters.example"),
        ("@bounces.example", "{}@bounces.example"),
        (None, "gardener@garden.example"),
    ],
)
def test_n45_the_envelope_sender_names_the_mail_and_fits_an_envelope(address, expected):
    made = settings(bounce_address=address)
    mail = returning(MAIL, MARK, made)
    check_envelope(mail)

    assert mail.sender_address == expected.format(write_mark(made.secret_key[0], MARK))
    assert (mail.recipient, mail.content) == (MAIL.recipient, MAIL.content)
    found = read_mark(made.secret_key, [mail.sender_address])
    assert found == (MARK if address else None)


@pytest.mark.parametrize(
    "mail_url",
    [
        "postmark://token",
        "smtps://token:token@smtp.postmarkapp.com",
        "smtp://token:token@smtp-broadcasts.postmarkapp.com:587",
    ],
)
def test_postmark_is_given_a_header_to_hand_back(mail_url):
    made = settings(mail_url)
    parsed = message_from_bytes(returning(MAIL, MARK, made).content)

    assert parsed["X-PM-Metadata-mark"] == write_mark(made.secret_key[0], MARK)
    assert [name.lower() for name in parsed][1:] == ["from", "to"]


@pytest.mark.parametrize(
    "mail_url",
    [
        "smtps://a:b@smtp.example",
        "smtps://a:b@postmarkapp.com.evil.example",
        "maildir:///a",
        "ses://x",
    ],
)
def test_nobody_else_is(mail_url):
    assert returning(MAIL, MARK, settings(mail_url)).content == MAIL.content


def test_the_message_id_of_a_delivery_stays_and_that_of_a_confirmation_is_new_each_time():
    made = settings()
    asked = [marked_message_id(Mark("subscriber", 7), made) for _ in range(2)]

    assert marked_message_id(MARK, made) == marked_message_id(MARK, made)
    assert asked[0] != asked[1]
    assert {read_mark(made.secret_key, [one]) for one in asked} == {Mark("subscriber", 7)}
