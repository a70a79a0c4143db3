"""The open page of a garden that is developed: it learns of every build, and of what went wrong."""

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from functions.dev import garden_files
from functions.dev.garden_files import GardenFiles
from functions.dev.left_out import LeftOut, Stand
from functions.dev.reloading import Builds, addition, routes, told
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
    return Builds()


def application(built: Path, builds: Builds, left_out: LeftOut | None = None) -> Starlette:
    async def tell(request: Request) -> Response:
        said = request.query_params
        builds.tell(said.getlist("problem"), said.getlist("warning"))
        return Response()

    at = "http://127.0.0.1"
    files = GardenFiles(built, functions_url=at, addition=addition, left_out=left_out)
    own = [*routes(builds, asyncio.Event()), Route("/tell", tell)]
    return Starlette(routes=[*own, Mount("/", files)])


@pytest.fixture
def client(built: Path, builds: Builds) -> TestClient:
    return TestClient(application(built, builds))


def named(page: str) -> str:
    """Return by which name a page knows itself."""
    return page.partition("/_dev/reload.js?built=")[2].partition('"')[0]


def test_a_page_gets_the_script_when_it_is_served_and_never_in_its_file(client, built):
    assert named(client.get("/moss/").text)
    assert "/_dev/" not in (built / "moss" / "index.html").read_text("utf-8")
    assert "/_dev/reload.js" in client.get("/nowhere/").text
    assert client.get("/nowhere/").status_code == 404
    assert client.get("/notes.json").text == "{}"
    assert "javascript" in client.get("/_dev/reload.js").headers["content-type"]


def test_a_page_is_an_old_one_once_it_has_changed_and_only_then(client, built):
    page = client.get("/moss/")
    again = client.get("/moss/", headers={"If-None-Match": page.headers["etag"]})
    same = client.head("/moss/").headers["etag"]
    (built / "moss" / "index.html").write_text(PAGE.format("Moss has grown", ""), "utf-8")
    changed = client.head("/moss/").headers["etag"]
    (built / "moss" / "index.html").unlink()
    gone = client.head("/moss/").headers["etag"]

    assert (again.status_code, again.content) == (304, b"")
    assert named(page.text) in same
    assert named(page.text) not in changed
    assert named(page.text) not in gone


def test_who_asks_between_two_builds_gets_the_second(client, built, monkeypatch):
    aside = built.with_name("aside")
    built.rename(aside)

    async def swap(seconds: float) -> None:
        aside.rename(built)

    monkeypatch.setattr(garden_files, "sleep", swap)
    assert client.get("/moss/").status_code == 200


def test_who_listens_hears_every_build_and_the_end(builds):
    async def listen() -> list[str]:
        stopping = asyncio.Event()
        heard: list[str] = []
        async for said in told(builds, stopping):
            heard.append(said)
            if len(heard) == 2:
                builds.tell(["a.md:1:1: oops"])
            if len(heard) == 3:
                stopping.set()
                builds.wake()
        return heard

    [retry, first, second] = asyncio.run(listen())

    assert retry.startswith("retry: ")
    assert '"problems": []' in first
    assert "a.md:1:1: oops" in second


@pytest.mark.browser
def test_the_open_page_shows_errors_reloads_when_it_has_changed_and_stays_in_its_place(
    built, builds, browser
):
    left_out = LeftOut()
    with served(application(built, builds, left_out)) as port:
        page = browser.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"http://127.0.0.1:{port}/moss/")
        page.evaluate("window.stayed = true, scrollTo(0, 1500)")
        page.request.get(f"http://127.0.0.1:{port}/tell?problem=notes/a.md:3:1: oops")
        page.get_by_text("notes/a.md:3:1: oops").wait_for()
        page.request.get(f"http://127.0.0.1:{port}/tell?warning=garden.toml:1:1: hm")
        page.get_by_text("garden.toml:1:1: hm").wait_for()
        page.get_by_role("button", name="Close").click()
        page.request.get(f"http://127.0.0.1:{port}/tell?warning=garden.toml:1:1: hm")
        page.request.get(f"http://127.0.0.1:{port}/tell?warning=garden.toml:2:1: others")
        page.get_by_text("garden.toml:2:1: others").wait_for()
        stayed = page.evaluate("window.stayed")
        (built / "moss" / "index.html").write_text(
            PAGE.format("Moss has grown", "<p>long</p>" * 200), "utf-8"
        )
        page.request.get(f"http://127.0.0.1:{port}/tell")
        page.get_by_text("Moss has grown").wait_for(state="attached")
        page.wait_for_function("scrollY === 1500")
        shown = page.get_by_role("alert").count()
        page.request.get(f"http://127.0.0.1:{port}/tell?warning=a.md:1:1: once more")
        page.get_by_text("a.md:1:1: once more").wait_for()
        stand = Stand("notes/moss.md", (built / "moss" / "index.html").read_bytes())
        (built / "moss" / "index.html").unlink()
        page.request.get(f"http://127.0.0.1:{port}/tell?problem=notes/moss.md:3:1: oops")
        page.get_by_text("notes/moss.md:3:1: oops").wait_for()
        is_open = page.get_by_text("Moss has grown").count()
        left_out.stands["moss"] = stand
        page.reload()
        page.get_by_text("This is its page as it was before.").wait_for()
        is_kept = page.get_by_text("Moss has grown").count()
        left_out.stands["moss"] = stand._replace(html=b"")
        page.reload()
        page.get_by_text("It has no page until that is mended.").wait_for()
        left_out.stands.clear()
        page.request.get(f"http://127.0.0.1:{port}/tell")
        page.get_by_text("nothing grows here").wait_for()

    assert stayed
    assert shown == 0
    assert (is_open, is_kept) == (1, 1)
    assert [each for each in complaints if "404" not in each] == []  # there is no favicon here
