"""What a garden's check finds besides the build: orphans, pictures without words, files, leaks."""

from pathlib import Path

import pytest

from shared.garden.check import leaks as leaking
from shared.garden.check.check import check
from shared.garden.check.finding import CODES
from shared.garden.check.leaks import leaks
from shared.garden.check.shingles import Sought, data_words, page_words, words

PUBLIC = "The moss grows where [[Fern]] stands, and nobody mows it."
PRIVATE = (
    "---\ntitle: Plan about Elm Street\ndraft: true\n---\n"
    "We are going to sell the old house\nbefore the winter comes, whatever they say.\n"
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    notes = tmp_path / "site" / "notes"
    notes.mkdir(parents=True)
    (tmp_path / "site" / "garden.toml").write_text('title = "G"\npublish = "all"\n', "utf-8")
    (notes / "index.md").write_text("[[Moss]]", "utf-8")
    (notes / "Moss.md").write_text(PUBLIC, "utf-8")
    (notes / "Fern.md").write_text("[[Moss]]", "utf-8")
    return tmp_path / "site"


def found(site: Path) -> list[str]:
    checked = check(site, site_url="https://g.example", functions_url="https://g.example")
    return [f"{one.path}:{one.line}:{one.column} {one.code}" for one in checked.findings]


def test_a_garden_in_good_order_has_no_findings(site):
    before = sorted(site.rglob("*"))

    assert found(site) == []
    assert sorted(site.rglob("*")) == before


def test_every_kind_of_thing_is_found_by_its_place_and_code(site):
    (site / "notes" / "oak.md").write_text(
        "\n".join(
            (
                "---\nmaturity: mature\n---",
                "[[Mos]] [x](mosss.md) ![[Fernn]] ![a](b.png) [[Moss#Roots]]",
                "![[x.svg]] ![[x.svg|300]] ![](x.svg) ![|300](x.svg) ![[x.svg|A seed]] ![S](x.svg)",
            )
        ),
        "utf-8",
    )
    (site / "notes" / "alone.md").write_text("Nobody knows me: [[alone]].", "utf-8")
    (site / "notes" / "bad.md").write_text("---\ntitle: [x\n---\n", "utf-8")
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    (site / "notes" / "x.svg").write_text(picture, "utf-8")
    (site / "notes" / "y.svg").write_text(picture, "utf-8")

    assert found(site) == [
        "alone.md:1:1 orphan",
        "bad.md:2:8 error",
        "oak.md:2:11 warning",
        "oak.md:4:1 broken-link",
        "oak.md:4:9 broken-link",
        "oak.md:4:23 broken-embed",
        "oak.md:4:34 broken-image",
        "oak.md:4:46 broken-heading",
        "oak.md:5:1 missing-alt",
        "oak.md:5:12 missing-alt",
        "oak.md:5:27 missing-alt",
        "oak.md:5:38 missing-alt",
        "y.svg:1:1 unused-attachment",
    ]


def test_advice_for_a_picture_keeps_its_width(site):
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    (site / "notes" / "x.svg").write_text(picture, "utf-8")
    (site / "notes" / "Fern.md").write_text("![[x.svg|400]] ![|20x30](x.svg) [[Moss]]", "utf-8")
    checked = check(site, site_url="https://g.example", functions_url="https://g.example")
    said = [each.message for each in checked.findings if each.code == "missing-alt"]

    assert said == [
        "picture without words; write ![[x.svg|what it shows|400]]",
        "picture without words; write ![what it shows|20x30](x.svg)",
    ]


def test_two_notes_of_one_name_and_a_picture_of_many_bytes_are_warned_of(site, monkeypatch):
    monkeypatch.setattr("shared.garden.check.files.LARGEST", 10)
    for folder in ("a", "b"):
        (site / "notes" / folder).mkdir()
        (site / "notes" / folder / "Twin.md").write_text("[[Moss]]", "utf-8")
    (site / "notes" / "Fern.md").write_text("[[Moss]] [[Twin]] ![A seed](x.svg)", "utf-8")
    (site / "notes" / "x.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    codes = {each.rpartition(" ")[2] for each in found(site)}

    assert codes >= {"ambiguous-link", "large-image"}
    assert codes <= CODES.keys()


def test_after_an_error_in_garden_toml_nothing_else_is_looked_at(site):
    (site / "garden.toml").write_text("title = [\n", "utf-8")

    assert found(site) == ["garden.toml:2:1 error"]


def test_what_a_build_makes_tells_nothing_of_what_is_private(site):
    (site / "letters").mkdir()
    (site / "letters" / "2026-11.md").write_text("---\ntitle: To my readers alone\n---\nHello.")
    (site / "notes" / "house plan.md").write_text(PRIVATE + "[[Moss]]\n", "utf-8")
    (site / "notes" / "Fern.md").write_text("[[Moss]] [[house plan]] ![[house plan]]", "utf-8")

    assert found(site) == ["Fern.md:1:10 private-name"]


def told(tmp_path: Path, name: str, content: str, public: str = PUBLIC) -> list[str]:
    """What is found when the output has this file."""
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text(content, "utf-8")
    (tmp_path / "plan.md").write_text(PRIVATE, "utf-8")
    (tmp_path / "public.md").write_text(public, "utf-8")
    private = [("my secret plan.md", tmp_path / "plan.md")]
    return [f"{one.line}: {one.message}" for one in leaks(private, [tmp_path / "public.md"], out)]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a/index.html", "<h1>Plan &#97;bout <em>Elm</em>\nStreet</h1>", "1: the title"),
        ("a/index.html", '<img src="x" alt="plan about elm street">', "1: the title"),
        ("notes.json", '{"title": "PLAN about Elm Street"}', "1: the title"),
        ("a/index.html", '<a href="/my%20secret%20plan/">x</a>', "1: the file name"),
        ("my-secret-plan/index.html", "<p>x</p>", "1: the file name"),
        ("a/index.html", "<p>the <b>old</b> house before the winter comes</p>", "5: the text"),
        (
            "feed.xml",
            "<c>&lt;p&gt;We &lt;b&gt;are&lt;/b&gt; going to sell the old house</c>",
            "5: the text",
        ),
    ],
)
def test_g15_whatever_a_private_note_says_is_found_in_any_file(tmp_path, name, content, said):
    [leak] = told(tmp_path, name, content)

    assert leak.startswith(said)
    assert f"stands in {name} of the output" in leak


