"""The forms where the garden and the functions have two origins, as a real browser sends them."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest
from playwright.sync_api import Locator, Page, expect

from functions.app import create_app
from shared import tx
from shared.garden.build import build
from tests.support.documents import ROOT
from tests.support.garden_pages import plant
from tests.support.hosting import hosted
from tests.support.serving import free_port, served
from tests.support.settings import settings_for

pytestmark = pytest.mark.browser

SNIPPET = ROOT / "docs" / "keep-your-generator" / "form.html"
FUNCTIONS = "https://letters.example.com"  # which stands in the snippet
FOREIGN = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A blog</title>'
READERS = "select email from subscribers where confirmation_requested_at is not null order by id"
WISHES = """
    select email || ' ' || note_id from followed_notes join subscribers
        on subscribers.id = subscriber_id order by asked_at
"""


@dataclass
class Places:
    """Where the garden is, and where its functions are."""

    garden: str
    functions: str
    db: psycopg.Connection[tuple[str]]

    def found(self, statement: str) -> list[str]:
        """Return the first column of what the database says."""
        return [row[0] for row in self.db.execute(statement)]

    @property
    def elsewhere(self) -> str:
        """Return an origin that shows the same files, and is none of the garden's."""
        return self.garden.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def places(cluster, tmp_path_factory) -> Generator[Places]:
    """Serve a garden, with the snippet on a page beside it, and the functions on another port."""
    folder, port = tmp_path_factory.mktemp("two"), free_port()
    functions = f"http://127.0.0.1:{port}"
    plant(folder / "garden", "en")
    with (
        hosted(folder / "out") as garden,
        cluster.fresh_database() as database,
        psycopg.connect(database, autocommit=True) as db,
    ):
        built = build(folder / "garden", folder / "out", site_url=garden, functions_url=functions)
        snippet = SNIPPET.read_text("utf-8").replace(FUNCTIONS, functions)
        (folder / "out" / "blog.html").write_text(FOREIGN + snippet, "utf-8")
        db.execute("insert into garden (site_url, environment) values (%s, 'production')", [garden])
        made = settings_for(database, f"maildir://{folder}/mail", garden, functions_url=functions)
        app, pool = create_app(made), tx.Pool(database)
        tx.use(pool)
        with served(app, port=port):
            announce(functions, built.manifest, made.announce_token)
            yield Places(garden, functions, db)
        closing = threading.Thread(target=lambda: asyncio.run(pool.close()))
        closing.start()  # with a loop of its own: the browser's runs in this thread
        closing.join()


def announce(functions: str, manifest: Mapping[str, object], token: str) -> None:
    """Show the functions the notes of the garden, so that they know which can be followed."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = Request(f"{functions}/garden/announce", json.dumps(manifest).encode(), headers)
    with urlopen(asked, timeout=30) as answer:
        assert answer.status == 200


@pytest.fixture
def sit_down(browser) -> Generator[Callable[..., Page]]:
    """Give a function that opens a browser; its pages must have complained of nothing."""
    contexts, said = [], []

    def opened(**wishes: Any) -> Page:
        contexts.append(browser.new_context(**wishes))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [each for each in said if "403" not in each] == []


def write_into(form: Locator, name: str) -> None:
    """Fill in a form and press its button."""
    form.locator("input[type=email]").fill(f"{name}@example.org")
    form.get_by_role("button").click()


def test_with_a_script_both_forms_are_answered_where_they_stand(places, sit_down):
    page = sit_down(locale="zh-TW")
    page.goto(f"{places.garden}/soil/mould/")
    footer, follow = page.locator("footer form"), page.locator(".follow form")
    write_into(footer, "ada")
    expect(footer.get_by_role("status")).to_have_text(re.compile("^請看看收件匣 如果"))
    page.locator("details.follow summary").click()
    write_into(follow, "bo")
    expect(follow.get_by_role("status")).to_contain_text("收件匣")

    expect(follow.get_by_role("status")).to_have_attribute("lang", "zh-Hant")
    expect(follow.get_by_role("status")).to_have_attribute("dir", "auto")
    assert page.url == f"{places.garden}/soil/mould/"
    assert "ada@example.org" in places.found(READERS)
    assert "bo@example.org soil/mould.md" in places.found(WISHES)


def test_without_one_the_answer_is_a_page_of_the_functions(places, sit_down):
    page = sit_down(java_script_enabled=False)
    page.goto(f"{places.garden}/soil/mould/")
    page.locator("details.follow summary").click()
    write_into(page.locator(".follow form"), "cy")
    expect(page).to_have_url(f"{places.functions}/newsletter/subscribe")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your inbox")
    page.get_by_role("link").first.click()
    expect(page).to_have_url(f"{places.garden}/")
    write_into(page.locator("footer form"), "di")
    expect(page).to_have_url(f"{places.functions}/newsletter/subscribe")

    assert "cy@example.org soil/mould.md" in places.found(WISHES)
    assert "di@example.org" in places.found(READERS)


def test_the_snippet_works_on_a_page_of_the_garden_and_on_none_elsewhere(places, sit_down):
    page = sit_down()
    page.goto(f"{places.elsewhere}/blog.html")
    write_into(page.locator("form"), "eve")
    expect(page).to_have_url(f"{places.functions}/newsletter/subscribe")
    expect(page.locator("main")).to_contain_text("not the garden's own")
    page.goto(f"{places.garden}/blog.html")
    write_into(page.locator("form"), "flo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your inbox")

    assert "flo@example.org" in places.found(READERS)
    assert "eve@example.org" not in places.found(READERS)
