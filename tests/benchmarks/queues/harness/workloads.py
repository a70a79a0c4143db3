"""The workloads, each of one peer: prepare the tables, start processes, read the clock."""

import statistics
import subprocess
import sys
import time
from types import ModuleType
from typing import Any

import psycopg

from tests.benchmarks.queues.harness import peers
from tests.benchmarks.queues.harness.process import (
    ENVIRONMENT,
    NODE,
    Child,
    Failed,
    node_binary,
)
from tests.benchmarks.queues.harness.server import Server

SIZES = {"W1": 2000, "W2": 50_000, "W3": 20_000, "W4": 20_000, "W5": 200}
FUTURE, FINISHED = 500_000, 200_000
PATIENCE = 120.0  # seconds from the last handler's end to the last completion in the table
FEWEST = 10

Result = dict[str, Any]


class Measured:
    """One peer, installed: a database for W1 to W3 and W5, and one with a backlog for W4."""

    def __init__(self, server: Server, name: str, *, scale: float) -> None:
        self._server, self._name, self._scale = server, name, scale
        self.peer: ModuleType = peers.find(name)

    def install(self, *, backlog: bool) -> None:
        """Make the databases."""
        self._install(self._name)
        if backlog:
            self._install(f"{self._name}_backlog")
            self._crowd(f"{self._name}_backlog")

    def run(self, workload: str) -> Result:
        """Measure one workload once."""
        measure = {
            "W1": lambda: self._enqueued("enqueue_one", "W1"),
            "W2": lambda: self._enqueued("enqueue_many", "W2"),
            "W3": lambda: self._drained_from_empty(),
            "W4": lambda: self._drained(f"{self._name}_backlog", "W4"),
            "W5": lambda: self._awaited(),
            "W6": lambda: self._imported(),
        }
        return measure[workload]()

    def _install(self, database: str) -> None:
        self._server.create_database(database)
        self._call("setup", database, 0)

    def _crowd(self, database: str) -> None:
        """Put jobs of the future and finished ones beside those that will be measured."""
        self._call("enqueue_many", database, FEWEST)  # makes the peer know the kind of job
        with self._server.connect(database) as connection:
            connection.execute(self.peer.RESET)
            connection.execute(self.peer.FUTURE, {"n": int(FUTURE * self._scale)})
            if self.peer.FINISHED:
                connection.execute(self.peer.FINISHED, {"n": int(FINISHED * self._scale)})
            connection.execute("vacuum analyze")

    def _enqueued(self, operation: str, workload: str) -> Result:
        self._empty()
        n = self._size(workload)
        return {"jobs_per_s": n / self._call(operation, self._name, n)["seconds"]}

    def _drained_from_empty(self) -> Result:
        self._empty()
        return self._drained(self._name, "W3")

    def _drained(self, database: str, workload: str) -> Result:
        """Measure from the worker's start to the last completion in the table."""
        n = self._size(workload)
        with self._server.connect(database) as connection:
            floor = value(connection, self.peer.FLOOR) if self.peer.FLOOR else None
            self._call("enqueue_many", database, n)
            connection.execute("vacuum analyze")
            connection.execute("checkpoint")
            if (waiting := value(connection, self.peer.REMAINING, floor=floor)) != n:
                raise Failed(f"{self._name}: {waiting} of {n} jobs are waiting")
            child = self._child("drain", database, n)
            try:
                start = child.until("start")["t"]
                ran = child.until("all_run")
                self._wait_for_the_last(connection, floor)
                done = time.time()
                memory = child.peak_rss_mib()
                child.stop()
                child.until("end")
            finally:
                child.kill()
        return {
            "jobs_per_s": n / (done - start),
            "rss_mib": memory,
            "to_first_s": ran["first"] - start,
            "tail_s": done - ran["t"],
        }

    def _wait_for_the_last(self, connection: psycopg.Connection, floor: object) -> None:
        deadline = time.monotonic() + PATIENCE
        while left := value(connection, self.peer.REMAINING, floor=floor):
            if time.monotonic() > deadline:
                raise Failed(f"{self._name}: {left} jobs ran but were never completed")
            time.sleep(0.002)

    def _awaited(self) -> Result:
        """Measure from each commit's return to its handler's start; below 0 counts as 0."""
        self._empty()
        n = self._size("W5")
        worker = self._child("serve", self._name, n)
        try:
            worker.until("ready")
            committed = self._call("produce", self._name, n)["committed"]
            started = worker.until("end")["started"]
        finally:
            worker.kill()
        pairs = zip(started, committed, strict=True)
        waits = sorted(max(0.0, begun - written) * 1000 for begun, written in pairs)
        return {"p50_ms": statistics.median(waits), "p95_ms": waits[int(0.95 * len(waits))]}

    def _imported(self) -> Result:
        """Measure a process that only imports, less one that does nothing; medians of seven."""
        self._wall(self.peer.IMPORT)  # fills the page cache and __pycache__
        bare = statistics.median(self._wall("") for _ in range(7))
        full = statistics.median(self._wall(self.peer.IMPORT) for _ in range(7))
        return {"import_ms": (full - bare) * 1000, "start_ms": full * 1000}

    def _wall(self, code: str) -> float:
        on_node = peers.is_on_node(self.peer)
        python = [sys.executable, "-c", code]
        program = [node_binary(), "--input-type=module", "-e", code] if on_node else python
        began = time.perf_counter()
        subprocess.run(program, cwd=NODE if on_node else peers.ROOT, env=ENVIRONMENT, check=True)
        return time.perf_counter() - began

    def _empty(self) -> None:
        with self._server.connect(self._name) as connection:
            connection.execute(self.peer.RESET)
            connection.execute("checkpoint")

    def _size(self, workload: str) -> int:
        """Return how many jobs; fewer for a drain by a peer so slow that it takes minutes."""
        n = getattr(self.peer, "DRAIN_N", {}).get(workload, SIZES[workload])
        return max(FEWEST, int(n * self._scale))

    def _child(self, operation: str, database: str, n: int) -> Child:
        return Child(self.peer, self._name, operation, self._server.uri(database), n)

    def _call(self, operation: str, database: str, n: int) -> Result:
        child = self._child(operation, database, n)
        try:
            return child.until("end")
        finally:
            child.kill()


def value(connection: psycopg.Connection, query: str, **parameters: object) -> Any:
    """Return the only value of a query."""
    row = connection.execute(query, parameters, prepare=False).fetchone()
    assert row is not None
    return row[0]
