"""Ask the domain name system, and tell "there is none" from "nobody answered"."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from shared.mail.doctor.finding import Unanswered
from shared.variables import BadSettings

if TYPE_CHECKING:
    from dns.resolver import Resolver

PATIENCE = 5.0  # seconds for one question, all servers and repetitions together
DNS_PORT = 53


@dataclass
class Names:
    """The domain name system as one server, or this machine's usual ones, knows it."""

    server: str | None = None  # ADDRESS or ADDRESS:PORT; an IPv6 address in brackets
    patience: float = PATIENCE
    _resolver: "Resolver | None" = field(default=None, repr=False)
    _has_answered: bool = False
    _is_silent: bool = False  # it never answered; nobody waits for it again

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each put together from its strings (RFC 7208, 3.3)."""
        found = self.ask(name, "TXT")
        return [b"".join(one.strings).decode("utf-8", "replace") for one in found]

    def exchanges(self, name: str) -> list[str]:
        """Return the mail servers of a domain, the first to be asked first; "" is a null MX."""
        found = sorted(self.ask(name, "MX"), key=lambda one: one.preference)
        return [plain(one.exchange) for one in found]

    def addresses(self, name: str) -> list[str]:
        """Return the IPv4 and IPv6 addresses of a name, or of an address itself."""
        try:
            return [str(ip_address(name))]
        except ValueError:
            return [one.address for kind in ("A", "AAAA") for one in self.ask(name, kind)]

    def pointers(self, address: str) -> list[str]:
        """Return the names that an address says it has."""
        return [plain(one.target) for one in self.ask(reverse(address), "PTR")]

    def ask(self, name: str, kind: str) -> list[Any]:
        """Return the records of a kind, none where the name does not exist.

        Raises:
            Unanswered: nobody answered, or the answer was a failure.

        """
        import dns.exception
        import dns.resolver

        if self._is_silent:
            raise Unanswered(name, kind)
        try:
            found = list(self.resolver().resolve(f"{name}.", kind, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            found = []
        except dns.exception.Timeout:
            self._is_silent = not self._has_answered
            raise Unanswered(name, kind) from None
        except (dns.exception.DNSException, UnicodeError):
            raise Unanswered(name, kind) from None
        self._has_answered = True
        return found

    def resolver(self) -> "Resolver":
        """Return who asks, made with the first question: its library takes 0.2 s to load."""
        from dns.resolver import NoResolverConfiguration, Resolver

        if self._resolver is None:
            try:
                self._resolver = Resolver(configure=self.server is None)
            except NoResolverConfiguration:
                raise Unanswered("any name", "(this machine names no server)") from None
            if self.server:
                address, self._resolver.port = server(self.server)
                self._resolver.nameservers = [address]
            self._resolver.lifetime = self.patience
        return self._resolver


class NoNames(Names):
    """A domain name system in which nothing is: what a domain lacks there is all that it needs."""

    def ask(self, name: str, kind: str) -> list[Any]:
        """Return no record."""
        del name, kind
        return []


def server(typed: str) -> tuple[str, int]:
    """Read ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT.

    Raises:
        BadSettings: with the form.

    """
    host, colon, port = typed.rpartition(":")
    if not colon or (":" in host and not host.startswith("[")):
        host, port = typed, str(DNS_PORT)
    try:
        return str(ip_address(host.strip("[]"))), int(port)
    except ValueError:
        raise BadSettings(
            f"--resolver is {typed!r}; write an address, as 9.9.9.9 or 127.0.0.1:5353."
        ) from None


def reverse(address: str) -> str:
    """Return the name under which an address has its PTR record."""
    return ip_address(address).reverse_pointer


def plain(name: Any) -> str:
    """Return a name in small letters without the root's dot."""
    return str(name).rstrip(".").lower()
