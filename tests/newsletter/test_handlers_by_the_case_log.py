"""The newsletter's three handlers, put to the case log of job queues, with a real mail server."""

import hashlib
import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import LiteralString
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from psycopg.rows import dict_row

from functions.jobs import announce, confirm_mail, evergreen_mail
from shared import settings, tx
from shared.newsletter.payloads import Announce, ConfirmMail, EvergreenMail
from shared.outbox.testing import check_handler
from tests.support.post import Post, link_of, posting
from tests.support.settings import settings_for
from tests.support.site import site

# Each after those that it refers to.
TABLES = ("garden", "subscribers", "mailboxes", "counted_in_hour", "consent_events", "suppressions")
TABLES += ("notes", "notifications", "announced_notes", "deliveries")

# What stands in the tables at a moment, and that moment again. A mail's Message-ID and a token are
# new with each attempt where they ought to be; what counts is what a reader can do with them.
DELIVERIES = "select array_agg(status order by subscriber_id) from deliveries"
PLANNED = "select status || ' ' || coalesce(candidates, 0) from notifications"
LETTERS = "select count(*) from background_jobs where kind = 'newsletter.evergreen-mail'"
MAILED = "select confirmation_mailed_at is not null from subscribers where id = 2"
TOKEN = "select confirm_token_hash from subscribers where id = 2"


class Stage:
    """The post of a garden, for handlers that find it by this name in whatever process they run."""

    post: Post
    url: str


@pytest.fixture(scope="module", autouse=True)
def stage(cluster, tmp_path_factory) -> Generator[None]:
    """Let one reader be confirmed, another ask, a note bloom; and keep each moment."""
    folder = tmp_path_factory.mktemp("post")
    with (
        cluster.fresh_database() as url,
        psycopg.connect(url, autocommit=True, row_factory=dict_row) as db,
        site() as shown,
        posting(url, db, shown, folder) as post,
    ):
        Stage.post, Stage.url = post, url
        post.readers("ada@example.org")
        post.garden.show(shown.note("oak"))
        post.garden.show(shown.note("oak", "evergreen"))
        keep(db, "planned")
        post.garden.fan_out_only()
        post.garden.subscribe("bob@example.org")
        keep(db, "fanned_out")
        yield


@pytest.fixture
def outbox_database() -> Generator[str]:
    with use_mail("127.0.0.1", Stage.post.server.port):
        yield Stage.url


def keep(db: psycopg.Connection, moment: LiteralString) -> None:
    """Remember what stands in the tables."""
    db.execute(f"create schema {moment}")
    for table in TABLES:
        db.execute(f"create table {moment}.{table} as table public.{table}")


def moment(name: str):
    """Return what brings a moment back."""

    async def arrange() -> None:
        Stage.post.server.mails.clear()
        await tx.execute("truncate " + ", ".join(TABLES) + " cascade")
        for table in TABLES:
            await tx.execute(
                f"insert into {table} overriding system value select * from {name}.{table}"
            )

    return arrange


def message_ids() -> set[bytes]:
    return {
        re.findall(rb"(?im)^Message-ID:\s*(<[^>\r\n]*>)", mail)[0]
        for mail in Stage.post.server.mails
    }


async def what_was_announced() -> object:
    statuses = await tx.scalar(list, DELIVERIES)
    return await tx.scalar(str, PLANNED), statuses, await tx.scalar(int, LETTERS)


async def what_was_sent() -> object:
    return await tx.scalar(list, DELIVERIES), sorted(message_ids())


async def what_bob_got() -> object:
    """Return whether his confirmation is under way, and whether a link that he has is good."""
    good = await tx.scalar(bytes, TOKEN)
    tokens = [parse_qs(urlsplit(link_of(mail)).query) for mail in Stage.post.server.mails]
    hashes = [hashlib.sha256(token["token"][0].encode()).digest() for token in tokens]
    return await tx.scalar(bool, MAILED), good in hashes


@contextmanager
def use_mail(host: str, port: int) -> Generator[None]:
    """Let letters go to another server."""
    before = settings.current()
    settings.use(settings_for(Stage.url, f"smtp://{host}:{port}", before.site_url))
    try:
        yield
    finally:
        settings.use(before)


@contextmanager
def use_pages(host: str, port: int) -> Generator[None]:
    """Let the notes' pages be looked for on another server."""
    with psycopg.connect(Stage.url, autocommit=True) as db:
        db.execute("create table if not exists urls as select id, url from notes")
        db.execute("update notes set url = %s", (f"http://{host}:{port}/oak/",))
        try:
            yield
        finally:
            db.execute("update notes set url = urls.url from urls where urls.id = notes.id")


test_announce = check_handler(
    announce.handler,
    Announce(1),
    arrange=moment("planned"),
    effects=what_was_announced,
    black_hole=use_pages,
)
test_evergreen_mail = check_handler(
    evergreen_mail.handler,
    EvergreenMail(1),
    arrange=moment("fanned_out"),
    effects=what_was_sent,
    black_hole=use_mail,
)
test_confirm_mail = check_handler(
    confirm_mail.handler,
    ConfirmMail(2),
    arrange=moment("fanned_out"),
    effects=what_bob_got,
    black_hole=use_mail,
)
