"""The table `garden`: which garden this database serves, and what it calls itself."""

from dataclasses import dataclass
from datetime import date, datetime

from psycopg.errors import InvalidParameterValue, UndefinedTable

from shared import tx
from shared.mail.readable import host_of
from shared.settings import Settings

CLAIM = """
    insert into garden (site_url, environment)
    values (%(site_url)s, %(environment)s)
    on conflict (only_one) do nothing
"""

# FOR UPDATE: two announcements at once take turns.
LOCK = """
    select site_url, environment, title, language, baseline_at, sign_up_closed_at, privacy_url
      from garden
       for update
"""

READ = """
    select site_url, environment, title, language, baseline_at, sign_up_closed_at, privacy_url
      from garden
"""

SAID = "select title, privacy_url from garden"

ZONE_OF = "select zone from garden"

NAME = """
    update garden
       set title = %(title)s, language = %(language)s, privacy_url = %(privacy_url)s
"""

# Whatever zones a machine of ours knows, the server has them all.
DAY = "select (%(at)s::timestamptz at time zone zone)::date from garden"

# The server knows the zones, and says so of one that it does not.
TRY_ZONE = "select clock_timestamp() at time zone %(zone)s"

ZONE = "update garden set zone = %(zone)s where zone <> %(zone)s"

BASELINE = "update garden set baseline_at = clock_timestamp()"

CLOSE = """
    update garden set sign_up_closed_at = clock_timestamp() where sign_up_closed_at is null
"""

OPEN = "update garden set sign_up_closed_at = null where sign_up_closed_at is not null"

MOVE = "update garden set site_url = %(site_url)s, environment = %(environment)s"


class WrongGarden(RuntimeError):
    """The database belongs to another garden or environment than the settings say."""


@dataclass(frozen=True, slots=True)
class Garden:
    """The one garden of a database. The title is unknown before its first manifest.

    While `sign_up_closed_at` is set, nobody new may ask to read.
    """

    site_url: str
    environment: str
    title: str | None
    language: str | None
    baseline_at: datetime | None
    sign_up_closed_at: datetime | None
    privacy_url: str = ""

    @property
    def name(self) -> str:
        """The title, or the host name while there is none."""
        return self.title or host_of(self.site_url)


@dataclass(frozen=True, slots=True)
class Said:
    """What each page says of the garden: its title, unknown before the first manifest."""

    title: str | None
    privacy_url: str


async def claim(settings: Settings) -> Garden:
    """Make a new database this garden's, and refuse one that is another's.

    Raises:
        WrongGarden: naming both sides and the remedy.

    """
    try:
        async with tx.run():
            await tx.execute(CLAIM, site_url=settings.site_url, environment=settings.environment)
            garden = await read()
    except UndefinedTable:
        raise WrongGarden("The database has no tables yet: run `thistledown migrate`.") from None
    if (garden.site_url, garden.environment) != (settings.site_url, settings.environment):
        raise WrongGarden(
            f"This database belongs to {garden.site_url} ({garden.environment}), but the settings "
            f"say {settings.site_url} ({settings.environment}). {way_out(garden, settings)}"
        )
    return garden


def way_out(garden: Garden, settings: Settings) -> str:
    """Return what to do about a database of another garden: a trial's is never the real one."""
    if garden.environment == "development" and settings.environment == "production":
        return "It is a trial's: give the garden a database of its own, and set DATABASE_URL to it."
    return (
        "Set SITE_URL and DATABASE_URL to the same garden, or, if the garden has moved, run "
        "`thistledown migrate --moved`."
    )


async def move(settings: Settings) -> None:
    """Say that the garden has moved to another address or environment."""
    async with tx.run():
        await tx.execute(CLAIM, site_url=settings.site_url, environment=settings.environment)
        await tx.execute(MOVE, site_url=settings.site_url, environment=settings.environment)


async def known() -> Garden | None:
    """Return the garden, None in a database that is nobody's yet."""
    return await tx.row(Garden, READ)


async def read() -> Garden:
    """Return the garden; `claim` has made sure that there is one."""
    garden = await known()
    if garden is None:
        raise WrongGarden("This database has no garden yet: run `thistledown migrate`.")
    return garden


async def said() -> Said | None:
    """Return what each page says of the garden; None where nothing was claimed."""
    return await tx.row(Said, SAID)


async def zone() -> str:
    """Return whose midnight ends the garden's days; UTC while nobody has said so."""
    return await tx.scalar(str, ZONE_OF) or "UTC"


async def day(at: datetime) -> date:
    """Return the garden's day at a moment."""
    return await tx.scalar(date, DAY, at=at) or at.date()


async def lock() -> Garden:
    """Return the garden, locked until the transaction ends."""
    garden = await tx.row(Garden, LOCK)
    if garden is None:
        raise WrongGarden("This database has no garden yet: run `thistledown migrate`.")
    return garden


async def rename(title: str, language: str, privacy_url: str) -> None:
    """Take over what the manifest says of the garden."""
    await tx.execute(NAME, title=title, language=language, privacy_url=privacy_url)


async def set_zone(zone: str) -> bool:
    """Say whose midnight ends the garden's days; False if nobody knows the zone."""
    try:
        async with tx.savepoint():
            await tx.execute(TRY_ZONE, zone=zone)
    except InvalidParameterValue:
        return False
    await tx.execute(ZONE, zone=zone)
    return True


async def close_sign_up() -> bool:
    """Let nobody new ask; False if it was closed already."""
    return bool(await tx.execute(CLOSE))


async def open_sign_up() -> bool:
    """Let everybody ask again; False if it was open already."""
    return bool(await tx.execute(OPEN))


async def set_baseline() -> None:
    """Remember that the first manifest has come."""
    await tx.execute(BASELINE)
