"""Reach the private PostgreSQL's socket, however long and odd the path of its folder is."""

import hashlib
import os
import socket
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from functions.dev.postgres_programs import PostgresFailed

SOCKET = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH = 103 if sys.platform == "darwin" else 107


def url(cluster: Path) -> str:
    """Return the address for libpq: the socket's folder, in full so that PG* variables lose."""
    folder = cluster
    # libpq takes a comma for the end of a host.
    if len(os.fsencode(cluster / SOCKET)) > LONGEST_SOCKET_PATH or "," in str(cluster):
        folder = shortcut(cluster)
        folder.unlink(missing_ok=True)
        folder.symlink_to(cluster)
    return f"postgresql://postgres@/postgres?host={quote(str(folder), safe='')}&port=5432"


def shortcut(cluster: Path) -> Path:
    """Return where a short link to a folder with a long path belongs: ours alone, in /tmp."""
    root = Path(tempfile.gettempdir())
    if len(os.fsencode(root)) > LONGEST_SOCKET_PATH // 2:
        root = Path("/tmp")  # noqa: S108 - what is made there is private and checked below
    private_folder = root / f"thistledown-{os.geteuid()}"
    private_folder.mkdir(mode=0o700, exist_ok=True)
    found = private_folder.lstat()
    if found.st_uid != os.geteuid() or found.st_mode & 0o170077 != 0o040000:
        raise PostgresFailed(f"{private_folder} is not ours alone. Remove it.")
    return private_folder / hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]


def answers(cluster: Path) -> bool:
    """Tell whether a server listens. Only this folder's own can: others may not write in it."""
    if not (cluster / SOCKET).exists():
        return False
    host = shortcut(cluster).with_suffix(f".{os.getpid()}")
    host.unlink(missing_ok=True)
    host.symlink_to(cluster)
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(host / SOCKET))
        except OSError:
            return False
        finally:
            host.unlink(missing_ok=True)
    return True
