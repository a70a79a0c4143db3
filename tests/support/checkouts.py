"""A checkout in which nothing is installed yet, and its scripts, run with few tools on the PATH."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cmp", "cp", "dirname", "mkdir", "readlink", "rm", "sed", "sh", "chmod")
LOCKS = {
    "requirements.lock": "idna==3.10\npytest==9.0\n",
    "requirements-local.lock": "idna==3.10\n",
}


def script(where: Path, text: str) -> None:
    """Write a program."""
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(f"#!/bin/sh\n{text}\n")
    where.chmod(0o755)


def run(
    program: Path, *arguments: str, path: Path, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program with nothing but `path` on the PATH."""
    return subprocess.run(
        [program, *arguments],
        env={"PATH": str(path), "HOME": "/nowhere"},
        cwd=cwd,
        capture_output=True,
        text=True,
    )


def installed(checkout: Path, python: str) -> None:
    """Pretend that set-up is done, with a script in Python's place."""
    script(checkout / ".venv/bin/python", python)
    shutil.copy(checkout / "requirements.lock", checkout / ".venv/installed.lock")


def fake_uv(path: Path, checkout: Path) -> Path:
    """Put something in place of uv, and return the file in which it writes what it was told."""
    log = checkout / "uv.log"
    script(
        path / "uv",
        f'echo "$UV_PYTHON_DOWNLOADS $*" >> "{log}"\n'
        'case $1 in venv) mkdir -p .venv/bin; cp "$0.python" .venv/bin/python ;; esac',
    )
    script(path / "uv.python", "exit 0")
    return log
