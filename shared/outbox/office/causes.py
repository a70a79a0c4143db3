"""What an error means in plain words, and what to do about it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cause:
    """What errors mean whose text has `pattern` at its beginning, and the one remedy."""

    pattern: str
    says: str
    remedy: str


UNEXPLAINED = Cause(
    "",
    "Nobody has written down yet what this error means.",
    "Look at one job: its error names the class and the line.",
)

# Failures that came together are explained by the first of them.
GROUP = re.compile(r"(Base)?ExceptionGroup of ")

# The first that fits counts. An error begins with the name of its class; a lease has none.
CAUSES = (
    Cause(
        r"The lease expired",
        "Its worker was killed, froze, or lost the database until the lease ended.",
        "Look at the worker's log and memory then; mend the job if only it does so.",
    ),
    Cause(
        r"TimeoutError: the attempt took longer",
        "The work did not end within the handler's timeout.",
        "Mend what is slow, or give the handler a longer timeout; then release.",
    ),
    Cause(
        r"\w*Timeout\w*\b",
        "Something that it asked did not answer in time.",
        "See whether that service is up and reachable from the worker; then release.",
    ),
    Cause(
        r"ConnectionRefusedError\b",
        "Nothing listens where it wants to connect.",
        "Start that service, or correct host and port in the settings; then release.",
    ),
    Cause(
        r"gaierror\b",
        "The name of a host could not be looked up.",
        "Correct the host in the settings, or mend the worker's DNS; then release.",
    ),
    Cause(
        r"SSL\w*Error\b|SSLCertVerificationError\b",
        "The other side's certificate or its TLS was not accepted.",
        "Renew the certificate, or correct the host in the settings; then release.",
    ),
    Cause(
        r"Unavailable\b|ConnectionLost\b|CommitUnknown\b|OperationalError\b|InterfaceError\b"
        r"|AdminShutdown\b",
        "The database could not be reached, or went away in the middle.",
        "See that the database is up; then release.",
    ),
    Cause(
        r"DeadlockDetected\b|SerializationFailure\b|LockNotAvailable\b",
        "It clashed with other transactions every time.",
        "Let `doctor` name what holds the locks; then release a few at a time.",
    ),
    Cause(
        r"DiskFull\b",
        "The database has no room left on its disk.",
        "Make room; then release.",
    ),
    Cause(
        r"\w*(Unique|ForeignKey|NotNull|Check|Exclusion)Violation\b|IntegrityError\b",
        "The database refused what it wanted to write.",
        "Correct the rows that it works on, or its payload with `edit`.",
    ),
    Cause(
        r"Undefined(Table|Column|Function)\b",
        "The database lacks something that the code expects.",
        "Run the migrations; then release.",
    ),
    Cause(
        r"(Connection\w*|BrokenPipe|IncompleteRead)Error\b",
        "The other side hung up in the middle.",
        "See whether that service is well; then release a few at a time.",
    ),
    Cause(
        r"StaleLease\b",
        "The lease was over before the work was done.",
        "Make the work shorter, or let it renew the lease; then release.",
    ),
    Cause(
        r"Undecodable\b",
        "Its payload does not fit what this version of the code expects.",
        "Correct the payload with `edit`, or deploy the version that knows it.",
    ),
    Cause(
        r"Discard\b",
        "The handler gave it up on purpose; the reason stands in the error.",
        "Drop it, unless the reason is gone.",
    ),
    Cause(
        r"CancelledError\b",
        "The handler cancelled itself.",
        "Mend the handler: it must raise what went wrong.",
    ),
    Cause(
        r"SystemExit\b|KeyboardInterrupt\b|GeneratorExit\b",
        "The handler tried to end its process.",
        "Mend the handler: it must raise what went wrong.",
    ),
    Cause(
        r"MemoryError\b|RecursionError\b",
        "The work is too large for its worker.",
        "Do it in smaller parts, or give the worker more memory.",
    ),
    Cause(
        r"(ModuleNotFound|Import)Error\b",
        "The code that was deployed is not complete.",
        "Deploy again with all dependencies; then release.",
    ),
    Cause(
        r"(PermissionError|FileNotFoundError|NotADirectoryError|IsADirectoryError|OSError)\b",
        "A file could not be used.",
        "Look at the path and its permissions on the worker; then release.",
    ),
    Cause(
        r"(Value|Type|Key|Index|Attribute|Name|Lookup|Assertion|ZeroDivision|Unicode\w*"
        r"|NotImplemented|Runtime|UnboundLocal|Arithmetic|Overflow)Error\b",
        "A mistake in the handler, or data that it did not expect.",
        "Mend the line that it names, or correct the payload; then release.",
    ),
)


def cause(error: str | None, own: Sequence[Cause] = ()) -> Cause:
    """Return what an error means; `own` causes are asked before those known here."""
    text = GROUP.sub("", error or "")
    for one in (*own, *CAUSES):
        if re.match(one.pattern, text):
            return one
    return UNEXPLAINED
