"""Run the functions on a server of one's own: HTTP, and a tick every five seconds in between.

`python -m functions.local [HOST] [PORT]` serves with the settings of the environment.
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from starlette.types import ASGIApp

from functions.app import create_app
from functions.jobs import JOBS, SCHEDULES
from functions.serving import AddressTaken, serve
from shared import outbox, tx
from shared.mail.transport import open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import pace
from shared.newsletter.garden import WrongGarden
from shared.settings import Settings
from shared.variables import BadSettings

log = logging.getLogger("thistledown.local")

TICK_SECONDS = 5.0
WRONG_SETTING, UNREACHABLE = 2, 4  # exit codes, the same as those of the command
GRACE = 10.0  # seconds to end in good order; in the first third of it what runs may still finish


async def run(
    app: ASGIApp,
    *,
    host: str,
    port: int,
    stopping: asyncio.Event,
    ready: Callable[[int], None] = lambda port: None,
) -> None:
    """Serve and tick until `stopping` is set.

    Then nothing more is claimed. What is about to end may end; the rest is handed back. A tick
    that dies takes the server along: one that answers but sends nothing would look healthy.
    """
    worker = outbox.serve(JOBS, stopping, grace=GRACE, every=TICK_SECONDS, schedules=SCHEDULES)
    ticking = asyncio.create_task(worker)
    ticking.add_done_callback(lambda _: stopping.set())
    try:
        await serve(app, host=host, port=port, stopping=stopping, ready=ready)
    finally:
        stopping.set()
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking


def stop_on_signals(stopping: asyncio.Event) -> None:
    """Set the event on Ctrl-C and on SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)


async def main(settings: Settings, host: str, port: int) -> None:
    """Serve with these settings until a signal comes."""
    stopping = asyncio.Event()
    stop_on_signals(stopping)
    app = create_app(settings)
    open_transport(settings.mail_url)  # a wrong MAIL_URL is better said now than in every job
    await garden.claim(settings)
    await pace.keep(settings)
    await run(app, host=host, port=port, stopping=stopping)


if __name__ == "__main__":
    terminal = logging.StreamHandler()
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s", handlers=[terminal])
    chosen = dict(enumerate(sys.argv[1:]))
    try:
        with asyncio.Runner() as runner:
            settings = Settings.from_env()
            if settings.log_format == "json":
                terminal.setFormatter(outbox.JsonLines())
            runner.run(main(settings, chosen.get(0, "127.0.0.1"), int(chosen.get(1, 8000))))
    except (BadSettings, WrongGarden, AddressTaken, tx.Unavailable) as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_SETTING if isinstance(error, (BadSettings, WrongGarden)) else UNREACHABLE)
