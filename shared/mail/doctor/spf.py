"""SPF (RFC 7208): may the servers that send for us write this domain on an envelope?"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from shared.mail.doctor.finding import MailFinding, txt
from shared.mail.doctor.names import Names

LOOKUPS = 10  # RFC 7208, 4.6.4: with more of them a record counts as broken
ASKS = {"include", "a", "mx", "ptr", "exists", "redirect"}


class Broken(Exception):
    """A record that receivers cannot read; the text says which part."""


@dataclass
class Walk:
    """What a record allows when all that it includes is read: networks, and how many questions."""

    names: Names
    networks: list[IPv4Network | IPv6Network] = field(
        default_factory=list[IPv4Network | IPv6Network]
    )
    included: set[str] = field(default_factory=set[str])
    lookups: int = 0
    is_open: bool = False  # it lets everybody send

    def read(self, domain: str, record: str) -> None:
        """Read one record with all that it includes.

        Raises:
            Broken: a part of it cannot be read.
            Unanswered: nobody answered for a part of it.

        """
        for term in record.split()[1:]:
            if self.lookups <= LOOKUPS:
                self.take(domain, term.lower())

    def take(self, domain: str, term: str) -> None:
        """Read one term; what does not say "pass" allows nobody."""
        name, mark, value = parted(term)
        self.lookups += name in ASKS
        if mark != "+" or "%{" in value or self.lookups > LOOKUPS:
            return
        if name == "all":
            self.is_open = True
        elif name in ("ip4", "ip6"):
            self.networks.append(network(value))
        elif name in ("include", "redirect"):
            self.include(value)
        elif name in ("a", "mx"):
            self.hosts(name, value, domain)

    def include(self, domain: str) -> None:
        """Read the record of another domain."""
        self.included.add(domain)
        records = records_of(self.names, domain)
        if len(records) != 1:
            raise Broken(f"{domain} has {len(records) or 'no'} SPF records")
        self.read(domain, records[0])

    def hosts(self, name: str, value: str, domain: str) -> None:
        """Take the addresses of a host, or of a domain's mail servers."""
        host, _, bits = value.partition("/")
        host = host or domain
        hosts = self.names.exchanges(host) if name == "mx" else [host]
        for address in (one for host in hosts if host for one in self.names.addresses(host)):
            four = bits.partition("/")[0]
            self.networks.append(
                network(f"{address}/{four}" if four and "." in address else address)
            )

    def allows(self, address: str) -> bool:
        """Tell whether an address may send."""
        return self.is_open or any(ip_address(address) in one for one in self.networks)


def examine_spf(
    names: Names, domain: str, *, include: str | None, addresses: Sequence[str], sender: str
) -> list[MailFinding]:
    """Look whether a domain's record lets `include` and these addresses send; `sender` is who."""
    wanted = f"include:{include}" if include else " ".join(map(mechanism, addresses))
    records = records_of(names, domain)
    if not records:
        return [
            finding(
                f"{domain} has no SPF record, so nobody knows that {sender} may send for it.",
                "Add one.",
                domain,
                " ".join(f"v=spf1 {wanted} ~all".split()),
            )
        ]
    if len(records) > 1:
        return [
            finding(
                f"{domain} has {len(records)} SPF records; receivers then heed none (RFC 7208).",
                "Make them one.",
                domain,
                merged(records),
            )
        ]
    walk = Walk(names)
    try:
        walk.read(domain, records[0])
    except Broken as error:
        return [finding(f"The SPF record of {domain} is broken: {error}.", "Correct it.")]
    return judged(walk, domain, records[0], include, addresses, sender)


def judged(
    walk: Walk,
    domain: str,
    record: str,
    include: str | None,
    addresses: Sequence[str],
    sender: str,
) -> list[MailFinding]:
    """Say what is wrong with the one record of a domain, when all of it has been read."""
    if walk.lookups > LOOKUPS:
        return [
            finding(
                f"The SPF record of {domain} needs more than {LOOKUPS} look-ups with all that it "
                "includes; receivers then count it as broken.",
                "Take out includes of services that you no longer send with.",
            )
        ]
    found: list[MailFinding] = []
    if walk.is_open:
        found.append(
            finding(
                f"The SPF record of {domain} lets everybody send (+all).",
                "End it with ~all.",
                domain,
                " ".join([*(t for t in record.split() if parted(t)[0] != "all"), "~all"]),
            )
        )
    missing = [mechanism(one) for one in addresses if not walk.allows(one)]
    if include and include not in walk.included:
        missing.append(f"include:{include}")
    if missing:
        version, *terms = record.split()
        found.append(
            finding(
                f"The SPF record of {domain} does not let {sender} send.",
                "Change it.",
                domain,
                " ".join([version, *missing, *terms]),
            )
        )
    return found


def records_of(names: Names, domain: str) -> list[str]:
    """Return the SPF records of a domain."""
    texts = names.texts(domain)
    return [one for one in texts if one.lower() == "v=spf1" or one.lower().startswith("v=spf1 ")]


def parted(term: str) -> tuple[str, str, str]:
    """Return name, qualifier and value of a term.

    Raises:
        Broken: there is no such mechanism, and the term is no modifier.

    """
    mark = term[0] if term[0] in "+-~?" else "+"
    bare = term.removeprefix(mark)
    if "=" in bare.partition(":")[0]:  # unknown modifiers are passed over (RFC 7208, 6)
        name, _, value = bare.partition("=")
        return name, mark, value
    name, colon, value = bare.partition(":")
    if not colon:
        name, slash, bits = bare.partition("/")
        value = slash + bits
    if name not in {*ASKS, "all", "ip4", "ip6"} - {"redirect"}:
        raise Broken(f"nobody knows what {term!r} means")
    return name, mark, value


def network(value: str) -> IPv4Network | IPv6Network:
    """Read an address or a network."""
    try:
        return ip_network(value, strict=False)
    except ValueError:
        raise Broken(f"{value!r} is no address") from None


def mechanism(address: str) -> str:
    """Return how SPF names an address."""
    return f"ip{ip_address(address).version}:{address}"


def merged(records: Sequence[str]) -> str:
    """Return one record that says what several do, the way each ends taken from the first."""
    terms = list(dict.fromkeys(term for record in sorted(records) for term in record.split()[1:]))
    ends = [term for term in terms if term.lower().lstrip("+-~?") == "all"]
    return " ".join(["v=spf1", *(term for term in terms if term not in ends), *ends[:1]])


def finding(
    says: str, remedy: str, domain: str | None = None, record: str | None = None
) -> MailFinding:
    """Return a finding about SPF."""
    return MailFinding("spf", says, remedy, txt(domain, record) if domain and record else None)
