"""Letters as they are sent, for tests that read them: `python -m tests.support.letters` rewrites
the snapshots in tests/mail/letters after a change of a template was looked at and liked."""

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from hashlib import sha256
from pathlib import Path

from shared.mail.compose import compose
from shared.newsletter.announcing.growth import grown
from tests.support.chosen_letters import CHOSEN_LETTERS
from tests.support.gardener_letters import GARDENER_LETTERS
from tests.support.told_notes import CHINESE, GARDEN, NOTE, SECOND, THIRD

SNAPSHOTS = Path(__file__).parent.parent / "mail" / "letters"
FUNCTIONS = "https://functions.example.net"


def evergreen(notes=(NOTE,), *, reader="anna@reader.example", token="t" * 43, **changes):
    """Write the letter that tells one reader of notes."""
    language = changes.pop("language", "en")
    template = changes.pop("template", "evergreen")
    sender = changes.pop("sender", "The gardener <gardener@garden.example.com>")
    list_id = changes.pop("list_id", None)
    link = f"{FUNCTIONS}/newsletter/unsubscribe?token={token}"
    context = {
        "garden_title": "旁註花園" if language != "en" else "Marginalia",
        "garden_url": f"{GARDEN}/",
        "notes": [{"short_url": note["url"], **grown(note)} for note in notes],
        "settings_url": f"{FUNCTIONS}/newsletter/settings-link?token={'s' * 48}",
        "unsubscribe_url": link,
        "asked_on": "",
        "confirmed_on": "2026-05-01",
        "confirmed_where": "garden.example.com",
        "postal_address": "1 Garden Path, Greenhouse",
        "answers": True,
        "gardener": "The gardener",
    } | changes
    return compose(
        template,
        sender=sender,
        reply_to="hello@garden.example.com",
        to=reader,
        context=context,
        message_id=identity(reader, token),
        language=language,
        headers={
            "List-Unsubscribe": f"<{context['unsubscribe_url']}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Id": list_id or f"{context['garden_title']} <garden.example.com>",
        },
    )


def confirm(*, reader="anna@reader.example", token="k" * 43, language="en", **changes):
    """Write the letter that asks for the one click."""
    context = {
        "garden_title": "旁註花園" if language != "en" else "Marginalia",
        "garden_url": f"{GARDEN}/",
        "confirm_url": f"{FUNCTIONS}/newsletter/confirm?token={token}",
        "not_me_url": f"{FUNCTIONS}/newsletter/not-me?token={'n' * 91}",
        "expires": "2026-12-06",
    } | changes
    return compose(
        "confirm",
        sender="The gardener <gardener@garden.example.com>",
        to=reader,
        context=context,
        message_id=identity(reader, token),
        language=language,
    )


def remind(*, language="en"):
    """Write the letter to somebody whom an import has brought."""
    context = {
        "garden_title": "旁註花園" if language != "en" else "Marginalia",
        "garden_url": f"{GARDEN}/",
        "confirm_url": f"{FUNCTIONS}/newsletter/confirm?token={'k' * 43}",
        "not_me_url": f"{FUNCTIONS}/newsletter/not-me?token={'n' * 91}",
        "expires": "2026-12-06",
    }
    return compose(
        "remind",
        sender="The gardener <gardener@garden.example.com>",
        to="anna@reader.example",
        context=context,
        message_id=identity("anna@reader.example", "remind"),
        language=language,
    )


def follow(*, language="en"):
    """Write the letter that asks whether somebody wants to be told of one note."""
    context = {
        "garden_title": "旁註花園" if language != "en" else "Marginalia",
        "garden_url": f"{GARDEN}/",
        "note_title": CHINESE["title"] if language != "en" else NOTE["title"],
        "confirm_url": f"{FUNCTIONS}/newsletter/confirm?token={'k' * 43}",
        "not_me_url": f"{FUNCTIONS}/newsletter/not-me?token={'n' * 91}",
        "expires": "2026-12-06",
    }
    return compose(
        "follow",
        sender="The gardener <gardener@garden.example.com>",
        to="anna@reader.example",
        context=context,
        message_id=identity("anna@reader.example", "follow"),
        language=language,
    )


