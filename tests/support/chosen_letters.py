"""The mails of readers who choose, as they are sent: a digest, the link to the settings."""

from datetime import date
from typing import Any
from uuid import UUID

from shared.mail.compose import compose
from shared.mail.transport import Mail
from shared.newsletter.announcing.evergreen_letter import letter
from shared.newsletter.delivering.deliveries import Taken
from tests.support.gardener_letters import GARDEN, TO, here
from tests.support.settings import settings_for

SETTINGS = settings_for(
    "",
    "maildir:///nowhere",
    GARDEN,
    mail_from="The gardener <gardener@garden.example.com>",
    functions_url="https://functions.example.net",
    postal_address="1 Garden Path, Greenhouse",
)
NAMED = str(UUID(int=7))


def item(section: str, title: str, excerpt: str, **more: Any) -> dict[str, Any]:
    """Return what a digest has of one note."""
    url = f"{GARDEN}/{title.lower().replace(' ', '-').replace('&', 'and')}/"
    return {
        "section": section,
        "title": title,
        "url": url,
        "excerpt": excerpt,
        "changed": "",
    } | more


ITEMS = [
    item(
        "grown",
        "Overwintering",
        "Why a seedling needs a winter before it needs a spring.",
        why="Two winters have passed over it.",
    ),
    item("moved", "On moss & time", "It has no roots, and no hurry: " + "it waits for rain. " * 20),
    item("rewritten", "Pruning", "Cut above a bud.", changed="the part on roses is new"),
    item(
        "planted",
        "扦插的魔法",
        "剪下一段枝條，插進土裡，等待它自己長出根來。",
        url=f"{GARDEN}/cuttings/",
    ),
    item("planted", "Leaf mould", ""),
]


def digest(language: str = "en", pace: str = "weekly", **changes: Any) -> Mail:
    """Write the digest of a week or a month."""
    taken = {
        "id": 7,
        "subscriber_id": 3,
        "status": "sending",
        "message_id": f"<{NAMED}@garden.example.com>",
        "email": TO,
        "address": TO,
        "language": language,
        "confirmed_on": date(2026, 5, 1),
        "notes": ITEMS,
        "kind": pace,
        "more": 4,
    }
    return letter(Taken(**(taken | changes)), here(language), SETTINGS)


def the_link(language: str = "en") -> Mail:
    """Write the mail with the link to the settings."""
    return compose(
        "settings",
        sender=SETTINGS.mail_from,
        to=TO,
        message_id=f"<{NAMED}@garden.example.com>",
        language=language,
        context={
            "garden_title": here(language).name,
            "garden_url": GARDEN,
            "preferences_url": f"{SETTINGS.functions_url}/newsletter/preferences?token={'k' * 43}",
            "hours": 24,
        },
    )


CHOSEN_LETTERS = {
    "digest.en": digest,
    "digest.zh-Hant": lambda: digest("zh-Hant", "monthly"),
    "settings.en": the_link,
    "settings.zh-Hant": lambda: the_link("zh-Hant"),
}
