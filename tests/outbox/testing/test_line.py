"""The line between a handler and its database: what it counts, and what it does to a statement."""

import io
import socket
import struct
from contextlib import contextmanager
from dataclasses import replace

import psycopg
import pytest

from shared.outbox.testing import CHECKS, Broken, Case, crashes
from shared.outbox.testing.frames import Message, client_messages
from shared.outbox.testing.line import a_line

KILLED = CHECKS["killed_at_any_step_it_is_done_in_the_end"]


def query(text: str) -> Message:
    body = text.encode() + b"\x00"
    return Message(b"Q", b"Q" + struct.pack("!I", len(body) + 4) + body, body)


def test_a_line_behind_another_carries_everything(database):
    with (
        a_line(database) as near,
        a_line(near.url) as far,
        psycopg.connect(far.url, autocommit=True) as connection,
    ):
        far.counts = near.counts = True
        large = connection.execute("select repeat('x', 1000000)").fetchone()

    assert large == ("x" * 1_000_000,)
    assert (near.steps, far.steps) == (1, 1)


def test_a_simple_query_can_be_slowed_and_spoilt_as_well():
    assert query("select 1").slow() == query("select pg_sleep(600)").whole
    assert query("select 1").spoilt() == query("this statement was spoilt on its way").whole


def test_a_caller_who_says_nothing_or_wants_to_cancel_has_no_statements():
    cancel = struct.pack("!IIII", 16, 80877102, 1, 2)

    assert list(client_messages(io.BytesIO(b""))) == []
    assert [message.statement for message in client_messages(io.BytesIO(cancel))] == [None]


def test_too_many_statements_for_one_job_are_too_many(case_of, shop_database, monkeypatch):
    monkeypatch.setattr(crashes, "MOST_STEPS", 3)

    with pytest.raises(Broken, match="more than 3 statements for one job"):
        KILLED(case_of("good"), shop_database)


def test_a_worker_that_never_ends_is_ended(case_of, shop_database, bank, monkeypatch):
    """The bank takes the charge of the reference run and is silent from then on."""
    monkeypatch.setattr(crashes, "GRACE", 0.2)
    monkeypatch.setattr(crashes, "reference", the_reference_of)
    case = case_of("blocks")
    hurried = replace(case, handler=replace(case.handler, timeout=0.3))

    with silent(bank), pytest.raises(Broken, match="did not end"):
        KILLED(hurried, shop_database)


async def the_reference_of(case: Case) -> object:
    return case


@contextmanager
def silent(bank):
    """Let the shop speak to a server that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as hole, bank.elsewhere(*hole.getsockname()):
        yield


def test_a_handler_that_deletes_its_own_job_is_told_so(case_of, shop_database):
    with pytest.raises(Broken, match="is gone from its table"):
        CHECKS["a_run_succeeds_and_shows"](case_of("deletes_its_job"), shop_database)


@pytest.mark.parametrize(
    "check",
    [
        "asked_for_again_while_it_runs_it_runs_again",
        "killed_at_any_step_it_is_done_in_the_end",  # its worker commits nothing more, and ends
    ],
)
def test_a_plain_function_passes_too(case_of, shop_database, check):
    CHECKS[check](case_of("good_and_plain"), shop_database)
