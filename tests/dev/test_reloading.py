"""The open page of a garden that is developed: it learns of every build, and of what went wrong."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from functions.dev.garden_files import GardenFiles
from functions.dev.reloading import Builds, event, routes, told
from tests.support.browser import chromium
from tests.support.serving import served

PAGE = "<html><head><title>Moss</title></head><body><h1>{}</h1>{}</body></html>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    dist = tmp_path / "dist"
    (dist / "moss").mkdir(parents=True)
    (dist / "moss" / "index.html").write_text(PAGE.format("Moss", "<p>long</p>" * 200), "utf-8")
    (dist / "404.html").write_text("<p>nothing grows here", "utf-8")
    (dist / "notes.json").write_text("{}", "utf-8")
    return dist


@pytest.fixture
def builds() -> Builds:
    builds = Builds()
    builds.tell([], is_built=True)
    return builds


def application(built: Path, builds: Builds) -> Starlette:
    async def tell(request: Request) -> Response:
        problems = request.query_params.getlist("problem")
        builds.tell(problems, is_built=not problems)
        return Response()

    files = GardenFiles(built, functions_url="http://127.0.0.1", addition=builds.addition)
    own = [*routes(builds, asyncio.Event()), Route("/tell", tell)]
    return Starlette(routes=[*own, Mount("/", files)])


@pytest.fixture
def client(built: Path, builds: Builds) -> TestClient:
    return TestClient(application(built, builds))


def test_a_page_gets_the_script_when_it_is_served_and_never_in_its_file(client, built, builds):
    served_page = client.get("/moss/").text

    assert f'<script type="module" src="/_dev/reload.js?built={builds.version}">' in served_page
    assert "/_dev/" not in (built / "moss" / "index.html").read_text("utf-8")
    assert "/_dev/reload.js" in client.get("/nowhere/").text
    assert client.get("/nowhere/").status_code == 404
    assert client.get("/notes.json").text == "{}"
    assert "javascript" in client.get("/_dev/reload.js").headers["content-type"]


def test_a_page_is_asked_for_again_after_each_build_and_only_then(client, builds):
    name = {"If-None-Match": client.get("/moss/").headers["etag"]}
    before = client.get("/moss/", headers=name)
    builds.tell([], is_built=True)
    after = client.get("/moss/", headers=name)

    assert (before.status_code, before.content) == (304, b"")
    assert after.status_code == 200


def test_a_build_that_wrote_nothing_tells_why_and_keeps_its_version(builds):
    before = builds.version
    builds.tell(["garden.toml:1:1: it cannot be read"], is_built=False)

    assert builds.version == before
    assert "garden.toml:1:1: it cannot be read" in event(builds)


def test_another_process_has_other_versions():
    first, second = Builds(), Builds()
    first.tell([], is_built=True)
    second.tell([], is_built=True)

    assert first.version != second.version


def test_who_listens_hears_every_build_and_the_end(builds):
    async def listen() -> list[str]:
        stopping = asyncio.Event()
        heard: list[str] = []
        async for said in told(builds, stopping):
            heard.append(said)
            if len(heard) == 2:
                builds.tell(["a.md:1:1: oops"], is_built=True)
            if len(heard) == 3:
                stopping.set()
                builds.wake()
        return heard

    [retry, first, second] = asyncio.run(listen())

    assert retry.startswith("retry: ")
    assert '"problems": []' in first
    assert "a.md:1:1: oops" in second


@pytest.mark.browser
def test_the_open_page_shows_errors_reloads_and_stays_where_it_was(built, builds):
    with served(application(built, builds)) as port, browsing() as page:
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"http://127.0.0.1:{port}/moss/")
        page.evaluate("scrollTo(0, 1500)")
        page.request.get(f"http://127.0.0.1:{port}/tell?problem=notes/a.md:3:1: oops")
        page.get_by_text("notes/a.md:3:1: oops").wait_for()
        (built / "moss" / "index.html").write_text(
            PAGE.format("Moss has grown", "<p>long</p>" * 200), "utf-8"
        )
        page.request.get(f"http://127.0.0.1:{port}/tell")
        page.get_by_text("Moss has grown").wait_for(state="attached")
        page.wait_for_function("scrollY === 1500")
        shown = page.get_by_role("alert").count()

    assert shown == 0
    assert [each for each in complaints if "404" not in each] == []  # there is no favicon here


@contextmanager
def browsing() -> Generator[Page]:
    arguments = ["--no-sandbox", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield browser.new_page()
        browser.close()
