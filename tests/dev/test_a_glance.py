"""The page of a changed note is there before the garden is built anew."""

import asyncio
from pathlib import Path

from functions.dev.home import Home
from functions.dev.server import Server
from shared.garden.build import build
from tests.support.settings import settings_for


def served(tmp_path: Path) -> Server:
    """Return a server that has built a garden of two notes, and listens to nobody."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("oak", "é"):
        (site / f"{name}.md").write_text(f"# {name}\n\nIt stands.\n", "utf-8")
    settings = settings_for("", "smtp://mail.invalid", "http://garden.test")
    server = Server(Home(tmp_path / "data"), site, settings, say=lambda line: None)
    server.home.prepare()
    server.report = build(
        site, server.home.dist, site_url="http://garden.test", functions_url="http://garden.test"
    )
    return server


def glance(server: Server, *names: str) -> str:
    """Let the server look at what has changed, and return the version that pages are told."""
    asyncio.run(server.glance({server.site / name for name in names}))
    return server.builds.version


def page(server: Server, name: str) -> str:
    return (server.home.dist / name / "index.html").read_text("utf-8")


def test_a_saved_note_is_shown_and_its_readers_are_told(tmp_path: Path):
    server = served(tmp_path)
    before = server.builds.version
    (server.site / "oak.md").write_text("# oak\n\nIt fell.\n", "utf-8")

    assert glance(server, "oak.md") != before
    assert "It fell." in page(server, "oak")


def test_a_name_is_found_however_its_accents_are_written(tmp_path: Path):
    server = served(tmp_path)
    decomposed = "e\u0301.md"
    (server.site / "é.md").unlink()
    (server.site / decomposed).write_text("# é\n\nIt fell.\n", "utf-8")

    assert glance(server, decomposed)
    assert "It fell." in page(server, "é")


def test_anything_else_is_left_to_the_build(tmp_path: Path):
    server = served(tmp_path)
    (server.site / "oak.md").write_text("# oak\n\nIt fell.\n", "utf-8")

    for names in ((), ("oak.md", "é.md"), ("../elsewhere.md",), ("gone.md",)):
        assert glance(server, *names) == ""
    assert "It fell." not in page(server, "oak")
