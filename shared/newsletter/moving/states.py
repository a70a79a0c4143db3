"""What is known of somebody, here and in a row, in the order of its strength."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from shared.mail.address import Address
from shared.newsletter.moving.choices import Choices


class State(IntEnum):
    """Where somebody stands. The greater one is the stronger."""

    PENDING = 1
    CONFIRMED = 2
    UNSUBSCRIBED = 3
    SUPPRESSED = 4


@dataclass(frozen=True, slots=True)
class Agreed:
    """Where somebody agreed, and when; None if only the gardener's word stands for it."""

    source: str
    at: datetime | None = None
    network: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What one row of a file says of somebody. `claims` is None where it says nothing."""

    line: str
    address: Address
    claims: State | None
    agreed: Agreed | None = None
    left_at: datetime | None = None
    left_for: str | None = None
    language: str | None = None
    choices: Choices | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands here; `status` is None for who is not in the table.

    `came_by_link_at` is when somebody last said yes by a link of ours, in person.
    """

    id: int = 0
    status: str | None = None
    is_suppressed: bool = False
    confirmed_at: datetime | None = None
    unsubscribed_at: datetime | None = None
    came_by_link_at: datetime | None = None

    @property
    def state(self) -> State | None:
        """The strongest of what holds."""
        if self.is_suppressed:
            return State.SUPPRESSED
        return State[self.status.upper()] if self.status else None
