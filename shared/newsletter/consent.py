"""The table `consent_events`: what a reader agreed to and took back, never changed afterwards."""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Literal

from shared import tx

Kind = Literal["requested", "confirmed", "unsubscribed", "suppressed", "released"]
Source = Literal["form", "json", "link", "one-click", "mail server", "gardener"]

RECORD = """
    insert into consent_events (subscriber_id, kind, source, network)
    values (%(subscriber_id)s, %(kind)s, %(source)s, %(network)s)
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something a reader did came from; `network` is truncated, None for this machine."""

    source: Source
    network: str | None = None


def network_of(client: str | None) -> str | None:
    """Return the /24 or /64 that an address is in, None for this machine or an unknown one."""
    try:
        address = ip_address((client or "").partition("%")[0])  # without the scope of fe80::1%eth0
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    if address.is_loopback:
        return None
    return str(ip_network(f"{address}/{24 if address.version == 4 else 64}", strict=False))


async def record(subscriber_id: int, kind: Kind, origin: Origin) -> None:
    """Write down what happened, in the ambient transaction."""
    await tx.execute(
        RECORD,
        subscriber_id=subscriber_id,
        kind=kind,
        source=origin.source,
        network=origin.network,
    )
