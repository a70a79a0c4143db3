"""One strict reading of a mail address, used by every door an address can come through."""

import re
import unicodedata
from dataclasses import dataclass

LONGEST = 254
LONGEST_LOCAL = 64
LONGEST_DOMAIN = 253

# Left behind by copy and paste. The two joiners are not among them: inside a domain they are
# letters, and dropping one would write to somebody else.
INVISIBLE = dict.fromkeys(
    [0x00AD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF]
)
PADDING = " \t\u00a0\u3000"
ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LOCAL = re.compile(rf"{ATOM}(?:\.{ATOM})*")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
SEVERAL = re.compile(r"[,;\s]")
GOOGLE = frozenset({"gmail.com", "googlemail.com"})

# What is wrong with an address, and how the pages' words of every language call it.
SENTENCES = {
    "address-empty": "Please type your mail address.",
    "address-long": f"That address is too long; {LONGEST} characters is the limit.",
    "address-control": "That address contains an invisible control character; please retype it.",
    "address-several": "Please type one mail address only, without spaces or commas.",
    "address-shape": (
        "That does not look like a mail address; it should read like anna@example.com."
    ),
    "address-letters": (
        "We cannot write to that address yet: there are letters outside a-z before the @."
    ),
    "address-local-long": f"The part before the @ is too long; {LONGEST_LOCAL} is the limit.",
    "address-number": "Please give an address with a domain name, not with a bare IP number.",
    "address-domain": "The part after the @ should be a domain, such as example.com.",
    "address-domain-name": "The part after the @ is not a valid domain name.",
}


class BadAddress(ValueError):
    """Nobody can be written to at this address; the text says why, and never repeats it.

    `reason` is the key of the same sentence in other languages, or empty where there is none.
    """

    def __init__(self, sentence: str, *, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason
        self.public = sentence


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox in three forms, each for one use."""

    key: str  # who it is: unique among subscribers
    mailbox: str  # whose inbox it is, +tags folded away: what the caps count
    deliverable: str  # what goes on the envelope


def parse(text: str) -> Address:
    """Read exactly one address.

    Raises:
        BadAddress: with a sentence for people.

    """
    address = unicodedata.normalize("NFC", text.translate(INVISIBLE)).strip(PADDING)
    refuse_what_is_not_one_address(address)
    local, _, typed_domain = address.partition("@")
    check_local(local)
    domain = canonical_domain(typed_domain)
    deliverable = f"{local}@{domain}"
    if len(deliverable) > LONGEST:
        raise bad("address-long")
    return Address(
        key=f"{local.lower()}@{domain}",
        mailbox=fold(local.lower(), domain),
        deliverable=deliverable,
    )


def refuse_what_is_not_one_address(address: str) -> None:
    """Refuse nothing, several, and everything that could smuggle a second recipient along."""
    if not address:
        raise bad("address-empty")
    if len(address) > LONGEST:
        raise bad("address-long")
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in address):
        raise bad("address-control")
    if SEVERAL.search(address) or address.count("@") > 1:
        raise bad("address-several")
    if "@" not in address or any(character in '<>"()\\' for character in address):
        raise bad("address-shape")


def check_local(local: str) -> None:
    """Refuse a part before the @ that is not plain ASCII atoms joined by single dots."""
    if not local.isascii():
        raise bad("address-letters")
    # `=?` opens an encoded word: a mail program would decode it into something else.
    if not LOCAL.fullmatch(local) or "=?" in local:
        raise bad("address-shape")
    if len(local) > LONGEST_LOCAL:
        raise bad("address-local-long")


def canonical_domain(typed: str) -> str:
    """Return the domain as lower-case A-labels (IDNA 2008), without the root's dot."""
    if typed.startswith("["):
        raise bad("address-number")
    domain = typed.lower()
    if not domain.isascii() or "xn--" in domain:
        domain = international(typed)
    domain = domain.removesuffix(".")
    labels = domain.split(".")
    if len(domain) > LONGEST_DOMAIN or not all(LABEL.fullmatch(label) for label in labels):
        raise bad("address-shape")
    if len(labels) < 2 or labels[-1].isdigit():
        raise bad("address-domain")
    return domain


def international(typed: str) -> str:
    """Translate a domain outside ASCII; the tables are loaded for the few who need them."""
    import idna

    try:
        return idna.encode(typed, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise bad("address-domain-name") from None


def fold(local: str, domain: str) -> str:
    """Name the inbox behind an address, so that a thousand +tags share one cap."""
    plain = local.split("+", 1)[0] or local
    if domain in GOOGLE:
        return f"{plain.replace('.', '')}@gmail.com"
    return f"{plain}@{domain}"


def bad(reason: str) -> BadAddress:
    """Return the error for a reason, with its sentence."""
    return BadAddress(SENTENCES[reason], reason=reason)
