"""`thistledown status` says in one sentence that no mail leaves, why, and what to type."""

import re
from dataclasses import replace

import pytest

from functions.commands.mail_stop import WORDS
from shared.newsletter.delivering.stops import plain, why
from shared.settings import current, use
from tests.support.documents import ROOT

# What the outbox keeps of a failure, and what it means.
ERRORS = [
    ("TransportFailed: 535 5.7.8 at AUTH: no (replies.py:58)", "login"),
    (
        "TransportFailed: Nothing was sent: no connection to a.example (its name is not known).",
        "name",
    ),
    ("TransportFailed: Nothing was sent: the TLS handshake failed at greeting.", "certificate"),
    ("TransportFailed: The mail server does not offer STARTTLS; nothing was sent.", "certificate"),
    ("TransportFailed: 550 5.1.0 at MAIL FROM: sender refused", "sender"),
    ("TransportFailed: 403 AccessDeniedException from SES: not authorized", "credentials"),
    ("TransportFailed: Nothing was sent: no AWS credentials. Give", "credentials"),
    ("TransportFailed: 400 SendingPausedException from SES: disabled", "account"),
    (
        "TransportFailed: 554 at message: Message rejected: Email address is not verified.",
        "account",
    ),
    ("TransportFailed: Nothing was sent: no connection to a.example:25 (refused).", "unreachable"),
    (None, "unreachable"),
]


@pytest.mark.parametrize(("error", "cause"), ERRORS)
def test_the_last_words_of_the_other_side_tell_the_cause(error, cause):
    assert why(plain(error)) == cause


def test_what_the_outbox_puts_around_them_is_left_out():
    assert (
        plain("TransportFailed: 535 5.7.8 at AUTH: no (replies.py:58)") == "535 5.7.8 at AUTH: no"
    )


def test_the_screen_says_what_the_mail_will_say():
    words = (ROOT / "templates" / "mail" / "_causes.txt").read_text("utf-8")
    told = re.findall(r'"(\w+)": \["(.+?)", "(.+?)"\]', words)

    assert {cause: (said, remedy) for cause, said, remedy in told} == WORDS


def test_n35_status_says_it_in_its_second_line_with_the_command(run, called, garden, db):
    before = run("status").stdout
    use(replace(current(), mail_url="smtp://smtp.invalid"))
    garden.subscribe("ada@example.org")
    garden.tick()
    lines = run("status").stdout.splitlines()

    assert "nothing leaves" not in before
    assert re.fullmatch(
        r"Mail     nothing leaves since \d\d:\d\d:\d\d\. Nobody knows the name of the mail server\."
        rf" Correct the host in MAIL_URL, .* Then: {re.escape(called)} jobs resume --breaker mail",
        lines[1],
    )
    resumed = run("jobs", "resume", "--breaker", "mail")
    assert resumed.exit_code == 0
