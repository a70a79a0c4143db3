"""A letter to hand over, and real mail servers to hand it to."""

import socket
import ssl
from collections.abc import Callable
from contextlib import contextmanager

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from shared.mail.transport import Mail
from tests.support.certificates import certificates

__all__ = ["certificates"]


@pytest.fixture
def mail() -> Mail:
    message_id = "<d42.0123456789abcdef@garden.example>"
    return Mail(
        sender_address="gardener@garden.example",
        recipient="anna@reader.example",
        message_id=message_id,
        content=(
            f"From: gardener@garden.example\r\nTo: anna@reader.example\r\n"
            f"Message-ID: {message_id}\r\nSubject: A letter\r\n\r\nHello.\r\n.\r\n..two dots\r\n"
        ).encode(),
    )


class Inbox:
    """What a well-behaved server was told."""

    def __init__(self) -> None:
        self.envelopes = []
        self.logins = []

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 (aiosmtpd names it)
        self.envelopes.append((envelope, session))
        return "250 2.0.0 taken"

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append((data.login, data.password))
        return AuthResult(success=True)


@pytest.fixture
def relay() -> Callable:
    """Start real servers: `with relay(tls_context=..., ...) as (inbox, port)`."""

    @contextmanager
    def start(*, implicit: ssl.SSLContext | None = None, **options):
        inbox = Inbox()
        controller = Controller(
            inbox,
            hostname="127.0.0.1",
            port=0,
            ssl_context=implicit,
            authenticator=inbox.authenticate,
            **options,
        )
        # Port 0 makes the controller's own readiness probe impossible; see to the port ourselves.
        controller.port = free_port()
        controller.start()
        try:
            yield inbox, controller.port
        finally:
            controller.stop()

    return start


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
