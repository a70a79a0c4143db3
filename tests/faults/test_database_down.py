"""Without its database the garden says so, and promises nothing that it cannot keep."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.fault_proxy import FaultProxy, fault_proxy
from tests.support.garden import Garden, link_in, running
from tests.support.rows import dump, readers
from tests.support.site import Site

JSON = {"Accept": "application/json"}


@pytest.fixture
def proxy(database: str) -> Generator[FaultProxy]:
    with fault_proxy(database) as between:
        yield between


@pytest.fixture
def garden(proxy: FaultProxy, site: Site, tmp_path: Path) -> Generator[Garden]:
    with running(proxy.url, site, tmp_path / "mail") as whole:
        yield whole


def test_every_door_answers_503_and_when_to_come_back(garden: Garden, proxy: FaultProxy, db):
    garden.confirmed_reader("ada@example.org")
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    leave = link_in(garden.inbox()[0])
    before = dump(db)
    proxy.refuse()
    answers = [
        garden.subscribe("bob@example.org"),
        garden.subscribe("bob@example.org", headers=JSON),
        garden.client.get("/newsletter/confirm?token=x"),
        garden.client.post("/newsletter/confirm?token=x"),
        garden.client.post(leave),
        garden.announce(garden.site.manifest(garden.site.note("elm"))),
        garden.client.get("/healthz"),
    ]

    assert [answer.status_code for answer in answers] == [503] * 7
    assert {answer.headers["Retry-After"] for answer in answers} == {"30"}
    assert "Try again" in answers[0].text
    assert answers[1].json()["title"]
    assert not any("psycopg" in answer.text or "postgres" in answer.text for answer in answers)
    assert dump(db) == before


def test_when_it_is_back_everything_works_again(garden: Garden, proxy: FaultProxy, db):
    garden.subscribe("ada@example.org")
    proxy.refuse()
    garden.subscribe("bob@example.org")
    proxy.resume()
    again = garden.subscribe("bob@example.org")
    garden.tick()

    assert again.status_code == 200
    assert readers(db) == {"ada@example.org": "pending", "bob@example.org": "pending"}
    assert len(garden.inbox()) == 2


@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
def test_a_form_whose_commit_is_cut_is_stored_or_refused_and_never_half(
    garden: Garden, proxy: FaultProxy, db, cut: str
):
    getattr(proxy, cut)("commit")
    answer = garden.subscribe("ada@example.org")
    rows = {table: len(rows) for table, rows in dump(db).items()}

    stored = int(cut == "cut_after")
    assert answer.status_code == (200 if stored else 503)
    assert rows["subscribers"] == rows["background_jobs"] == rows["consent_events"] == stored
