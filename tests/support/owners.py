"""Other owners of a database folder: a process to kill, and an ordinary user."""

import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]

OWNER = """
import sys, threading
from pathlib import Path
from functions.dev import postgres

def own():
    with postgres.running(Path(sys.argv[1])) as url:
        print(url, flush=True)
        sys.stdin.read()

if sys.argv[2] == "thread":  # the kernel is not asked to end the server with its owner
    thread = threading.Thread(target=own)
    thread.start()
    thread.join()
else:
    own()
"""


def another_owner(data: Path, where: str = "main") -> subprocess.Popen[str]:
    """Start a process that runs the database in `data` until it is killed."""
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, data, where],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    assert owner.stdout.readline().startswith("postgresql://")
    return owner


def end(owner: subprocess.Popen[str]) -> None:
    """Kill it as `kill -9` does."""
    owner.kill()
    owner.communicate()


def as_ordinary_user(work: Callable[[], str]) -> str:
    """Return what the work returns when an ordinary user does it; root becomes nobody for it."""
    if os.geteuid() != 0:
        return work()
    reading, writing = os.pipe()
    # A fork, because the interpreter itself may lie where only root can reach it.
    child = os.fork()
    if child == 0:
        words = "nothing"
        try:
            nobody = pwd.getpwnam("nobody")
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
            words = work()
        except BaseException as error:
            words = repr(error)
        finally:
            os.write(writing, words.encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        words = pipe.read()
    os.waitpid(child, 0)
    return words
