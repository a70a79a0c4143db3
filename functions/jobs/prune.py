"""Job outbox.prune: delete what has been over for long, each night, so that nobody has to."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import ClassVar

from shared import outbox
from shared.outbox import Pruned

# It stops by itself some time before its timeout, after a whole chunk.
BUDGET = 30.0
PAUSE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Prune:
    """Delete finished jobs that are older than a month, and keys and slots that are over."""

    kind: ClassVar[str] = "outbox.prune"
    queue: ClassVar[str] = "bulk"


async def prune(job: Prune) -> dict[str, object]:
    """Delete as much as fits into the budget; go on in a minute while that leaves some over."""
    del job
    pruned = await outbox.prune(budget=BUDGET)
    if must_go_on(pruned):
        raise outbox.Snooze(PAUSE)
    return asdict(pruned)


def must_go_on(pruned: Pruned) -> bool:
    """Tell whether old rows are left; not where all the time went by without finding any."""
    return not pruned.is_complete and bool(pruned.finished or pruned.windows or pruned.slots)


handler = outbox.Handler(Prune, prune, timeout=45)

# UTC is the one zone that is there whatever the machine; each chunk is so short that it need not
# be night. A slot that was slept through is made up for.
schedule = outbox.Schedule("outbox-prune", Prune(), at="03:30", dedup_key="outbox-prune")
