"""A hundred thousand readers, and whatever can die dies in the middle of telling them."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.faults.test_fan_out import blocked_halfway, plan, state, wait_for_the_block
from tests.faults.test_the_server_is_killed import Mortal, mortal_server
from tests.support import figures
from tests.support.garden import Garden, running
from tests.support.jobs import make_due
from tests.support.mail_workers import workers
from tests.support.rows import add_readers, outlive_leases
from tests.support.site import Site

READERS = 100_000


@pytest.mark.campaign
@pytest.mark.parametrize("how", ["SIGKILL", "pg_terminate_backend", "SIGKILL of the postmaster"])
def test_f27_a_hundred_thousand_letters_are_written_whole_or_not_at_all(
    tmp_path: Path, site: Site, how: str
):
    with mortal_server(tmp_path / "server") as server:
        with garden_on(server, site, tmp_path) as garden:
            with psycopg.connect(server.url, autocommit=True, row_factory=dict_row) as db:
                add_readers(db, READERS)
            plan(garden)
        halfway = cut_down(server, site, tmp_path, how)
        with (
            garden_on(server, site, tmp_path) as garden,
            psycopg.connect(server.url, autocommit=True, row_factory=dict_row) as db,
        ):
            outlive_leases(db)
            garden.fan_out()  # takes back what the dead one had
            make_due(db)
            began = time.monotonic()
            assert garden.fan_out_only() == "succeeded"
            took = time.monotonic() - began
            whole = state(db)

    figures.record("F27", f"{how} of {READERS:,} letters: 0, then all in {took:.1f} s")
    assert halfway == ("planned", 0, 0)
    assert whole == ("announced", READERS, READERS)


@contextmanager
def garden_on(server: Mortal, site: Site, folder: Path) -> Generator[Garden]:
    with running(server.url, site, folder / "mail") as garden:
        yield garden


def cut_down(server: Mortal, site: Site, folder: Path, how: str) -> tuple[str, int, int]:
    """Let a worker get half-way through the fan-out, cut it down, and return what is there."""
    with (
        blocked_halfway(server.url, job=READERS // 2),
        psycopg.connect(server.url, autocommit=True, row_factory=dict_row) as db,
        workers(1, server.url, f"maildir://{folder / 'mail'}", site.url) as sending,
    ):
        backend = wait_for_the_block(db)
        if how == "SIGKILL":
            sending.kill()
        elif how == "pg_terminate_backend":
            db.execute("select pg_terminate_backend(%s)", (backend,))
            time.sleep(1)
            sending.kill()
        else:
            server.kill()
            sending.kill()
            server.start()
    with psycopg.connect(server.url, autocommit=True, row_factory=dict_row) as db:
        return state(db)
