"""A domain whose records are all in order, on a name server of its own, to be spoilt by tests."""

import base64
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import cache

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared.mail.doctor.examining import examine_domain
from shared.mail.doctor.finding import Examined
from shared.mail.doctor.names import Names
from shared.mail.doctor.patient import Patient
from tests.support.name_server import name_server
from tests.support.settings import settings_for

RELAY = "198.51.100.7"
Changes = dict[str, list[str] | None]


@cache
def key(bits: int) -> str:
    """Return the public half of an RSA key as DKIM writes it."""
    return written(rsa.generate_private_key(public_exponent=65537, key_size=bits).public_key())


def written(made: rsa.RSAPublicKey) -> str:
    """Return a key in base64."""
    coded = made.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(coded).decode()


def dkim(value: str) -> list[str]:
    """Return a TXT record in strings of at most 255 bytes."""
    return [" ".join(f'"{value[i : i + 255]}"' for i in range(0, len(value), 255))]


def in_order() -> dict[str, list[str]]:
    """Return the records of garden.example, whose own server is relay.garden.example."""
    return {
        "garden.example TXT": ['"v=spf1 ip4:198.51.100.7 -all"', '"something=else"'],
        "garden.example MX": ["10 relay.garden.example."],
        "relay.garden.example A": [RELAY],
        "7.100.51.198.in-addr.arpa PTR": ["relay.garden.example."],
        "_dmarc.garden.example TXT": ['"v=DMARC1; p=none"'],
        "s1._domainkey.garden.example TXT": dkim(f"v=DKIM1; k=rsa; p={key(2048)}"),
    }


Ask = Callable[..., Examined]


@pytest.fixture
def ask() -> Generator[Ask]:
    """Give a function that examines garden.example with these records changed."""
    with ExitStack() as stack:

        def ask(
            changes: Changes | None = None,
            mail_url: str = "smtps://u:p@relay.garden.example",
            selectors: tuple[str, ...] = ("s1",),
            sends_from: tuple[str, ...] = (),
            **given: object,
        ) -> Examined:
            zone = {**in_order(), **(changes or {})}
            kept = {name: values for name, values in zone.items() if values is not None}
            names = Names(stack.enter_context(name_server(kept)))
            settings = settings_for("", mail_url, "https://garden.example", **given)
            return examine_domain(Patient(settings, names, selectors, sends_from))

        yield ask
