"""S38: a database that is stopped closes every door; started again, it opens them all."""

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row

from functions.dev import postgres
from shared import tx
from shared.migrate import migrate
from tests.support.doors import doors
from tests.support.garden import Garden, link_in, path_of, running
from tests.support.rows import dump, readers
from tests.support.site import Site


@dataclass
class Stoppable:
    """A garden and the database server that is its own."""

    garden: Garden
    url: str
    folder: Path
    stack: ExitStack

    def stop(self) -> None:
        self.stack.close()

    def start(self) -> None:
        assert self.stack.enter_context(postgres.running(self.folder)) == self.url

    def rows(self) -> dict[str, list[str]]:
        with psycopg.connect(self.url, row_factory=dict_row) as db:
            return dump(db)

    def readers(self) -> dict[str, str]:
        with psycopg.connect(self.url, row_factory=dict_row) as db:
            return readers(db)


@pytest.fixture
def stoppable(site: Site, tmp_path: Path) -> Generator[Stoppable]:
    folder = tmp_path / "server"
    with ExitStack() as stack:
        url = stack.enter_context(postgres.running(folder))
        migrate(url)
        with running(url, site, tmp_path / "mail") as garden:
            yield Stoppable(garden, url, folder, stack)


def test_without_its_database_every_door_says_come_back_and_nothing_is_lost(stoppable: Stoppable):
    garden = stoppable.garden
    garden.confirmed_reader("ada@example.org")
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()
    garden.empty_inbox()
    leave = path_of(letter["List-Unsubscribe"].strip("<>"))
    garden.subscribe("bob@example.org")  # his mail is still to be sent
    before = stoppable.rows()

    stoppable.stop()
    bearer = {"Authorization": f"Bearer {garden.settings.announce_token}"}
    manifest = garden.site.manifest(garden.site.note("elm", "evergreen"))
    written = {name: name for name in ("id", "title", "excerpt", "content_hash", "mail_html")}
    letter = {"version": 1, "site": manifest["site"], "letter": {**written, "language": "en"}}
    said = {
        "form": garden.subscribe("eve@example.org"),
        "leave": garden.client.post(leave),
        "announce": garden.announce(manifest),
        "letter": garden.client.post("/garden/letter", json=letter, headers=bearer),
    }
    said_by_name = ("/newsletter/subscribe", "/garden/announce", "/garden/letter")
    for door in doors(garden.client.app):
        needs_proof = door.path.startswith("/newsletter/bounces/")  # is asked for before the tables
        if door.path not in said_by_name and not needs_proof:
            said[str(door)] = door.knock(garden.client, headers=bearer)
    with pytest.raises(tx.Unavailable):
        garden.tick()

    needs_no_table = {f"Door(path='/garden/search', method='{one}')" for one in ("GET", "HEAD")}
    assert needs_no_table <= said.keys()
    open_still = {what for what, answer in said.items() if answer.status_code != 503}
    open_still -= needs_no_table
    assert open_still == {"Door(path='/newsletter/unsubscribe', method='POST')"}  # has no token
    shut = [answer for answer in said.values() if answer.status_code == 503]
    assert {answer.headers["Retry-After"] for answer in shut} == {"30"}
    assert garden.inbox() == []

    stoppable.start()
    assert stoppable.rows() == before
    garden.tick()
    [mail] = garden.inbox()
    assert mail["To"] == "bob@example.org"
    assert garden.client.post(link_in(mail)).status_code == 200
    assert garden.client.post(leave).status_code == 200
    assert garden.announce(manifest).status_code == 200
    assert stoppable.readers() == {
        "ada@example.org": "unsubscribed",
        "bob@example.org": "confirmed",
    }
