"""Read a mail that came back: a delivery report (RFC 3464), a complaint (RFC 5965), qmail's form.

Reports lie in the part that is made for them, wherever in the message that part lies: forwarders
and virus scanners wrap them. What is no such report, an out-of-office or a person's answer, says
nothing.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes, message_from_string
from email.message import Message
from email.policy import compat32
from itertools import islice
from typing import TypeAlias, cast

from shared.mail.notices.notice import Kind, Notice, clearest_code, kind_of, mildest

LARGEST = 256 * 1024  # bytes; a report stands before the mail that it is about
MOST_PARTS = 200

# The library's parser holds every line against every boundary that is open: a mail of nothing but
# boundaries would keep it busy for half a minute.
MOST_BOUNDARIES = 40
BOUNDARY = re.compile(rb"(?i)boundary[*0-9]*\s*=")

REPORT = "message/delivery-status"
FEEDBACK = "message/feedback-report"
COMPLAINTS = frozenset({"abuse", "fraud", "opt-out"})

# Where a mark may stand: the mailbox to which the report came, then the mail that it is about.
ARRIVED_AT = ("X-Original-To", "Delivered-To", "Envelope-To", "X-Envelope-To", "To")
OF_THE_MAIL = ("Return-Path", "Message-ID", "X-Envelope-From")
HEADER_LINE = re.compile(r"(?im)^[ \t>]*(?:return-path|message-id)[ \t]*:\s*(\S{1,300})")

# The form of qmail (QSBMF): prose, a paragraph for each mailbox, then the mail itself.
QMAIL = "Hi. This is the "
QMAIL_COPY = re.compile(r"(?m)^--- Below this line is a copy of the (?:message|mail).*$")

Part: TypeAlias = "Message[str, str]"


def read(content: bytes) -> Notice:
    """Return what a mail that came back says; it never raises, whatever the mail is made of."""
    if len(BOUNDARY.findall(content, 0, LARGEST)) > MOST_BOUNDARIES:
        return Notice("nothing")
    try:
        message = message_from_bytes(content[:LARGEST], policy=compat32)
        return judged(list(islice(message.walk(), MOST_PARTS)))
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
        return Notice("nothing")  # the library's parser has met its match


def judged(parts: list[Part]) -> Notice:
    """Return the verdict of the first part that is one."""
    for part in parts:
        if part.get_content_type() == FEEDBACK:
            return Notice(complained(part), None, tuple(places(parts)))
        if part.get_content_type() == REPORT:
            kind, code = mildest(map(of_mailbox, mailboxes(part)))
            return Notice(kind, code, tuple(places(parts)))
    return in_prose(parts)


def complained(part: Part) -> Kind:
    """Return what a feedback report means: a button that says spam, or anything else."""
    fields = inner(part)
    said = field(fields[0], "Feedback-Type") if fields else ""
    return "complaint" if said.lower() in COMPLAINTS else "nothing"


def mailboxes(part: Part) -> list[Part]:
    """Return the groups of fields that speak of a mailbox, without the one of the report itself."""
    return [group for group in inner(part) if group["Action"] or group["Status"]]


def of_mailbox(group: Part) -> tuple[Kind, str | None]:
    """Return the verdict on one mailbox; what is delayed or relayed has not failed."""
    action = field(group, "Action").partition(" ")[0].lower()
    code = clearest_code(field(group, "Status"), field(group, "Diagnostic-Code"))
    has_failed = action == "failed" or (not action and str(code).startswith("5"))
    return (kind_of(code), code) if has_failed else ("nothing", None)


def in_prose(parts: list[Part]) -> Notice:
    """Return what qmail says; nothing for every other mail without a report."""
    said = text_of(parts[0]).lstrip() if parts and not parts[0].is_multipart() else ""
    if not said.startswith(QMAIL):
        return Notice("nothing", None, tuple(places(parts)))
    pieces = QMAIL_COPY.split(said, maxsplit=1)
    codes = [
        clearest_code(paragraph)
        for paragraph in pieces[0].replace("\r\n", "\n").split("\n\n")
        if paragraph.lstrip().startswith("<")
    ]
    kind, code = mildest((kind_of(code), code) for code in codes)
    copies = [message_from_string(piece.lstrip(), policy=compat32) for piece in pieces[1:]]
    return Notice(kind, code, tuple(places([*parts, *copies])))


def places(parts: list[Part]) -> Iterator[str]:
    """Yield where a mark may stand: in headers, and in text that shows headers."""
    for name in ARRIVED_AT:
        yield from map(str, parts[0].get_all(name, []) if parts else [])
    for part in parts:
        for name in OF_THE_MAIL:
            yield from map(str, part.get_all(name, []))
        if part.get_content_maintype() == "text":
            yield from HEADER_LINE.findall(text_of(part))


def text_of(part: Part) -> str:
    """Return the text of a part, with a mark where it is not UTF-8."""
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def inner(part: Part) -> list[Part]:
    """Return the messages, or groups of fields, that a part is made of."""
    payload: object = part.get_payload()
    found = cast("list[object]", payload) if isinstance(payload, list) else []
    return [cast("Part", one) for one in found if isinstance(one, Message)]


def field(group: Part, name: str) -> str:
    """Return a field on one line; empty where it is missing."""
    return " ".join(str(group[name] or "").split())
