"""How each mail service wants a domain set up: what SPF includes, which DKIM selectors it uses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from shared.loopback import is_loopback
from shared.mail.presets import PRESETS, SAME_ACCOUNT, doors
from shared.mail.relay import Relay


@dataclass(frozen=True, slots=True)
class Way:
    """How mail leaves, as the domain name system sees it. A {domain} is that of MAIL_FROM.

    `include` is what the SPF record of the envelope's domain has to include. Where a service
    writes an envelope of its own, `envelope` is its usual domain, or empty where none is usual.
    `signs` is the domain whose key it signs with. A {login} is the domain of the login.
    """

    name: str
    include: str | None = None
    selectors: tuple[str, ...] = ()
    keys_from: str | None = None  # where a DKIM name is an alias of; {selector} and {domain}
    signs: str = "{domain}"
    envelope: str | None = None
    exchanges: tuple[str, ...] = ()  # where the service takes mail for the domain, if it does
    told_by: tuple[str, ...] = ("BOUNCE_ADDRESS",)
    relay: Relay | None = None
    is_own: bool = False

    def domain_of(self, written: str, domain: str) -> str:
        """Return the domain that a {domain} or {login} of ours stands for."""
        login = (self.relay.user or "").rpartition("@")[2] if self.relay else ""
        return written.format(domain=domain, login=login.lower() or domain)


WAYS: Mapping[str, Way] = {
    "fastmail": Way(
        "Fastmail",
        include="spf.messagingengine.com",
        selectors=("fm1", "fm2", "fm3"),
        keys_from="{selector}.{domain}.dkim.fmhosted.com",
        exchanges=("in1-smtp.messagingengine.com", "in2-smtp.messagingengine.com"),
    ),
    "gmail": Way(
        "Google Workspace",
        include="_spf.google.com",
        selectors=("google",),
        exchanges=("smtp.google.com",),
    ),
    "mailgun": Way(
        "Mailgun",
        include="mailgun.org",
        selectors=("pdk1", "pdk2", "mx", "k1", "pic", "krs", "smtp", "mailo", "email", "s1"),
        signs="{login}",
        envelope="{login}",
        told_by=("MAILGUN_SIGNING_KEY", "BOUNCE_ADDRESS"),
    ),
    "postmark": Way("Postmark", envelope="", told_by=("BOUNCE_TOKEN",)),
    "resend": Way(
        "Resend",
        include="amazonses.com",
        selectors=("resend",),
        envelope="send.{domain}",
    ),
    "ses+smtp": Way("Amazon SES", envelope="", told_by=("SNS_TOPICS", "BOUNCE_ADDRESS")),
}


def way_of(mail_url: str) -> Way:
    """Return how the mail of a MAIL_URL leaves.

    Raises:
        BadSettings: MAIL_URL cannot be read.

    """
    scheme = mail_url.partition(":")[0].lower()
    known = WAYS.get(SAME_ACCOUNT.get(scheme, scheme))
    if known is not None:
        return replace(known, relay=doors(mail_url).relay) if scheme in PRESETS else known
    relay = Relay.from_url(mail_url)
    return Way(f"the mail server {relay.host}", relay=relay, is_own=True)


def is_examined(mail_url: str, site_url: str) -> bool:
    """Tell whether letters reach strangers: not from a folder, not about a garden on loopback."""
    is_folder = mail_url.lower().startswith("maildir:")
    return not is_folder and not is_loopback(urlsplit(site_url).hostname or "")
