"""The inbox of a development server: every mail that was caught, and whether mail is caught."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from functions.dev.caught_mail import CaughtMail, caught, find
from functions.web.pages import document, surroundings
from functions.web.words import chosen_language, read_words
from shared.loopback import SERVICES
from shared.mail.presets import where
from shared.resources import stylesheet

SHOWN = 200
VIEWS = ("html", "text", "headers", "source")

ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(?=[/?#]|$)")

# The mail's own page: no script, no form, nothing loaded from outside. Its links open a new tab.
LETTER_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"
)


def routes(maildir: Path) -> list[Route]:
    """Return the inbox's routes over a Maildir, which need not exist yet."""

    def mails(request: Request) -> Response:
        """List the newest mails."""
        files = caught(maildir)
        listed = [file.read() for file in files[:SHOWN]]
        return shown(request, "inbox", mails=listed, total=len(files))

    def mail(request: Request) -> Response:
        """Show one mail: as its reader sees it, as text, or as it went over the wire."""
        letter = chosen(request)
        offered = [view for view in VIEWS if has(letter, view)]
        wanted = request.query_params.get("view", "")
        view = wanted if wanted in offered else offered[0]
        return shown(
            request,
            "inbox-mail",
            form_action=f"'self' {origin(letter.one_click())}".strip(),
            mail=letter,
            view=view,
            views=offered,
            source=letter.source.decode("utf-8", errors="backslashreplace"),
        )

    def html(request: Request) -> Response:
        """Serve the HTML part for the frame."""
        part = chosen(request).html()
        if part is None:
            raise HTTPException(404)
        # Without a target the link would open inside the frame; the mail itself stays as it is.
        headers = {
            "Content-Security-Policy": LETTER_POLICY,
            "Cross-Origin-Opener-Policy": "unsafe-none",
        }
        return HTMLResponse(with_new_tabs(part), headers=headers)

    def chosen(request: Request) -> CaughtMail:
        """Return the mail of the request's key, or raise 404."""
        file = find(maildir, request.path_params["key"])
        if file is None:
            raise HTTPException(404)
        return file.read()

    return [
        Route("/_dev/mail", mails),
        Route("/_dev/mail/{key}", mail),
        Route("/_dev/mail/{key}/html", html),
    ]


def shown(
    request: Request, name: str, *, form_action: str = "'none'", **context: object
) -> HTMLResponse:
    """Render one of the inbox's own pages."""
    through = relay(request.app.state.settings.mail_url)
    language = chosen_language(request)
    words = read_words(language)["inbox"]
    return document(
        name,
        {**surroundings(request), "language": language, "w": words, "relay": through, **context},
        sheet=stylesheet("pages/style.css", "pages/inbox.css"),
        form_action=form_action,
        frame="'self'",
    )


def relay(mail_url: str) -> str | None:
    """Return through whom mail really goes out, without what opens the door; None if caught."""
    parts = urlsplit(mail_url)
    if parts.scheme == "maildir":
        return None
    if parts.scheme in SERVICES:  # what looks like a host there may be the key
        return where(mail_url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)


def has(mail: CaughtMail, view: str) -> bool:
    """Tell whether a mail has something to show in a view."""
    return (view != "html" or mail.html() is not None) and (
        view != "text" or mail.text() is not None
    )


def origin(url: str | None) -> str:
    """Return the origin of a URL if it is fit for a policy, else nothing."""
    found = ORIGIN.match(url or "")
    return found[0] if found else ""


def with_new_tabs(html: str) -> str:
    """Return the page with one element more, by which its links open in a new tab."""
    head = re.search(r"<head[^>]*>", html, re.IGNORECASE)
    cut = head.end() if head else 0
    return f'{html[:cut]}<base target="_blank">{html[cut:]}'
