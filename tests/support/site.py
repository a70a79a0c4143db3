"""A real little site on loopback whose pages a test changes, and notes as a manifest lists them."""

import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PAGE = '<title>{title}</title><meta name="thistledown:content-hash" content="{content_hash}">'


@dataclass
class Site:
    """What the web server shows: the HTML of each path, and 404 for every other."""

    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    when_asked: Callable[[], None] = lambda: None

    def publish(self, *notes: Mapping[str, Any]) -> None:
        """Show the pages of these notes as our own generator writes them."""
        for note in notes:
            self.pages[self.path(note)] = PAGE.format(
                title=escape(note["title"]), content_hash=note["content_hash"]
            )

    def take_down(self, note: Mapping[str, Any]) -> None:
        del self.pages[self.path(note)]

    def path(self, note: Mapping[str, Any]) -> str:
        return str(note["url"]).removeprefix(self.url)

    def manifest(self, *notes: Mapping[str, Any], title: str = "A test garden") -> dict[str, Any]:
        site = {"url": self.url, "title": title, "language": "en"}
        return {"version": 1, "site": site, "notes": list(notes)}

    def note(self, name: str, maturity: str = "seedling", **changes: Any) -> dict[str, Any]:
        return {
            "id": name,
            "slug": name,
            "url": f"{self.url}/{name}/",
            "title": f"On {name}",
            "maturity": maturity,
            "planted_at": "2026-01-02",
            "tended_at": "2026-11-20",
            "tags": ["test"],
            "excerpt": f"What {name} is.",
            "content_hash": f"sha256:{name}",
            "mail_html": f"<p>All of {name}.</p>" if maturity == "evergreen" else None,
            **changes,
        }


@contextmanager
def site() -> Generator[Site]:
    """Serve a site until the block ends."""
    shown = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shown.asked.append(self.path)
            shown.when_asked()
            target = shown.redirects.get(self.path)
            body = shown.pages.get(self.path, "").encode()
            self.send_response(302 if target else 200 if body else 404)
            if target:
                self.send_header("Location", target)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        shown.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield shown
        finally:
            server.shutdown()
            thread.join()
