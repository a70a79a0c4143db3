"""What holds jobs back, and how many wait behind it."""

from datetime import datetime, timedelta

from shared import tx
from shared.outbox.doctor.finding import Finding, Look, spoken, waits
from shared.outbox.holding.gates import BreakerGate, Gates, gates
from shared.outbox.holding.pausing import FOR_GOOD
from shared.outbox.showing.counts import held_back

NOW = "select clock_timestamp()"


async def held(look: Look) -> list[Finding]:
    """Say what is paused or out, and how many jobs wait behind it."""
    found = await gates()
    now = await tx.scalar(datetime, NOW)
    assert now is not None  # noqa: S101  (a select without from has one row)
    known = {f"kind:{one.kind}" for one in found.kinds}
    known |= {f"breaker:{one.breaker}" for one in found.breakers if one.status != "closed"}
    return [
        *paused(found, now),
        *(shut(one, now, look) for one in found.breakers if one.status != "closed"),
        *(
            Finding(
                "held jobs",
                f"{waits(one.jobs)} behind {one.held_by}, which holds nothing back any more.",
                "The next tick lets them go: see that one runs.",
            )
            for one in await held_back()
            if one.held_by not in known
        ),
    ]


def paused(found: Gates, now: datetime) -> list[Finding]:
    """Say what a human or a handler has paused."""
    findings: list[Finding] = []
    if found.paused_since:
        findings.append(
            Finding(
                "everything paused",
                f"Nothing is started since {spoken(now - found.paused_since)}: "
                f"{found.paused_because or 'nobody said why'}.",
                "Look into it; then resume everything.",
            )
        )
    findings += [
        Finding(
            "paused kinds",
            f"The kind {one.kind} is paused{until(one.paused_until, now)}, and "
            f"{waits(one.held)}{because(one.paused_because)}.",
            "Resume it when the reason is gone.",
        )
        for one in found.kinds
    ]
    return findings + [
        Finding(
            "paused queues",
            f"The queue {one.queue} is paused{until(one.paused_until, now)}, and "
            f"{waits(one.due)}{because(one.paused_because)}.",
            "Resume it when the reason is gone.",
        )
        for one in found.queues
        if one.paused_until
    ]


def shut(one: BreakerGate, now: datetime, look: Look) -> Finding:
    """Say what is out, and for how long if that is long: then it does not mend itself."""
    since = now - one.opened_at if one.opened_at else timedelta()
    is_long = since > look.thresholds.overdue
    return Finding(
        "breakers",
        f"The breaker {one.breaker} is {one.status}{f' for {spoken(since)} now' if is_long else ''}"
        f": {waits(one.held)}, and none of them loses an attempt. {one.last_error or ''}".rstrip(),
        "Mend what is out; it closes by itself when a probe succeeds.",
    )


def until(moment: datetime, now: datetime) -> str:
    """Return for how long something is still paused."""
    return " for good" if moment >= FOR_GOOD else f" for another {spoken(moment - now)}"


def because(reason: str | None) -> str:
    """Return why, if somebody said."""
    return f": {reason}" if reason else ""
