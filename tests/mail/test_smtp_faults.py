"""Servers that refuse, stall, dribble and vanish: each ends in time, and in the right error."""

import asyncio
import json
import subprocess
import sys
import time

import pytest

from shared.mail.transport import AnswerLost, RecipientRefused, TransportFailed, open_transport
from tests.support import figures
from tests.support.bad_smtp import BadSmtp

DEADLINE = 1.5


def send_to(server, mail, deadline=DEADLINE):
    asyncio.run(open_transport(f"smtp://127.0.0.1:{server.port}", deadline=deadline).send(mail))


@pytest.mark.parametrize(
    ("mode", "error", "public"),
    [
        ("421", TransportFailed, "421 4.3.2 at greeting"),
        ("greylist", TransportFailed, "450 4.7.1 at RCPT TO: greylisted"),
        ("rcpt-550-5.1.1", RecipientRefused, "550 5.1.1 at RCPT TO"),
        ("rcpt-550", TransportFailed, "550 at RCPT TO"),
        ("rcpt-550-5.7.1", TransportFailed, "550 5.7.1 at RCPT TO"),
        ("mail-from-550", TransportFailed, "550 5.1.0 at MAIL FROM"),
        ("data-451", TransportFailed, "451 4.3.0 at message"),
        ("data-550-5.1.1", RecipientRefused, "550 5.1.1 at message"),
        ("data-551", TransportFailed, "551 at message"),
        ("garbage", TransportFailed, "an answer that is not SMTP at greeting"),
        ("close-after-dot", AnswerLost, "closed the connection"),
        ("lost-answer", AnswerLost, "closed the connection"),
        ("garbage-after-dot", AnswerLost, "not SMTP"),
    ],
)
def test_f12_f13_f14_every_refusal_has_its_own_error(mail, mode, error, public):
    with BadSmtp(mode) as server, pytest.raises(error) as raised:
        send_to(server, mail, deadline=20)

    assert type(raised.value) is error
    assert public in raised.value.public
    assert "anna" not in raised.value.public
    assert "reader.example" not in raised.value.public
    assert "anna@" not in repr(raised.value)
    assert raised.value.__suppress_context__


@pytest.mark.parametrize(
    ("mode", "error"),
    [
        ("no-banner", TransportFailed),
        ("hang-after-data", AnswerLost),
        ("dribble-banner", TransportFailed),
        ("dribble-reply", TransportFailed),
        ("endless", TransportFailed),
    ],
)
def test_f14_f15_one_deadline_ends_what_would_last_for_hours(mail, mode, error):
    with BadSmtp(mode) as server:
        began = time.monotonic()
        with pytest.raises(error) as raised:
            send_to(server, mail)
        took = time.monotonic() - began

    assert took <= DEADLINE + 1
    assert "within 1.5 seconds" in raised.value.public
    figures.record("F15", f"{mode}: ended {took - DEADLINE:.2f} s after its deadline")


def test_a_greylisted_letter_is_taken_on_the_third_try(mail):
    with BadSmtp("greylist") as server:
        for _ in range(2):
            with pytest.raises(TransportFailed):
                send_to(server, mail, deadline=20)
        send_to(server, mail, deadline=20)

    assert len(server.mails) == 1


def test_a_mail_whose_answer_was_lost_did_arrive(mail, tmp_path):
    record = tmp_path / "record"
    with BadSmtp("lost-answer", record) as server, pytest.raises(AnswerLost):
        send_to(server, mail, deadline=20)

    kept = json.loads(record.read_text())
    assert kept["to"] == mail.recipient
    assert kept["message_id"] == mail.message_id


@pytest.mark.parametrize("mode", ["no-banner", "hang-after-data", "dribble-reply"])
def test_cancelling_closes_the_connection_at_once(mail, mode):
    async def cancel_in_the_middle(server):
        transport = open_transport(f"smtp://127.0.0.1:{server.port}", deadline=60)
        task = asyncio.create_task(transport.send(mail))
        await asyncio.sleep(0.5)
        task.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    with BadSmtp(mode) as server:
        took = asyncio.run(cancel_in_the_middle(server))

        assert took < 1
        assert server.hung_up.wait(5)


def test_a_certificate_that_fails_ends_at_once_and_not_at_the_deadline(mail):
    with BadSmtp("tls") as server:
        began = time.monotonic()
        with pytest.raises(TransportFailed):
            asyncio.run(open_transport(f"smtps://localhost:{server.port}").send(mail))

    assert time.monotonic() - began < 10


def test_the_bad_server_runs_as_a_program_of_its_own(mail, tmp_path):
    record = tmp_path / "record"
    program = [sys.executable, "-m", "tests.support.bad_smtp", "--record", record, "--mode", "ok"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        try:
            port = int(process.stdout.readline())
            asyncio.run(open_transport(f"smtp://127.0.0.1:{port}").send(mail))
        finally:
            process.kill()

    assert json.loads(record.read_text())["message_id"] == mail.message_id
