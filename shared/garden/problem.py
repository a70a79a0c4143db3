"""What a gardener is told about a note: where, and what is wrong."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One remark; its text form is `file:line:column: message`.

    `code` names the kind of it to machines, where `thistledown check` tells kinds apart; `meant` is
    what was probably meant.
    """

    path: str
    line: int
    column: int
    message: str
    code: str = ""
    meant: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


@dataclass(slots=True)
class Problems:
    """Collect errors and warnings while a build goes on."""

    errors: list[Problem] = field(default_factory=list[Problem])
    warnings: list[Problem] = field(default_factory=list[Problem])

    def error(self, path: str, line: int, column: int, message: str) -> None:
        """Note something that keeps `announce` from running."""
        self.errors.append(Problem(path, line, column, message))

    def warn(
        self, path: str, line: int, column: int, message: str, *, code: str = "", meant: str = ""
    ) -> None:
        """Note something that a reader would stumble over."""
        self.warnings.append(Problem(path, line, column, message, code, meant))

    def add(self, errors: list[Problem], warnings: list[Problem]) -> None:
        """Take over what was collected elsewhere."""
        self.errors += errors
        self.warnings += warnings