def written(*, language="en", url=f"{GARDEN}/letters/2026-11/"):
    """Write the letter that the gardener has written."""
    one = {
        "title": "November" if language == "en" else "十一月的花園",
        "date": "2026-11-30",
        "url": url,
        "short_url": url or "",
        "excerpt": (NOTE if language == "en" else CHINESE)["excerpt"],
        "mail_html": (NOTE if language == "en" else CHINESE)["mail_html"],
        "language": language,
    }
    return evergreen(
        [one],
        language=language,
        template="letter",
        settings_url=f"{FUNCTIONS}/newsletter/settings-link?token={'s' * 48}",
    )


def already(*, language="en"):
    """Write the letter to a reader who asks once more."""
    context = {
        "garden_title": "旁註花園" if language != "en" else "Marginalia",
        "garden_url": f"{GARDEN}/",
        "not_me_url": f"{FUNCTIONS}/newsletter/not-me?token={'n' * 91}",
    }
    return compose(
        "already",
        sender="The gardener <gardener@garden.example.com>",
        to="anna@reader.example",
        context=context,
        message_id=identity("anna@reader.example", "already"),
        language=language,
    )


def identity(reader: str, token: str) -> str:
    """Make a Message-ID that is one reader's own and shows nothing of anybody."""
    return f"<{sha256(f'{reader} {token}'.encode()).hexdigest()[:24]}@garden.example.com>"


LETTERS = {
    "confirm.en": confirm,
    "confirm.zh-Hant": lambda: confirm(language="zh-TW"),
    "remind.en": remind,
    "remind.zh-Hant": lambda: remind(language="zh-TW"),
    "already.en": already,
    "already.zh-Hant": lambda: already(language="zh-TW"),
    "letter.en": written,
    "letter.en.no-page": lambda: written(url=None),
    "letter.zh-Hant": lambda: written(language="zh-Hant"),
    "follow.en": follow,
    "follow.zh-Hant": lambda: follow(language="zh-TW"),
    "evergreen.en": evergreen,
    "evergreen.en.followed": lambda: evergreen(asked_on="2026-03-04", confirmed_on=""),
    "evergreen.en.two": lambda: evergreen([NOTE, SECOND]),
    "evergreen.en.three": lambda: evergreen([NOTE, SECOND, THIRD]),
    **GARDENER_LETTERS,
    **CHOSEN_LETTERS,
    "evergreen.zh-Hant": lambda: evergreen([CHINESE], language="zh"),
    "evergreen.zh-Hant.three": lambda: evergreen([CHINESE, SECOND, THIRD], language="zh"),
}


def parsed(mail) -> EmailMessage:
    """Read a letter back as a mail program would."""
    message = message_from_bytes(mail.content, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail) -> str:
    """Return the plain part."""
    return parsed(mail).get_body(("plain",)).get_content().replace("\r\n", "\n")


def html_of(mail) -> str:
    """Return the HTML part."""
    return parsed(mail).get_body(("html",)).get_content().replace("\r\n", "\n")


def snapshot(mail) -> str:
    """Return what is compared: the header block as sent but for its Date, then the plain part."""
    head = mail.content.partition(b"\r\n\r\n")[0].decode("ascii").replace("\r\n", "\n")
    head = re.sub(r"(?m)^Date: .*$", "Date: (now)", head)
    return f"{head}\n\n{text_of(mail)}"


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, write in LETTERS.items():
        (SNAPSHOTS / f"{name}.txt").write_text(snapshot(write()), encoding="utf-8")
        (SNAPSHOTS / f"{name}.html").write_text(html_of(write()), encoding="utf-8")
