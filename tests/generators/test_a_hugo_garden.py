"""From a Hugo folder to a reader's inbox, over the pages that a real Hugo has made."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from shared.garden.foreign.addresses import encoded
from shared.garden.foreign.survey import survey
from tests.support import hugo
from tests.support.foreign import write
from tests.support.garden import Garden, text_of
from tests.support.jobs import make_due
from tests.support.rows import deliveries

TOML = 'title = "A Hugo garden"\npublish = "all"\ngenerator = "hugo"\n'
OAK = """+++
title = "On “oak” & time"
maturity = "{}"
date = 2024-03-01
+++

{} It's a tree -- and "slow"... See [[Elm]] and [the elm]({{{{< ref "elm.md" >}}}}).

{{{{< figure src="/oak.png" >}}}}

## Next

More.
"""
FIRST = "An oak grows for three hundred years."
LATER = "An oak lives for three hundred years more."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = write(tmp_path / "site", {"garden.toml": TOML})
    write(folder, {"content/Tree Notes/elm.md": "---\ntitle: Elm\n---\nAn elm.\n"})
    return folder


def grow(folder: Path, maturity: str, first: str = FIRST) -> None:
    write(folder, {"content/Tree Notes/Öld Oak 橡樹.md": OAK.format(maturity, first)})


def announce(garden: Garden, folder: Path, toml: str = TOML):
    write(folder, {"garden.toml": toml})
    report = survey(folder, site_url=garden.client.app.state.settings.site_url)
    assert report.errors == []
    return garden.announce(report.manifest).json()


def publish(garden: Garden, folder: Path) -> None:
    """Let Hugo build the site, and serve what it has written."""
    hugo.lay_out(folder, base=garden.site.url)
    public = hugo.build(folder)
    garden.site.pages.clear()
    for file in public.rglob("index.html"):
        path = "/" + file.relative_to(public).as_posix().removesuffix("index.html")
        garden.site.pages[path] = file.read_text(encoding="utf-8")
    asked_for = {encoded(path): html for path, html in garden.site.pages.items()}
    garden.site.pages.update(asked_for)


@pytest.mark.hugo
def test_a_letter_waits_for_hugos_new_page_and_leads_there(garden: Garden, db, folder: Path):
    garden.confirmed_reader("ada@example.org")
    grow(folder, "budding")
    baseline = announce(garden, folder)
    publish(garden, folder)
    grow(folder, "evergreen", LATER)
    told = announce(garden, folder)
    garden.tick()
    early = deliveries(db)
    publish(garden, folder)
    make_due(db)
    garden.tick()
    [mail] = garden.inbox()
    page = f"{garden.site.url}/tree-notes/%C3%B6ld-oak-%E6%A9%A1%E6%A8%B9/"

    assert baseline["baseline"] is True
    assert [note["url"] for note in told["newly_evergreen"]] == [page]
    assert early == []
    assert mail["Subject"] == "On “oak” & time"
    html = text_of(mail, "html")
    assert f'href="{page}"' in html
    assert html.count(f'href="{garden.site.url}/tree-notes/elm/"') == 2
    assert "{{" not in html
    assert unquote(page.removeprefix(garden.site.url)) in garden.site.pages


def test_n37_a_note_that_flaps_is_told_once(garden: Garden, folder: Path):
    garden.confirmed_reader("ada@example.org")
    grow(folder, "seedling")
    announce(garden, folder)
    subjects: list[str] = []
    for maturity in ("evergreen", "budding", "evergreen"):
        grow(folder, maturity)
        told = announce(garden, folder)
        for note in told["newly_evergreen"]:
            shown = f"<h1>On oak & time</h1>{FIRST} It's a tree — and “slow”… See"
            garden.site.pages[note["url"].removeprefix(garden.site.url)] = shown
        subjects += garden.letters()

    assert subjects == ["On “oak” & time"]


MOVED = {
    "another generator": TOML.replace("hugo", "eleventy"),
    "other addresses": f'{TOML}permalink = "/notes/:title/"\n',
    "capitals kept": f'{TOML}case = "keep"\n',
    "another title": TOML.replace("A Hugo garden", "A garden in a new theme"),
}


@pytest.mark.parametrize("what", MOVED)
def test_n38_a_new_theme_and_new_addresses_are_no_news(garden: Garden, folder: Path, what: str):
    write(folder, {"content/oak.md": "---\nmaturity: evergreen\ndate: 2024-01-02\n---\nAn oak."})
    announce(garden, folder)
    write(folder, {"content/oak.md": "---\nmaturity: evergreen\ndate: 2026-05-06\n---\nAn oak."})
    notes = 'notes = "content"\n'
    told = announce(garden, folder, notes + MOVED[what])

    assert told["newly_evergreen"] == []
    assert told["baseline"] is False


def test_n38_a_new_base_url_is_no_news(garden: Garden, folder: Path):
    write(folder, {"content/oak.md": "---\nmaturity: evergreen\n---\nAn oak."})
    announce(garden, folder)
    app = garden.client.app
    app.state.settings = replace(garden.settings, site_url="https://moved.example/garden")

    assert announce(garden, folder)["newly_evergreen"] == []
