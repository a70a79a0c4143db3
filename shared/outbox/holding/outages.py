"""What ended attempts say of the breakers that their kinds are behind."""

from collections.abc import Mapping, Sequence

from shared.outbox.ended import Ended
from shared.outbox.holding.breaker import Outages
from shared.outbox.job import Handlers


def is_success(ended: Ended) -> bool:
    """Tell an attempt whose handler came to the end of its work."""
    return ended.outcome == "succeeded"


def has_answered(ended: Ended) -> bool:
    """Tell an attempt that ran to an end of its own which is not an outage."""
    by_itself = ended.outcome in ("succeeded", "failed", "discarded", "snoozed")
    return by_itself and not ended.is_outage


def outages_of(name: str, ended: Sequence[Ended], breakers: Mapping[str, str]) -> Outages:
    """Return what ended attempts say of one breaker, in the order in which they ended."""
    kinds = [kind for kind in sorted(breakers) if breakers[kind] == name]
    mine = [one for one in ended if one.running.kind in kinds]
    last_success = max((n for n, one in enumerate(mine) if is_success(one)), default=-1)
    since = [one for one in mine[last_success + 1 :] if one.is_outage]
    return Outages(
        breaker=name,
        kinds=kinds,
        outages=len(since),
        error=since[-1].error if since else None,
        afresh=last_success >= 0,
        is_lasting=any(one.is_lasting for one in since),
        ids=[one.running.id for one in since],
    )


def breakers_of(handlers: Handlers) -> dict[str, str]:
    """Return by kind the breakers that there are."""
    found = {kind: handlers.get(kind) for kind in handlers.kinds}
    return {kind: one.breaker for kind, one in found.items() if one and one.breaker}
