"""Back a database up and restore it, with PostgreSQL's own programs."""

import secrets
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from functions.dev.postgres_programs import Programs
from tests.support.postgres import Cluster, with_name


def run(program: str, *arguments: object) -> None:
    """Run one of the embedded server's programs."""
    subprocess.run([programs() / program, *map(str, arguments)], check=True)


def programs() -> Path:
    """Return the folder of the embedded server's programs."""
    return Programs.find(Path("/nowhere")).folder


def back_up(url: str, file: Path) -> None:
    """Write a database into a file."""
    run("pg_dump", "--format=custom", f"--file={file}", f"--dbname={url}")


def dumped(url: str) -> str:
    """Return a whole database as PostgreSQL writes it out, tables, rows and all."""
    program = [programs() / "pg_dump", f"--dbname={url}"]
    return subprocess.run(program, check=True, capture_output=True, text=True).stdout


def restore_over(url: str, file: Path) -> None:
    """Restore a file over what is in the database."""
    run("pg_restore", "--clean", "--no-owner", f"--dbname={url}", file)


@contextmanager
def restored(cluster: Cluster, file: Path) -> Generator[str]:
    """Restore a file into a database of its own, beside the old one."""
    name = f"restored_{secrets.token_hex(6)}"
    cluster.run("create database {} template template0", name)
    try:
        url = with_name(cluster.url, name)
        run("pg_restore", "--no-owner", f"--dbname={url}", file)
        yield url
    finally:
        cluster.run("drop database {} with (force)", name)
