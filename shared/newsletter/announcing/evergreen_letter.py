"""The letter about evergreen notes, the digest of a week or month, and the gardener's own."""

import re
from itertools import product
from typing import Any
from urllib.parse import urlencode, urlsplit

from shared.mail.compose import compose, split_mailbox
from shared.mail.languages import LANGUAGES
from shared.mail.message_id import new_message_id
from shared.mail.readable import readable
from shared.mail.transport import Mail
from shared.newsletter.announcing.growth import grown
from shared.newsletter.announcing.short_links import shortened
from shared.newsletter.delivering.deliveries import Taken
from shared.newsletter.garden import Garden
from shared.newsletter.keys import unsubscribe_token
from shared.newsletter.moving.formats import SERVICES
from shared.newsletter.readers.preferences import settings_link
from shared.settings import Settings

DIGESTS = ("weekly", "monthly")
TEMPLATES = {"weekly": "digest", "monthly": "digest", "letter": "letter"}  # else "evergreen"
MOST_ITEMS = 8
NOBODY = re.compile(r"(no|not|do[-_.]?not)[-_.]?reply\b", re.IGNORECASE)


def letter(taken: Taken, here: Garden, settings: Settings) -> Mail:
    """Compose the letter with this reader's own way out."""
    token = unsubscribe_token(settings.secret_key[0], taken.subscriber_id, taken.id)
    leave = f"{settings.functions_url}/newsletter/unsubscribe?{urlencode({'token': token})}"
    host = urlsplit(settings.site_url).hostname or settings.site_url
    confirmed = taken.confirmed_on.isoformat() if taken.confirmed_on else ""
    asked = taken.asked_on.isoformat() if taken.asked_on else ""
    is_digest = taken.kind in DIGESTS
    return compose(
        TEMPLATES.get(taken.kind, "evergreen"),
        sender=settings.mail_from,
        to=taken.address,
        message_id=taken.message_id,
        reply_to=settings.reply_to,
        language=taken.language,
        headers={
            "List-Id": f"<{host}>",
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        context={
            "garden_title": here.name,
            "garden_url": settings.site_url,
            "notes": [with_short_url(grown(note), settings) for note in taken.notes],
            **({"pace": taken.kind, "more": taken.more} if is_digest else {"asked_on": asked}),
            "settings_url": settings_link(settings, taken.subscriber_id),
            "unsubscribe_url": leave,
            "confirmed_on": confirmed,
            "confirmed_where": taken.came_from if taken.came_from in SERVICES else readable(host),
            "postal_address": settings.postal_address,
            "answers": is_read(settings.reply_to or settings.mail_from),
            "gardener": split_mailbox("From", settings.mail_from)[0] or here.name,
        },
    )


def with_short_url(note: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return a note with the address that its plain text shows."""
    if note["url"] is None:  # of a letter that has no page
        return {**note, "short_url": ""}
    short_id = note.get("short_id")  # a letter frozen by an older version has none
    short = shortened(note["url"], short_id, functions_url=settings.functions_url)
    return {**note, "short_url": short}


def is_read(mailbox: str) -> bool:
    """Tell whether somebody reads what is sent to a mailbox, going by its name."""
    return not NOBODY.match(split_mailbox("Reply-To", mailbox)[1])


def try_out(
    notes: list[dict[str, Any]],
    here: Garden,
    settings: Settings,
    *,
    kind: str = "evergreen",
    own: int = 1,
) -> None:
    """Compose the letter in every language, to the gardener, and throw it away.

    No reader gets more than the notification's `own` notes, or what fills a letter up; and some may
    get one note alone, which then comes whole.

    Raises:
        ValueError: it cannot be composed: too large, or something in it cannot stand in a header.

    """
    fullest = sorted(notes, key=lambda note: -len(note.get("excerpt") or ""))
    variants = [fullest[: max(own, MOST_ITEMS)]]
    if len(notes) > 1 and kind not in DIGESTS:
        variants += [[note] for note in notes]
    for language, shown in product(LANGUAGES, variants):
        specimen = Taken(
            id=0,
            subscriber_id=0,
            status="sending",
            message_id=new_message_id(settings.mail_from),
            email="",
            address=split_mailbox("From", settings.mail_from)[1],
            language=language,
            confirmed_on=None,
            notes=shown,
            kind=kind,
        )
        letter(specimen, here, settings)
