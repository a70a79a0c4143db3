"""Half an hour in which nothing behind the jobs answers: what it costs, and what comes after."""

from shared import outbox
from tests.support.figures import record
from tests.support.gates import Post, breaker, burned, fill, held, in_seconds, statuses
from tests.support.jobs import on

JOBS = 5000
MINUTES = 30
EVERY = 15  # seconds between two ticks


def test_f34_half_an_hour_of_outage_burns_a_handful_of_attempts_and_loses_no_job(database, db):
    post = Post()

    async def during():
        await fill(JOBS)
        post.is_out = True
        for seconds in range(0, MINUTES * 60, EVERY):
            await tick(seconds)

    async def afterwards():
        post.is_out = False
        for seconds in range(MINUTES * 60, (MINUTES + 120) * 60, 300):
            await tick(seconds)

    async def tick(seconds):
        await outbox.tick(post.jobs, budget=60, concurrency=50, now=in_seconds(seconds))

    on(database, during)
    cost = burned(db)
    assert held(db)["breaker:post"] >= JOBS - cost
    assert breaker(db)["status"] == "open"

    on(database, afterwards)
    [most] = db.execute("select max(attempts) from background_jobs").fetchall()

    record("F34", f"{JOBS} due jobs, {MINUTES} min of outage: {cost} attempts burned, 0 dead")
    assert statuses(db) == {"succeeded": JOBS}
    assert burned(db) == cost == len(post.came) - JOBS
    assert cost <= 70  # one for each place of the tick that tripped, and seven probes
    assert most["max"] <= 3
