"""The queue against a model of it: whatever is done in whatever order, both agree."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import psycopg
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run
from psycopg.rows import dict_row

from shared import outbox, tx
from shared.outbox.ack import Ended, acknowledge, fence
from shared.outbox.claim import claim, sweep
from shared.outbox.job import Running
from tests.support.jobs import LEASE, Water, using

EPOCH = datetime(2030, 6, 1, tzinfo=UTC)
KEYS = st.sampled_from(["oak", "ash", "elm", None])
ENDS = st.sampled_from(["succeeded", "failed", "discarded", "snoozed", "released", "unknown"])
KEEPS_ATTEMPT = {"snoozed", "released", "unknown"}


@dataclass
class Expected:
    """What the model believes of a job."""

    key: str | None
    status: str = "pending"
    attempts: int = 0
    ended: int = 0  # attempts in the history
    rerun: bool = False


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
        self.now = EPOCH
        self.jobs: dict[int, Expected] = {}
        self.held: list[Running] = []
        self.zombies: list[Running] = []

    def do(self, coroutine):
        return self.runner.run(coroutine)

    def teardown(self):
        self.db.close()
        self.do(self.stack.aclose())
        self.runner.close()

    @rule(key=KEYS, rerun=st.booleans())
    def enqueue(self, key, rerun):
        async def ask():
            async with tx.run():
                mode = "rerun" if rerun else "absorb"
                return await outbox.enqueue(
                    Water(), dedup_key=key, run_at=self.now, on_running=mode
                )

        twins = [
            (job, one)
            for job, one in self.jobs.items()
            if key and one.key == key and one.status in ("pending", "running")
        ]
        got = self.do(ask())
        assert got.created is (not twins)
        if twins:
            ((job, twin),) = twins
            assert got.id == job
            twin.rerun |= rerun and twin.status == "running"
        else:
            self.jobs[got.id] = Expected(key)

    @rule(limit=st.integers(1, 3))
    def claim(self, limit):
        for running in self.do(claim(limit, lease=LEASE, now=self.now)):
            job = self.jobs[running.id]
            assert job.status == "pending"
            job.status, job.attempts, job.rerun = "running", job.attempts + 1, False
            assert running.attempt == job.attempts <= 7
            self.held.append(running)

    @precondition(lambda self: self.held)
    @rule(outcome=ENDS, data=st.data())
    def end(self, outcome, data):
        running = data.draw(st.sampled_from(self.held))
        self.held.remove(running)
        end = Ended(running, outcome, delay=timedelta(seconds=60), error="X")
        written = self.do(acknowledge([end], now=self.now))
        assert fence(end) in written.verdicts
        job = self.jobs[running.id]
        if outcome in KEEPS_ATTEMPT:
            job.status, job.attempts, job.rerun = "pending", job.attempts - 1, False
            return
        job.ended += outcome != "succeeded" or job.rerun  # else the job's row tells it
        self.settle(job, outcome)

    @precondition(lambda self: self.zombies)
    @rule(outcome=ENDS, data=st.data())
    def end_late(self, outcome, data):
        zombie = data.draw(st.sampled_from(self.zombies))
        written = self.do(acknowledge([Ended(zombie, outcome, error="late")], now=self.now))
        assert not written.verdicts
        assert not written.locked

    @rule()
    def sweep(self):
        expired = [one for one in self.held if one.leased_until < self.now]
        swept = self.do(sweep(now=self.now))
        assert swept.rescued == len(expired)
        for running in expired:
            self.held.remove(running)
            self.zombies.append(running)
            job = self.jobs[running.id]
            job.ended += 1
            self.settle(job, "failed")

    @rule(minutes=st.sampled_from([1, 3, 10, 60, 60 * 48]))
    def pass_time(self, minutes):
        self.now += timedelta(minutes=minutes)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), outcome=st.sampled_from(["failed", "expired", "both"]))
    def exhaust(self, data, outcome):
        """Drive one job through what is left of its seven attempts; no walk gets there."""
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
                self.jobs[job].ended += 1
                self.settle(self.jobs[job], "failed")
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
        written = self.do(acknowledge([Ended(late, outcome, error="late")], now=self.now))
        assert not written.verdicts

    @precondition(lambda self: any(one.status == "dead" for one in self.jobs.values()))
    @rule(data=st.data())
    def retry(self, data):
        dead = [job for job, one in self.jobs.items() if one.status == "dead"]
        job = data.draw(st.sampled_from(dead))
        key = self.jobs[job].key
        has_twin = key and any(
            one.key == key and one.status in ("pending", "running") for one in self.jobs.values()
        )
        answer = self.do(outbox.retry(job))
        assert answer.outcome == ("conflict" if has_twin else "retried")
        if not has_twin:
            self.jobs[job].status, self.jobs[job].attempts = "pending", 0
            self.due_now(job)

    @invariant()
    def agrees(self):
        rows = self.db.execute(
            "select id, status, attempts, rerun_requested, lease_id is not null as leased,"
            " (select count(*) from job_attempts where job_id = job.id) as ended"
            " from background_jobs job"
        ).fetchall()
        assert {row["id"]: (row["status"], row["attempts"], row["ended"]) for row in rows} == {
            job: (one.status, one.attempts, one.ended) for job, one in self.jobs.items()
        }
        assert all(row["rerun_requested"] == self.jobs[row["id"]].rerun for row in rows)
        assert all(row["leased"] == (row["status"] == "running") for row in rows)
        twins = self.db.execute(
            "select dedup_key from background_jobs where status in ('pending', 'running')"
            " and dedup_key is not null group by 1 having count(*) > 1"
        )
        assert twins.fetchall() == []

    def settle(self, job, outcome):
        """Give a job the state that follows an attempt that has ended."""
        is_over = outcome != "failed" or job.attempts >= 7
        if is_over and job.rerun:
            job.status, job.attempts = "pending", 0
        elif is_over:
            job.status = "succeeded" if outcome == "succeeded" else "dead"
        else:
            job.status = "pending"
        job.rerun = False

    def waiting(self):
        return [job for job, one in self.jobs.items() if one.status == "pending"]

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
