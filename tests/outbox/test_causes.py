"""An error in plain words: every text that the outbox itself writes has a cause of its own."""

import pytest

from shared.outbox import Cause, cause
from shared.outbox.failure import describe
from shared.outbox.office.causes import CAUSES, UNEXPLAINED
from shared.tx import ConnectionLost, Unavailable


@pytest.mark.parametrize(
    ("error", "word"),
    [
        ("The lease expired: the worker was killed, froze or lost the database.", "killed"),
        ("TimeoutError: the attempt took longer than 45 s (evergreen_mail.py:3)", "timeout"),
        ("TimeoutError (selectors.py:3)", "answer in time"),
        ("ReadTimeout (h.py:3)", "answer in time"),
        ("ConnectionRefusedError (smtp.py:3)", "listens"),
        ("ConnectionResetError (smtp.py:3)", "hung up"),
        ("BrokenPipeError (smtp.py:3)", "hung up"),
        ("gaierror (socket.py:967)", "looked up"),
        ("SSLCertVerificationError (ssl.py:1)", "certificate"),
        ("OperationalError (x.py:1)", "database"),
        ("DeadlockDetected (x.py:1)", "clashed"),
        ("DiskFull (x.py:1)", "room"),
        ("UniqueViolation (x.py:1)", "refused"),
        ("UndefinedTable (x.py:1)", "lacks"),
        ("StaleLease: the lease was over before the work was done (x.py:1)", "lease was over"),
        ("Undecodable: the payload lacks the field 'plant' (payload.py:1)", "payload"),
        ("Discard: no such bed (x.py:1)", "on purpose"),
        ("CancelledError: by itself", "cancelled itself"),
        ("SystemExit (x.py:1)", "end its process"),
        ("MemoryError (x.py:1)", "too large"),
        ("ModuleNotFoundError (x.py:1)", "not complete"),
        ("FileNotFoundError (x.py:1)", "file"),
        ("KeyError (x.py:1)", "mistake"),
        ("UnicodeDecodeError (x.py:1)", "mistake"),
        ("ExceptionGroup of ConnectionRefusedError, KeyError: two (x.py:1)", "listens"),
    ],
)
def test_an_error_has_a_cause_in_plain_words(error, word):
    assert word in cause(error).says


@pytest.mark.parametrize("raised", [Unavailable(), ConnectionLost(), TimeoutError(), OSError()])
def test_what_the_outbox_writes_of_an_exception_is_recognised(raised):
    assert cause(describe(raised)) is not UNEXPLAINED


@pytest.mark.parametrize("error", [None, "", "Gremlins (x.py:1)", "a KeyError in the middle"])
def test_what_nobody_knows_is_said_to_be_unknown(error):
    assert cause(error) is UNEXPLAINED


def test_every_cause_is_one_sentence_with_one_remedy():
    for one in (*CAUSES, UNEXPLAINED):
        assert one.says.endswith(".")
        assert one.remedy.endswith(".")
        assert len(one.says) <= 76
        assert len(one.remedy) <= 76


def test_the_callers_causes_are_asked_first_and_the_others_still_count():
    own = [Cause("Gremlins", "Gremlins are in it.", "Feed them before midnight.")]

    assert cause("Gremlins (x.py:1)", own).says == "Gremlins are in it."
    assert "listens" in cause("ConnectionRefusedError", own).says
