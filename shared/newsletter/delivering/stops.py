"""When sending stops: why, in a word that every language has a sentence for, and since when."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from shared import outbox, tx
from shared.mail.transport import A_DAY_S_QUOTA, NotSent, Throttled, TransportFailed
from shared.newsletter.payloads import AlertMail
from shared.outbox import BreakerGate
from shared.settings import Settings

Why = Literal[
    "login", "credentials", "account", "sender", "name", "certificate", "quota", "unreachable"
]

BREAKER = "mail"

# A failure is told after a while: most of them are over by then, and nothing had stopped.
PATIENCE = timedelta(minutes=2)

CAUSES: tuple[tuple[Why, re.Pattern[str]], ...] = (
    ("login", re.compile(r"\bat AUTH\b")),
    ("credentials", re.compile(r"no AWS credentials|\b40[13] \S+ from SES")),
    ("account", re.compile(r"is not verified|(?:Suspended|Paused|NotVerified|NotFound)Exception")),
    ("sender", re.compile(r"\bat MAIL FROM\b")),
    ("name", re.compile(r"its name is not known")),
    ("certificate", re.compile(r"not trusted|TLS handshake|STARTTLS")),
)

# What the outbox puts around the words of a transport: the error's class, and where it was raised.
AROUND = re.compile(r"^[A-Za-z]+: | \([a-z_]+\.py:\d+\)$")


@dataclass(frozen=True, slots=True)
class Stop:
    """A time in which no mail left: since when, why, in whose words, and how many mails waited."""

    since: datetime
    why: Why
    said: str
    waiting: int


async def notice(failure: NotSent, settings: Settings) -> None:
    """Have the gardener told, once, if sending has stopped; in a transaction of its own.

    The alert is a mail as well: while none can leave it waits as a job, before all letters.
    """
    if settings.gardener_email is None or not is_a_stop(failure):
        return
    is_quota = isinstance(failure, Throttled)
    alert = AlertMail(round(datetime.now(UTC).timestamp()), is_quota=is_quota)
    async with tx.run():
        await outbox.enqueue(
            alert,
            dedup_key=alert.dedup_key,
            run_at=datetime.now(UTC) + PATIENCE,
        )


def is_a_stop(failure: NotSent) -> bool:
    """Tell what may keep all mail from leaving from what concerns one."""
    if isinstance(failure, Throttled):
        return failure.pause >= A_DAY_S_QUOTA
    return isinstance(failure, TransportFailed) and failure.is_outage


async def stop_of(alert: AlertMail) -> Stop | None:
    """Return the stop that an alert is about; None if one mail failed and the next one went."""
    since = datetime.fromtimestamp(alert.noticed_at, UTC)
    found = await breaker()
    waiting = await held(found)
    if alert.is_quota:
        return Stop(since, "quota", "", waiting)
    if found is None or found.opened_at is None:
        return None
    if found.status == "closed" and found.opened_at < since - PATIENCE:
        return None
    said = plain(found.last_error)
    return Stop(found.opened_at, why(said), said, waiting)


async def breaker() -> BreakerGate | None:
    """Return the breaker that all mail is behind, None if it has never seen an outage."""
    standing = await outbox.gates()
    return next((one for one in standing.breakers if one.breaker == BREAKER), None)


async def held(found: BreakerGate | None) -> int:
    """Count the mails that are due and have not gone."""
    kinds = set(found.kinds) if found else set[str]()
    return sum(
        one.due for one in await outbox.waiting() if one.kind in kinds and one.status == "pending"
    )


def why(said: str) -> Why:
    """Return what stopped the mail, as far as its last words tell."""
    for cause, words in CAUSES:
        if words.search(said):
            return cause
    return "unreachable"


def plain(error: str | None) -> str:
    """Return the words of the other side, without what the outbox puts around them."""
    return AROUND.sub("", AROUND.sub("", error or ""))
