"""Decide about some rows one after the other, and keep what that is going to change."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from shared.newsletter.moving.deciding import Verdict, decide
from shared.newsletter.moving.states import Row, Standing, State


@dataclass(frozen=True, slots=True)
class Event:
    """What goes into the consent log."""

    kind: str
    source: str
    network: str | None
    happened_at: datetime | None


@dataclass(slots=True)
class Person:
    """Somebody whom rows of a step have changed: the first of them, and where it led."""

    row: Row
    before: Standing
    after: Standing
    events: list[Event] = field(default_factory=list[Event])

    @property
    def is_suppressed_now(self) -> bool:
        """Whether these rows have suppressed the address."""
        return self.after.is_suppressed and not self.before.is_suppressed


@dataclass(slots=True)
class Step:
    """What the rows of one step come to. `unproven` are those of them that only lack a proof."""

    outcomes: Counter[str]
    people: dict[str, Person]
    unproven: int = 0


def weigh(rows: Sequence[Row], known: dict[str, Standing], *, source: str, only_no: bool) -> Step:
    """Decide about rows in their order; `known` then says where everybody stands."""
    step = Step(Counter(), {})
    for row in rows:
        email = row.address.key
        before = known[email]
        verdict = decide(row, before, only_no=only_no)
        step.outcomes[verdict.outcome] += 1
        step.unproven += lacks_proof(row, verdict)
        if verdict.after == before:
            continue
        known[email] = verdict.after
        person = step.people.setdefault(email, Person(row, before, before))
        person.events += events(row, before, verdict.after, source)
        person.after = verdict.after
    return step


def lacks_proof(row: Row, verdict: Verdict) -> bool:
    """Tell whether somebody waits who would read, had the row a proof or the gardener's word."""
    waits = verdict.after.state is State.PENDING and verdict.outcome != "left out"
    return waits and row.claims is State.CONFIRMED


def events(row: Row, before: Standing, after: Standing, source: str) -> list[Event]:
    """Return what to write into the consent log: of somebody new also the yes before a no."""
    found: list[Event] = []
    joins = after.status == "confirmed" and before.status != "confirmed"
    if row.agreed and (before.status is None or joins):
        agreed = row.agreed
        found.append(Event("confirmed", agreed.source, agreed.network, agreed.at))
    leaves = after.status == "unsubscribed" and before.status != "unsubscribed"
    if leaves and not after.is_suppressed:
        found.append(Event("unsubscribed", row.left_for or source, None, row.left_at))
    if after.is_suppressed and not before.is_suppressed:
        found.append(Event("suppressed", row.left_for or source, None, row.left_at))
    return found
