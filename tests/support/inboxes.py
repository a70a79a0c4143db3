"""Mails in the inbox of a development server, and the forms on its pages."""

from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

from shared.mail.maildir import deliver
from shared.mail.transport import Mail

UNSUBSCRIBE = "http://127.0.0.1:8000/newsletter/unsubscribe?token=k1.abc"
HTML = (
    "<!doctype html><html lang=en><head><title>x</title></head><body><p>Moss is evergreen."
    '<a href="http://127.0.0.1:8000/moss/">Read</a><script>alert(1)</script></body></html>'
)


class Forms(HTMLParser):
    """Collects forms with their hidden fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append({"action": given["action"] or ""})
        if tag == "input":
            self.forms[-1][given["name"] or ""] = given["value"] or ""


def letter(subject: str, *, html: str | None = HTML, one_click: bool = True) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ada's garden <ada@garden.example>"
    message["To"] = "reader@example.org"
    message["Subject"] = subject
    if one_click:
        message["List-Unsubscribe"] = f"<{UNSUBSCRIBE}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content("Moss is evergreen.\nhttp://127.0.0.1:8000/moss/\n")
    if html is not None:
        message.add_alternative(html, subtype="html")
    return message


def put(maildir: Path, message: EmailMessage | bytes) -> str:
    """Deliver a mail as the development transport does, and return its page."""
    content = message if isinstance(message, bytes) else message.as_bytes()
    mail = Mail("ada@garden.example", "reader@example.org", "<1@garden.example>", content)
    return f"/_dev/mail/{deliver(maildir, mail).name}"
