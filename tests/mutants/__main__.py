"""Make each mistake in a copy of the tree and see that a test fails: `bin/mutants [NAME...]`.

Prints a table. Exits 1 if a mistake goes unseen or can no longer be made, 2 if the tests fail
without any.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import Queue

from tests.mutants.mutant import Mutant
from tests.mutants.mutants import MUTANTS
from tests.support.postgres import server

ROOT = Path(__file__).parents[2]
COPIED = ("functions", "shared", "tests", "templates", "infra", "site", "pyproject.toml")
AT_ONCE = 2
LIMIT = 120.0  # seconds; a mistake that makes the tests hang has been seen

PASSED, FAILED = 0, 1  # pytest's exit codes


def main(names: list[str]) -> int:
    """Run the mutants of these names, or all."""
    chosen = [mutant for mutant in MUTANTS if not names or mutant.name in names]
    problems = [problem for mutant in chosen for problem in mutant.problems(ROOT)]
    known = {mutant.name for mutant in MUTANTS}
    problems += [f"no mutant is called {name!r}" for name in names if name not in known]
    if problems:
        print("\n".join(problems))
        return 1
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="thistledown-mutants-") as folder, server() as url:
        trees: Queue[Path] = Queue()
        for number in range(AT_ONCE):
            trees.put(copied(Path(folder) / str(number)))
        if complaint := without_any(chosen, trees, url):
            print(f"Without any mutant the tests must pass:\n{complaint}")
            return 2
        with ThreadPoolExecutor(AT_ONCE) as threads:
            ends = []
            for mutant, end in zip(
                chosen, threads.map(partial(tried, trees=trees, url=url), chosen), strict=True
            ):
                ends.append(end)
                print(f"{mutant.name:<52} {end}", flush=True)
    killed = sum(end.startswith("killed") for end in ends)
    print(f"{killed} of {len(ends)} mutants killed in {time.monotonic() - began:.0f} s")
    return 0 if killed == len(ends) else 1


def copied(tree: Path) -> Path:
    """Copy what the tests need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
            shutil.copytree(ROOT / name, tree / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, tree / name)
    return tree


def without_any(mutants: Iterable[Mutant], trees: "Queue[Path]", url: str) -> str:
    """Run every killer on the unchanged tree, half of them in each; return what failed."""
    killers = sorted({killer for mutant in mutants for killer in mutant.killers})
    halves = [killers[number::AT_ONCE] for number in range(AT_ONCE)]

    def run(half: list[str]) -> str:
        tree = trees.get()
        try:
            code, said = pytest(tree, half, url, limit=10 * LIMIT) if half else (PASSED, "")
            return "" if code == PASSED else said
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return "\n".join(filter(None, threads.map(run, halves)))


def tried(mutant: Mutant, *, trees: "Queue[Path]", url: str) -> str:
    """Make one mistake in a tree that is free, run its killers, and put the tree right again."""
    tree = trees.get()
    began = time.monotonic()
    before = mutant.apply(tree)
    try:
        code, said = pytest(tree, [*mutant.killers], url, limit=LIMIT)
    except subprocess.TimeoutExpired:
        return f"killed: it hangs for {LIMIT:g} s"
    finally:
        for path, text in before.items():
            path.write_text(text, "utf-8")
        trees.put(tree)
    if code == FAILED:
        return f"killed in {time.monotonic() - began:.1f} s by {killer(said)}"
    return "SURVIVED" if code == PASSED else f"COULD NOT RUN:\n{said}"


def pytest(tree: Path, tests: list[str], url: str, *, limit: float) -> tuple[int, str]:
    """Run tests until one fails; return pytest's exit code and what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=line", *tests],
        cwd=tree,
        env={**os.environ, "TEST_DATABASE_URL": url, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=limit,
    )
    return done.returncode, done.stdout[-4000:] + done.stderr[-2000:]


def killer(said: str) -> str:
    """Return the name of the test that failed."""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR tests"))]
    return failed[0].partition("::")[2].partition(" - ")[0] if failed else "the end of its process"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
