"""Which replies condemn a mailbox, and how little of a reply is kept."""

import pytest

from shared.mail.replies import refusal
from shared.mail.transport import RecipientRefused, Throttled, TransportFailed

TOKEN = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"


@pytest.mark.parametrize(
    ("step", "code", "text"),
    [
        ("RCPT TO", 550, "5.1.1 no such user"),
        ("RCPT TO", 550, "5.1.10 recipient not found"),
        ("RCPT TO", 550, "5.1.2 no such domain"),
        ("RCPT TO", 550, "#5.1.0 address rejected"),
        ("RCPT TO", 553, "5.1.3 bad syntax"),
        ("RCPT TO", 556, "5.1.10 takes no mail"),
        ("RCPT TO", 550, "5.2.1 mailbox disabled"),
        ("RCPT TO", 550, "5.4.4 no mail exchanger"),
        ("DATA", 554, "5.1.1 no such user"),
        ("message", 550, "5.1.1 no such user"),
    ],
)
def test_n44_a_mailbox_that_is_gone_is_permanent(step, code, text):
    assert isinstance(refusal(step, code, text), RecipientRefused)


@pytest.mark.parametrize(
    ("step", "code", "text"),
    [
        ("RCPT TO", 550, "5.7.1 relaying denied"),
        ("RCPT TO", 550, "5.7.515 not authenticated"),
        ("RCPT TO", 550, "5.1.8 sender's domain does not exist"),
        ("RCPT TO", 550, "5.1.7 sender's address is malformed"),
        ("RCPT TO", 550, "5.2.2 mailbox full"),
        ("RCPT TO", 550, "5.2.10 something else"),
        ("RCPT TO", 550, "5.4.45 something else"),
        ("RCPT TO", 550, "mailbox unavailable"),
        ("RCPT TO", 550, "blocked, see 5.1.1 of our policy"),
        ("RCPT TO", 551, "user not local"),
        ("RCPT TO", 553, "mailbox name not allowed"),
        ("RCPT TO", 554, "transaction failed"),
        ("RCPT TO", 450, "4.1.1 try later"),
        ("RCPT TO", 450, "5.1.1 a code that contradicts itself"),
        ("RCPT TO", 550, "4.1.1 a code that contradicts itself"),
        ("RCPT TO", 421, "4.3.2 closing"),
        ("MAIL FROM", 550, "5.1.1 no such user"),
        ("MAIL FROM", 550, "5.1.0 sender rejected"),
        ("AUTH", 535, "5.7.8 bad credentials"),
        ("EHLO", 550, "5.1.1 who are you"),
        ("greeting", 554, "5.1.1 go away"),
        ("message", 552, "5.3.4 too big"),
        ("message", 554, "5.6.0 content refused"),
        ("message", 554, "Message rejected: Email address is not verified."),
        ("RCPT TO", 550, "5.7.26 this mail is unauthenticated"),
    ],
)
def test_n44_whatever_is_not_the_readers_fault_strikes_nobody_off(step, code, text):
    assert isinstance(refusal(step, code, text), TransportFailed)


TOO_MUCH = [
    ("message", 454, "Throttling failure: Maximum sending rate exceeded", 1),
    ("message", 454, "Throttling failure: Daily message quota exceeded", 60),
    ("RCPT TO", 450, "4.7.1 too much mail", 1),
    ("MAIL FROM", 452, "4.4.5 Messages per second limit exceeded", 1),
    ("MAIL FROM", 452, "4.5.3 Daily message limit exceeded", 60),
    ("greeting", 421, "Too many concurrent SMTP connections", 1),
    ("AUTH", 454, "4.7.0 Too many login attempts, please try again later", 1),
    ("DATA", 421, "4.7.28 unusual rate of unsolicited mail; slow down", 1),
    ("RCPT TO", 550, "5.4.5 Daily user sending limit exceeded", 60),
]


@pytest.mark.parametrize(("step", "code", "text", "minutes"), TOO_MUCH)
def test_n34_too_much_rests_for_a_while_and_is_no_outage(step, code, text, minutes):
    said = refusal(step, code, text)

    assert isinstance(said, Throttled)
    assert said.pause.total_seconds() == 60 * minutes
    assert not said.is_outage


@pytest.mark.parametrize(
    ("step", "code", "text"),
    [
        ("RCPT TO", 452, "4.2.2 the mailbox is over its quota"),
        ("RCPT TO", 452, "mailbox quota exceeded"),
        ("RCPT TO", 450, "4.2.1 this user receives mail at a rate that prevents more"),
        ("RCPT TO", 450, "4.7.1 greylisted, try again later"),
        ("message", 552, "5.3.4 message size exceeds the limit"),
        ("RCPT TO", 550, "5.7.1 too many complaints about you"),
        ("greeting", 421, "4.3.2 closing"),
    ],
)
def test_a_full_mailbox_and_a_greylist_are_one_reader_s_and_make_nobody_wait(step, code, text):
    assert not isinstance(refusal(step, code, text), Throttled)


@pytest.mark.parametrize(
    ("step", "code", "text", "lasts"),
    [
        ("AUTH", 535, "5.7.8 bad credentials", True),
        ("AUTH", 454, "4.7.0 temporary authentication failure", False),
        ("message", 554, "Message rejected: Email address is not verified.", True),
        ("MAIL FROM", 550, "5.1.0 sender refused", False),
        ("RCPT TO", 550, "5.7.1 policy", False),
    ],
)
def test_n35_what_only_a_person_can_mend_lasts(step, code, text, lasts):
    assert refusal(step, code, text).is_lasting is lasts


@pytest.mark.parametrize(
    "text",
    [
        "5.1.1 <anna@reader.example>: unknown",
        "5.1.1 Anna@Reader.Example unknown",
        "5.1.1 user anna unknown at reader.example",
        "5.1.1 user ANNA unknown",
        "5.1.1 see https://help.example/?p=anna%40reader.example",
        f"5.1.1 id {TOKEN}",
        f"5.1.1 secret-word {TOKEN}",
        "5.1.1 line one\nline two anna@reader.example\r\nX: y",
        "5.1.1 " + "word " * 500,
        "5.1.1 \x00\x1b[31m\udce9 é",
    ],
)
def test_what_is_kept_of_a_reply_names_nobody(text):
    kept = refusal("RCPT TO", 550, text, ("anna", "reader.example", "secret-word")).public

    assert kept.startswith("550 5.1.1 at RCPT TO: ")
    assert len(kept) <= 200
    assert kept.isprintable()
    assert kept.isascii()
    for secret in ("anna", "reader", "secret-word", TOKEN):
        assert secret not in kept.lower()
        assert secret not in kept


def test_the_sentence_itself_is_kept():
    kept = refusal("RCPT TO", 550, "5.7.1 Relaying denied, ask your administrator").public

    assert kept == "550 5.7.1 at RCPT TO: Relaying denied, ask your administrator"
