"""What `thistledown dev` says at the terminal of jobs that fail, die or wait."""

import logging

import pytest

from functions.dev.first_failures import FirstFailures

LINE = "job=%d kind=%s attempt=%d outcome=%s seconds=%.3f error=%s"

OPEN = (
    "breaker mail is open: 5 outages in a row, the last: TransportFailed. Jobs of a.letter wait "
    "without losing an attempt; after 2026-11-29 18:54:06.123456+00:00 one of them tries again."
)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def log(said):
    handler = FirstFailures(said.append, ask="CMD status", ask_dead="CMD jobs dead")

    def log(message, *args):
        handler.handle(
            logging.LogRecord("thistledown.outbox", logging.ERROR, "", 0, message, args, None)
        )

    return log


def test_a_kind_that_fails_is_said_once_until_it_has_succeeded(log, said):
    for outcome in ("failed", "failed", "succeeded", "failed"):
        log(LINE, 1, "a.letter", 1, outcome, 0.1, "KeyError")

    assert said == 2 * [
        "Job 1 a.letter failed, attempt 1: KeyError",
        "It is tried again by itself. To see when: CMD status",
    ]


@pytest.mark.parametrize(("attempt", "outcome"), [(7, "failed"), (1, "discarded")])
def test_the_first_death_of_a_kind_is_said_with_where_to_look(log, said, attempt, outcome):
    for job in (1, 2):
        log(LINE, job, "a.letter", attempt, outcome, 0.1, "KeyError")

    assert said == [
        f"Job 1 a.letter is dead, after attempt {attempt}: KeyError",
        "It is not tried again by itself. What can be done: CMD jobs dead",
    ]


def test_a_breaker_is_said_with_the_time_on_the_wall(log, said):
    log("%s", OPEN)
    log("%s", "breaker mail is closed again after 31 s: jobs of a.letter go on.")
    log("%s", "the gates are not looked after: x")

    assert said[0].startswith("The breaker mail is open: 5 outages in a row")
    assert "54:06 one of them" in said[0]
    assert "+00:00" not in said[0]
    assert said[1::2] == ["To see more: CMD status"] * 2
    assert said[2].startswith("The breaker mail is closed again after 31 s")
    assert len(said) == 4
