"""What the mail side of the doctor says: a sentence, its remedy, the DNS record to add."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MailFinding:
    """Something that is wrong, what mends it and, where it is one, the DNS record to add."""

    check: str
    says: str
    remedy: str
    record: str | None = None


@dataclass(frozen=True, slots=True)
class NotSeen:
    """Something that could not be looked at, and why."""

    check: str
    why: str
    is_unanswered: bool = False  # the domain name system was silent, not the settings


Told = Iterable[MailFinding | NotSeen]


class Unanswered(Exception):
    """No server of the domain name system answered a question, so nothing is known."""

    def __init__(self, name: str, kind: str) -> None:
        super().__init__(f"Nobody answered the question for {name} {kind}.")


@dataclass
class Examined:
    """What was found, and what could not be looked at."""

    findings: list[MailFinding] = field(default_factory=list[MailFinding])
    unseen: list[NotSeen] = field(default_factory=list[NotSeen])

    def look(self, check: str, tell: Callable[[], Told]) -> bool:
        """Take what one check says; return whether it could look and found nothing."""
        try:
            told = list(tell())
        except Unanswered as error:
            told = [NotSeen(check, str(error), is_unanswered=True)]
        self.findings += [one for one in told if isinstance(one, MailFinding)]
        self.unseen += [one for one in told if isinstance(one, NotSeen)]
        return not told


def txt(name: str, value: str) -> str:
    """Return a TXT record as a zone file has it, in strings of at most 255 bytes (RFC 1035)."""
    parts = [value[start : start + 255] for start in range(0, len(value), 255)]
    return f"{name}. TXT " + " ".join(f'"{part}"' for part in parts)
