"""A mail server that takes its time with everything must not keep a confirmation waiting."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import quantiles

import pytest

from tests.support import figures
from tests.support.checker import read
from tests.support.jobs import make_due
from tests.support.post import Post
from tests.support.rows import add_readers, one

LEFT = "select count(*) from background_jobs where kind = 'newsletter.evergreen-mail'"


@pytest.mark.parametrize(
    ("delay", "letters", "askers", "pause"),
    [(0.5, 400, 6, 0.7), pytest.param(2.0, 1000, 30, 2.0, marks=pytest.mark.campaign)],
)
def test_f16_confirmations_overtake_the_letters_that_wait(
    post: Post, db, delay: float, letters: int, askers: int, pause: float
):
    add_readers(db, letters)
    post.plan()
    make_due(db)
    post.server.delay = delay
    asked = {}
    with ThreadPoolExecutor(1) as threads:
        ticking = threads.submit(lambda: post.garden.tick(budget=askers * pause + 90))
        for number in range(askers):
            address = f"new{number}@example.org"
            assert post.garden.subscribe(address).status_code == 200
            asked[address] = time.time()
            time.sleep(pause)
        waits = wait_for(post, asked)
        waiting = letters - len(post.copies()) + askers
        post.server.delay = 0.0
        ticking.result()

    slowest = quantiles(waits, n=20)[-1]
    figures.record(
        "F16",
        f"{delay:g} s for each mail, {letters} letters due: confirmation after "
        f"{slowest:.1f} s (p95 of {askers})",
    )
    assert waiting > 0, "the letters were through before it could matter"
    assert slowest < 30
    assert one(db, LEFT) == letters


def wait_for(post: Post, asked: dict[str, float]) -> list[float]:
    """Wait until all have their mail, and return how many seconds each waited."""
    deadline = time.monotonic() + 120
    while True:
        taken = {str(mail["to"]): float(mail["at"]) for mail in read(post.record)}
        if asked.keys() <= taken.keys():
            return [taken[address] - at for address, at in asked.items()]
        assert time.monotonic() < deadline
        time.sleep(0.05)
