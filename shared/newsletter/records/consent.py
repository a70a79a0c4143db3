"""The table `consent_events`: what a reader agreed to and took back, and which words were shown."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Literal

from shared import tx

Kind = Literal[
    "requested",
    "mailed",
    "confirmed",
    "unsubscribed",
    "suppressed",
    "released",
    "erased",
    "note requested",  # a wish for one note, which is no subscription
    "note mailed",
    "note confirmed",
    "note taken back",
]
Source = Literal["form", "json", "link", "one-click", "mail", "mail server", "gardener"]

VERSION_DIGITS = 12

# What stands for an address of version 4 where there is only version 6 (RFC 6052).
NAT64 = ip_network("64:ff9b::/96")

# A text is kept with the first event that it led to.
RECORD = """
    with kept as (
        insert into consent_texts (version, words)
        select %(version)s, %(words)s::jsonb
         where %(version)s::text is not null
        on conflict (version) do nothing
    )
    insert into consent_events (subscriber_id, kind, source, network, page, text_version)
    values (%(subscriber_id)s, %(kind)s, %(source)s, %(network)s, %(page)s, %(version)s)
"""

EVENTS = """
    select kind, source, network, page, text_version, happened_at
      from consent_events
     where subscriber_id = %(subscriber_id)s
     order by id
"""

TEXTS = """
    select version, words, first_shown_at
      from consent_texts
     where version in (select text_version from consent_events
                        where subscriber_id = %(subscriber_id)s)
     order by first_shown_at, version
"""


@dataclass(frozen=True, slots=True)
class Text:
    """Words that were shown, as JSON, and the short hash of them that is their version."""

    version: str
    words: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something a reader did came from, and the words that were shown.

    `network` is truncated, None for this machine; `page` is where the form stood, None where the
    browser did not say or there was none.
    """

    source: Source
    network: str | None = None
    page: str | None = None
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a reader agreed to or took back."""

    kind: str
    source: str
    network: str | None
    page: str | None
    text_version: str | None
    happened_at: datetime


@dataclass(frozen=True, slots=True)
class KeptText:
    """Words that were shown, and when they were for the first time."""

    version: str
    words: dict[str, Any]
    first_shown_at: datetime


def text_of(words: Mapping[str, object]) -> Text:
    """Return words with their version: the same words have the same, whatever their order."""
    written = json.dumps(words, ensure_ascii=False, sort_keys=True)
    return Text(hashlib.sha256(written.encode()).hexdigest()[:VERSION_DIGITS], written)


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
    if address in NAT64:  # else everybody who comes by it would share one network
        address = IPv4Address(int(address) & 0xFFFF_FFFF)
    return str(ip_network(f"{address}/{24 if address.version == 4 else 64}", strict=False))


async def record(subscriber_id: int, kind: Kind, origin: Origin) -> None:
    """Write down what happened, in the ambient transaction."""
    await tx.execute(
        RECORD,
        subscriber_id=subscriber_id,
        kind=kind,
        source=origin.source,
        network=origin.network,
        page=origin.page,
        version=origin.text.version if origin.text else None,
        words=origin.text.words if origin.text else None,
    )


async def events(subscriber_id: int) -> list[Event]:
    """Return what a reader agreed to and took back, oldest first."""
    return await tx.rows(Event, EVENTS, subscriber_id=subscriber_id)


async def texts(subscriber_id: int) -> list[KeptText]:
    """Return the words that a reader was shown."""
    return await tx.rows(KeptText, TEXTS, subscriber_id=subscriber_id)
