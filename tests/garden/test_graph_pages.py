"""The graph as pages, pictures and a file: what is in it, and what never is."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from shared import resources
from shared.garden.build import build
from shared.garden.graph.net import net_of
from shared.garden.graph.page import view
from shared.garden.note import Maturity
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL, Built, Grow
from tests.garden.graph_notes import garden

OAK = "---\nmaturity: evergreen\ntags: [trees]\n---\n[[elm]] [[ash]]"
ELM = "---\nmaturity: budding\ntags: [trees]\n---\n[[oak]]"


def near(built: Built, slug: str) -> str:
    """The picture of what is around a note, as it stands on its page."""
    return (re.findall(r'<svg class="near".*?</svg>', built.page(slug), re.DOTALL) or [""])[0]


def plan(built: Built) -> str:
    [found] = re.findall(r'<svg class="plan.*?</svg>', built.page("graph"), re.DOTALL)
    return found


def graph(built: Built) -> dict:
    return json.loads((built.out / "graph.json").read_bytes())


def labels(svg: str) -> list[str]:
    return re.findall(r"<text>(.*?)</text></a>", svg)


def test_every_listed_note_is_a_link_with_its_title_and_maturity(grow: Grow):
    built = grow({"oak.md": OAK, "elm.md": ELM, "ash.md": "x"})
    svg, page = plan(built), built.page("graph")
    assert re.search(r'<a class="evergreen" href="/oak/"[^>]*><title>oak · Evergreen</title>', svg)
    assert re.search(r'<a class="budding" href="/elm/"[^>]*><title>elm · Budding</title>', svg)
    assert re.search(r'<a class="seedling" href="/ash/"[^>]*><title>ash · Seedling</title>', svg)
    assert '<li><a href="/oak/" dir="auto">oak</a> <span>Evergreen</span></li>' in page
    assert '<a href="/tags/trees/">trees</a>' in page
    assert '<a class="place" href="/tags/trees/" tabindex="-1"><text class="plan-name"' in svg
    assert '<option value="0">#trees</option>' in page
    assert "Not drawn" not in page
    assert "<loc>https://garden.example/graph/</loc>" in (built.out / "sitemap.xml").read_text()


def test_the_file_names_notes_and_links_by_id(grow: Grow):
    built = grow({"oak.md": OAK, "elm.md": ELM, "a/ash.md": "---\nid: ash-tree\n---\nx"})
    found = graph(built)
    assert (found["version"], found["directed"], found["multigraph"]) == (1, True, False)
    assert found["nodes"][2] == {
        "id": "oak.md",
        "title": "oak",
        "url": "https://garden.example/oak/",
        "maturity": "evergreen",
        "tags": ["trees"],
    }
    assert found["links"] == [
        {"source": "elm.md", "target": "oak.md"},
        {"source": "oak.md", "target": "ash-tree"},
        {"source": "oak.md", "target": "elm.md"},
    ]


def test_a_bed_that_is_a_folder_leads_to_its_page(grow: Grow):
    notes = {f"{folder}/{name}.md": "x" for folder in ("Old Wood", "Fen") for name in "abc"}
    built = grow({**notes, "fen.md": "---\nshould_index: false\n---\nx"})

    assert '<h2><a href="/old-wood/">Old Wood</a></h2>' in built.page("graph")
    assert '<a class="place" href="/old-wood/" tabindex="-1">' in plan(built)
    assert "<h2>Fen</h2>" in built.page("graph")  # an unlisted note has its address


def test_around_a_note_is_what_leads_there_and_where_it_leads(grow: Grow):
    built = grow({"oak.md": OAK, "elm.md": ELM, "ash.md": "x", "fir.md": "[[oak]]"})
    svg = near(built, "oak")
    assert labels(svg) == ["fir", "elm", "ash"]  # to it, both ways, from it
    assert "Linked from</text>" in svg
    assert "Links to</text>" in svg
    assert 'href="/fir/"' in svg
    alone = near(built, "ash")
    assert labels(alone) == ["oak"]
    assert "Links to</text>" not in alone
    assert near(grow({"lonely.md": "[[lonely]] [[nowhere]]"}), "lonely") == ""


def test_a_note_with_many_neighbours_shows_evergreens_first_and_how_many_more(grow: Grow):
    files = {f"種子筆記與知識管理 {each}.md": "[[中心]]" for each in range(90)}
    files["常青筆記.md"] = "---\nmaturity: 常青\n---\n[[中心]]"
    built = grow({**files, "中心.md": "x"}, site_url="https://example.org/my-garden")
    svg = near(built, "中心")
    assert labels(svg)[0] == "常青筆記"
    assert 8 < len(labels(svg)) <= 18
    assert f"+ {91 - len(labels(svg))} more</text>" in svg
    assert len(svg.encode()) <= 4096


def test_g16_what_is_private_or_unlisted_is_in_no_graph(grow: Grow):
    built = grow(
        {
            "oak.md": OAK + " [[draft]] [[quiet]] ![[draft]]",
            "elm.md": ELM,
            "draft.md": "---\ntitle: SENTINEL-ONE\ndraft: true\ntags: [SENTINEL-TAG]\n---\n[[oak]]",
            "quiet.md": "---\ntitle: SENTINEL-TWO\nshould_index: false\n---\n[[oak]] [[elm]]",
        }
    )
    assert built.mentions("SENTINEL-ONE") == built.mentions("SENTINEL-TAG") == []
    for part in (plan(built), near(built, "oak"), near(built, "elm"), json.dumps(graph(built))):
        assert "SENTINEL" not in part
        assert "quiet" not in part
    assert near(built, "quiet") == ""


def test_g30_a_title_cannot_break_out_of_the_picture(grow: Grow):
    title = "<img src=x onerror=alert(1)> & </title><script>"
    built = grow({"oak.md": OAK, "elm.md": f"---\ntitle: {title!r}\naliases: elm\n---\n[[oak]]"})
    for part in (plan(built), near(built, "oak"), built.page("graph")):
        assert "<img" not in part
        assert "</title><script>" not in part
    assert graph(built)["nodes"][0]["title"] == title


def test_g5_a_name_from_a_mac_is_the_same_note(grow: Grow):
    name = "ガーデン é"
    built = grow({f"{unicodedata.normalize('NFD', name)}.md": "x", "a.md": f"[[{name}]]"})
    [edge] = graph(built)["links"]
    assert {edge["source"], edge["target"]} == {node["id"] for node in graph(built)["nodes"]}
    assert labels(near(built, "a")) == [name]


def test_labels_are_in_the_language_of_their_note_and_words_in_that_of_the_page(grow: Grow):
    toml = 'language = "zh-Hant"\n[maturity]\nevergreen = ["大樹"]'
    arabic = "---\nlanguage: ar\ntitle: شجرة\nmaturity: evergreen\n---\n[[oak]]"
    built = grow(
        {"oak.md": "---\nlanguage: en\n---\nx", "شجرة.md": arabic, "a.md": "[[oak]]"}, toml
    )
    svg = near(built, "oak")
    assert 'lang="ar"' in svg
    assert "<text>\u2068شجرة\u2069</text>" in svg
    assert 'lang="en">Linked from</text>' in svg
    assert 'direction="ltr"' in svg
    assert 'direction="rtl"' in near(built, "شجرة")
    page = built.page("graph")
    assert "鳥瞰花園" in page
    assert "<title>شجرة · 大樹</title>" in page
    assert "以清單檢視" in page


def test_a_page_is_printed_anew_when_a_neighbour_changes(grow: Grow, tmp_path: Path):
    built = grow({"oak.md": OAK, "elm.md": ELM, "ash.md": "x", "fir.md": "x"})

    def again() -> Built:
        report = build(
            built.site,
            built.out,
            site_url=SITE_URL,
            functions_url=FUNCTIONS_URL,
            cache=tmp_path / "cache",
        )
        return Built(report, built.site, built.out)

    again()
    before = (built.out / "fir/index.html").stat().st_mtime_ns
    (built.site / "oak.md").write_text(OAK.replace("evergreen", "evergreen\ntitle: The oak"))
    after = again()
    assert labels(near(after, "elm")) == ["The oak"]
    assert "<title>The oak · Evergreen</title>" in plan(after)
    assert (built.out / "fir/index.html").stat().st_mtime_ns == before


def test_its_addresses_are_its_own(grow: Grow):
    built = grow({"graph.md": "x", "a.md": "[whole](/graph/) [data](/graph.json)"})
    [said] = built.warnings
    assert "/graph belongs to the graph; the note is at /graph-note/" in said
    assert built.errors == []


def test_a_garden_that_lists_nothing_has_no_graph(grow: Grow):
    built = grow({"a.md": "---\nshould_index: false\n---\nx"})
    assert not built.exists("graph")
    assert not (built.out / "graph.json").exists()
    assert 'href="/graph/"' not in built.page("")


@pytest.mark.parametrize("steps", [4, 40])
def test_the_page_of_a_large_garden_stays_light(steps: int):
    notes = garden(5000, links=14)
    for each in notes:
        each.href = f"/f0/{'%E6%95%B8' * steps}-{each.slug}/"
        each.title = "數位花園與知識管理 " + each.slug
    found = view(net_of(notes), "", "en", {each: each.value for each in Maturity}, lambda _: "")
    shown = sum(found.counts.values())
    listed = sum(60 + len(f"{each.href}{each.title}") for row in found.rows for each in row.notes)
    assert shown == 600 if steps == 4 else 200 < shown < 300
    assert found.not_shown == 5000 - shown
    assert len(found.svg.encode()) + listed < 290_000


@pytest.mark.parametrize(("file", "most"), [("graph.js", 11 * 1024), ("graph.css", 6 * 1024)])
def test_what_the_page_needs_besides_is_small(file: str, most: int):
    assert len((resources.templates("garden") / file).read_bytes()) <= most
