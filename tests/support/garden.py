"""A whole Thistledown for a test: the real application on a real database, an inbox, and ticks.

Everything runs on one event loop, that of Starlette's test client, as it does on a server.
"""

import email
import email.policy
import json
import mailbox
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from functions.app import JOBS, create_app
from shared import outbox
from shared.newsletter import garden
from shared.newsletter.caps import Caps
from shared.settings import Settings

SITE_URL = "http://garden.test"
ANNOUNCE_TOKEN = "announce-token-of-the-tests-0123456789"


def settings_for(database_url: str, mail_url: str, **changes: Any) -> Settings:
    made = Settings(
        database_url=database_url,
        site_url=SITE_URL,
        functions_url=SITE_URL,
        mail_url=mail_url,
        mail_from="The gardener <gardener@garden.test>",
        secret_key=("secret-key-of-the-tests-0123456789abcdef",),
        postal_address="1 Garden Path, Greenhouse",
        announce_token=ANNOUNCE_TOKEN,
        announce_hold=timedelta(0),
    )
    return replace(made, **changes)


@dataclass
class Garden:
    client: TestClient
    settings: Settings
    maildir: Path

    def tick(self, **options: Any) -> outbox.Report:
        return self.call(lambda: outbox.tick(JOBS, **options))

    def call(self, function: Any) -> Any:
        """Run an async function on the application's own event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(function)

    def subscribe(self, address: str, **options: Any) -> Any:
        return self.client.post("/newsletter/subscribe", data={"email": address}, **options)

    def announce(self, manifest: Mapping[str, Any], query: str = "", **headers: str) -> Any:
        bearer = {"Authorization": f"Bearer {self.settings.announce_token}", **headers}
        body = json.dumps(manifest)
        return self.client.post(f"/garden/announce{query}", content=body, headers=bearer)

    def confirmed_reader(self, address: str) -> None:
        """Walk somebody through the double opt-in; the mails of it are thrown away."""
        self.subscribe(address)
        self.tick()
        [mail] = [mail for mail in self.inbox() if mail["To"] == address]
        assert self.client.post(link_in(mail)).status_code == 200
        self.empty_inbox()

    def inbox(self) -> list[EmailMessage]:
        box = mailbox.Maildir(self.maildir, create=True)
        parsed = [
            email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            for key in sorted(box.keys())
        ]
        return [mail for mail in parsed if isinstance(mail, EmailMessage)]

    def empty_inbox(self) -> None:
        mailbox.Maildir(self.maildir, create=True).clear()


@contextmanager
def running(
    database_url: str, maildir: Path, *, caps: Caps | None = None, **changes: Any
) -> Generator[Garden]:
    changes.setdefault("mail_url", f"maildir://{maildir}")
    made = settings_for(database_url, **changes)
    app = create_app(made, caps=caps)
    with TestClient(app, base_url=SITE_URL, raise_server_exceptions=False) as client:
        one = Garden(client, made, maildir)
        one.call(lambda: garden.claim(made))
        yield one


def link_in(mail: EmailMessage) -> str:
    """Return path and query of the one function link in a mail's plain text."""
    body = mail.get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://\S+\?token=[\w.~-]+", body.get_content())
    assert found is not None
    parts = urlsplit(found[0])
    return f"{parts.path}?{parts.query}"


def manifest(*notes: Mapping[str, Any], title: str = "A test garden") -> dict[str, Any]:
    site = {"url": SITE_URL, "title": title, "language": "en"}
    return {"version": 1, "site": site, "notes": list(notes)}


def note(name: str, maturity: str = "seedling", **changes: Any) -> dict[str, Any]:
    return {
        "id": name,
        "slug": name,
        "url": f"{SITE_URL}/{name}/",
        "title": f"On {name}",
        "maturity": maturity,
        "planted_at": "2026-01-02",
        "tended_at": "2026-11-20",
        "tags": ["test"],
        "excerpt": f"What {name} is.",
        "content_hash": f"sha256:{name}",
        "mail_html": f"<p>All of {name}.</p>" if maturity == "evergreen" else None,
        **changes,
    }
