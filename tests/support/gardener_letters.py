"""The mails to the gardener, as they are sent: an alert, a page about a week."""

from datetime import UTC, datetime

from shared.mail.transport import Mail
from shared.newsletter.delivering.gardener_mails import Shown, Week, alert, weekly
from shared.newsletter.delivering.stops import Stop
from shared.newsletter.garden import Garden
from shared.newsletter.readers.followers import Followed
from tests.support.settings import settings_for

GARDEN = "https://garden.example.com"
TO = "anna@reader.example"
SAID = "535 5.7.8 at AUTH: Username and Password not accepted"

SETTINGS = settings_for(
    "", "maildir:///nowhere", GARDEN, mail_from="The gardener <gardener@garden.example.com>"
)


def here(language: str) -> Garden:
    """Return the garden in a language; what it knows besides is not for mails."""
    title = "Marginalia" if language == "en" else "旁註花園"
    known = {"site_url": GARDEN, "title": title, "language": language}
    return Garden(**{name: known.get(name) for name in Garden.__slots__})


def an_alert(language: str = "en", **changes: object) -> Mail:
    """Write the mail about a night in which nothing left."""
    stop = {
        "since": datetime(2026, 11, 29, 23, 10, tzinfo=UTC),
        "why": "login",
        "said": SAID,
        "waiting": 412,
    }
    # An hour ahead of UTC, as the garden's clocks are.
    since, now = (datetime(2026, 11, 30, hour, 10, tzinfo=UTC) for hour in (0, 7))
    clocks = Shown(since, now, "Europe/Zurich")
    return alert(Stop(**(stop | changes)), TO, here(language), SETTINGS, clocks=clocks)


def a_week(language: str = "en", **changes: object) -> Mail:
    """Write the page about a week."""
    numbers = {"joined": 5, "left": 1, "gone": 2, "sent": 412, "stuck": 3, "readers": 208}
    since, until = (datetime(2026, 11, day, 6, tzinfo=UTC) for day in (16, 23))
    days = {"first_day": since.date(), "last_day": until.date()}
    week = {"since": since, "until": until, **days, "unconfirmed": 7, **numbers, **changes}
    waited_for = [Followed("On moss & time", 4), Followed("扦插的魔法", 1)]
    return weekly(Week(**week), TO, here(language), SETTINGS, followed=waited_for)


GARDENER_LETTERS = {
    "alert.en": an_alert,
    "alert.zh-Hant": lambda: an_alert("zh-Hant"),
    "weekly.en": a_week,
    "weekly.zh-Hant": lambda: a_week("zh-Hant"),
}
