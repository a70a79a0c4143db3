"""Measure job queues side by side: `bin/bench-queues` makes what this needs and runs it.

Every measurement is a fresh process. Within a round the peers take turns, and every other round
goes backwards, so that a machine that changes its speed does not favour one of them.
"""

import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from tests.benchmarks.queues.harness import options, report
from tests.benchmarks.queues.harness.options import Options
from tests.benchmarks.queues.harness.server import Server, throwaway_server
from tests.benchmarks.queues.harness.workloads import Measured


class Bench:
    """A run: what is measured, and what was found so far."""

    def __init__(self, server: Server, asked: Options) -> None:
        self._server, self._asked = server, asked
        self._peers: dict[str, Measured] = {}
        self._probes: list[dict[str, float]] = []
        self.runs: report.Runs = {name: {} for name in asked.peers}
        self.errors: list[str] = []

    def run(self) -> None:
        """Install every peer, then do the rounds; what fails is noted and the rest goes on."""
        for name in self._asked.peers:
            self._install(name)
        for number in range(self._asked.rounds):
            probe = {"fsync_ms": self._server.fsync_ms(), "load": os.getloadavg()[0]}
            self._probes.append(probe)
            say(f"round {number + 1}: one fdatasync takes {probe['fsync_ms']:.3f} ms")
            for workload in self._asked.workloads:
                if workload != "W6" or number == 0:  # it is a median of seven by itself
                    self._measure(workload, number)

    def found(self) -> dict[str, Any]:
        """Return everything, for a file."""
        return {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "postgres": self._server.settings(),
            "scale": self._asked.scale,
            "probes": self._probes,
            "settings": {
                name: [one.peer.LABEL, one.peer.BULK, one.peer.SETTING]
                for name, one in self._peers.items()
            },
            "ratios": report.ratios(self.runs),
            "runs": self.runs,
            "errors": self.errors,
        }

    def labels(self) -> dict[str, str]:
        """Return what each peer is called."""
        known = {name: one.peer.LABEL for name, one in self._peers.items()}
        return {name: known.get(name, name) for name in self._asked.peers}

    def _install(self, name: str) -> None:
        try:
            one = Measured(self._server, name, scale=self._asked.scale)
            one.install(backlog="W4" in self._asked.workloads)
        except Exception as error:
            self._note(f"{name} could not be installed: {error}")
            self.runs[name] = {workload: [{}] for workload in self._asked.workloads}
        else:
            self._peers[name] = one
            say(f"installed {name}: {one.peer.SETTING}")

    def _measure(self, workload: str, number: int) -> None:
        names = list(self._peers)
        for name in names if number % 2 == 0 else names[::-1]:
            try:
                result = self._peers[name].run(workload)
            except Exception as error:
                self._note(f"round {number + 1} {workload} {name}: {error}")
                result = {}
            else:
                words = ", ".join(f"{key} {figure:,.3f}" for key, figure in result.items())
                say(f"round {number + 1} {workload} {name}: {words}")
            self.runs[name].setdefault(workload, []).append(result)

    def _note(self, error: str) -> None:
        say(f"FAILED {error}")
        self.errors.append(error)


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for; return 1 when something failed."""
    asked = options.read(arguments)
    with throwaway_server(asked.data_parent) as server:
        bench = Bench(server, asked)
        bench.run()
        found = bench.found()
    print(report.table(bench.runs, bench.labels()))
    if beside := report.beside_async_plain(bench.runs):
        print(f"\n{beside}")
    for error in bench.errors:
        print(f"\nFAILED {error}")
    if asked.out:
        Path(asked.out).write_text(json.dumps(found, indent=1) + "\n")
    if asked.json:
        print(json.dumps({"ratios": found["ratios"]}))
    return 1 if bench.errors else 0


def say(words: str) -> None:
    """Say how far it is on stderr: stdout is for the results."""
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
