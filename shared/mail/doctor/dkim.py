"""DKIM (RFC 6376): is there the key by which receivers check the signature of our letters?"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.mail.doctor.finding import MailFinding, NotSeen
from shared.mail.doctor.names import Names
from shared.mail.doctor.ways import Way

SHORTEST = 1024  # bits of an RSA key that anybody still heeds (RFC 8301)
INFIX = "._domainkey."


@dataclass
class Keys:
    """The domains that have a usable key; `is_known` once it is known under which names to look."""

    domains: set[str] = field(default_factory=set[str])
    is_known: bool = False


def examine_dkim(
    names: Names, way: Way, domain: str, selectors: Sequence[str], keys: Keys
) -> list[MailFinding | NotSeen]:
    """Look up the keys, note in `keys` whose are usable, and say what is wrong.

    `selectors` are those that somebody named, whole names such as s1._domainkey.example.com among
    them: each must be there. Of those that a service usually has, one is enough.
    """
    asked = [one if INFIX in one else f"{one}{INFIX}{domain}" for one in selectors or way.selectors]
    if not asked:
        return [NotSeen("dkim", unknown(way))]
    faults = {name: fault(names, name) for name in asked}
    keys.is_known = True
    keys.domains |= {name.partition(INFIX)[2] for name, wrong in faults.items() if wrong is None}
    if not selectors and keys.domains:
        return []
    if not selectors:
        there = [name for name, wrong in faults.items() if wrong != "missing"] or asked[:1]
        faults = {name: faults[name] for name in there}
    return [said(way, name, wrong) for name, wrong in faults.items() if wrong]


def fault(names: Names, name: str) -> str | None:
    """Return what is wrong with the key of a name, "missing" where there is none."""
    records = [tags(one) for one in names.texts(name)]
    keys = [one for one in records if "p" in one and one.get("v", "DKIM1") == "DKIM1"]
    if not keys:
        return "missing"
    if len(keys) > 1:
        return f"there are {len(keys)} of them, and receivers may take any"
    return fault_of_key(keys[0])


def fault_of_key(key: dict[str, str]) -> str | None:
    """Return what is wrong with one record's key."""
    if not key["p"]:
        return "it says that the key has been withdrawn (p= is empty)"
    if "y" in key.get("t", "").split(":"):
        return "it says that the key is only being tried out (t=y)"
    try:
        coded = base64.b64decode("".join(key["p"].split()), validate=True)
    except binascii.Error:
        return "its key is cut off or mistyped"
    if key.get("k", "rsa") == "ed25519":
        return None if len(coded) == 32 else "its key is cut off or mistyped"
    return fault_of_rsa(coded)


def fault_of_rsa(coded: bytes) -> str | None:
    """Return what is wrong with an RSA key."""
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        key = load_der_public_key(coded)
    except ValueError:
        return "its key is cut off or mistyped"
    if isinstance(key, RSAPublicKey) and key.key_size < SHORTEST:
        return f"its key has {key.key_size} bits, and receivers heed none below {SHORTEST}"
    return None


def said(way: Way, name: str, wrong: str) -> MailFinding:
    """Return the finding about one name."""
    selector, _, domain = name.partition(INFIX)
    record = None
    if way.keys_from:
        source = way.keys_from.format(selector=selector, domain=domain)
        record = f"{name}. CNAME {source}."
    if wrong == "missing":
        says = f"There is no DKIM key at {name}, so nobody can check the signature of a letter."
        remedy = "Add it." if record else f"Add the record that {way.name} shows for this domain."
        return MailFinding("dkim", says, remedy, record or f'{name}. TXT "v=DKIM1; k=rsa; p=..."')
    return MailFinding(
        "dkim",
        f"The DKIM record {name} is no use: {wrong}.",
        f"Copy it again from where {way.name} shows it.",
        record,
    )


def unknown(way: Way) -> str:
    """Say why the key was not looked up, and how it can be."""
    who = way.name[:1].upper() + way.name[1:]
    return (
        f"{who} does not say under which selector its key lies. It stands as s= in the "
        "DKIM-Signature of any letter that has arrived; name it with --selector."
    )


def tags(record: str) -> dict[str, str]:
    """Return the tag=value pairs of a record."""
    pairs = (part.partition("=") for part in record.split(";") if "=" in part)
    return {name.strip(): value.strip() for name, _, value in pairs}
