"""Both functions as Lambda runs them, on a real database, and an inbox and a site beside them."""

import email
import email.policy
import json
import mailbox
import re
from collections.abc import Generator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.support.runtime_api import ENVIRONMENT, Function, Outcome, deployed, request
from tests.support.site import Site, site


@dataclass
class Cloud:
    """The functions, and what a test does with them again and again."""

    http: Function
    tick: Function
    site: Site
    maildir: Path

    def ask(self, method: str, target: str, **options: Any) -> dict[str, Any]:
        """Send a request through API Gateway; the function must not fail, whatever it answers."""
        outcome = self.http.invoke(request(method, target, **options))
        assert not outcome.failed, outcome.value
        return outcome.value

    def subscribe(self, address: str, **options: Any) -> dict[str, Any]:
        options.setdefault("content_type", "application/x-www-form-urlencoded")
        body = urlencode({"email": address})
        return self.ask("POST", "/newsletter/subscribe", body=body, **options)

    def announce(self, *notes: dict[str, Any]) -> dict[str, Any]:
        answer = self.ask(
            "POST",
            "/garden/announce",
            body=json.dumps(self.site.manifest(*notes)),
            content_type="application/json",
            authorization=f"Bearer {ENVIRONMENT['ANNOUNCE_TOKEN']}",
        )
        assert answer["statusCode"] == 200, answer
        return json.loads(answer["body"])

    def run_tick(self, **options: Any) -> dict[str, Any]:
        outcome = self.tick_outcome(**options)
        assert not outcome.failed, outcome.value
        return outcome.value

    def tick_outcome(self, **options: Any) -> Outcome:
        return self.tick.invoke({"source": "aws.scheduler"}, **options)

    def inbox(self) -> list[EmailMessage]:
        box = mailbox.Maildir(self.maildir, create=True)
        parsed = [
            email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            for key in sorted(box.keys())
        ]
        return [mail for mail in parsed if isinstance(mail, EmailMessage)]

    def empty_inbox(self) -> None:
        mailbox.Maildir(self.maildir, create=True).clear()


@pytest.fixture
def environment(database: str, tmp_path: Path, shown: Site) -> dict[str, str]:
    """Give the variables that the template sets; a test may change them before it invokes."""
    return {
        **ENVIRONMENT,
        "DATABASE_URL": database,
        "SITE_URL": shown.url,
        "MAIL_URL": f"maildir://{tmp_path / 'mail'}",
    }


@pytest.fixture
def shown() -> Generator[Site]:
    with site() as running:
        yield running


@pytest.fixture
def cloud(environment: dict[str, str], tmp_path: Path, shown: Site) -> Generator[Cloud]:
    with (
        deployed("functions.aws.http", environment, tmp_path / "http.log") as http,
        deployed("functions.aws.tick", environment, tmp_path / "tick.log") as tick,
    ):
        yield Cloud(http, tick, shown, tmp_path / "mail")


@pytest.fixture
def link_of(cloud: Cloud):
    """Give a function that finds the path and query of the function link in a mail."""

    def find(mail: EmailMessage) -> str:
        body = mail.get_body(("plain",))
        assert body is not None
        found = re.search(r"https://functions\.test(/\S+\?token=[\w.~-]+)", body.get_content())
        assert found is not None
        return found[1]

    return find
