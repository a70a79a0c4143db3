"""A PgBouncer in transaction mode before the tests' PostgreSQL, with very few connections to it."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row

# Where a bouncer listens. Set, the code under test goes through it; what the tests themselves look
# at, they look at directly.
ADDRESS = "TEST_PGBOUNCER"

# Nothing is ignored or reset for the clients' sake: what would leak must be seen to leak.
CONFIGURATION = """
[databases]
* = {target}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {pool_size}
min_pool_size = 0
reserve_pool_size = 0
max_client_conn = 200
admin_users = postgres
server_reset_query_always = 0
query_wait_timeout = 30
log_connections = 0
log_disconnections = 0
"""


@dataclass(frozen=True)
class Bouncer:
    """A running bouncer and where it listens."""

    address: str

    def url(self, database_url: str) -> str:
        """Return the way to a database of the server through the bouncer."""
        return by_way_of(self.address, urlsplit(database_url).path)

    def show(self, what: LiteralString) -> list[DictRow]:
        """Ask the bouncer itself, as with `servers` or `stats`."""
        console = by_way_of(self.address, "/pgbouncer")
        with psycopg.connect(console, autocommit=True, row_factory=dict_row) as connection:
            return connection.execute("show " + what).fetchall()


def through(database_url: str) -> str:
    """Return the way to a database of the test run's server through its bouncer, if it has one.

    The address of a bad line to that server stays what it is.
    """
    address = os.environ.get(ADDRESS)
    parts, server = urlsplit(database_url), urlsplit(os.environ.get("TEST_DATABASE_URL", ""))
    if not address or parts._replace(path="") != server._replace(path=""):
        return database_url
    return by_way_of(address, parts.path)


def by_way_of(address: str, path: str) -> str:
    """Return the URL of a database at a bouncer."""
    return f"postgresql://postgres@{address}{path}?sslmode=disable&gssencmode=disable"


def program() -> str | None:
    """Return the path of PgBouncer; where PGBOUNCER is set, only that one counts."""
    named = os.environ.get("PGBOUNCER", "pgbouncer")
    # Debian keeps it out of an ordinary user's way.
    return shutil.which(named, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


@contextmanager
def bouncer(upstream: str, *, pool_size: int = 2) -> Generator[Bouncer]:
    """Run a bouncer with `pool_size` connections to each database of the server."""
    found, port = program(), free_port()
    assert found is not None
    where, target = way_to(upstream)
    with tempfile.TemporaryDirectory(prefix="thistledown-bouncer-") as folder:
        written = Path(folder) / "pgbouncer.ini"
        written.write_text(CONFIGURATION.format(target=target, port=port, pool_size=pool_size))
        uid = owner(where)
        for path in (Path(folder), written):
            os.chown(path, uid, -1)
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [found, written],
                cwd=where,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                **as_user(uid),
            )
        try:
            wait_until_it_listens(port, process, log)
            yield Bouncer(f"127.0.0.1:{port}")
        finally:
            process.kill()
            process.wait()


def way_to(upstream: str) -> tuple[Path, str]:
    """Return the folder to stand in and what the bouncer is told of its server.

    The socket's path may lead through folders that are closed to the account that runs both: the
    bouncer is put into the folder of the socket and takes it from there.
    """
    parts = conninfo_to_dict(upstream)
    host, folder = str(parts["host"]), Path("/")
    if host.startswith("/"):
        host, folder = "/proc/self/cwd", Path(host).resolve()
    words = {"host": host, "port": parts.get("port", 5432), "user": parts.get("user", "postgres")}
    if password := parts.get("password"):
        words["password"] = password
    return folder, " ".join(f"{name}={value}" for name, value in words.items())


def owner(folder: Path) -> int:
    """Return the user who may open the server's socket; root is refused by PgBouncer."""
    sockets = list(folder.glob(".s.PGSQL.*"))
    uid = sockets[0].stat().st_uid if sockets[:1] and folder != Path("/") else os.geteuid()
    return uid or 65534


def as_user(uid: int) -> dict[str, Any]:
    """Return what makes a process this user's, if that takes anything."""
    return {} if uid == os.geteuid() else {"user": uid, "extra_groups": []}


def free_port() -> int:
    """Return a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def wait_until_it_listens(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the bouncer takes connections."""
    deadline = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise RuntimeError(f"PgBouncer did not start:\n{log.read_text()[-2000:]}")
