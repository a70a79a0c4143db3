"""A test that did not run is named, and in CI it is a failure."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PROBES = """
import pytest

def test_plain(): pass

@pytest.mark.browser
def test_in_a_browser(): pass
"""

SKIPPED = """
import pytest

def test_plain(): pass

def test_skipped(): pytest.skip("no reason is good enough")
"""


def run(
    folder: Path, probes: str, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    (folder / "test_probe.py").write_text(probes)
    environment = {"CI": "", "TEST_DATABASE_URL": "", **environment}
    plugins = ("-p", "tests.conftest", "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", *plugins, *options, folder],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_without_a_browser_its_tests_are_counted_and_named(tmp_path: Path):
    said = run(tmp_path, PROBES, CHROMIUM="/nowhere/chromium")

    assert said.returncode == 0, said.stdout
    assert "test_in_a_browser" in said.stdout
    assert "1 browser test did not run: no Chromium found." in said.stdout
    assert "apt-get install chromium" in said.stdout


def test_without_pgbouncer_its_tests_are_counted_and_named(tmp_path: Path):
    said = run(tmp_path, PROBES.replace("browser", "pgbouncer"), PGBOUNCER="/nowhere/pgbouncer")

    assert said.returncode == 0, said.stdout
    assert "1 pgbouncer test did not run: no PgBouncer found." in said.stdout
    assert "apt-get install pgbouncer" in said.stdout


def test_in_ci_a_missing_browser_is_a_failure(tmp_path: Path):
    said = run(tmp_path, PROBES, CHROMIUM="/nowhere/chromium", CI="true")

    assert said.returncode == 1
    assert "a test that did not run is a failure" in said.stdout


def test_in_ci_a_skip_is_a_failure(tmp_path: Path):
    assert run(tmp_path, SKIPPED).returncode == 0
    assert run(tmp_path, SKIPPED, CI="true").returncode == 1


def test_what_one_of_several_processes_could_not_run_is_a_failure_as_well(tmp_path: Path):
    said = run(tmp_path, PROBES, "-n", "1", CHROMIUM="/nowhere/chromium", CI="true")

    assert said.returncode == 1
    assert "1 browser test did not run: no Chromium found." in said.stdout
    assert run(tmp_path, SKIPPED, "-n", "1", CI="true").returncode == 1


def test_with_everything_there_all_run(tmp_path: Path):
    said = run(tmp_path, PROBES, CHROMIUM=sys.executable, PGBOUNCER=sys.executable, CI="true")

    assert said.returncode == 0, said.stdout
    assert "2 passed" in said.stdout
    assert "PostgreSQL 18" in said.stdout
