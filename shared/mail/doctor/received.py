"""A letter as it has arrived, held against how it left: links, the way out, the signature."""

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from urllib.parse import urlsplit

from shared.mail.doctor.dkim import INFIX, tags
from shared.mail.doctor.finding import MailFinding

# What an HTML part leads to or fetches; a tracker rewrites the one and adds the other.
REFERENCE = re.compile(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
BARE = re.compile(r"https?://[^\s<>\"]+")
SIGNED = ("list-unsubscribe", "list-unsubscribe-post")  # RFC 8058, 4


def read_letter(content: bytes) -> EmailMessage:
    """Read the source of a mail."""
    message = message_from_bytes(content, policy=default)
    assert isinstance(message, EmailMessage)  # noqa: S101 - the policy makes them
    return message


def examine_received(letter: EmailMessage, site_url: str, functions_url: str) -> list[MailFinding]:
    """Say what was done to a letter about a note on its way to us."""
    return [
        *examine_links(letter, (site_url, functions_url)),
        *examine_way_out(letter, functions_url),
        *examine_signature(letter),
    ]


def examine_links(letter: EmailMessage, ours: tuple[str, ...]) -> list[MailFinding]:
    """Look whether every link and picture is where it was: with the garden or the functions."""
    strange = {link for link in links_of(letter) if not any(leads_to(link, one) for one in ours)}
    if not strange:
        return []
    hosts = ", ".join(sorted({urlsplit(link).netloc or link for link in strange}))
    return [
        MailFinding(
            "tracking",
            f"The letter leads to {hosts} and not to the garden alone: the mail service has "
            "rewritten links, or put in a picture, to see who opens what.",
            "Switch click and open tracking off with the service; docs/settings.md says where, "
            "under MAIL_URL.",
        )
    ]


def links_of(letter: EmailMessage) -> list[str]:
    """Return every address of the web in the parts of a mail."""
    found: list[str] = []
    for part in letter.walk():
        if part.get_content_type() == "text/html":
            written = REFERENCE.findall(part.get_content())
            found += [unescape(one or other) for one, other in written]
        elif part.get_content_type() == "text/plain":
            found += BARE.findall(part.get_content())
    return [link for link in found if link.lower().startswith(("http:", "https:", "//"))]


def leads_to(link: str, url: str) -> bool:
    """Tell whether a link is at an address or below it."""
    rest = link.removeprefix(url)
    return rest != link and (not rest or rest[0] in "/?#")


def examine_way_out(letter: EmailMessage, functions_url: str) -> list[MailFinding]:
    """Look whether the headers of one click came through as they were."""
    written = "".join(str(letter.get("List-Unsubscribe", "")).split())
    post = str(letter.get("List-Unsubscribe-Post", "")).strip()
    if written.startswith(f"<{functions_url}/") and post == "List-Unsubscribe=One-Click":
        return []
    says = "is missing" if not written else "leads elsewhere or has been changed"
    return [
        MailFinding(
            "one-click",
            f"The letter's way out (List-Unsubscribe) {says}.",
            "Look at a letter that tells of a note; switch off what the mail service does to "
            "unsubscribe links.",
        )
    ]


def examine_signature(letter: EmailMessage) -> list[MailFinding]:
    """Look whether a signature covers the headers of one click, without which none is offered."""
    signatures = [tags(str(one)) for one in letter.get_all("DKIM-Signature", [])]
    if not signatures:
        says = "The letter has no DKIM signature, so nothing proves that it is unchanged."
        return [MailFinding("dkim", says, "Let the mail server sign for the domain of MAIL_FROM.")]
    covered = [{name.strip().lower() for name in one.get("h", "").split(":")} for one in signatures]
    if any(names >= set(SIGNED) for names in covered):
        return []
    return [
        MailFinding(
            "dkim",
            "No signature of the letter covers List-Unsubscribe and List-Unsubscribe-Post, so mail "
            "programs offer no unsubscribing by one click (RFC 8058).",
            "Let the mail server sign both: OpenDKIM has SignHeaders, rspamd sign_headers.",
        )
    ]


def selectors_of(letter: EmailMessage) -> tuple[str, ...]:
    """Return the names of the keys with which a mail was signed."""
    signatures = [tags(str(one)) for one in letter.get_all("DKIM-Signature", [])]
    return tuple(f"{one['s']}{INFIX}{one['d']}" for one in signatures if "s" in one and "d" in one)
