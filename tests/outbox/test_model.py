"""The queue against a model of it: whatever is done in whatever order, both agree."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import psycopg
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run
from psycopg.rows import dict_row

from shared import outbox, tx
from shared.outbox.ended import Ended, fence
from shared.outbox.job import Running
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.successes import is_plain, succeed_all
from shared.outbox.worker.sweeping import sweep
from tests.support.checker import PROMISES
from tests.support.expected import LIVE, Expected, Rake
from tests.support.jobs import LEASE, Water, claim, using

EPOCH = datetime(2030, 6, 1, tzinfo=UTC)
KEYS = st.sampled_from(["oak", "ash", "elm", None])
ENDS = st.sampled_from(
    ["succeeded", "failed", "discarded", "cancelled", "snoozed", "released", "unknown"]
)


JOBS = """
    select id, status, attempts, rerun_requested, cancel_requested, held_by,
           lease_id is not null as leased,
           (select count(*) from job_attempts where job_id = job.id) as ended
      from background_jobs job
"""


class Queue(RuleBasedStateMachine):
    """Jobs, the leases that workers hold, and those that outlived their time."""

    url: str

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.do(self.stack.enter_async_context(using(self.url, size=2)))
        self.db = psycopg.connect(self.url, autocommit=True, row_factory=dict_row)
        self.db.execute("delete from background_jobs")
        self.db.execute("delete from job_kinds")
        self.now = EPOCH
        self.is_paused = False  # the kind of Rake
        self.jobs: dict[int, Expected] = {}
        self.held: list[Running] = []
        self.zombies: list[Running] = []

    def do(self, coroutine):
        return self.runner.run(coroutine)

    def teardown(self):
        self.db.close()
        self.do(self.stack.aclose())
        self.runner.close()

    @rule(key=KEYS, rerun=st.booleans(), job=st.sampled_from([Water(), Water(), Rake()]))
    def enqueue(self, key, rerun, job):
        async def ask():
            async with tx.run():
                mode = "rerun" if rerun and key else "absorb"
                return await outbox.enqueue(job, dedup_key=key, run_at=self.now, on_running=mode)

        twins = [
            (other, one)
            for other, one in self.jobs.items()
            if key and one.key == key and one.status in LIVE
        ]
        got = self.do(ask())
        assert got.created is (not twins)
        if twins:
            ((twin_id, twin),) = twins
            assert got.id == twin_id
            twin.rerun |= rerun and twin.status == "running"
        else:
            self.jobs[got.id] = Expected(key, job.kind)

    @rule(limit=st.integers(1, 3))
    def claim(self, limit):
        for running in self.do(claim(limit, lease=LEASE, now=self.now)):
            job = self.jobs[running.id]
            assert not self.rests(job)
            job.begin()
            assert running.attempt == job.attempts <= 7
            self.held.append(running)

    @precondition(lambda self: self.held)
    @rule(outcome=ENDS, data=st.data())
    def end(self, outcome, data):
        running = data.draw(st.sampled_from(self.held))
        self.held.remove(running)
        end = Ended(running, outcome, delay=timedelta(seconds=60), error="X")
        # The short way leaves to the other what it cannot do, as a job that was asked for again.
        tries_plain = data.draw(st.booleans()) and is_plain(end)
        if not tries_plain or self.do(succeed_all([end], now=self.now)):
            assert fence(end) in self.do(acknowledge([end], now=self.now)).verdicts
        self.jobs[running.id].end(outcome)

    @precondition(lambda self: self.zombies)
    @rule(outcome=ENDS, data=st.data())
    def end_late(self, outcome, data):
        zombie = data.draw(st.sampled_from(self.zombies))
        self.comes_late(zombie, outcome)

    @rule()
    def sweep(self):
        expired = [one for one in self.held if one.leased_until < self.now]
        swept = self.do(sweep(now=self.now))
        assert swept.rescued == len(expired)
        for running in expired:
            self.held.remove(running)
            self.zombies.append(running)
            self.jobs[running.id].expire()

    @precondition(lambda self: self.jobs)
    @rule(data=st.data())
    def cancel(self, data):
        job = data.draw(st.sampled_from([*self.jobs]))
        answer = self.do(outbox.cancel(job_id=job))
        assert answer == self.jobs[job].be_cancelled()

    @rule()
    def pause_or_resume(self):
        act = outbox.resume if self.is_paused else outbox.pause
        self.do(act(kind=Rake.kind))
        self.is_paused = not self.is_paused

    @rule(minutes=st.sampled_from([1, 3, 10, 60, 60 * 48]))
    def pass_time(self, minutes):
        self.now += timedelta(minutes=minutes)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), outcome=st.sampled_from(["failed", "expired", "both"]))
    def exhaust(self, data, outcome):
        """Drive one job through what is left of its seven attempts; no walk gets there."""
        self.now += timedelta(seconds=1)  # the clock never stands still between two such drives
        job = data.draw(st.sampled_from(self.waiting()))
        while self.jobs[job].status == "pending":
            running = self.take(job)
            if outcome == "expired" or (outcome == "both" and running.attempt % 2):
                self.now = max(self.now, running.leased_until) + timedelta(seconds=1)
                self.sweep()
            else:
                self.held.remove(running)
                rung = self.do(acknowledge([Ended(running, "failed", error="X")], now=self.now))
                assert (running.id, running.lease_id) in rung.verdicts
                self.jobs[job].end("failed")
            if running.attempt < 7:
                self.waits(job, outbox.LADDER[running.attempt - 1])
        assert (self.jobs[job].status, self.jobs[job].attempts) == ("dead", 7)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), outcome=ENDS)
    def make_zombie(self, data, outcome):
        """Outlive a lease, let another have the job, and come back before it ends."""
        job = data.draw(st.sampled_from(self.waiting()))
        if self.jobs[job].attempts > 5:
            return
        late = self.take(job)
        self.now = max(self.now, late.leased_until) + timedelta(seconds=1)
        self.sweep()
        self.take(job)
        self.comes_late(late, outcome)

    @precondition(lambda self: any(one.status == "dead" for one in self.jobs.values()))
    @rule(data=st.data())
    def retry(self, data):
        dead = [job for job, one in self.jobs.items() if one.status == "dead"]
        job = data.draw(st.sampled_from(dead))
        key = self.jobs[job].key
        has_twin = key and any(one.key == key and one.status in LIVE for one in self.jobs.values())
        answer = self.do(outbox.retry(job))
        assert answer.outcome == ("conflict" if has_twin else "retried")
        if not has_twin:
            self.jobs[job].status, self.jobs[job].attempts = "pending", 0
            self.due_now(job)

    @invariant()
    def agrees(self):
        rows = self.db.execute(JOBS).fetchall()
        assert {row["id"]: (row["status"], row["attempts"], row["ended"]) for row in rows} == {
            job: (one.status, one.attempts, one.ended) for job, one in self.jobs.items()
        }
        for row in rows:
            one = self.jobs[row["id"]]
            assert (row["rerun_requested"], row["cancel_requested"]) == (one.rerun, one.cancel)
            assert row["leased"] == (row["status"] == "running")
            assert row["held_by"] is None or one.status != "pending" or self.rests(one)
        for promise, broken in PROMISES.items():
            if promise[:2] in ("P3", "P5", "P6", "P7"):
                assert self.db.execute(broken).fetchall() == [], promise

    def comes_late(self, zombie, outcome):
        """Write an end whose lease is over, in both ways: nothing changes."""
        end = Ended(zombie, outcome, error="late")
        written = self.do(acknowledge([end], now=self.now))
        assert not written.verdicts
        assert not written.locked
        plain = Ended(zombie, "succeeded")
        assert self.do(succeed_all([plain], now=self.now)) == [plain]

    def rests(self, job):
        return self.is_paused and job.kind == Rake.kind

    def waiting(self):
        alive = [(job, one) for job, one in self.jobs.items() if one.status == "pending"]
        return [job for job, one in alive if not self.rests(one)]

    def due_now(self, job):
        self.db.execute("update background_jobs set run_at = %s where id = %s", (self.now, job))

    def take(self, job):
        """Claim this very job, as the first that is due."""
        self.db.execute("update background_jobs set run_at = '2000-01-01' where id = %s", (job,))
        self.claim(1)
        assert self.held[-1].id == job
        return self.held[-1]

    def waits(self, job, rung):
        row = self.db.execute("select run_at from background_jobs where id = %s", (job,)).fetchone()
        assert rung <= row["run_at"] - self.now <= rung * 1.1


def test_the_queue_and_its_model_agree(database):
    class Machine(Queue):
        url = database

    run(
        Machine,
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],  # shrinking against a real database takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )
