"""What a run found: medians over the rounds, and ratios to the reference row of the same round."""

import statistics
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.queues.harness.peers import LIMIT, OURS

Runs = dict[str, dict[str, list[dict[str, Any]]]]


@dataclass(frozen=True)
class Column:
    """One figure: its key among the ratios, and which field of which workload it is."""

    key: str
    heading: str
    workload: str
    field: str
    form: str


COLUMNS = (
    Column("W1", "W1 one by one, jobs/s", "W1", "jobs_per_s", ",.0f"),
    Column("W2", "W2 in bulk, jobs/s", "W2", "jobs_per_s", ",.0f"),
    Column("W3", "W3 drain, jobs/s", "W3", "jobs_per_s", ",.0f"),
    Column("W4", "W4 drain in a crowd, jobs/s", "W4", "jobs_per_s", ",.0f"),
    Column("W5", "W5 latency p50, ms", "W5", "p50_ms", ".1f"),
    Column("W5_p95", "W5 latency p95, ms", "W5", "p95_ms", ".1f"),
    Column("W6", "W6 import, ms", "W6", "import_ms", ".0f"),
    Column("W7", "W7 peak memory, MiB", "W3", "rss_mib", ".0f"),
)


def ratios(runs: Runs) -> dict[str, dict[str, float]]:
    """Return each peer's figures divided by the reference's: rates, latency, import and memory."""
    return {
        name: {
            column.key: round(share, 4)
            for column in COLUMNS
            if (share := ratio(runs, name, column)) is not None
        }
        for name in runs
    }


def table(runs: Runs, labels: dict[str, str]) -> str:
    """Return the medians as a Markdown table, each with its ratio."""
    used = [column for column in COLUMNS if any(column.workload in run for run in runs.values())]
    lines = [
        "| peer | " + " | ".join(column.heading for column in used) + " |",
        "|---" * (len(used) + 1) + "|",
    ]
    for name in runs:
        cells = [labels[name], *(cell(runs, name, column) for column in used)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def beside_async_plain(runs: Runs) -> str | None:
    """Say what our W1 is of the reference that plays by our rules."""
    if (share := ratio(runs, OURS, COLUMNS[0], to="async_plain")) is None:
        return None
    return f"{OURS} in W1 against async_plain in the same round: {share:.0%}"


def cell(runs: Runs, name: str, column: Column) -> str:
    """Return a median and, except for the reference itself, its ratio."""
    if not (values := figures(runs, name, column)):
        return "failed" if runs[name].get(column.workload) else "-"
    text = format(statistics.median(values.values()), column.form)
    share = ratio(runs, name, column)
    return text if name == LIMIT or share is None else f"{text} ({share:.1%})"


def ratio(runs: Runs, name: str, column: Column, *, to: str = LIMIT) -> float | None:
    """Return the median over the rounds of a peer's figure by the reference's of that round."""
    ours, floor = figures(runs, name, column), figures(runs, to, column)
    shares = [ours[at] / floor[at] for at in ours.keys() & floor.keys() if floor[at] > 0]
    return statistics.median(shares) if shares else None


def figures(runs: Runs, name: str, column: Column) -> dict[int, float]:
    """Return the figures of the rounds that went well, by round."""
    found = runs.get(name, {}).get(column.workload, [])
    return {at: run[column.field] for at, run in enumerate(found) if column.field in run}
