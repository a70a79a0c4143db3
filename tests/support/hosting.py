"""A static host on loopback: the files of a folder, as one of the free hosts shows them."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Host(SimpleHTTPRequestHandler):
    """Shows files and keeps no record; who needs more of a host derives from it."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path, host: type[Host] = Host) -> Generator[str]:
    """Yield the address where a folder is shown, which may not be there yet."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
