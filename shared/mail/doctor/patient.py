"""Whose mail is examined, by whom it leaves, and what stands on its envelope."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from shared.loopback import is_loopback
from shared.mail.address import parse
from shared.mail.doctor.names import Names
from shared.mail.doctor.ways import Way, way_of
from shared.settings import Settings


@dataclass(frozen=True, slots=True)
class Patient:
    """Whose mail is examined. `selectors` and `sends_from` are what no record can tell."""

    settings: Settings
    names: Names
    selectors: tuple[str, ...] = ()
    sends_from: tuple[str, ...] = ()  # addresses of a mail server of one's own

    @property
    def domain(self) -> str:
        """The domain of MAIL_FROM."""
        return self.sender.rpartition("@")[2]

    @property
    def sender(self) -> str:
        """The address of MAIL_FROM."""
        return parse(self.settings.mail_from.rpartition("<")[2].rstrip("> ")).deliverable

    @property
    def way(self) -> Way:
        """How the mail leaves."""
        return way_of(self.settings.mail_url)

    @property
    def envelope(self) -> str | None:
        """Return the domain on the envelope, None where only the service knows it."""
        if self.way.envelope is not None:
            return self.way.domain_of(self.way.envelope, self.domain) or None
        given = (self.settings.bounce_address or "").rpartition("@")[2].lower()
        return given or self.domain

    def addresses(self) -> list[str]:
        """Return the addresses of one's own mail server: those that were named, or its host's."""
        if self.sends_from:
            return list(self.sends_from)
        host = self.way.relay.host if self.way.relay else ""
        return [] if is_loopback(host) else self.names.addresses(host)

    def from_where(self) -> str:
        """Say why the addresses of the mail server are not known."""
        host = urlsplit(self.settings.mail_url).hostname
        return f"From which address {host} sends is not known; name it with --sends-from."
