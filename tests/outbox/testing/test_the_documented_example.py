"""The examples of docs/testing.md, as they stand there, on the bookshop."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg

from shared.outbox.testing import CHECKS

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "tests" / "examples"
DOCUMENT = (ROOT / "docs" / "testing.md").read_text("utf-8")
BLOCK = re.compile(r"```python\n# (\S+\.py)\n(.*?)```", re.DOTALL)
PLACE = "postgresql://localhost/bookshop_test"


def test_the_examples_run_as_they_stand(tmp_path, cluster):
    shutil.copy(EXAMPLES / "bookshop.py", tmp_path)
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute((EXAMPLES / "bookshop.sql").read_bytes())
        for name, text in BLOCK.findall(DOCUMENT):
            (tmp_path / name).write_text(text.replace(PLACE, url))
        said = subprocess.run(
            [sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", tmp_path],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"},
            capture_output=True,
            text=True,
        )

    assert said.returncode == 0, said.stdout + said.stderr
    checks = len(CHECKS) - 1  # they know of no other dependency
    assert f"{2 * checks + 2} passed" in said.stdout


def test_every_check_is_described():
    described = set(re.findall(r"^\| `(\w+)` \|", DOCUMENT, re.MULTILINE))

    assert set(CHECKS) <= described
