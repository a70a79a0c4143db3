"""What a job must be after whatever was done to it: the model that the table is held against."""

from dataclasses import dataclass
from typing import ClassVar

from tests.support.jobs import Water

LIVE = ("pending", "running")
KEEPS_ATTEMPT = ("snoozed", "released", "unknown")


@dataclass(frozen=True)
class Rake:
    """A job whose kind is paused now and then."""

    kind: ClassVar[str] = "test.rake"
    queue: ClassVar[str] = "bulk"


@dataclass
class Expected:
    """What the model believes of a job."""

    key: str | None
    kind: str = Water.kind
    status: str = "pending"
    attempts: int = 0
    ended: int = 0  # attempts in the history
    rerun: bool = False
    cancel: bool = False

    def begin(self) -> None:
        """Be claimed."""
        assert self.status == "pending"
        self.status, self.attempts, self.rerun = "running", self.attempts + 1, False

    def end(self, outcome: str) -> None:
        """Be ended by the worker whose lease is live."""
        verdict = self.verdict(outcome)
        self.attempts -= outcome in KEEPS_ATTEMPT
        if outcome == "succeeded":
            self.ended += self.rerun  # else the job's own row tells it
        else:
            self.ended += outcome not in KEEPS_ATTEMPT or verdict == "cancelled"
        self.settle(verdict)

    def expire(self) -> None:
        """Be taken back by the sweep."""
        self.ended += 1
        is_retried = self.rerun and self.attempts < 7
        self.settle("pending" if is_retried else self.verdict("failed"))

    def verdict(self, outcome: str) -> str:
        """Return what an attempt that ends so makes of its job, if nobody asked for it again."""
        if outcome == "succeeded":
            return "succeeded"
        if outcome == "cancelled" or self.cancel:
            return "cancelled"
        if outcome == "discarded" or (outcome == "failed" and self.attempts >= 7):
            return "dead"
        return "pending"

    def settle(self, verdict: str) -> None:
        """Have the state after an attempt: asked for again, it begins anew."""
        if self.rerun and verdict != "pending":
            self.attempts = 0
        self.status = "pending" if self.rerun else verdict
        self.rerun = self.cancel = False

    def be_cancelled(self) -> str | None:
        """Be cancelled, or asked to stop, and return the answer."""
        if self.status not in ("pending", "dead", "running"):
            return None
        self.rerun = False
        if self.status == "running":
            self.cancel = True
            return "requested"
        self.status = "cancelled"
        return "cancelled"
