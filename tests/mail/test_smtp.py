"""SMTP against a real server: security first, then the letter, byte for byte."""

import asyncio
from dataclasses import replace

import pytest

from shared.mail.smtp import name_in
from shared.mail.transport import TransportFailed, open_transport
from tests.support.bad_smtp import BadSmtp


def send(url, mail, deadline=10):
    asyncio.run(open_transport(url, deadline=deadline).send(mail))


def test_a_letter_arrives_byte_for_byte(relay, mail):
    with relay() as (inbox, port):
        send(f"smtp://127.0.0.1:{port}", mail)

    envelope, _ = inbox.envelopes[0]
    assert envelope.mail_from == mail.sender_address
    assert envelope.rcpt_tos == [mail.recipient]
    assert envelope.original_content == mail.content


def test_starttls_is_used_wherever_it_is_offered(relay, mail, certificates):
    with relay(tls_context=certificates.server("localhost"), require_starttls=True) as (
        inbox,
        port,
    ):
        send(f"smtp://localhost:{port}?cafile={certificates.cafile}", mail)

    assert inbox.envelopes[0][1].ssl is not None


def test_implicit_tls_with_a_login(relay, mail, certificates):
    server = certificates.server("localhost")
    with relay(implicit=server, auth_require_tls=False) as (inbox, port):
        send(
            f"smtps://anna%40home:p%2Fw%3A%C3%BC@localhost:{port}?cafile={certificates.cafile}",
            mail,
        )

    assert inbox.logins == [(b"anna@home", "p/w:ü".encode())]
    assert len(inbox.envelopes) == 1


def test_a_login_over_starttls(relay, mail, certificates):
    with relay(tls_context=certificates.server("localhost")) as (inbox, port):
        send(f"smtp://user:secret@localhost:{port}?cafile={certificates.cafile}", mail)

    assert inbox.logins == [(b"user", b"secret")]


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_certificate_for_another_name_is_refused(relay, mail, certificates, scheme):
    server = certificates.server("mail.elsewhere.example")
    options = {"tls_context": server} if scheme == "smtp" else {"implicit": server}
    with relay(**options) as (inbox, port), pytest.raises(TransportFailed, match="not trusted"):
        send(f"{scheme}://localhost:{port}?cafile={certificates.cafile}", mail)

    assert inbox.envelopes == []


@pytest.mark.parametrize(("scheme", "mode"), [("smtp", "starttls"), ("smtps", "tls")])
def test_s39_a_self_signed_relay_sees_no_sender(mail, scheme, mode):
    with (
        BadSmtp(mode) as server,
        pytest.raises(TransportFailed, match="certificate is not trusted"),
    ):
        send(f"{scheme}://localhost:{server.port}", mail)

    assert server.senders_seen == 0


@pytest.mark.parametrize("mode", ["starttls-stripped", "starttls-refused"])
@pytest.mark.parametrize(
    "url", ["smtp://user:secret@localhost:{}", "smtp://localhost:{}?tls=required"]
)
def test_s39_a_stripped_starttls_sees_neither_sender_nor_login(mail, mode, url):
    with BadSmtp(mode) as server, pytest.raises(TransportFailed, match="STARTTLS") as failed:
        send(url.format(server.port), mail)

    assert server.senders_seen == 0
    assert not any(command.upper().startswith("AUTH") for command in server.commands)
    assert "secret" not in failed.value.public


def test_a_starttls_that_is_offered_and_refused_is_never_ignored(mail):
    with (
        BadSmtp("starttls-refused") as server,
        pytest.raises(TransportFailed, match=r"454 4\.7\.0 at STARTTLS"),
    ):
        send(f"smtp://localhost:{server.port}", mail)

    assert server.senders_seen == 0