@pytest.mark.parametrize(
    "content",
    [
        "<p>Elm Street</p><p>going to sell</p>",  # words that anybody says
        "<p>Nobody mows the moss</p>",
        '<p class="plan about elm street">x</p>',  # no text, and our own besides
    ],
)
def test_what_anybody_may_say_is_no_leak(tmp_path, content):
    assert told(tmp_path, "a/index.html", content) == []


def test_g16_the_gardeners_own_words_in_a_public_note_are_no_leak(tmp_path):
    public = "I have a [[Plan about Elm Street]], and my secret plan is good."
    page = "<p>I have a Plan about Elm Street, and my secret plan is good.</p>"

    assert told(tmp_path, "a/index.html", page, public) == []


def test_chinese_is_searched_character_by_character(tmp_path):
    (tmp_path / "a.md").write_text(
        "---\ntitle: 私房計畫\n---\n我們打算在冬天以前把老房子賣掉。\n", "utf-8"
    )
    (tmp_path / "out").mkdir()
    page = tmp_path / "out" / "index.html"
    private = [("密.md", tmp_path / "a.md")]
    page.write_text("<p>聽說他們打算在冬天以前把老房子賣掉了</p>", "utf-8")
    of_body = [one.line for one in leaks(private, [], tmp_path / "out")]
    page.write_text("<title>私房<wbr>計畫</title>", "utf-8")
    of_title = [one.line for one in leaks(private, [], tmp_path / "out")]

    assert (of_body, of_title) == ([4], [1])


def test_a_date_or_a_number_is_nobodys(tmp_path):
    (tmp_path / "a.md").write_text("x", "utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "index.html").write_text("<p>2026-11-30</p>", "utf-8")

    assert list(leaks([("2026-11-30.md", tmp_path / "a.md")], [], tmp_path / "out")) == []


def test_a_note_that_stands_everywhere_is_named_twenty_times(tmp_path):
    (tmp_path / "a.md").write_text("x", "utf-8")
    for number in range(30):
        (tmp_path / "out" / str(number)).mkdir(parents=True)
        (tmp_path / "out" / str(number) / "index.html").write_text("zzyzx plan", "utf-8")

    assert len(list(leaks([("zzyzx plan.md", tmp_path / "a.md")], [], tmp_path / "out"))) == (
        leaking.MOST
    )


def test_a_list_of_other_notes_is_no_sentence_of_a_private_one(tmp_path):
    """A private list of links says what a public list may say as well."""
    body = "\n".join(f"- [[On subject {number} of moss]]" for number in range(9))
    (tmp_path / "a.md").write_text(f"---\ntitle: zzyzx\n---\n{body}", "utf-8")
    (tmp_path / "out").mkdir()
    listed = "".join(f"<li><a href='x'>On subject {number} of moss</a>" for number in range(9))
    (tmp_path / "out" / "index.html").write_text(listed, "utf-8")

    assert list(leaks([("zzyzx.md", tmp_path / "a.md")], [], tmp_path / "out")) == []


def test_words_are_alike_in_any_case_form_and_markup():
    row = page_words('<p title="a &amp; b">Cafe\u0301 <b>HOUSE</b> &amp; gar<wbr>den</p>')
    told = data_words('{"said": "\\"Café\\" <b>house</b>\\ngarden", "more": "x"}')

    assert row == words("¶ CAFÉ house gar den ¶ ¶ a b")
    assert told == words("¶ said ¶ ¶ CAFÉ house garden ¶ ¶ more ¶ ¶ x ¶ ¶")
    assert Sought([("house", "gar")]).within(row) == {("house", "gar")}


def test_g16_every_name_of_a_private_note_that_readers_see_is_listed(site):
    notes = site / "notes"
    (notes / "private").mkdir()
    (notes / "private" / "Diary.md").write_text("x", "utf-8")
    (notes / "Party for Ada.md").write_text(PRIVATE, "utf-8")
    (notes / "Fern.md").write_text(
        "[[Moss]] [[party for ada]] [[Party for Ada|a plan]] ![[Party for Ada]]\n"
        "[[private/Diary#Monday]] [[Party for Ada|the party for Ada!]] [x](Party%20for%20Ada.md)",
        "utf-8",
    )

    assert found(site) == [
        "Fern.md:1:10 private-name",
        "Fern.md:2:1 private-name",
        "Fern.md:2:26 private-name",
        "private/Diary.md:1:1 private-folder",
    ]
