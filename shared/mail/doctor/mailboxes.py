"""Can mail reach a domain of ours, and does a server of our own have a name that fits?"""

from collections.abc import Sequence
from ipaddress import ip_address

from shared.loopback import is_loopback
from shared.mail.doctor.finding import MailFinding
from shared.mail.doctor.names import Names, reverse
from shared.mail.doctor.ways import Way


def examine_exchanges(names: Names, domain: str, variable: str, way: Way) -> list[MailFinding]:
    """Look whether a domain takes mail: by an MX record or, without one, at its own address."""
    exchanges = names.exchanges(domain)
    if exchanges == [""]:
        says = f"{domain}, the domain of {variable}, says that it takes no mail (RFC 7505)."
        return [finding(says, domain, way)]
    if not exchanges and not names.addresses(domain):
        says = f"{domain}, the domain of {variable}, has no MX record: what is sent there is lost."
        return [finding(says, domain, way)]
    if exchanges and not any(names.addresses(one) for one in exchanges if one):
        says = f"No mail server that {domain} names has an address: {', '.join(exchanges)}."
        return [finding(says, domain, way)]
    return []


def finding(says: str, domain: str, way: Way) -> MailFinding:
    """Return a finding about MX, with the record as far as it is known."""
    own = way.relay.host if way.is_own and way.relay else ""
    hosts = way.exchanges or ((own,) if is_name(own) else ())
    record = "\n".join(
        f"{domain}. MX {10 * number} {host}." for number, host in enumerate(hosts, start=1)
    )
    remedy = "Add a record that names the server of your mailboxes."
    return MailFinding("mx", says, remedy, record or f"{domain}. MX 10 MAIL-SERVER.")


def is_name(host: str) -> bool:
    """Tell whether an MX record can name a server: by a name of the world, never by an address."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return bool(host) and not is_loopback(host)
    return False


def examine_pointers(names: Names, host: str, addresses: Sequence[str]) -> list[MailFinding]:
    """Look whether each address has a name that leads back to it, as Gmail asks of a server."""
    found: list[MailFinding] = []
    for address in addresses:
        pointers = names.pointers(address)
        if any(address in names.addresses(name) for name in pointers):
            continue
        what = (
            f"is called {', '.join(pointers)}, which does not lead back to it"
            if pointers
            else "has no name (PTR)"
        )
        found.append(
            MailFinding(
                "ptr",
                f"The mail server's address {address} {what}.",
                "Whoever gives you the address, your host as a rule, sets its name.",
                f"{reverse(address)}. PTR {host}.",
            )
        )
    return found
