"""What is to be known of a kind of file: its columns, and the words in them.

The names of columns are compared without case, with `_` for blanks and hyphens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.newsletter.moving.states import State

YET, YES, NO, OUT = State.PENDING, State.CONFIRMED, State.UNSUBSCRIBED, State.SUPPRESSED

ANY = "*"  # whatever stands there, if anything does

Words = Mapping[str, State | None]


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. Of several names for a column the first that is there counts.

    `says` are the columns that tell where somebody stands, each with its words; the strongest of a
    row counts. `otherwise` is what a file says that has none of them. `parts` is what the name of
    a file says of everybody in it, by its beginning.
    """

    name: str
    title: str
    marks: tuple[frozenset[str], ...]
    email: tuple[str, ...]
    says: tuple[tuple[str, Words], ...]
    otherwise: State | None = None
    agreed_at: tuple[str, ...] = ()
    agreed_by: tuple[str, ...] = ()
    network: tuple[str, ...] = ()
    left_at: tuple[str, ...] = ()
    left_for: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # how an address ends of which the service has deleted everything
    parts: Mapping[str, State] = field(default_factory=dict[str, State])
