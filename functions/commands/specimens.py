"""One mail of each kind with made-up notes, by the real templates, for a gardener to look at."""

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from functions.commands.exits import REFUSED
from functions.commands.show import complain
from shared.mail.message_id import new_message_id
from shared.mail.transport import Mail, NotSent, open_transport
from shared.newsletter.announcing import evergreen_letter
from shared.newsletter.delivering import gardener_mails
from shared.newsletter.delivering.deliveries import Taken
from shared.newsletter.delivering.gardener_mails import Shown, Week
from shared.newsletter.delivering.stops import Stop
from shared.newsletter.garden import Garden
from shared.newsletter.keys import new_confirm_token
from shared.newsletter.readers.confirmations import Confirmation
from shared.newsletter.readers.followers import Followed
from shared.newsletter.readers.following import OpenWish
from shared.newsletter.readers.preferences import Asking
from shared.settings import Settings

# Nobody's: a "never again" in one of these mails is said for an address that does not exist.
NOBODY = "specimen@example.invalid"

NOTES = {
    "en": ("A made-up note", "It stands here so that you can see what a letter looks like."),
    "zh-Hant": ("一則杜撰的筆記", "放在這裡，讓你看看信件的樣子。"),
}

WHY = {
    "en": "You are setting up your newsletter, and this is the sentence “why now”.",
    "zh-Hant": "你正在設定電子報，這裡是說明「為何是現在」的一句話。",
}
TITLES = {"en": "An older made-up note", "zh-Hant": "一則更早的杜撰筆記"}

Write = Callable[[str, str, Garden, Settings], Mail]


def specimens(to: str, language: str, settings: Settings) -> dict[str, Mail]:
    """Compose one mail of each kind to an address, none of which is anybody's."""
    here = Garden(
        site_url=settings.site_url,
        environment=settings.environment,
        title=None,
        language=language,
        baseline_at=None,
        sign_up_closed_at=None,
    )
    return {
        kind: fresh(write(to, language, here, settings), settings) for kind, write in KINDS.items()
    }


def fresh(mail: Mail, settings: Settings) -> Mail:
    """Return a mail under a name that no mail had, lest a service take it for one that it sent."""
    name = new_message_id(settings.mail_from)
    content = mail.content.replace(mail.message_id.encode(), name.encode(), 1)
    return replace(mail, message_id=name, content=content)


def to_readers(kind: str) -> Write:
    """Return who writes a letter of a kind to many."""

    def write(to: str, language: str, here: Garden, settings: Settings) -> Mail:
        taken = Taken(
            id=0,
            subscriber_id=0,
            status="sending",
            message_id=new_message_id(settings.mail_from),
            email=NOBODY,
            address=to,
            language=language,
            confirmed_on=datetime.now(UTC).date(),
            notes=[note(language, settings)],
            kind=kind,
        )
        return evergreen_letter.letter(taken, here, settings)

    return write


def note(language: str, settings: Settings) -> dict[str, Any]:
    """Make a note up, with all that a letter of any kind shows."""
    title, excerpt = NOTES[language]
    today = date.today().isoformat()  # noqa: DTZ011 - the day where the gardener is
    return {
        "title": title,
        "url": f"{settings.site_url}/",
        "excerpt": excerpt,
        "mail_html": f"<p>{excerpt}</p>",
        "planted_at": today,
        "budding_at": today,
        "evergreen_at": today,
        "tended_at": today,
        "minutes": 1,
        "why": WHY[language],
        "grew_out_of": [{"title": TITLES[language], "url": f"{settings.site_url}/"}],
        "date": today,
        "section": "grown",
        "changed": None,
        "language": language,
    }


def to_who_asked(*, is_reader: bool = False, is_reminded: bool = False) -> Write:
    """Return who writes to somebody who asked, is one already, or came by an import."""

    def write(to: str, language: str, here: Garden, settings: Settings) -> Mail:
        from functions.jobs.confirm_mail import letter

        asked = Confirmation(0, NOBODY, to, NOBODY, language, is_reader, is_reminded)
        return letter(asked, new_confirm_token(), in_a_week(), here, settings).mail

    return write


def follow(to: str, language: str, here: Garden, settings: Settings) -> Mail:
    """Write to somebody who asked to be told of one note."""
    from functions.jobs.follow_mail import letter

    title = NOTES[language][0]
    wish = OpenWish(0, 0, NOBODY, to, NOBODY, language, title, f"{settings.site_url}/")
    return letter(wish, new_confirm_token(), in_a_week(), here, settings).mail


def chosen(to: str, language: str, here: Garden, settings: Settings) -> Mail:
    """Write to somebody who wants to change what they get."""
    from functions.jobs.settings_mail import letter

    return letter(Asking(0, NOBODY, to, language), new_confirm_token(), here, settings)


def weekly(to: str, language: str, here: Garden, settings: Settings) -> Mail:
    """Write the gardener's page about a week."""
    until = datetime.now(UTC)
    counts = {"joined": 3, "left": 1, "gone": 0, "sent": 21, "stuck": 0}
    since = until - timedelta(days=7)
    week = Week(since, until, since.date(), until.date(), **counts, readers=21, unconfirmed=2)
    followed = [Followed(NOTES[language][0], 2)]
    return gardener_mails.weekly(week, to, here, settings, followed=followed)


def alert(to: str, language: str, here: Garden, settings: Settings) -> Mail:
    """Write the gardener's alert."""
    del language
    now = datetime.now(UTC)
    said = "535 5.7.8 at AUTH: made up, to show what an alert looks like"
    stop = Stop(now - timedelta(hours=1), "login", said, 21)
    clocks = Shown(stop.since, now, "UTC")
    return gardener_mails.alert(stop, to, here, settings, clocks=clocks)


def in_a_week() -> str:
    """Return the day until which a link would hold."""
    return (datetime.now(UTC) + timedelta(days=7)).date().isoformat()


# By the name of its template.
KINDS: Mapping[str, Write] = {
    "evergreen": to_readers("evergreen"),
    "digest": to_readers("weekly"),
    "letter": to_readers("letter"),
    "confirm": to_who_asked(),
    "already": to_who_asked(is_reader=True),
    "remind": to_who_asked(is_reminded=True),
    "follow": follow,
    "settings": chosen,
    "weekly": weekly,
    "alert": alert,
}


def send_specimens(to: str, language: str, settings: Settings) -> int:
    """Mail one of each kind, and return how many; the first that does not go ends it."""
    mails = specimens(to, language, settings)
    transport = open_transport(settings.mail_url)
    with asyncio.Runner() as runner:
        for kind, mail in mails.items():
            try:
                runner.run(transport.send(mail))
            except NotSent as failure:
                complain(f"The mail {kind} was not sent: {failure.public}")
                sys.exit(REFUSED)
    return len(mails)