def test_a_refused_login_is_told_without_the_login(mail, certificates):
    with (
        BadSmtp("auth-535", tls=certificates.server("localhost")) as server,
        pytest.raises(TransportFailed, match=r"535 5\.7\.8 at AUTH") as failed,
    ):
        send(f"smtp://user:secret@localhost:{server.port}?cafile={certificates.cafile}", mail)

    assert server.senders_seen == 0
    assert "secret" not in str(failed.value)
    assert "AHVzZXIAc2VjcmV0" not in str(failed.value)


@pytest.mark.parametrize(
    "address",
    [
        "victim@x.test,anything@y",
        "victim@x.test>\r\nRCPT TO:<evil",
        "jörg@example.com",
        "a b@example.com",
        "<a@example.com>",
        "",
    ],
)
@pytest.mark.parametrize("side", ["sender_address", "recipient"])
def test_an_envelope_that_is_not_one_plain_address_reaches_no_server(mail, address, side):
    with BadSmtp() as server, pytest.raises(TransportFailed, match="envelope"):
        send(f"smtp://127.0.0.1:{server.port}", replace(mail, **{side: address}))

    assert server.commands == []


@pytest.mark.parametrize(
    "ending", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r", b"\r.\r\n", b"\r\n.\r"]
)
def test_no_disguised_dot_ends_a_letter_early(mail, ending):
    smuggled = b"Hello" + ending + b"MAIL FROM:<evil@example.com>\r\n"
    with BadSmtp() as server:
        send(f"smtp://127.0.0.1:{server.port}", replace(mail, content=smuggled))

    assert len(server.mails) == 1
    assert b"MAIL FROM:<evil@example.com>" in server.mails[0]
    assert server.senders_seen == 1


def test_nobody_listening_is_the_transports_fault(mail):
    with BadSmtp() as server:
        port = server.port

    with pytest.raises(TransportFailed) as failed:
        send(f"smtp://127.0.0.1:{port}", mail)

    assert failed.value.public == (
        f"Nothing was sent: no connection to 127.0.0.1:{port} (refused). Is MAIL_URL right, and "
        "does the mail server run?"
    )


def test_a_relay_without_a_name_says_so(mail):
    with pytest.raises(TransportFailed, match=r"no connection to relay\.invalid:465 \(its name is"):
        send("smtps://user:secret@relay.invalid", mail)


def test_many_letters_at_once_share_nothing(mail, tmp_path):
    async def all_at_once(url):
        transport = open_transport(url, deadline=30)
        letters = [replace(mail, recipient=f"r{n}@reader.example") for n in range(40)]
        await asyncio.gather(*(transport.send(letter) for letter in letters))

    with BadSmtp(record=tmp_path / "record") as server:
        asyncio.run(all_at_once(f"smtp://127.0.0.1:{server.port}"))

    lines = (tmp_path / "record").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 40


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        ("Ok 0102018e4f1d2c3b-5d2f-4a6e-000000", "0102018e4f1d2c3b-5d2f-4a6e-000000"),
        (
            "2.0.0 Ok: queued as 8f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0",
            "8f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0",
        ),
        ("2.0.0 OK id=<8f1c2d3e4b5a69788796>", "8f1c2d3e4b5a69788796"),
        ("2.0.0 Ok: queued as 4XyZ9k1", None),
        ("2.0.0 taken", None),
        ("Ok anna@reader.example is looking forward to it", None),
    ],
)
def test_what_a_service_calls_a_mail_is_kept_and_nothing_else(reply, name):
    assert name_in(reply) == name


def test_the_name_comes_back_with_the_answer(relay, mail):
    with relay() as (inbox, port):

        async def named(server, session, envelope):
            return "250 Ok 0102018e4f1d2c3b-5d2f-4a6e-000000"

        inbox.handle_DATA = named
        transport = open_transport(f"smtp://127.0.0.1:{port}", deadline=20)
        assert asyncio.run(transport.send(mail)) == "0102018e4f1d2c3b-5d2f-4a6e-000000"
