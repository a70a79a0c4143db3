"""The header block of a letter: every value passes one gate, then is written by our own hand.

The standard library is not trusted with it. Its folding puts a long List-Unsubscribe into encoded
words, which hides the button of Gmail and Outlook, and Python 3.11.7 writes a newline that an
encoded word smuggled in (CVE-2024-6923). So values are refused or encoded here, the lines are
plain ASCII joined by CRLF, and the names of the finished block are read back and compared.
"""

import re
import unicodedata
from collections.abc import Mapping
from email.header import Header
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import quote

NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
ENCODED_WORD = re.compile(r"=\?.*\?=")
MESSAGE_ID = re.compile(r"<[A-Za-z0-9._-]{16,128}@[A-Za-z0-9.-]{1,128}>")
LIST_ID = re.compile(r"(?P<phrase>[^<>]*?) *(?P<id><[A-Za-z0-9.-]+>)")
LIST_UNSUBSCRIBE = re.compile(r"<https?://[^>\s,]+>(, <mailto:[^>\s,]+>)?")
PLAIN_PHRASE = re.compile(r"[A-Za-z0-9 ]+")
OURS = re.compile(
    r"from|sender|to|cc|bcc|subject|date|message-id|mime-version|content-.*", re.IGNORECASE
)
WIDTH = 76
LONGEST_LINE = 998


class BadHeader(ValueError):
    """A value cannot become a header: take the named characters out of the title or the name."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.public = text


def gate(name: str, value: str) -> str:
    """Return the value unchanged, or refuse it.

    Raises:
        BadHeader: for control characters, line separators, encoded words, and for nothing at all.

    """
    if not NAME.fullmatch(name):
        raise BadHeader("A header's name may hold letters, digits and hyphens only.")
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in value):
        raise BadHeader(f"{name} contains a control character or a line separator.")
    if ENCODED_WORD.search(value):
        raise BadHeader(f"{name} contains an encoded word (=?...?=), which could hide a newline.")
    if not value.strip():
        raise BadHeader(f"{name} is empty.")
    return value


def text(name: str, value: str) -> str:
    """Return words for people, as encoded words of at most 75 characters where not ASCII."""
    value = gate(name, value).strip()
    charset = "us-ascii" if value.isascii() else "utf-8"
    header = Header(value, charset, maxlinelen=WIDTH, header_name=name)
    return header.encode(splitchars=" ", linesep="\r\n")


def mailbox(name: str, display: str, address: str) -> str:
    """Return `Display name <address>`; the address has been parsed before."""
    return joined(name, phrase(name, display), f"<{address}>") if display else address


def message_id(value: str) -> str:
    """Return a Message-ID in its angle brackets: it is a reader's handle on a letter, so exact."""
    if not MESSAGE_ID.fullmatch(gate("Message-ID", value)):
        raise BadHeader("Message-ID reads like <16 or more letters, digits, . _ -@domain>.")
    return value


def added(name: str, value: str) -> str:
    """Return a header that the caller adds; those that make the envelope are not the caller's."""
    if OURS.fullmatch(name):
        raise BadHeader(f"{name} is not for a caller to set.")
    gate(name, value)
    if name.lower() == "list-id":
        return list_id(value)
    if name.lower() == "list-unsubscribe":
        return list_unsubscribe(value)
    if not value.isascii():
        return text(name, value)
    return value


def list_unsubscribe(value: str) -> str:
    """Return the links as they are, folded at most between them (RFC 8058)."""
    if not value.isascii() or not LIST_UNSUBSCRIBE.fullmatch(value):
        raise BadHeader(
            "List-Unsubscribe reads like <https://...>, or <https://...>, <mailto:...>."
        )
    return value.replace(">, <", ">,\r\n <")


def list_id(value: str) -> str:
    """Encode the human half of `Garden name <garden.example.com>`; the identifier stays raw."""
    match = LIST_ID.fullmatch(value)
    if match is None:
        raise BadHeader("List-Id reads like: Garden name <garden.example.com>.")
    if not match["phrase"]:
        return match["id"]
    return joined("List-Id", phrase("List-Id", match["phrase"]), match["id"])


def joined(name: str, words: str, identifier: str) -> str:
    """Put words and an identifier on one line, or the identifier on a line of its own."""
    last = words.rpartition("\n")[2]
    fits = len(name) + 2 + len(last) + 1 + len(identifier) <= WIDTH
    return f"{words} {identifier}" if fits else f"{words}\r\n {identifier}"


def phrase(name: str, value: str) -> str:
    """Return a display name: bare, quoted, or as encoded words."""
    value = gate(name, value).strip()
    if not value.isascii():
        return text(name, value)
    return value if PLAIN_PHRASE.fullmatch(value) else f'"{quote(value)}"'


def write(lines: Mapping[str, str], body: bytes) -> bytes:
    """Join header lines and a MIME entity, and prove that it has the headers that were meant.

    Raises:
        BadHeader: when reading the bytes back finds other names or another number of them.

    """
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    if not head.isascii() or any(len(line) > LONGEST_LINE for line in head.split("\r\n")):
        raise BadHeader("A header is not ASCII, or longer than a line of mail may be.")
    content = head.encode("ascii") + body
    intended = sorted([*(name.lower() for name in lines), "content-type"])
    parsed = BytesHeaderParser(policy=compat32).parsebytes(content)
    written = sorted(name.lower() for name, _ in parsed.items())
    if written != intended or len(set(written)) != len(written):
        raise BadHeader("The written headers are not, one by one, those that were meant.")
    return content
