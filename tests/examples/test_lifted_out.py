"""The queue and its transactions can be taken out of this repository and used by something else."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = Path(__file__).with_name("bookshop.py")

# The one library that they stand on, and what that one needs.
LIBRARIES = ("psycopg", "psycopg_binary", "psycopg_binary.libs", "typing_extensions.py")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Give a folder with the example and what it is built of, and nothing else of ours."""
    for folder in ("shared/outbox", "shared/tx"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(EXAMPLE, tmp_path)
    install_psycopg(tmp_path / "libraries")
    return tmp_path


def install_psycopg(libraries: Path) -> None:
    """Put the one library, and what it needs, into a folder of its own."""
    psycopg_spec = find_spec("psycopg")
    assert psycopg_spec is not None
    assert psycopg_spec.origin is not None
    installed = Path(psycopg_spec.origin).parents[1]
    libraries.mkdir()
    for name in LIBRARIES:
        if (installed / name).exists():
            (libraries / name).symlink_to(installed / name)


@pytest.fixture
def empty_database(cluster, house):
    """Give the URL of a database with the tables of the copied queue alone."""
    cluster.run("create database {}", house.name)
    url = cluster.url.replace("/postgres?", f"/{house.name}?")
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            for path in sorted((house / "shared/outbox/migrations").glob("*.sql")):
                connection.execute(path.read_bytes())
            connection.execute(EXAMPLE.with_suffix(".sql").read_bytes())
        yield url
    finally:
        cluster.run("drop database {} with (force)", house.name)


def run(house: Path, url: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-W", "error", *words, url],  # without site-packages
        cwd=house,
        env={"PYTHONPATH": f"{house}:{house / 'libraries'}"},
        capture_output=True,
        text=True,
    )


def test_the_bookshop_has_fewer_than_sixty_lines():
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60


def test_it_runs_on_nothing_but_the_copy(house, empty_database):
    said = run(house, empty_database, "bookshop.py")

    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines() == ["charged 20 for order-1", "1 of 1 jobs succeeded"]


def test_what_was_rolled_back_left_neither_order_nor_job(house, empty_database):
    run(house, empty_database, "bookshop.py")

    with psycopg.connect(empty_database) as connection:
        orders = connection.execute("select status from orders").fetchall()
        jobs = connection.execute("select kind, status from background_jobs").fetchall()
        stock = connection.execute("select stock from books").fetchall()
    assert orders == [("paid",)]
    assert jobs == [("bookshop.charge-card", "succeeded")]
    assert stock == [(0,)]


def test_a_second_run_charges_nobody_again(house, empty_database):
    run(house, empty_database, "bookshop.py")

    said = run(house, empty_database, "bookshop.py")

    assert said.stdout.splitlines() == ["0 of 0 jobs succeeded"]


def test_nothing_of_the_repository_is_imported(house, empty_database):
    listing = house / "listing.py"
    listing.write_text(
        "import asyncio, sys, bookshop\n"
        "asyncio.run(bookshop.main(sys.argv[1]))\n"
        "print(sorted({name.split('.')[0] for name, module in sys.modules.items()\n"
        "    if getattr(module, '__file__', None) and '/lib/python' not in module.__file__}))\n"
        "print([m.__file__ for n, m in sys.modules.items() if n.startswith('shared.')][0])\n"
    )

    said = run(house, empty_database, "listing.py")

    assert said.returncode == 0, said.stderr
    *_, imported, first = said.stdout.splitlines()
    assert "shared" in imported
    assert first.startswith(str(house))
    for name in ("functions", "starlette", "jinja2", "pytest"):
        assert name not in imported
