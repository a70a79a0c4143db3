"""One of each kind of mail, to the gardener: none forgotten, none that does anything."""

import mailbox
from pathlib import Path

import pytest

from functions.commands.specimens import KINDS, NOBODY, specimens
from shared.mail.languages import LANGUAGES
from tests.commands.test_setup import Setup, setup, words
from tests.mail.test_every_kind import KINDS as TEMPLATES
from tests.support.bad_smtp import BadSmtp
from tests.support.settings import settings_for

__all__ = ["setup"]

SETTINGS = settings_for("", "maildir:///nowhere", "https://garden.example")


def test_every_kind_of_mail_has_a_specimen():
    assert sorted(KINDS) == TEMPLATES


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_in_its_language_and_has_a_name_of_its_own(language: str):
    made = specimens("ada@example.org", language, SETTINGS)
    again = specimens("ada@example.org", language, SETTINGS)

    assert {mail.recipient for mail in made.values()} == {"ada@example.org"}
    for mail in made.values():
        assert f"Content-Language: {language}\r\n".encode() in mail.content
        assert mail.content.count(f"Message-ID: {mail.message_id}".encode()) == 1
    names = [mail.message_id for one in (made, again) for mail in one.values()]
    assert len(set(names)) == 2 * len(KINDS)
    assert NOBODY.endswith(".invalid")


def test_setup_mails_one_of_each_kind_to_the_gardener(setup: Setup, tmp_path: Path):
    box = tmp_path / "box"
    result = setup("--no-input", "--specimens", *words(mail_url=f"maildir://{box}"))
    arrived = list(mailbox.Maildir(box, create=False))

    assert result.exit_code == 0, result.output
    assert f"{len(KINDS)} mails on the way to ada@example.org." in result.output
    assert len(arrived) == len(KINDS)
    assert {one["To"] for one in arrived} == {"ada@example.org"}


def test_nothing_is_mailed_unasked_and_a_mail_that_does_not_go_is_said(setup: Setup):
    with BadSmtp("mail-from-550") as server:
        url = f"smtp://127.0.0.1:{server.port}"
        assert setup("--no-input", *words(mail_url=url)).exit_code == 0
        assert server.senders_seen == 0
        result = setup("--no-input", "--yes", "--specimens", *words(mail_url=url))

    assert result.exit_code == 1
    assert "The mail evergreen was not sent: " in result.output
