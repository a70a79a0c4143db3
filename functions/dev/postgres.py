"""Run a private PostgreSQL in a folder: no port, no password, gone when its owner is gone."""

import contextlib
import ctypes
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path

from functions.dev.postgres_programs import MAJOR, PostgresFailed, Programs
from functions.dev.postgres_socket import answers, shortcut, url

STARTING = 60.0  # seconds; a crashed server replays its log first
STOPPING = 10.0
LET_GO = 10.0  # seconds that the processes of a killed server get to notice it
PR_SET_PDEATHSIG = 1

ALWAYS = {
    "listen_addresses": "",
    # Relative to the server's own folder, so that its path may be long or closed to the server.
    "unix_socket_directories": ".",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What readers leave in a form must not end in a log.
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
}
HASTY = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


class Owned(PostgresFailed):
    """Another process runs the database in this folder."""


@contextlib.contextmanager
def running(data: Path, *, durable: bool = True) -> Generator[str]:
    """Start the PostgreSQL kept in `data`, give its URL, and stop it at the end.

    Not `durable` is for tests: nothing waits for the disk, and a power cut loses the data.

    Raises:
        PostgresFailed: with a sentence for people; Owned when another process has the folder.

    """
    data = data.absolute()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with sole_owner(data):
        programs = Programs.find(data)
        cluster = programs.cluster(data)
        end_orphan(cluster)
        server = start(programs, cluster, data / "postgres.log", durable=durable)
        try:
            yield url(cluster)
        finally:
            stop(server)
            shortcut(cluster).unlink(missing_ok=True)


def attach(data: Path) -> str | None:
    """Return the URL of the server that another process runs on `data`, or None."""
    cluster = data.absolute() / MAJOR
    if not answers(cluster) or not is_ready(cluster):
        return None
    return url(cluster)


@contextlib.contextmanager
def sole_owner(data: Path) -> Generator[None]:
    """Hold the folder's lock, which the kernel frees even when its holder is killed."""
    try:
        descriptor = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except PermissionError:
        raise PostgresFailed(
            f"{data} belongs to another user. Run as that user, "
            "or choose another folder with --data."
        ) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Owned(
            f"Another process runs the database in {data} already. Stop it first, "
            "or choose another folder with --data."
        ) from None
    try:
        yield
    finally:
        os.close(descriptor)


def end_orphan(cluster: Path) -> None:
    """Stop a server that outlived its owner, and forget a process id that is no server's."""
    pid = recorded_pid(cluster)
    if pid is None:
        return
    gone = wait_until(lambda: not answers(cluster), 1.0)  # it may be stopping already
    for sign in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if gone:
            break
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)
        gone = wait_until(lambda: not answers(cluster), STOPPING)
    # It falls silent just before it removes its file, which must not be the next server's.
    wait_until(lambda: recorded_pid(cluster) != pid or not is_alive(pid), 1.0)
    # After a reboot the id may belong to anybody, and PostgreSQL would refuse to start. Should
    # the old server live after all, its shared memory still keeps a second one out.
    (cluster / "postmaster.pid").unlink(missing_ok=True)


def start(
    programs: Programs, cluster: Path, log: Path, *, durable: bool
) -> subprocess.Popen[bytes]:
    """Start the server; when a killed one's processes are still leaving, try again."""
    settings = ALWAYS | ({} if durable else HASTY)
    arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    deadline = time.monotonic() + LET_GO
    while True:
        before = log.stat().st_size if log.exists() else 0
        with open(log, "ab", opener=private) as output:
            server = programs.start(
                "postgres", *arguments, cluster=cluster, output=output, before=die_with_parent()
            )
        if became_ready(cluster, server):
            return server
        stop(server)
        words = log.read_bytes()[before:].decode(errors="replace")
        if "pre-existing shared memory block" not in words or time.monotonic() > deadline:
            raise PostgresFailed(f"PostgreSQL did not start. {log} ends:\n{words[-2000:]}")
        time.sleep(0.1)


def became_ready(cluster: Path, server: subprocess.Popen[bytes]) -> bool:
    """Wait until the server takes connections, or has given up."""
    wait_until(lambda: is_ready(cluster, server) or server.poll() is not None, STARTING)
    return server.poll() is None and is_ready(cluster, server)


def stop(server: subprocess.Popen[bytes]) -> None:
    """Close all connections and stop; insist when it takes too long."""
    for sign in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if server.poll() is None:
            server.send_signal(sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(STOPPING)
            return


def die_with_parent() -> Callable[[], None] | None:
    """Return what makes the child stop when this process dies, where the kernel offers it."""
    # The signal comes when the starting *thread* ends, so only the main thread may ask for it.
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, int(signal.SIGINT))
        if os.getppid() != parent:
            os._exit(1)  # it died before we could ask

    return ask


def is_ready(cluster: Path, server: subprocess.Popen[bytes] | None = None) -> bool:
    """Tell whether the server, or any, has written that it takes connections."""
    with contextlib.suppress(OSError):
        lines = (cluster / "postmaster.pid").read_text().splitlines()
        of_this_server = server is None or lines[:1] == [str(server.pid)]
        return of_this_server and [line.strip() for line in lines[7:8]] == ["ready"]
    return False


def recorded_pid(cluster: Path) -> int | None:
    """Return the process id that the last server left in its folder."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int((cluster / "postmaster.pid").read_text().splitlines()[0])
    return None


def is_alive(pid: int) -> bool:
    """Tell whether a process of ours has this id."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Ask again and again; tell whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def private(path: str, flags: int) -> int:
    """Open a file that nobody else may read."""
    return os.open(path, flags, 0o600)
