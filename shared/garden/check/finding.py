"""One thing that was found: where, how bad, and by a code that programs can rely on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from shared.garden.problem import Problem

Severity = Literal["error", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")

# A code is never renamed. An error keeps a note out of the garden, or tells what is private; over a
# warning readers stumble, as over a link to a note that is not written yet; a hint is a matter of
# taste.
CODES: Mapping[str, Severity] = {
    "error": "error",
    "leak": "error",
    "broken-link": "warning",
    "broken-embed": "warning",
    "broken-image": "warning",
    "broken-heading": "warning",
    "warning": "warning",
    "ambiguous-link": "warning",
    "missing-alt": "warning",
    "large-image": "warning",
    "metadata": "warning",
    "orphan": "hint",
    "private-name": "hint",
    "private-folder": "hint",
    "unused-attachment": "hint",
}


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """What was found in one file, which is named by its path below the notes."""

    path: str
    line: int
    column: int
    code: str
    message: str
    meant: str = ""  # what a broken link was probably meant to say

    @property
    def severity(self) -> Severity:
        """Return how bad it is."""
        return CODES[self.code]


def from_build(errors: Iterable[Problem], warnings: Iterable[Problem]) -> list[Finding]:
    """Return what the build itself has found."""
    return [
        Finding(one.path, one.line, one.column, code, one.message, one.meant)
        for fallback, problems in (("error", errors), ("warning", warnings))
        for one in problems
        for code in [one.code if one.code in CODES else fallback]
    ]
