"""The form's answer takes as long for a reader as for a stranger: five states, by turns."""

import asyncio
from statistics import median

import pytest

from functions.app import create_app
from shared import tx
from shared.newsletter import garden
from shared.newsletter.caps import Caps
from shared.newsletter.keys import address_hash
from tests.support.asgi import post
from tests.support.ratio import timed
from tests.support.settings import settings_for

pytestmark = pytest.mark.benchmark

REQUESTS = 400
WARMING = 40
CLOSE = 0.05
HOST = "functions.test"
UNCAPPED = Caps(10**9, 10**9, everybody_bare=10**9, network_bare=10**9)
STATES = ["new", "pending", "confirmed", "unsubscribed", "suppressed"]

READERS = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    select mail, mail, mail, %s, clock_timestamp()
      from unnest(%s::text[]) as mail
"""


def addresses(state: str) -> list[str]:
    return [f"{state}{number}@example.org" for number in range(REQUESTS + WARMING)]


def settle(db, key: str) -> None:
    """Put every address but the new ones into its state."""
    for state in STATES[1:]:
        status = "confirmed" if state == "suppressed" else state
        db.execute(READERS, (status, addresses(state)))
    hashes = [address_hash(key, email) for email in addresses("suppressed")]
    db.execute("insert into suppressions select unnest(%s::bytea[]), 'gone'", (hashes,))
    db.execute("analyze")


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
            turn = number % len(STATES)
            for state in STATES[turn:] + STATES[:turn]:
                cost = timed(lambda address=f"{state}{number}@example.org": ask(address))
                if number >= WARMING:
                    seconds[state].append(cost.wall)
        runner.run(pool.close())
        tx.use(None)

    medians = {state: median(times) for state, times in seconds.items()}
    spread = max(medians.values()) / min(medians.values()) - 1
    print()
    for state, middle in medians.items():
        print(f"{state}: {middle * 1000:.3f} ms, median of {REQUESTS}")
    print(f"the slowest state against the fastest: {spread:+.1%}")
    assert spread < CLOSE
