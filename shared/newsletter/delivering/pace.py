"""How fast mail goes: so many letters a second over all workers, so many mails a day.

The rate is a limit of the queue that letters are in, kept by the outbox. The day is counted here:
what a service takes from an account is counted by days, and so is what the world takes from a
domain that is new. What a stranger can cause, such as a confirmation, has a share of the day: it
is never held by letters, and however many made-up addresses are typed, letters have the rest.
"""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import NoReturn

from shared import outbox, tx
from shared.mail.presets import pace_of
from shared.newsletter.payloads import ConfirmMail, FollowMail, SettingsMail
from shared.settings import Settings

LETTERS = "bulk"

SHARE = 5  # strangers may cause one mail in so many

SETTING = "MAIL_PER_DAY"  # begins the reason of a pause that a full day makes

KEPT = "select per_second from sending_pace"

KEEP = """
    insert into sending_pace (per_second) values (%(per_second)s)
    on conflict (only_one) do update set per_second = excluded.per_second
"""

# Together with what the mail's job writes before it is sent, and so undone with it. A day of one
# mail has a stranger's and a letter.
COUNT = """
    insert into sending_days as counted (day, mails)
    values ((clock_timestamp() at time zone (select zone from garden))::date, 1)
    on conflict (day) do update set mails = counted.mails + 1
     where counted.mails < %(most)s or counted.mails = counted.strangers
    returning mails
"""

COUNT_A_STRANGERS = """
    insert into sending_days as counted (day, mails, strangers)
    values ((clock_timestamp() at time zone (select zone from garden))::date, 1, 1)
    on conflict (day) do update
       set mails = counted.mails + 1, strangers = counted.strangers + 1
     where counted.strangers < %(most)s
    returning strangers
"""

# After midnight there may be nothing to take back.
GIVE_BACK = """
    update sending_days
       set mails = mails - 1
     where day = (clock_timestamp() at time zone (select zone from garden))::date
       and mails > strangers
"""

GIVE_A_STRANGERS_BACK = """
    update sending_days
       set mails = mails - 1, strangers = strangers - 1
     where day = (clock_timestamp() at time zone (select zone from garden))::date
       and strangers > 0
"""

TOMORROW = """
    select ((clock_timestamp() at time zone zone)::date + 1)::timestamp at time zone zone
      from garden
"""


# Nothing but a full share puts a mail off to the very beginning of a day.
PUT_OFF = """
    select count(*) as mails, max(run_at) as until
      from background_jobs
     where status = 'pending'
       and kind = any(%(kinds)s)
       and run_at = (
           select ((clock_timestamp() at time zone zone)::date + 1)::timestamp at time zone zone
             from garden)
"""

OF_STRANGERS = (ConfirmMail.kind, FollowMail.kind, SettingsMail.kind)


@dataclass(frozen=True, slots=True)
class Kept:
    """The rate that was set last because the settings said so."""

    per_second: float | None


@dataclass(frozen=True, slots=True)
class PutOff:
    """How many mails that strangers caused wait for tomorrow, and when that begins."""

    mails: int
    until: datetime | None


class DayIsFull(outbox.Snooze):
    """As many mails have gone today as may: this one waits for tomorrow, and burns no attempt."""

    def __init__(self, most: int, until: datetime) -> None:
        super().__init__(until)
        self.most = most


async def keep(settings: Settings) -> None:
    """Limit letters a second as the settings say, where that is news.

    A limit that a person has set with `jobs limit` stays until the settings say something else.
    """
    wanted = per_second(settings)
    async with tx.run():
        kept = await tx.row(Kept, KEPT)
        if wanted == (kept.per_second if kept else None):
            return
        gates = await outbox.gates()
        running = next((one.max_running for one in gates.queues if one.queue == LETTERS), None)
        burst = max(1, ceil(wanted)) if wanted else None
        await outbox.limits(LETTERS, max_running=running, rate=wanted, burst=burst)
        await tx.execute(KEEP, per_second=wanted)


async def count(settings: Settings) -> None:
    """Count one letter for today, in the ambient transaction.

    Raises:
        DayIsFull: no more may go today; let it roll the transaction back, then `rest`.

    """
    most = per_day(settings)
    if most is not None and not await tx.scalar(int, COUNT, most=most):
        await tomorrow(most)


async def count_a_strangers(settings: Settings) -> None:
    """Count one mail for today that a stranger can have caused, in the ambient transaction.

    Raises:
        DayIsFull: strangers have had their share; let it roll the transaction back.

    """
    day = per_day(settings)
    if day is not None and not await tx.scalar(int, COUNT_A_STRANGERS, most=share(day)):
        await tomorrow(share(day))


async def give_back(settings: Settings) -> None:
    """Take back what `count` counted: the letter did not go."""
    if per_day(settings) is not None:
        await tx.execute(GIVE_BACK)


async def give_a_strangers_back(settings: Settings) -> None:
    """Take back what `count_a_strangers` counted, in a transaction of its own: it did not go."""
    if per_day(settings) is not None:
        async with tx.run():
            await tx.execute(GIVE_A_STRANGERS_BACK)


async def put_off() -> PutOff:
    """Return what waits because strangers have had their share of today."""
    found = await tx.row(PutOff, PUT_OFF, kinds=list(OF_STRANGERS))
    assert found is not None  # noqa: S101  (a count is always there)
    return found


async def rest(full: DayIsFull) -> None:
    """Hold all letters of the running job's kind until tomorrow, and say so to who asks.

    They would each find out by themselves; a kind that rests costs a tick nothing.
    """
    assert isinstance(full.until, datetime)  # noqa: S101
    gone = "1 mail has" if full.most == 1 else f"{full.most} mails have"
    because = f"{SETTING}: {gone} gone today, the rest follows tomorrow"
    kind = outbox.current().kind
    async with tx.run():
        if kind not in {
            one.kind for one in (await outbox.gates()).kinds
        }:  # a person's may be longer
            await outbox.pause(kind=kind, until=full.until, because=because)


def is_rest(because: str | None) -> bool:
    """Tell by its reason a pause that `rest` has made."""
    return because is not None and because.startswith(f"{SETTING}:")


def share(day: int) -> int:
    """Return how many mails of a day strangers may cause."""
    return max(1, day // SHARE)


async def tomorrow(most: int) -> NoReturn:
    """Put a mail off until the midnight of the garden's zone."""
    until = await tx.scalar(datetime, TOMORROW)
    assert until is not None  # noqa: S101  (there is one garden)
    raise DayIsFull(most, until)


def per_second(settings: Settings) -> float | None:
    """Return the rate: what the settings say, else what the service is known to take."""
    said = settings.mail_per_second
    return pace_of(settings.mail_url).per_second if said is None else said or None


def per_day(settings: Settings) -> int | None:
    """Return the most mails of a day: what the settings say, else what the service takes."""
    said = settings.mail_per_day
    return pace_of(settings.mail_url).per_day if said is None else said or None
