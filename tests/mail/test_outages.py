"""Which failures of the way to a reader are everybody's: those count for the breaker."""

import asyncio
import socket

import pytest

from shared.mail.transport import NotSent, TransportFailed, open_transport
from tests.support.bad_smtp import BadSmtp


def failure(url, mail):
    with pytest.raises(NotSent) as raised:
        asyncio.run(open_transport(url, deadline=1.5).send(mail))
    return raised.value


@pytest.mark.parametrize(
    "mode", ["421", "garbage", "no-banner", "dribble-reply", "mail-from-550", "starttls-refused"]
)
def test_what_fails_before_the_reader_is_named_is_an_outage(mail, mode):
    with BadSmtp(mode) as server:
        failed = failure(f"smtp://127.0.0.1:{server.port}", mail)

    assert isinstance(failed, TransportFailed)
    assert failed.is_outage


def test_a_port_that_refuses_and_a_name_that_nobody_knows_are_outages(mail):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    assert failure(f"smtp://127.0.0.1:{port}", mail).is_outage
    assert failure("smtp://no-such-host.invalid:25", mail).is_outage


def test_a_server_without_the_encryption_that_is_asked_for_is_an_outage(mail):
    with BadSmtp("ok") as server:
        assert failure(f"smtp://127.0.0.1:{server.port}?tls=required", mail).is_outage


def test_a_login_that_is_refused_is_an_outage(mail, certificates):
    with BadSmtp("auth-535", tls=certificates.server("localhost")) as server:
        url = f"smtp://me:secret@localhost:{server.port}?cafile={certificates.cafile}"
        failed = failure(url, mail)

    assert "at AUTH" in failed.public
    assert failed.is_outage


def test_a_maildir_that_cannot_be_written_is_an_outage(mail, tmp_path):
    (tmp_path / "file").write_text("")

    assert failure(f"maildir://{tmp_path}/file", mail).is_outage


@pytest.mark.parametrize(
    "mode", ["greylist", "rcpt-550", "rcpt-550-5.7.1", "rcpt-550-5.1.1", "data-451", "lost-answer"]
)
def test_what_may_be_this_reader_s_own_is_none(mail, mode):
    with BadSmtp(mode) as server:
        failed = failure(f"smtp://127.0.0.1:{server.port}", mail)

    assert not getattr(failed, "is_outage", False)
