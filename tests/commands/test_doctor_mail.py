"""`thistledown doctor --only mail`: sentences with records to copy, JSON, exit codes for cron."""

import json
from collections.abc import Callable, Generator

import pytest
from click.testing import Result

from tests.support.cli import invoke
from tests.support.environments import WHOLE
from tests.support.name_server import name_server
from tests.support.serving import free_port

Doctor = Callable[..., Result]


@pytest.fixture
def doctor() -> Generator[Doctor]:
    """Give a function that examines garden.example, of which no record is there but one of SPF."""
    nobody = f"http://127.0.0.1:{free_port()}"
    env = {
        **WHOLE,
        "SITE_URL": nobody,
        "MAIL_URL": f"smtp://127.0.0.1:{free_port()}",
        "GARDENER_EMAIL": "ada@example.org",
    }
    with name_server({"garden.example TXT": ['"v=spf1 -all"']}) as where:

        def doctor(*words: str, **changes: str | None) -> Result:
            asked = ("doctor", "--only", "mail", "--resolver", where, *words)
            return invoke(*asked, **{**env, **changes})

        yield doctor


def test_what_is_wrong_is_said_with_the_record_to_add(doctor: Doctor):
    result = doctor("--sends-from", "198.51.100.7")

    assert result.exit_code == 1, result.output
    assert "\nSPF\n  The SPF record of garden.example does not let the mail server 127.0.0.1" in (
        result.stdout
    )
    assert '\n    garden.example. TXT "v=spf1 ip4:198.51.100.7 -all"\n' in result.stdout
    assert '    _dmarc.garden.example. TXT "v=DMARC1; p=none; rua=mailto:ada@example.org"\n' in (
        result.stdout
    )
    assert "\n    7.100.51.198.in-addr.arpa. PTR mail.garden.example.\n" in result.stdout
    assert "\nNot seen:\n  dkim: The mail server 127.0.0.1 does not say" in result.stdout


def test_the_json_has_a_record_for_each_finding_or_null(doctor: Doctor):
    result = doctor("--json", "--selector", "s1")
    told = json.loads(result.stdout)
    records = {one["check"]: one["record"] for one in told["findings"]}

    assert result.exit_code == 1
    assert set(told["findings"][0]) == {"check", "says", "remedy", "command", "record"}
    assert records["dkim"].startswith("s1._domainkey.garden.example. TXT ")
    assert records.keys() >= {"addresses", "login", "bounce route", "mx"}
    assert records["login"] is None
    assert told["facts"] is None
    assert {one["check"] for one in told["unseen"]} == {"spf", "ptr"}


def test_settings_that_no_letter_may_leave_with_are_a_finding(doctor: Doctor):
    local = doctor(SITE_URL="http://localhost", MAIL_URL="ses://eu-west-1")
    unposted = doctor("--quiet", POSTAL_ADDRESS=None)
    misspelt = doctor(MAIL_FROM="Ada <äda@garden.example>")

    assert local.exit_code == unposted.exit_code == misspelt.exit_code == 1
    assert "MAIL_FROM: We cannot write to that address yet" in misspelt.stdout
    assert "SITE_URL is http://localhost, which only this machine can open" in local.stdout
    assert "POSTAL_ADDRESS is not set" in unposted.stdout


def test_mail_that_stays_here_or_is_not_known_is_said_and_nothing_is_wrong(doctor: Doctor):
    inbox, unknown = doctor(MAIL_URL="maildir:///inbox"), doctor(MAIL_URL=None)

    assert (inbox.exit_code, unknown.exit_code) == (0, 0)
    assert "mail: It stays in a folder on this machine" in inbox.stdout
    assert "mail: MAIL_URL is not set here" in unknown.stdout
    assert doctor("--quiet", MAIL_URL=None).stdout == ""


def test_options_that_cannot_be_read_are_wrong_usage(doctor: Doctor):
    assert doctor("--resolver", "dns.example").exit_code == 2
    assert doctor("--sends-from", "relay.example").exit_code == 2


def test_n71_a_received_letter_is_compared_and_says_where_its_key_lies(doctor: Doctor, tmp_path):
    file = tmp_path / "letter.eml"
    file.write_text(
        "DKIM-Signature: v=1; d=garden.example; s=k7; h=From; b=x\n"
        "Content-Type: text/html\n\n<a href='https://clicks.example/1'>A note</a>\n"
    )
    result = doctor("--json", "--received", str(file))
    told = {one["check"]: one for one in json.loads(result.stdout)["findings"]}

    assert result.exit_code == 1
    assert "leads to clicks.example" in told["tracking"]["says"]
    checks = [one["check"] for one in json.loads(result.stdout)["findings"]]
    assert checks.count("dkim") == 2
    assert "k7._domainkey.garden.example" in result.stdout


def test_mail_alone_needs_no_database(doctor: Doctor):
    assert doctor(DATABASE_URL=None).exit_code == 1
