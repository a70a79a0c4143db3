"""MAIL_URL: what it may say, what it is told when it says something else, what it never shows."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path

import pytest

from shared.mail.maildir import deliver
from shared.mail.relay import Relay
from shared.mail.transport import TransportFailed, open_transport
from shared.variables import BadSettings

SECRET = "hunter2-hunter2"


@pytest.mark.parametrize(
    ("url", "port", "implicit"),
    [
        ("smtp://mail.example", 587, False),
        ("smtp://mail.example:25", 25, False),
        ("smtps://mail.example", 465, True),
        ("SMTPS://mail.example:2465/", 2465, True),
    ],
)
def test_ports_follow_the_scheme(url, port, implicit):
    relay = Relay.from_url(url)

    assert (relay.host, relay.port, relay.implicit_tls) == ("mail.example", port, implicit)


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("smtp://127.0.0.1:25", True),
        ("smtp://localhost:25", True),
        ("smtp://[::1]:25", True),
        ("smtp://user:pw@localhost:25", False),
        ("smtp://@localhost:25", False),
        ("smtp://localhost:25?tls=required", False),
        ("smtp://mail.example:25", False),
        ("smtp://localhost.evil.example:25", False),
    ],
)
def test_only_this_machine_and_only_without_a_login_may_do_without_tls(url, plain):
    assert Relay.from_url(url).may_be_plain is plain


def test_a_login_is_percent_decoded_and_never_shown():
    relay = Relay.from_url("smtps://anna%40home:p%2Fw%3A%25@mail.example")

    assert (relay.user, relay.password) == ("anna@home", "p/w:%")
    shown = repr(relay) + repr(open_transport(f"smtps://anna%40home:{SECRET}@mail.example"))
    assert "anna" not in shown
    assert SECRET not in shown


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        (f"ses://user:{SECRET}@eu-central-1", "ses+smtp://USER:PASSWORD@REGION"),
        (f"http://user:{SECRET}@mail.example", "smtps://"),
        (f"{SECRET}", "smtps://"),
        ("", "smtps://"),
        (f"smtp://user:{SECRET}@", "host and port"),
        (f"smtp://user:{SECRET}@mail.example:port", "host and port"),
        (f"smtp://user:a/{SECRET}@mail.example", "percent-encode"),
        (f"smtp://user:a#{SECRET}@mail.example", "percent-encode"),
        (f"smtp://user:{SECRET}@mail.example/?{SECRET}=1", "?tls=required"),
        ("smtp://mail.example?tls=maybe", "?tls=required"),
        ("smtp://mail.example?cafile=/nowhere/ca.pem", "cafile"),
        ("maildir://relative/path", "three slashes"),
        ("maildir:relative", "three slashes"),
        ("maildir:///", "three slashes"),
    ],
)
def test_a_wrong_url_is_answered_with_the_remedy_and_without_the_password(url, remedy):
    with pytest.raises(BadSettings) as refused:
        open_transport(url)

    assert "MAIL_URL" in str(refused.value)
    assert remedy in str(refused.value)
    assert SECRET not in str(refused.value)


def test_a_maildir_takes_a_mail_whole_with_its_envelope(tmp_path: Path, mail):
    folder = tmp_path / "the inbox"
    asyncio.run(open_transport(f"maildir://{tmp_path}/the%20inbox").send(mail))

    [file] = (folder / "new").iterdir()
    kept = message_from_bytes(file.read_bytes())
    assert kept["X-Envelope-From"] == mail.sender_address
    assert kept["X-Envelope-To"] == mail.recipient
    assert kept["Message-ID"] == mail.message_id
    assert file.read_bytes().endswith(mail.content.replace(b"\r\n", b"\n"))
    assert file.stat().st_mode & 0o077 == 0
    assert list((folder / "tmp").iterdir()) == []


def test_a_thousand_mails_at_once_overwrite_none(tmp_path: Path, mail):
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: deliver(tmp_path, mail), range(1000)))

    assert len(list((tmp_path / "new").iterdir())) == 1000


def test_a_folder_that_cannot_be_written_is_the_transports_fault(tmp_path: Path, mail):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(TransportFailed, match="cannot be written") as failed:
        asyncio.run(open_transport(f"maildir://{tmp_path}/file").send(mail))

    assert str(tmp_path) not in failed.value.public


@pytest.mark.parametrize("address", ["a@b.example\nX-Evil: 1", "jörg@b.example"])
def test_an_envelope_that_is_no_address_is_not_written_into_a_mailbox(tmp_path, mail, address):
    with pytest.raises(TransportFailed, match="envelope"):
        asyncio.run(open_transport(f"maildir://{tmp_path}").send(replace(mail, recipient=address)))

    assert not (tmp_path / "new").exists()


def test_opening_a_transport_connects_to_nothing():
    began = time.monotonic()
    transport = open_transport("smtps://user:pw@mail.invalid", deadline=7)

    assert transport.deadline == 7
    assert time.monotonic() - began < 5
