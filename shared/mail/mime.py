"""The body of a letter: plain text first, HTML second, in lines that no relay needs to rewrap."""

from datetime import datetime
from email.message import MIMEPart
from email.policy import EmailPolicy
from email.utils import format_datetime

# 76 rules both encodings; a longer line would be rewrapped on the way and break the signature.
POLICY = EmailPolicy(linesep="\r\n", max_line_length=76)


def alternative(text: str, html: str, boundary: str) -> bytes:
    """Return a multipart/alternative entity, its own Content-Type first."""
    entity = MIMEPart(policy=POLICY)
    entity["Content-Type"] = "multipart/alternative"
    entity.set_boundary(boundary)
    entity.attach(part(text, "plain"))
    entity.attach(part(html, "html"))
    return entity.as_bytes()


def part(content: str, subtype: str) -> MIMEPart:
    """Return one part in whichever encoding is shorter for its language."""
    entity = MIMEPart(policy=POLICY)
    # Counted by the encoder: a loop over the letters was the hottest line of a send.
    outside_ascii = len(content) - len(content.encode("ascii", "ignore"))
    encoding = "base64" if outside_ascii * 6 > len(content) else "quoted-printable"
    entity.set_content(content, subtype=subtype, charset="utf-8", cte=encoding)
    return entity


def date(moment: datetime) -> str:
    """Return a Date header, in English whatever the locale."""
    return format_datetime(moment)
