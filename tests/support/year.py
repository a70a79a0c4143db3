"""A garden whose days a test lets pass: readers choose, notes grow, digests come by the calendar.

The time is given to each step, as only tests do. What leaves is not mailed: the deliveries of a
notification are written down as sent at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from psycopg.types.json import Jsonb

from shared import tx
from shared.newsletter import garden
from shared.newsletter.announcing import letters, notes, notifications
from shared.newsletter.announcing.letters import Letter
from shared.newsletter.announcing.manifest import MATURITIES, read
from shared.newsletter.delivering import deliveries
from shared.newsletter.digests import calendar, happenings, telling
from shared.newsletter.readers import preferences
from shared.newsletter.readers.preferences import Chosen

SITE = "https://garden.example.com"
AT_ONCE = timedelta(0)
MINUTE = timedelta(minutes=1)

JOIN = """
    insert into subscribers (email, address, mailbox, status, confirmed_at, created_at, pace,
                             topics, notes_language)
    select mail, mail, mail, 'confirmed', %(now)s, %(now)s, pace, topics, notes_language
      from jsonb_to_recordset(%(readers)s) as asked
           (mail text, pace text, topics text[], notes_language text)
"""

# Chosen by its id, a few of many have a mail server that refuses them.
LEAVES = """
    update deliveries
       set status = case when subscriber_id %% 97 = 0 then 'failed' else 'sent' end,
           sent_at = %(now)s
     where notification_id = %(id)s and status = 'pending'
"""

DUE = """
    update background_jobs set status = 'succeeded', finished_at = clock_timestamp()
     where kind = 'newsletter.digest' and status = 'pending'
    returning payload ->> 'pace' as pace
"""

READER = """
    select id, email, status, pace, topics, notes_language, language, paused_until
      from subscribers where email = %(mail)s
"""

CLAIM = "insert into garden (site_url, environment, zone) values (%(site)s, 'production', %(zone)s)"


# Only a note that may still grow can be waited for. Who reads nothing else is there for it alone.
FOLLOW = """
    with asked as (
        insert into subscribers (email, address, mailbox, created_at)
        values (%(mail)s, %(mail)s, %(mail)s, %(now)s)
        on conflict (email) do update set language = subscribers.language
        returning id
    )
    insert into followed_notes (subscriber_id, note_id, asked_at, requested_at, confirmed_at)
    select asked.id, notes.id, %(now)s, %(now)s, %(now)s
      from asked
      join notes on notes.id = %(note)s
     where gone_at is null
       and not exists (select from announced_notes where note_id = notes.id)
    on conflict do nothing
"""

TAKE_BACK = """
    update followed_notes
       set ended_at = %(now)s
     where note_id = %(note)s
       and delivery_id is null
       and ended_at is null
       and subscriber_id = (select id from subscribers where email = %(mail)s)
"""


@dataclass(frozen=True)
class Due:
    pace: str


@dataclass
class Year:
    """What grows in it, and what time it is."""

    now: datetime
    zone: str = "UTC"
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    fallen: set[str] = field(default_factory=set)

    async def begin(self) -> None:
        async with tx.run():
            await tx.execute(CLAIM, site=SITE, zone=self.zone)
            await garden.set_baseline()
        await calendar.look(now=self.now)

    async def join(self, *readers: dict[str, Any]) -> None:
        """Let people confirm: `mail`, and what they choose."""
        usual = {"pace": "each", "topics": [], "notes_language": "both"}
        async with tx.run():
            await tx.execute(JOIN, readers=Jsonb([usual | one for one in readers]), now=self.now)

    async def choose(self, mail: str, **changes: Any) -> None:
        """Let a reader choose anew."""
        async with tx.run():
            reader = await tx.row(Chosen, READER, mail=mail)
            assert reader is not None
            is_paused = reader.paused_until is not None and reader.paused_until > self.now
            now: dict[str, Any] = {
                "pace": reader.pace,
                "topics": reader.topics,
                "notes_language": reader.notes_language,
                "language": reader.language,
                "pause": is_paused,
            }
            await preferences.choose(reader, **(now | changes), now=self.now)

    async def follow(self, mail: str, name: str) -> None:
        """Let somebody, a reader or not, wait for one note."""
        async with tx.run():
            await tx.execute(FOLLOW, mail=mail, note=name, now=self.now)

    async def take_back(self, mail: str, name: str) -> None:
        """Let somebody wait for a note no more."""
        async with tx.run():
            await tx.execute(TAKE_BACK, mail=mail, note=name, now=self.now)

    async def write(self, name: str, language: str) -> None:
        """Send a letter of the gardener's."""
        letter = Letter(name, f"Letter {name}", "", language, "", "sha256:x", "<p>Hello.</p>", None)
        planned = await letters.post(letter, hold=AT_ONCE)
        await self.send(planned.id, letters.KIND)

    async def grow(self, name: str, maturity: str = "seedling", **changes: Any) -> None:
        """Plant a note, or change it."""
        known = self.notes.get(name, {"title": f"On {name}", "tags": [], "language": "en"})
        if MATURITIES.index(maturity) < MATURITIES.index(known.get("maturity", "seedling")):
            self.fallen.add(name)
        self.notes[name] = known | {"maturity": maturity} | changes

    async def announce(self) -> int | None:
        """Post the manifest, and send what is told at once; return the notification."""
        self.now += MINUTE
        manifest = read(self.manifest(), site_url=SITE)
        async with tx.run():
            await happenings.record(await notes.take_over(manifest), now=self.now)
            await notifications.take_back_unripe()
            newly = await notes.newly_evergreen()
            if not newly:
                return None
            planned = await notifications.plan([one.id for one in newly], hold=AT_ONCE)
        await self.send(planned.id, "evergreen")
        return planned.id

    async def look(self) -> Sequence[str]:
        """Send what the calendar has due; return the kinds of digests that went."""
        await calendar.look(now=self.now)
        async with tx.run():
            due = await tx.rows(Due, DUE)
        went: list[str] = []
        for one in due:
            async with tx.run():
                planned = await calendar.plan(one.pace, hold=AT_ONCE, now=self.now)
            if planned is not None:
                await self.send(planned.id, one.pace)
                went.append(one.pace)
        return went

    async def send(self, notification: int, kind: str) -> None:
        async with tx.run():
            candidates = await deliveries.fan_out(notification, kind, now=self.now)
            await telling.freeze(notification, candidates=candidates, now=self.now)
        async with tx.run():
            await tx.execute(LEAVES, id=notification, now=self.now)

    def manifest(self) -> dict[str, Any]:
        listed = [
            {
                "id": name,
                "slug": name,
                "url": f"{SITE}/{name}/",
                "excerpt": f"What {name} is.",
                "content_hash": f"sha256:{name}",
                **note,
            }
            for name, note in self.notes.items()
        ]
        site = {"url": SITE, "title": "A garden", "language": "en", "zone": self.zone}
        return {"version": 1, "site": site, "notes": listed}

    def until(self, *when: int) -> None:
        """Let the time be this one of UTC."""
        year, month, day, hour, *rest = when
        self.now = datetime(year, month, day, hour, *rest, tzinfo=UTC)
