"""The command line of bin/bench-queues; it imports nothing that would have to be installed."""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.queues.harness.peers import ALL, LIMIT, ON_NODE, by_default

WORKLOADS = ("W1", "W2", "W3", "W4", "W5", "W6", "W7")

ABOUT = """Measure job queues side by side on a throwaway PostgreSQL 18 with default durability.

  W1  enqueue 2,000 jobs one by one, each in its own transaction
  W2  enqueue 50,000 with the bulk API
  W3  one worker drains 20,000 jobs that do nothing
  W4  W3 with 500,000 jobs of the future and 200,000 finished ones standing by
  W5  from the return of the enqueue's commit to the handler's start, at 20 jobs a second
  W6  the time to import what a worker needs
  W7  the worker's peak memory in W3
"""

PEERS = f"Peers: {', '.join(ALL)}. oban needs Python 3.12. {LIMIT} always runs: it is the measure."


@dataclass
class Options(argparse.Namespace):
    """What was asked for."""

    peers: list[str] = field(default_factory=list)
    workloads: list[str] = field(default_factory=list)
    rounds: int = 3
    scale: float = 1.0
    json: bool = False
    python: str | None = None
    data_parent: Path | None = None
    out: Path | None = None

    @property
    def needs_node(self) -> bool:
        return any(name in ON_NODE for name in self.peers)


def read(arguments: list[str] | None = None) -> Options:
    """Read the command line; refuse peers and workloads that do not exist."""
    parser = argparse.ArgumentParser(
        "bench-queues",
        description=ABOUT,
        epilog=PEERS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--peers", type=several(ALL), metavar="A,B", help="which ones; all if not")
    parser.add_argument("--workloads", type=several(WORKLOADS), metavar="W1,W3", help="which ones")
    parser.add_argument("--rounds", type=at_least_one, default=3, help="3 if not said")
    parser.add_argument("--json", action="store_true", help="end with a line of JSON: the ratios")
    parser.add_argument("--scale", type=float, default=1.0, help="shrink every count: for a try")
    parser.add_argument("--python", help="the interpreter; python3.12 where there is one, if not")
    parser.add_argument("--data-parent", type=Path, help="where PostgreSQL's files go, as a tmpfs")
    parser.add_argument("--out", type=Path, help="a file for every single figure, as JSON")
    options = parser.parse_args(arguments, Options())
    options.peers = with_the_limit(options.peers or list(by_default()))
    options.workloads = in_order(options.workloads or list(WORKLOADS))
    return options


def several(known: tuple[str, ...]):
    """Return what reads names between commas and refuses unknown ones."""

    def names(text: str) -> list[str]:
        given = [name.strip() for name in text.split(",") if name.strip()]
        if unknown := [name for name in given if name not in known]:
            raise argparse.ArgumentTypeError(
                f"{', '.join(unknown)} does not exist; there are {', '.join(known)}"
            )
        return list(dict.fromkeys(given))

    return names


def at_least_one(text: str) -> int:
    """Read a number of rounds."""
    if (rounds := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least one round is needed")
    return rounds


def with_the_limit(peers: list[str]) -> list[str]:
    """Put the reference in front: without it there is no ratio."""
    return [LIMIT, *(name for name in peers if name != LIMIT)]


def in_order(workloads: list[str]) -> list[str]:
    """Sort the workloads; W7 is read off W3, so it asks for that one."""
    wanted = {"W3" if name == "W7" else name for name in workloads}
    return [name for name in WORKLOADS if name in wanted]
