"""How much may be asked of the form: from one network, for one mailbox, and by everybody.

Nobody can be flooded through it, whatever spellings of an address it is fed; the garden cannot be
made a cannon; and neither one network nor a thousand of them can fill the tables. The counters are
rows, and each is taken by a predicate of the statement that counts: requests of the same moment
queue up at the row. Mailboxes are counted by a keyed hash.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from shared import tx
from shared.newsletter.records.consent import Origin

# One mail a day, and one more after ten minutes, for who did not find the first. The day begins
# anew when a day has passed since the last, so no 24 hours see more than these two. And no 30 days
# see more than three: a row remembers the last three, newest first.
RESEND_AFTER = timedelta(minutes=10)

# Every request that names an address counts, whatever becomes of it: one of a network for that, and
# one that its network admits for everybody. The network's row is taken before everybody's, and both
# before a mailbox's, so that no two requests wait for each other.
ADMIT = """
    with network as (
        insert into counted_in_hour as counter (scope, hour, counted)
        select %(network)s, date_trunc('hour', clock_timestamp(), 'UTC'), 1
         where %(network)s::text is not null
        on conflict (scope, hour) do update set counted = counter.counted + 1
         where counter.counted < %(most_for_a_network)s
        returning 1
    ), requests as (
        insert into counted_in_hour as counter (scope, hour, counted)
        select 'requests', date_trunc('hour', clock_timestamp(), 'UTC'), 1
         where (%(network)s::text is null or exists (select from network))
           and not exists (
               select from counted_in_hour
                where scope = 'everybody'
                  and hour = date_trunc('hour', clock_timestamp(), 'UTC')
                  and counted >= %(most_for_everybody)s)
        on conflict (scope, hour) do update set counted = counter.counted + 1
         where counter.counted < %(most_requests)s
        returning 1
    )
    select exists (select from requests)
"""

# For everybody together only the confirmations count that are really opened.
MAILBOX_OPENS = """
    with mailbox as (
        insert into mailboxes as known (mailbox_hash, opened_at)
        values (%(mailbox_hash)s, array[clock_timestamp()])
        on conflict (mailbox_hash) do update
           set opened_at = (array_prepend(clock_timestamp(), known.opened_at))[:3]
         where known.opened_at[1] < clock_timestamp() - %(resend_after)s
           and (known.opened_at[1] < clock_timestamp() - interval '1 day'
                or coalesce(known.opened_at[2] < known.opened_at[1] - interval '1 day', true))
           and coalesce(known.opened_at[3] < clock_timestamp() - interval '30 days', true)
        returning 1
    ), opened as (
        insert into counted_in_hour as counter (scope, hour, counted)
        select 'everybody', date_trunc('hour', clock_timestamp(), 'UTC'), 1
          from mailbox
        on conflict (scope, hour) do update set counted = counter.counted + 1
         where counter.counted < %(most_for_everybody)s
        returning 1
    )
"""

FORGET_HOURS = "delete from counted_in_hour where hour < clock_timestamp() - interval '2 hours'"

FORGET_MAILBOXES = (
    "delete from mailboxes where opened_at[1] < clock_timestamp() - interval '30 days'"
)


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may happen in an hour: confirmations for everybody, requests of a network.

    An address alone is enough for a part of it; the rest is for the form's second step. An import
    may have half of everybody's, so the part is larger than that. `requests` are those of all
    networks: there are more than confirmations, since a mailbox that has had enough is asked for
    as well.
    """

    everybody: int = 500
    network: int = 60
    everybody_bare: int = 300
    network_bare: int = 30
    requests: int = 2400
    requests_bare: int = 1200

    def bare(self) -> "Caps":
        """Return the caps of those who send an address alone."""
        return replace(
            self,
            everybody=min(self.everybody, self.everybody_bare),
            network=min(self.network, self.network_bare),
            requests=min(self.requests, self.requests_bare),
        )


async def admit(caps: Caps, origin: Origin) -> bool:
    """Count a request; False when this hour's caps are used up, whatever the address.

    A request from this very machine has no network.
    """
    return bool(
        await tx.scalar(
            bool,
            ADMIT,
            network=f"network {origin.network}" if origin.network else None,
            most_for_a_network=caps.network,
            most_for_everybody=caps.everybody,
            most_requests=caps.requests,
        )
    )


def seconds_until_the_next_hour(now: datetime | None = None) -> int:
    """Return when the caps begin anew, as Retry-After wants it."""
    now = now or datetime.now(UTC)
    return 3600 - (60 * now.minute + now.second)


def cap_parameters(caps: Caps) -> dict[str, object]:
    """Return the parameters of MAILBOX_OPENS."""
    return {
        "resend_after": RESEND_AFTER,
        "most_for_everybody": caps.everybody,
    }


async def forget_the_past() -> None:
    """Delete what can no longer matter: counters of past hours, mailboxes of past months."""
    async with tx.run():
        await tx.execute(FORGET_HOURS)
        await tx.execute(FORGET_MAILBOXES)
