"""A worker in a process of its own, which can be killed at any moment."""

import asyncio
import os
import signal
import socket
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NoReturn

NUDGE = 0.005


@dataclass
class Child:
    """A fork of the test's process, so that whatever a test has configured holds there too.

    `heard` is called with each word that the child says, before the child goes on.
    """

    pid: int
    ear: socket.socket
    heard: Callable[[str], None]
    words: list[str] = field(default_factory=list[str])

    def kill(self) -> None:
        """End it as `kill -9` does."""
        os.kill(self.pid, signal.SIGKILL)

    def wait(self, seconds: float, *, for_word: str | None = None) -> bool:
        """Listen until the child has ended, or has said a word; False when it takes longer."""
        deadline = time.monotonic() + seconds
        self.ear.settimeout(NUDGE)
        while for_word is None or for_word not in self.words:
            try:
                word = self.ear.recv(64).decode()
            except TimeoutError:
                if time.monotonic() > deadline:
                    return False
                continue
            if not word:  # it has ended
                return for_word is None
            self.words.append(word)
            self.heard(word)
            self.ear.send(b"!")
        return True

    def end(self) -> None:
        """Kill it if it still runs, and leave nothing of it."""
        with self.ear:
            self.kill()
            os.waitpid(self.pid, 0)


def fork(
    block: Callable[[Callable[[str], None]], Coroutine[Any, Any, object]],
    heard: Callable[[str], None],
) -> Child:
    """Run a coroutine in a child; the function that it is given says a word and waits until heard.

    Words are short. The child inherits no event loop and must open its own connections.
    """
    ear, mouth = socket.socketpair()
    with warnings.catch_warnings():
        # The other threads here carry bytes and hold nothing that the child needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork() or be_the_child(block, ear, mouth)
    mouth.close()
    return Child(pid, ear, heard)


def be_the_child(
    block: Callable[[Callable[[str], None]], Coroutine[Any, Any, object]],
    ear: socket.socket,
    mouth: socket.socket,
) -> NoReturn:
    """Run the block and end the process, without any of the clean-up that is the parent's."""
    ear.close()

    def say(word: str) -> None:
        mouth.send(word.encode())
        mouth.recv(1)

    code = 1
    try:
        with asyncio.Runner() as runner:
            runner.run(block(say))
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)
