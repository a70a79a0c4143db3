"""The table `bounce_events`: mails of ours that came back, and what follows for their readers.

Whoever reports, it counts only if it names a mail that we made: by a mark that one of our keys has
sealed, of a delivery that went out, or by what a mail service called the mail when it took it. So
nobody can have a reader struck off whom we never wrote to.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shared import tx
from shared.mail.notices.notice import Kind, Notice
from shared.newsletter.readers import confirmations, suppressions
from shared.newsletter.records.consent import Origin
from shared.newsletter.returning.marks import read_mark

Source = Literal["mail", "ses", "postmark", "mailgun"]
Outcome = Literal["suppressed", "counted", "known", "not ours", "no failure"]

# A full mailbox, or one that is out for a weekend, is not gone. Several reports of one day are one.
SOFT_DAYS = 5
SOFT_WITHIN_DAYS = 30

# An erased reader has a number left, and no address to be struck off.
OF_DELIVERY = """
    select subscriber_id, email, deliveries.id as delivery_id
      from deliveries
      join subscribers on subscribers.id = subscriber_id
     where deliveries.id = %(id)s
       and message_id is not null
       and (deliveries.status <> 'skipped' or ambiguous > 0)
       and email like '%%@%%'
"""

OF_SUBSCRIBER = """
    select id as subscriber_id, email, null::bigint as delivery_id
      from subscribers
     where id = %(id)s
       and email like '%%@%%'
"""

OF_ACCEPTED = """
    select subscriber_id, email, delivery_id
      from accepted_mails
      join subscribers on subscribers.id = subscriber_id
     where provider_id = %(provider_id)s
       and email like '%%@%%'
"""

NOTE = """
    insert into bounce_events (kind, source, name, subscriber_id, delivery_id, code)
    values (%(kind)s, %(source)s, %(name)s, %(subscriber_id)s, %(delivery_id)s, %(code)s)
    on conflict (source, name) do nothing
"""

# A release by the gardener, or a reader who confirmed anew, begins the count anew.
SOFT_ON = """
    select count(distinct (happened_at at time zone 'UTC')::date)
      from bounce_events
     where subscriber_id = %(subscriber_id)s
       and kind = 'soft'
       and happened_at > clock_timestamp() - %(within_days)s * interval '1 day'
       and happened_at > coalesce(
           (select max(consent_events.happened_at)
              from consent_events
             where consent_events.subscriber_id = %(subscriber_id)s
               and consent_events.kind in ('released', 'confirmed')), '-infinity')
"""

IGNORE = """
    insert into bounces_ignored as ignored (day, source, why, counted)
    values ((clock_timestamp() at time zone 'UTC')::date, %(source)s, %(why)s, 1)
    on conflict (day, source, why) do update set counted = ignored.counted + 1
"""


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whose mail came back."""

    subscriber_id: int
    email: str
    delivery_id: int | None


async def take_in(notice: Notice, source: Source, keys: Sequence[str]) -> Outcome:
    """Record a notice in the ambient transaction, and strike off whom it says to strike off."""
    addressee = await addressee_of(notice, keys)
    if addressee is None:
        return await ignore(source, "not ours")
    if notice.kind == "nothing":
        return await ignore(source, "no failure")
    if not await note(notice, source, addressee):
        return "known"
    reason = await grounds(notice.kind, notice.code, addressee)
    if reason is None:
        return "counted"
    await strike_off(addressee, reason, keys)
    return "suppressed"


async def addressee_of(notice: Notice, keys: Sequence[str]) -> Addressee | None:
    """Return whose mail it was, None if it never went out."""
    mark = read_mark(keys, notice.places)
    if mark is None:
        return await tx.row(Addressee, OF_ACCEPTED, provider_id=notice.provider_id)
    if mark.of == "delivery":
        return await tx.row(Addressee, OF_DELIVERY, id=mark.id)
    return await tx.row(Addressee, OF_SUBSCRIBER, id=mark.id)


async def ignore(source: Source, why: Literal["not ours", "no failure"]) -> Outcome:
    """Count what leads to nothing."""
    await tx.execute(IGNORE, source=source, why=why)
    return why


async def note(notice: Notice, source: Source, addressee: Addressee) -> bool:
    """Write an event down; False if it was written down before."""
    noted = await tx.execute(
        NOTE,
        kind=notice.kind,
        source=source,
        name=hashlib.sha256(notice.name.encode("utf-8", "surrogateescape")).digest(),
        subscriber_id=addressee.subscriber_id,
        delivery_id=addressee.delivery_id,
        code=notice.code,
    )
    return noted > 0


async def grounds(kind: Kind, code: str | None, addressee: Addressee) -> str | None:
    """Return why an address must not be written to again, None if it still may."""
    if kind == "complaint":
        return "the reader complained to the mailbox provider"
    if kind == "permanent":
        return f"came back for good{f' ({code})' if code else ''}"
    if kind == "soft" and await soft_days(addressee.subscriber_id) >= SOFT_DAYS:
        return f"came back on {SOFT_DAYS} days within {SOFT_WITHIN_DAYS}"
    return None


async def soft_days(subscriber_id: int) -> int:
    """Count the days lately on which mail to a reader came back for the moment."""
    days = await tx.scalar(int, SOFT_ON, subscriber_id=subscriber_id, within_days=SOFT_WITHIN_DAYS)
    return days or 0


async def strike_off(addressee: Addressee, reason: str, keys: Sequence[str]) -> None:
    """Suppress the address for every kind of mail, and close a confirmation that is open."""
    await suppressions.suppress(
        keys,
        subscriber_id=addressee.subscriber_id,
        email=addressee.email,
        reason=reason,
        origin=Origin("mail server"),
    )
    if await confirmations.open_for(addressee.subscriber_id):
        await confirmations.mailed(addressee.subscriber_id)
