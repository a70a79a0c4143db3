"""`thistledown setup`: six questions, a private file of settings, and the records to add."""

import stat
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from functions.commands.thistledown import thistledown
from shared.env_file import read_env_file
from shared.settings import Settings
from tests.support.dev_server import SETTINGS
from tests.support.name_server import name_server

SAID = {
    "--site-url": "https://garden.example/",
    "--mail-from": "Ada's garden <letters@garden.example>",
    "--mail-url": "resend://key",
    "--postal-address": "2 Real Street, Town",
    "--gardener-email": "ada@example.org",
    "--functions-url": "https://functions.example",
}
TYPED = "\n".join(SAID.values()) + "\nn\n"

Setup = Callable[..., Result]


@pytest.fixture
def setup(tmp_path: Path) -> Generator[Setup]:
    """Give a function that runs the command on a file of its own, with an empty name server."""
    with name_server({}) as where:

        def setup(*words: str, typed: str = "", **env: str) -> Result:
            asked = ["setup", "--out", str(tmp_path / "it.env"), "--resolver", where, *words]
            alone = {**dict.fromkeys(SETTINGS), **env}
            return CliRunner().invoke(thistledown, asked, input=typed, env=alone)

        yield setup


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return the file that is written."""
    return tmp_path / "it.env"


def words(**changes: str | None) -> list[str]:
    """Return the options that answer every question, with some of them changed."""
    changed = {f"--{name.replace('_', '-')}": value for name, value in changes.items()}
    said = {**SAID, **changed}
    return [part for name, value in said.items() if value for part in (name, value)]


def test_six_answers_make_settings_that_the_functions_take(setup: Setup, out: Path):
    result = setup(typed=TYPED)
    written = read_env_file(out.read_text())

    assert result.exit_code == 0, result.output
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    settings = Settings.from_env({"DATABASE_URL": "postgresql:///x", **written})
    assert settings.site_url == "https://garden.example"
    assert settings.mail_from == "Ada's garden <letters@garden.example>"
    assert settings.functions_url == "https://functions.example"
    assert len({*settings.secret_key, settings.announce_token, settings.bounce_token}) == 3
    assert "# DATABASE_URL=" in out.read_text()
    assert not list(out.parent.glob(".it.env*"))


def test_the_records_to_add_are_printed_and_no_secret_is(setup: Setup, out: Path):
    told = setup("--no-input", *words(mail_url="resend://very-secret-key")).output

    assert '    send.garden.example. TXT "v=spf1 include:amazonses.com ~all"\n' in told
    assert '    _dmarc.garden.example. TXT "v=DMARC1; p=none; rua=mailto:ada@example.org"\n' in told
    assert "resend._domainkey.garden.example. TXT" in told
    for secret in ("very-secret-key", read_env_file(out.read_text())["SECRET_KEY"]):
        assert secret not in told


def test_where_nobody_answers_all_records_are_printed(setup: Setup):
    told = setup("--no-input", *words(mail_from="Ada <ada@garden.broken>")).output

    assert "Nobody answered the question for send.garden.broken TXT. These are the records" in told
    assert '    _dmarc.garden.broken. TXT "v=DMARC1; p=none; rua=mailto:ada@example.org"\n' in told
    assert "resend._domainkey.garden.broken. TXT" in told


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("site_url", "garden.example", "write it in full"),
        ("site_url", "http://localhost:8000", "which only this machine can open"),
        ("site_url", "https://garden.lan", "which only your own network can open"),
        ("mail_from", "letters@garden.example", "write it with a name"),
        ("mail_from", "Ada <ada@gmail.com>", "which tells the world to refuse letters"),
        ("mail_url", "postmark://", "write postmark://SERVER-TOKEN"),
        ("mail_url", "carrier-pigeon://x", "a scheme nobody here speaks"),
        ("postal_address", "1 Garden Path, Greenhouse", "where nobody lives"),
        ("gardener_email", "ada", "GARDENER_EMAIL: That does not look like a mail address"),
        ("functions_url", "http://functions.example", "unsubscribe by https alone"),
    ],
)
def test_n69_an_answer_that_will_not_do_is_refused_in_the_words_of_the_settings(
    setup: Setup, out: Path, option: str, value: str, says: str
):
    result = setup("--no-input", *words(**{option: value}))

    assert result.exit_code == 2, result.output
    assert says in " ".join(result.output.split())
    assert not out.exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("garden.example", "write it in full"), ("http://localhost", "only this machine can open")],
)
def test_a_wrong_answer_is_asked_for_again(setup: Setup, out: Path, wrong: str, says: str):
    result = setup(typed=f"{wrong}\n{TYPED}")

    assert result.exit_code == 0, result.output
    assert says in result.output
    assert read_env_file(out.read_text())["SITE_URL"] == "https://garden.example"


def test_what_is_not_said_and_not_asked_is_wrong_usage(setup: Setup, out: Path):
    result = setup("--no-input", *words(mail_url=None))

    assert result.exit_code == 2
    assert "MAIL_URL is not known; say --mail-url." in result.output
    assert setup("--no-input", *words(mail_url=None), MAIL_URL="resend://k").exit_code == 0
    assert read_env_file(out.read_text())["MAIL_URL"] == "resend://k"


def test_a_file_is_not_changed_unasked_and_its_keys_stay(setup: Setup, out: Path):
    setup("--no-input", *words())
    before = out.read_text() + "BOUNCE_ADDRESS=b@garden.example\n"
    out.write_text(before)

    refused = setup("--no-input", *words())
    declined = setup(*words(), typed="n\n")
    assert (refused.exit_code, declined.exit_code) == (3, 3)
    assert out.read_text() == before

    assert setup("--no-input", "--yes", "--postal-address", "3 New Street").exit_code == 0
    old, new = read_env_file(before), read_env_file(out.read_text())
    assert new == {**old, "POSTAL_ADDRESS": "3 New Street"}
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
