"""A whole Thistledown for a test: the real application on a real database, an inbox, and ticks.

Everything runs on one event loop, that of Starlette's test client, as it does on a server. The
garden's pages come from a real web server, since the live check asks for them.
"""

import email
import email.policy
import json
import mailbox
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from functions.app import create_app
from functions.jobs import JOBS, announce
from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.readers.caps import Caps
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.work import work
from shared.settings import Settings
from tests.support.jobs import claim_one
from tests.support.settings import FUNCTIONS_URL, settings_for
from tests.support.site import Site

LINK = re.compile(r"https?://[^\s>\"]+\?token=[\w.~-]+")


@dataclass
class Garden:
    client: TestClient
    settings: Settings
    site: Site
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

    def show(self, *notes: Mapping[str, Any], query: str = "") -> Any:
        """Publish the notes' pages, then announce a manifest of them."""
        self.site.publish(*notes)
        return self.announce(self.site.manifest(*notes), query)

    def fan_out(self) -> outbox.Report:
        """Work announcements alone; the letters wait a minute for a tick that knows them."""
        return self.call(lambda: outbox.tick(outbox.Handlers([announce.handler])))

    def fan_out_only(self) -> str:
        """Work the one announcement that is due, touch no letter, and return how it ended."""

        async def work_it() -> str:
            running = await claim_one()
            assert running.kind == announce.handler.job.kind
            ended = await work(announce.handler, running)
            await acknowledge([ended])
            return ended.outcome

        return self.call(work_it)

    def letters(self) -> list[str]:
        """Tick, empty the inbox, and return the subjects of what was in it."""
        self.tick()
        subjects = [str(mail["Subject"]) for mail in self.inbox()]
        self.empty_inbox()
        return subjects

    def letters_after(self, *notes: Mapping[str, Any]) -> list[str]:
        """Show these notes and return the subjects of the letters that come of it."""
        assert self.show(*notes).status_code == 200
        return self.letters()

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
    database_url: str,
    site: Site,
    maildir: Path,
    *,
    caps: Caps | None = None,
    peer: str = "127.0.0.1",
    **changes: Any,
) -> Generator[Garden]:
    """Run the application until the block ends. `peer` is the address that requests come from."""
    mail_url = changes.pop("mail_url", f"maildir://{maildir}")
    made = settings_for(database_url, mail_url, site.url, **changes)
    app = create_app(made, caps=caps)
    pool = tx.Pool(database_url)
    tx.use(pool)
    options: dict[str, Any] = {"raise_server_exceptions": False, "client": (peer, 50000)}
    with TestClient(app, base_url=FUNCTIONS_URL, **options) as client:
        one = Garden(client, made, site, maildir)
        one.call(lambda: garden.claim(made))
        try:
            yield one
        finally:
            one.call(pool.close)


def link_in(mail: EmailMessage) -> str:
    """Return path and query of the one function link in a mail's plain text."""
    found = LINK.search(text_of(mail, "plain"))
    assert found is not None
    return path_of(found[0])


def path_of(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def token_in(mail: EmailMessage) -> str:
    return link_in(mail).partition("token=")[2]


def text_of(mail: EmailMessage, kind: str) -> str:
    """Return the plain or the html part of a mail."""
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())
