"""How notes grew: the timeline of each, the page of transitions, and its feed."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from shared.garden.history.growth import leaves, transitions
from shared.garden.note import Maturity, Note
from tests.garden.conftest import Built, Grow
from tests.support.repository import Repository

ATOM = "{http://www.w3.org/2005/Atom}"
OAK = (
    "---\nmaturity: evergreen\nplanted: 2024-01-02\nbudding_at: 2024-06-07\n"
    "evergreen_at: 2026-02-03\n---\n# Oak\n"
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository.at(tmp_path)


def timeline(built: Built, slug: str) -> list[str]:
    """Return the lines of the timeline on a note's page."""
    page = built.page(slug)
    if '<section class="growth"' not in page:
        return []
    part = page.split('<section class="growth"')[1].split("</ol>")[0]
    lines = Xml.fromstring(f"<ol>{part.split('<ol>')[1]}</ol>")
    return [" ".join("".join(line.itertext()).split()) for line in lines]


def grown(built: Built) -> list[tuple[str, str]]:
    """Return title and day of the entries of the feed of transitions."""
    feed = Xml.fromstring((built.out / "grown.xml").read_bytes())
    return [
        (entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}updated")[:10])
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_a_note_shows_its_stages_in_words_and_days(grow: Grow):
    built = grow({"oak.md": OAK})

    assert timeline(built, "oak") == [
        "Planted 2 January 2024",
        "🌿 Budding 7 June 2024",
        "🌳 Evergreen 3 February 2026",
    ]
    assert "its history" not in built.page("oak")


@pytest.mark.parametrize(
    ("head", "lines"),
    [
        ("planted: 2024-01-02", []),  # which is said above already
        ("evergreen_at: 2024-01-02", []),  # it is a seedling once more
        ("maturity: budding\nbudding_at: 2024-01-02", ["🌿 Budding 2 January 2024"]),
        ("maturity: evergreen\nplanted: 2024-01-02", []),
    ],
)
def test_what_is_not_known_or_not_reached_is_left_out(grow: Grow, head: str, lines: list[str]):
    built = grow({"a.md": f"---\n{head}\n---\nx"})

    assert timeline(built, "a") == lines
    assert (built.out / "grown.xml").exists() == built.exists("grown") == bool(lines)


def test_the_transitions_are_listed_by_month_the_latest_first(grow: Grow):
    ash = "---\nmaturity: budding\nbudding_at: 2026-02-20\nlang: zh-Hant\n---\n# 白蠟樹\n"
    built = grow({"oak.md": OAK, "ash.md": ash}, toml='title = "G"\n')
    page = built.page("grown")

    said = (">February 2026<", "白蠟樹", ">Oak<", ">June 2024<", ">7 June 2024<")
    places = [page.index(each) for each in said]
    assert places == sorted(places)
    assert '<a href="/grown/" aria-current="page">' in page
    assert 'href="/grown.xml"' in built.page("oak")
    assert "https://garden.example/grown/" in (built.out / "sitemap.xml").read_text()
    assert grown(built) == [
        ("🌿 白蠟樹: 含苞", "2026-02-20"),
        ("🌳 Oak: Evergreen", "2026-02-03"),
        ("🌿 Oak: Budding", "2024-06-07"),
    ]
    assert "Recently grown" in built.page("")


def test_an_entry_keeps_its_id_whatever_its_note_is_called(grow: Grow):
    def ids(built: Built) -> list[str]:
        feed = Xml.fromstring((built.out / "grown.xml").read_bytes())
        return [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]

    first = ids(grow({"oak.md": OAK}))
    assert len(set(first)) == 2
    renamed = OAK.replace("# Oak", "# Elm").replace("---\n", "---\nslug: elm\n", 1)
    assert ids(grow({"oak.md": renamed})) == first


def test_where_many_have_grown_each_year_has_a_page():
    notes = [
        Note(
            *(f"{n}.md", f"{n}", f"{n}", f"/{n}/", f"{n}", "", "en", ""),
            maturity=Maturity.BUDDING,
            budding=f"{2020 + n % 3}-01-02",
        )
        for n in range(201)
    ]
    pages = leaves(transitions(notes))

    assert [(page.path, page.year) for page in pages] == [
        ("/grown/", "2022"),
        ("/grown/2021/", "2021"),
        ("/grown/2020/", "2020"),
    ]
    assert [len(leaves(transitions(notes[:200])))] == [1]


def test_a_year_in_which_more_has_grown_than_a_page_should_have_has_pages():
    notes = [
        Note(
            *(f"{n}.md", f"{n}", f"{n}", f"/{n}/", f"{n}", "", "en", ""),
            maturity=Maturity.BUDDING,
            budding=f"{2025 + n % 2}-01-02",
        )
        for n in range(802)
    ]
    pages = leaves(transitions(notes))

    assert [page.path for page in pages] == [
        *("/grown/", "/grown/2/", "/grown/3/"),
        *("/grown/2025/", "/grown/2025/2/", "/grown/2025/3/"),
    ]
    assert [len(page.months[0][1]) for page in pages] == [200, 200, 1, 200, 200, 1]
    assert pages[1].place.before == "/grown/"


def stage(maturity: str, text: str = "x") -> dict[str, str]:
    return {"a.md": f"---\nmaturity: {maturity}\n---\n{text}"}


def test_the_history_of_the_maturity_tells_when_a_note_grew(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", stage("seedling"))
    repository.commit("2024-02-02T00:00:00Z", stage("budding"))
    repository.commit("2024-03-03T00:00:00Z", stage("budding", "y"))
    repository.git("mv", "notes/a.md", "notes/b.md")
    repository.commit("2024-04-04T00:00:00Z")
    repository.commit("2024-05-05T00:00:00Z", {"b.md": stage("🌳", "y")["a.md"]})
    built = repository.build()

    assert timeline(built, "b") == [
        "Planted 1 January 2024",
        "🌿 Budding 2 February 2024",
        "🌳 Evergreen 5 May 2024",
        "Tended 5 May 2024",
    ]
    assert "Some of these dates come from the note" in built.page("b")
    assert built.entry("b")["budding_at"] == "2024-02-02"


def test_a_note_that_wavers_grew_the_first_time_and_the_front_matter_has_the_last_word(
    repository: Repository,
):
    for month, maturity in enumerate(("seedling", "evergreen", "budding", "evergreen"), 1):
        repository.commit(f"2024-0{month}-01T00:00:00Z", stage(maturity))
    assert grown(repository.build()) == [("🌳 a: Evergreen", "2024-02-01")]

    head = "---\nmaturity: evergreen\nevergreen_at: 2025-01-01\n---\nx"
    repository.commit("2024-09-01T00:00:00Z", {"a.md": head})
    assert grown(repository.build()) == [("🌳 a: Evergreen", "2025-01-01")]


def test_a_note_that_came_to_git_grown_did_not_grow_on_that_day(repository: Repository):
    head = "---\nmaturity: {}\nplanted: 2020-01-01\n---\nx"
    repository.commit("2024-01-01T00:00:00Z", {"a.md": head.format("budding")})
    assert not repository.build().exists("grown")

    repository.commit("2024-02-02T00:00:00Z", {"a.md": head.format("evergreen")})
    assert grown(repository.build()) == [("🌳 a: Evergreen", "2024-02-02")]


def test_where_the_history_begins_and_where_a_script_went_through_nothing_grew(
    repository: Repository,
):
    names = [f"{number}.md" for number in range(21)]
    repository.commit("2024-01-01T00:00:00Z", {name: stage("budding")["a.md"] for name in names})
    repository.commit("2024-02-02T00:00:00Z", {name: stage("evergreen")["a.md"] for name in names})
    repository.commit("2024-03-03T00:00:00Z", {"new.md": stage("evergreen")["a.md"]})

    assert grown(repository.build()) == [("🌳 new: Evergreen", "2024-03-03")]


@pytest.mark.parametrize("hidden", ["draft: true", "should_index: false"])
def test_g16_who_is_not_listed_grows_unseen(repository: Repository, hidden: str):
    secret = f"---\n{hidden}\nmaturity: {{}}\ntitle: Sentinel\n---\n[[open]]"
    repository.commit("2024-01-01T00:00:00Z", {"open.md": "x", "s.md": secret.format("seedling")})
    repository.commit("2029-09-09T00:00:00Z", {"s.md": secret.format("evergreen")})
    built = repository.build()

    told = [path for path in built.mentions("Sentinel") if not path.startswith("s/")]
    assert told == []
    assert [path for path in built.mentions("2029-09-09") if not path.startswith("s/")] == []
    assert not built.exists("grown")


def test_the_json_feed_tells_the_maturity_of_each_note_under_the_ids_of_the_atom_feed(grow: Grow):
    built = grow(
        {"oak.md": OAK + "See [[elm]].", "elm.md": "x", "u.md": "---\nshould_index: no\n---\nx"},
        toml='title = "G"\nauthor = "Ann"\nlanguage = "en"\n',
    )
    feed = json.loads((built.out / "feed.json").read_bytes())
    atom = Xml.fromstring((built.out / "feed.xml").read_bytes())

    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["feed_url"] == "https://garden.example/feed.json"
    [item] = feed["items"]  # the others have no date
    assert item["_garden"] == {"maturity": "evergreen", "slug": "oak"}
    assert item["id"] == atom.find(f"{ATOM}entry").findtext(f"{ATOM}id")
    assert item["url"] == "https://garden.example/oak/"
    assert item["date_published"] == "2024-01-02T00:00:00+00:00"
    assert item["authors"] == [{"name": "Ann"}]
    assert 'href="https://garden.example/elm/"' in item["content_html"]
    assert 'type="application/feed+json"' in built.page("oak")
