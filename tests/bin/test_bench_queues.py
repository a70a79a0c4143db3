"""bin/bench-queues and the adapter of our own queue: that they work, not how fast they are."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.benchmarks.queues import thistledown
from tests.benchmarks.queues.harness import options, report
from tests.benchmarks.queues.harness.child import payload
from tests.support.postgres import Cluster, with_name

ROOT = Path(__file__).parents[2]
INTERFACE = (
    *("LABEL", "BULK", "SETTING", "IMPORT", "TUNING", "RESET", "FUTURE", "FINISHED", "FLOOR"),
    *("REMAINING", "setup", "producer", "worker"),
)


@pytest.fixture
def empty(cluster: Cluster):
    """A database without a table, as the benchmark makes one for each peer."""
    cluster.run("create database {}", "bench_of_one")
    try:
        yield with_name(cluster.url, "bench_of_one")
    finally:
        cluster.run("drop database {} with (force)", "bench_of_one")


def test_the_adapter_has_everything_that_a_peer_has():
    assert [name for name in INTERFACE if not hasattr(thistledown, name)] == []


def test_the_adapter_enqueues_one_by_one_and_in_bulk_and_drains_a_hundred(empty):
    seen: list[int] = []

    async def journey():
        await thistledown.setup(empty)
        async with thistledown.producer(empty) as producer:
            one = getattr(producer, "one_and_wake", producer.one)
            await producer.one(payload(0))
            await one(payload(1))
            await producer.many([payload(i) for i in range(2, 100)])
        async with thistledown.worker(empty, seen.append):
            async with asyncio.timeout(20):
                while len(seen) < 100:
                    await asyncio.sleep(0.01)

    with asyncio.Runner() as runner, psycopg.connect(empty, autocommit=True) as db:
        runner.run(journey())
        db.row_factory = dict_row
        jobs = db.execute("select dedup_key, payload from background_jobs order by id").fetchall()

    assert sorted(seen) == list(range(100))
    assert len({job["dedup_key"] for job in jobs}) == 100
    assert jobs[7]["payload"] == {
        "i": 7,
        "to": "reader-0000007.example.org",
        "note": "why-we-garden",
    }


def test_what_stands_by_in_the_crowd_is_neither_due_nor_counted(empty):
    with psycopg.connect(empty, autocommit=True) as db, asyncio.Runner() as runner:
        runner.run(thistledown.setup(empty))
        db.execute(thistledown.FUTURE, {"n": 30})
        db.execute(thistledown.FINISHED, {"n": 20})
        counted = db.execute("select status, count(*) from background_jobs group by 1").fetchall()
        floor = db.execute(thistledown.FLOOR).fetchone()
        left = db.execute(thistledown.REMAINING, {"floor": floor[0]}).fetchone()
        db.execute(thistledown.RESET)

        assert dict(counted) == {"pending": 30, "succeeded": 20}
        assert left == (0,)
        assert db.execute("select count(*) from background_jobs").fetchone() == (0,)


def test_a_small_run_ends_with_the_ratios_as_one_line_of_json(tmp_path):
    what = ("--peers", "thistledown", "--workloads", "W1,W2,W3", "--rounds", "1")
    how = ("--scale", "0.005", "--json", "--out", tmp_path / "all.json")
    said = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.queues.bench", *what, *how],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout.splitlines()[-1])
    assert set(found["ratios"]) == {"raw_batch", "thistledown"}
    assert set(found["ratios"]["thistledown"]) == {"W1", "W2", "W3", "W7"}
    assert set(found["ratios"]["raw_batch"].values()) == {1.0}
    assert json.loads((tmp_path / "all.json").read_text())["ratios"] == found["ratios"]


def test_the_script_explains_itself_before_it_installs_anything(tmp_path):
    said = subprocess.run(
        [ROOT / "bin" / "bench-queues", "--help"], cwd=tmp_path, capture_output=True, text=True
    )

    assert said.returncode == 0, said.stderr
    assert "--workloads" in said.stdout
    assert "graphile_worker" in said.stdout


@pytest.mark.parametrize("wrong", [["--peers", "celery"], ["--workloads", "W9"], ["--rounds", "0"]])
def test_what_does_not_exist_is_refused(wrong, capsys):
    with pytest.raises(SystemExit, match="2"):
        options.read(wrong)

    assert "error: argument" in capsys.readouterr().err


def test_the_reference_always_runs_and_memory_is_read_off_the_drain():
    asked = options.read(["--peers", "thistledown", "--workloads", "W7,W1"])

    assert asked.peers == ["raw_batch", "thistledown"]
    assert asked.workloads == ["W1", "W3"]


def test_a_ratio_compares_within_a_round_and_skips_rounds_that_failed():
    runs = {
        "raw_batch": {"W1": [{"jobs_per_s": 100.0}, {"jobs_per_s": 200.0}, {"jobs_per_s": 50.0}]},
        "thistledown": {"W1": [{"jobs_per_s": 90.0}, {}, {"jobs_per_s": 40.0}]},
    }

    assert report.ratios(runs)["thistledown"] == {"W1": 0.85}
    assert "65 (85.0%)" in report.table(runs, {"raw_batch": "raw", "thistledown": "ours"})
