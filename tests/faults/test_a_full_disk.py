"""The disk is full: what was acknowledged is there, and what cannot be kept is refused."""

import contextlib
import subprocess
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from functions.dev import postgres
from shared.migrate import migrate
from tests.support import figures
from tests.support.garden import Garden, running
from tests.support.rows import one
from tests.support.site import Site

# What PostgreSQL says when it cannot make a file longer, from the place where it would say it.
FULL = """
    create function full_disk() returns trigger language plpgsql as $$
    begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$;
    create trigger full_disk before insert on background_jobs
       for each statement execute function full_disk()
"""

SMALL_LOG = (
    "alter system set max_wal_size = '32MB'",
    "alter system set min_wal_size = '32MB'",
    "select pg_reload_conf()",
    "create table ballast (filler text)",
)
BALLAST = "insert into ballast select repeat(md5(n::text), 60) from generate_series(1, 200) n"

JOBS = "select count(*) from background_jobs"


def test_f17_what_a_full_disk_refuses_is_answered_503_and_the_rest_goes_on(
    garden: Garden, db: psycopg.Connection[DictRow]
):
    garden.subscribe("ada@example.org")
    db.execute(FULL)
    refused = garden.subscribe("bob@example.org")
    report = garden.tick()
    db.execute("drop trigger full_disk on background_jobs")
    again = garden.subscribe("bob@example.org")

    assert (refused.status_code, again.status_code) == (503, 200)
    assert report.succeeded == 1
    assert one(db, "select count(*) from subscribers") == one(db, JOBS) == 2


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Generator[Path]:
    """Mount a small file system in memory; only root may."""
    folder.mkdir()
    mount(folder, f"size={megabytes}m,mode=755")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)


@pytest.mark.campaign
def test_f17_a_real_disk_fills_up_and_nothing_acknowledged_is_lost(tmp_path: Path, site: Site):
    acknowledged, refused = 0, 0
    with small_disk(tmp_path / "disk", 200) as disk, postgres.running(disk / "server") as url:
        migrate(url)
        with psycopg.connect(url, autocommit=True, row_factory=dict_row) as db:
            for statement in SMALL_LOG:
                db.execute(statement.encode())
            with running(url, site, tmp_path / "mail") as garden:
                for number in range(2000):
                    if number == 20:
                        fill(db)
                    answer = garden.subscribe(f"reader{number}@example.org")
                    acknowledged += answer.status_code == 200
                    refused += answer.status_code == 503
                    assert answer.status_code in (200, 503)
                    if refused >= 20:
                        break
                with contextlib.suppress(psycopg.Error):
                    garden.tick()
                kept = one(db, JOBS)
                mount(disk, "remount,size=300m")
                sent = garden.tick().succeeded
                after = garden.subscribe("late@example.org").status_code

    figures.record(
        "F17", f"{acknowledged} acknowledged and kept, {refused} answered 503, then all went on"
    )
    assert refused > 0
    assert kept == acknowledged
    assert sent > 0
    assert after == 200


def fill(db: psycopg.Connection[DictRow]) -> None:
    """Write until nothing more fits."""
    with contextlib.suppress(psycopg.errors.DiskFull):
        while True:
            db.execute(BALLAST)
            db.execute("checkpoint")
