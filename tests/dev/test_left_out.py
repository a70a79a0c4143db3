"""A note with an error is left out of the garden; its gardener still finds something there."""

import asyncio
from pathlib import Path
from urllib.parse import unquote

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from functions.dev.garden_files import LEFT_OUT, GardenFiles
from functions.dev.problems import openable
from functions.dev.reloading import addition
from functions.dev.tending import FEW, Tending
from tests.support.tended import new_tending

BROKEN = "---\ntags: [oops\n---\nIt fell.\n"


@pytest.fixture
def tending(tmp_path: Path) -> Tending:
    return new_tending(tmp_path, oak="It stands.\n", né="---\nslug: plants/née\n---\nBorn.\n")


def visitor(tending: Tending) -> TestClient:
    """Return who looks at the garden in development."""
    files = GardenFiles(
        tending.home.dist,
        functions_url="http://127.0.0.1",
        addition=addition,
        left_out=tending.left_out,
    )
    return TestClient(Starlette(routes=[Mount("/", files)]))


def save(tending: Tending, name: str, text: str) -> None:
    """Save a note, as one does while it is watched, and build."""
    file = tending.site / name
    file.write_text(text, "utf-8")
    tending.unbuilt.add(file)
    asyncio.run(tending.rebuild())


def test_its_page_is_there_as_it_was_before_and_says_whose_it_is(tending: Tending):
    client = visitor(tending)
    before = client.get("/oak/")
    save(tending, "oak.md", BROKEN)
    kept = client.get("/oak/")

    assert not (tending.home.dist / "oak").exists()
    assert (kept.status_code, kept.text) == (200, before.text)
    assert kept.headers["etag"] == before.headers["etag"]  # a page that is open is no old one
    assert kept.headers["content-security-policy"] == before.headers["content-security-policy"]
    file = unquote(kept.headers[LEFT_OUT])
    assert Path(file) == openable(tending.site, tending.site, "oak.md")
    assert any(line.startswith(f"{file}:") for line in tending.builds.problems)
    assert LEFT_OUT not in before.headers


def test_it_stays_through_other_builds_until_the_note_is_mended(tending: Tending):
    client = visitor(tending)
    save(tending, "oak.md", BROKEN)
    save(tending, "elm.md", "Another one.\n")
    save(tending, "oak.md", BROKEN.replace("oops", "still"))
    assert "It stands." in client.get("/oak/").text

    save(tending, "oak.md", "It stands again.\n")
    assert "It stands again." in client.get("/oak/").text
    assert LEFT_OUT not in client.get("/oak/").headers


def test_it_is_at_the_address_that_the_note_had(tending: Tending):
    client = visitor(tending)
    save(tending, "né.md", BROKEN)

    assert "Born." in client.get("/plants/n%C3%A9e/").text
    assert client.get("/n%C3%A9/").status_code == 404


def test_what_never_had_a_page_has_none_and_says_so(tending: Tending):
    save(tending, "Elm tree.md", BROKEN)
    missing = visitor(tending).get("/elm-tree/")

    assert missing.status_code == 404
    assert unquote(missing.headers[LEFT_OUT]).endswith("Elm tree.md")


def test_what_is_gone_or_private_by_now_is_not_shown(tending: Tending):
    client = visitor(tending)
    save(tending, "oak.md", BROKEN)
    save(tending, "oak.md", "---\ndraft: true\n---\nA secret.\n")
    assert client.get("/oak/").status_code == 404

    (tending.site / "né.md").unlink()
    asyncio.run(tending.rebuild())
    assert client.get("/plants/n%C3%A9e/").status_code == 404
    assert LEFT_OUT not in client.get("/plants/n%C3%A9e/").headers


def test_a_note_that_takes_the_address_has_it(tending: Tending):
    client = visitor(tending)
    save(tending, "oak.md", BROKEN)
    save(tending, "elm.md", "---\nslug: oak\n---\nMine now.\n")

    assert "Mine now." in client.get("/oak/").text
    assert LEFT_OUT not in client.get("/oak/").headers


def test_of_many_that_break_at_once_no_page_is_kept(tending: Tending):
    names = [f"tree-{number}" for number in range(FEW + 1)]
    for name in names:
        (tending.site / f"{name}.md").write_text("It stands.\n", "utf-8")
    asyncio.run(tending.rebuild())
    for name in names:
        (tending.site / f"{name}.md").write_text(BROKEN, "utf-8")
        tending.unbuilt.add(tending.site / f"{name}.md")
    asyncio.run(tending.rebuild())

    assert visitor(tending).get("/tree-1/").status_code == 404
    assert LEFT_OUT in visitor(tending).get("/tree-1/").headers
