"""How many confirmations may be opened: for one mailbox, from one network, and for everybody.

Nobody can be flooded through the form, whatever spellings of an address it is fed, and the garden
cannot be made a cannon. The counters are rows, and each is taken by a predicate of the statement
that opens a confirmation: requests that come at the same moment queue up at the row.
"""

from dataclasses import dataclass
from datetime import timedelta

from shared import tx
from shared.newsletter.consent import Origin

# One mail a day, and one more after ten minutes, for who did not find the first.
RESEND_AFTER = timedelta(minutes=10)
OPENED_IN_A_DAY = 2

MAILBOX_OPENS = """
    with mailbox as (
        insert into mailboxes as known (mailbox, day_started_at, opened_in_day, last_opened_at)
        values (%(mailbox)s, clock_timestamp(), 1, clock_timestamp())
        on conflict (mailbox) do update
           set day_started_at =
                   case when known.day_started_at < clock_timestamp() - interval '1 day'
                        then clock_timestamp() else known.day_started_at end,
               opened_in_day =
                   case when known.day_started_at < clock_timestamp() - interval '1 day'
                        then 1 else known.opened_in_day + 1 end,
               last_opened_at = clock_timestamp()
         where known.last_opened_at < clock_timestamp() - %(resend_after)s
           and (known.opened_in_day < %(opened_in_a_day)s
                or known.day_started_at < clock_timestamp() - interval '1 day')
        returning 1
    ), counted as (
        insert into opened_in_hour as counter (scope, hour, opened)
        select scope, date_trunc('hour', clock_timestamp()), 1
          from unnest(%(scopes)s::text[]) as scope, mailbox
         order by scope
        on conflict (scope, hour) do update set opened = counter.opened + 1
         where counter.opened < case counter.scope when 'everybody' then %(most_for_everybody)s
                                                   else %(most_for_a_network)s end
        returning 1
    ), opened as (
        select where (select count(*) from counted) = cardinality(%(scopes)s::text[])
    )
"""

FULL = """
    select exists (
        select from opened_in_hour
         where hour = date_trunc('hour', clock_timestamp())
           and scope = any(%(scopes)s)
           and opened >= case scope when 'everybody' then %(most_for_everybody)s
                                    else %(most_for_a_network)s end)
"""

FORGET_HOURS = "delete from opened_in_hour where hour < clock_timestamp() - interval '2 hours'"

FORGET_MAILBOXES = (
    "delete from mailboxes where last_opened_at < clock_timestamp() - interval '2 days'"
)


@dataclass(frozen=True, slots=True)
class Caps:
    """The most confirmations that may be opened in an hour."""

    everybody: int = 500
    network: int = 60


async def are_full(caps: Caps, origin: Origin) -> bool:
    """Tell whether this hour's caps are used up: the same for every address, telling nothing."""
    return bool(await tx.scalar(bool, FULL, **hourly(caps, origin)))


def cap_parameters(caps: Caps, origin: Origin) -> dict[str, object]:
    """Return the parameters of MAILBOX_OPENS."""
    return {
        "resend_after": RESEND_AFTER,
        "opened_in_a_day": OPENED_IN_A_DAY,
        **hourly(caps, origin),
    }


def hourly(caps: Caps, origin: Origin) -> dict[str, object]:
    """Return which counters a request counts for; one from this very machine has no network."""
    network = [f"network {origin.network}"] if origin.network else []
    return {
        "scopes": ["everybody", *network],
        "most_for_everybody": caps.everybody,
        "most_for_a_network": caps.network,
    }


async def forget_the_past() -> None:
    """Delete what can no longer matter: counters of past hours, mailboxes of past days."""
    await tx.execute(FORGET_HOURS)
    await tx.execute(FORGET_MAILBOXES)
