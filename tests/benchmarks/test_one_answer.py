"""The form's answer takes as long for a reader as for a stranger: five states, by turns.

On a quiet machine the medians differ by less than a twentieth. On a busy one they may not, but then
nobody can tell the states apart by their times, which is what matters.
"""

import asyncio
import random
from statistics import NormalDist, median

import pytest
from psycopg import sql

from functions.app import create_app
from shared import tx
from shared.newsletter import garden
from shared.newsletter.keys import address_hash
from shared.newsletter.readers.caps import Caps
from tests.support.asgi import post
from tests.support.ratio import timed
from tests.support.settings import settings_for

pytestmark = pytest.mark.benchmark

REQUESTS = 400
WARMING = 40
CLOSE = 0.05
UNLIKELY = 0.001  # a hundredth, for each of the ten pairs of which this is the worst
HOST = "functions.test"
UNCAPPED = Caps(*[10**9] * 6)
STATES = ["new", "pending", "confirmed", "unsubscribed", "suppressed"]

READERS = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    select mail, mail, mail, status, clock_timestamp()
      from unnest(%s::text[], %s::text[]) as known (mail, status)
"""
SUPPRESSIONS = "insert into suppressions select unnest(%s::bytea[]), 'gone'"


def addresses(state: str) -> list[str]:
    return [f"{state}{number}@example.org" for number in range(REQUESTS + WARMING)]


def settle(db, key: str) -> None:
    """Put every address but the new ones into its state; where a row lies says nothing of it."""
    rows = [(email, state) for state in STATES[1:] for email in addresses(state)]
    random.shuffle(rows)
    statuses = ["confirmed" if state == "suppressed" else state for _, state in rows]
    db.execute(READERS, ([email for email, _ in rows], statuses))
    db.execute(SUPPRESSIONS, ([address_hash(key, email) for email in addresses("suppressed")],))
    db.execute("analyze")
    # The disk takes most of the time, and none of ours: without it, differences can only be larger.
    name = sql.Identifier(db.info.dbname)
    db.execute(sql.SQL("alter database {} set synchronous_commit = off").format(name))


def test_s1_n56_the_median_time_of_an_answer_is_the_same_in_five_states(database, db):
    settings = settings_for(database, "smtp://mail.invalid", "http://garden.test")
    app = create_app(settings, caps=UNCAPPED)
    settle(db, settings.secret_key[0])
    pool = tx.Pool(database)
    tx.use(pool)
    seconds: dict[str, list[float]] = {state: [] for state in STATES}

    with asyncio.Runner() as runner:
        runner.run(garden.claim(settings))

        def ask(address: str) -> None:
            answer = post(app, "/newsletter/subscribe", {"email": address}, host=HOST)
            assert runner.run(answer) == 200

        for number in range(REQUESTS + WARMING):
            for state in random.sample(STATES, len(STATES)):
                cost = timed(lambda address=f"{state}{number}@example.org": ask(address))
                if number >= WARMING:
                    seconds[state].append(cost.wall)
        runner.run(pool.close())
        tx.use(None)

    medians = {state: median(times) for state, times in seconds.items()}
    fastest, *_, slowest = sorted(medians, key=lambda state: medians[state])
    spread = medians[slowest] / medians[fastest] - 1
    chance = by_chance(seconds[fastest], seconds[slowest])
    print()
    for state, middle in medians.items():
        print(f"{state}: {middle * 1000:.3f} ms, median of {REQUESTS}")
    print(f"{slowest} against {fastest}: {spread:+.1%}, by chance alone with p = {chance:.2g}")
    assert spread < CLOSE or chance > UNLIKELY


def by_chance(one: list[float], other: list[float]) -> float:
    """Return how likely two such samples are of one kind of time: Mann and Whitney's test."""
    ranked = sorted([(time, 0) for time in one] + [(time, 1) for time in other])
    ranks = sum(rank for rank, (_, which) in enumerate(ranked, 1) if which == 0)
    n, m = len(one), len(other)
    spread = (n * m * (n + m + 1) / 12) ** 0.5
    away = abs(ranks - n * (n + m + 1) / 2) / spread
    return 2 * (1 - NormalDist().cdf(away))
