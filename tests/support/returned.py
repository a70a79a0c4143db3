"""Mails that come back, in the forms in which mail servers write them; every word is our own."""

BOUNDARY = "=_returned"

ORIGINAL = """\
Return-Path: <{sender}>
Message-ID: <{message_id}>
From: The gardener <gardener@garden.example>
To: gone@reader.example
Subject: Evergreen: On oak
MIME-Version: 1.0
Content-Type: text/plain

All of oak.
"""


def report(
    *,
    mark: str = "",
    by: str = "message",
    action: str = "failed",
    status: str = "5.1.1",
    diagnostic: str = "smtp; 550 5.1.1 there is nobody of that name",
    to: str = "gardener@garden.example",
    returned: str = "message/rfc822",
    more: str = "",
) -> bytes:
    """Write a report as RFC 3464 has it; `by` says where the mark stands: envelope or message."""
    inside = mark if by == "message" else "nothing-at-all-of-ours"
    to = f"bounces+{mark}@garden.example" if by == "envelope" else to
    original = ORIGINAL.format(sender="gardener@garden.example", message_id=f"{inside}@x.example")
    if returned == "text/rfc822-headers":
        original = original.partition("\n\n")[0] + "\n"
    group = f"Final-Recipient: rfc822; gone@reader.example\nAction: {action}\n"
    group += f"Status: {status}\n" if status else ""
    group += f"Diagnostic-Code: {diagnostic}\n" if diagnostic else ""
    return f"""\
From: MAILER-DAEMON@mx.example
To: {to}
Subject: Returned
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="{BOUNDARY}"

--{BOUNDARY}
Content-Type: text/plain; charset=utf-8

Your mail could not be delivered.

--{BOUNDARY}
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

{group}{more}
--{BOUNDARY}
Content-Type: {returned}

{original}
--{BOUNDARY}--
""".encode()


def postfix(mark: str) -> bytes:
    """Postfix: its own X- fields among the others, and the whole mail behind them."""
    return report(mark=mark, diagnostic="smtp; 550 5.1.1 <gone@reader.example>: unknown").replace(
        b"Reporting-MTA: dns; mx.example\n",
        b"Reporting-MTA: dns; mx.example\nX-Postfix-Queue-ID: 4F0aaa\n"
        b"X-Postfix-Sender: rfc822; gardener@garden.example\n",
    )


def sendmail(mark: str) -> bytes:
    """Sendmail: the headers of the mail alone, and a code that is said in the last reply."""
    return report(
        mark=mark, status="5.1.1", diagnostic="SMTP; 550 5.1.1 gone", returned="text/rfc822-headers"
    ).replace(b"Action: failed\n", b"Action: failed\nRemote-MTA: DNS; mx.reader.example\n")


def exchange(mark: str) -> bytes:
    """Exchange: upper-case headers, two-digit details, wrapped in a mixed by a gateway."""
    inner = report(mark=mark, status="5.1.10", diagnostic="smtp;550 5.1.10 RecipNotFound")
    head, _, body = inner.partition(b"\n\n")
    part = b"Content-Type:" + head.partition(b"Content-Type:")[2] + b"\n\n" + body
    return (
        b"FROM: <>\nTO: gardener@garden.example\nMIME-VERSION: 1.0\n"
        b'CONTENT-TYPE: multipart/mixed; boundary="=_gateway"\n\n--=_gateway\n'
        + part
        + b"\n--=_gateway\nContent-Type: text/plain\n\nScanned.\n--=_gateway--\n"
    )


def qmail(mark: str, *, why: str = "Remote host said: 550 5.1.1 no such user here") -> bytes:
    """qmail: prose, a paragraph for each mailbox, and the mail below a line."""
    original = ORIGINAL.format(sender="<>", message_id=f"{mark}@x.example")
    return f"""\
From: MAILER-DAEMON@mx.example
To: gardener@garden.example
Subject: failure notice

Hi. This is the mail program at mx.example.
It was not able to deliver your message to the following addresses.

<gone@reader.example>:
192.0.2.1 does not like recipient.
{why}

--- Below this line is a copy of the message.

{original}""".encode()


def complaint(mark: str, *, said: str = "abuse") -> bytes:
    """A mailbox provider's feedback loop, as RFC 5965 has it."""
    original = ORIGINAL.format(sender="gardener@garden.example", message_id=f"{mark}@x.example")
    return f"""\
From: fbl@provider.example
To: gardener@garden.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="{BOUNDARY}"

--{BOUNDARY}
Content-Type: text/plain

A reader pressed a button.
--{BOUNDARY}
Content-Type: message/feedback-report

Feedback-Type: {said}
User-Agent: Loop/1
Version: 1
--{BOUNDARY}
Content-Type: message/rfc822

{original}
--{BOUNDARY}--
""".encode()


def out_of_office(mark: str) -> bytes:
    """A person's program answers that the person is away."""
    return f"""\
From: gone@reader.example
To: bounces+{mark}@garden.example
Subject: I am away
Auto-Submitted: auto-replied
In-Reply-To: <{mark}@x.example>

Back on Monday. Your error 5.1.1 is not my error.
""".encode()


FORMS = {"postfix": postfix, "sendmail": sendmail, "exchange": exchange, "qmail": qmail}
