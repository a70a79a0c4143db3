"""The search of a built garden: case 27, what results are ordered by, and what is never in it."""

import asyncio
from pathlib import Path

import pytest

from shared.search.query import Result
from tests.support.opened_index import open_index

SENTENCE = "這是一段簡單的測試文本"
NOTES = {
    "一.md": SENTENCE,
    "迴圈.md": "# 迴圈\n\n台灣的說法，不是循環。",
    "python.md": "# Python\n\n用 Python 寫一個佇列。ＡＢＣ 與 Café。",
    "佇列.md": "# 佇列\n\n先進先出。",
}


def found(out: Path, query: str, maturity: str = "") -> list[Result]:
    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    async def find() -> list[Result]:
        reader = await open_index(file)
        return await reader.results(await reader.find(query, maturity), query)

    return asyncio.run(find())


def titles(out: Path, query: str, maturity: str = "") -> list[str]:
    return [result.title for result in found(out, query, maturity)]


@pytest.mark.parametrize(
    "query", ["一段", "簡單", "段簡", "是一段", "這是一段簡單的測試文本", "本"]
)
def test_g27_any_part_of_a_chinese_sentence_is_found(grow, query):
    assert titles(grow(NOTES).out, query) == ["一"]


def test_g27_what_does_not_stand_there_in_this_order_is_not_found(grow):
    assert titles(grow(NOTES).out, "簡段") == []


def test_g27_words_of_taiwan_are_found_without_a_dictionary(grow):
    assert titles(grow(NOTES).out, "迴圈") == ["迴圈"]


def test_g27_a_query_of_two_scripts_finds_what_has_both(grow):
    out = grow(NOTES).out

    assert titles(out, "python 佇列") == ["Python"]
    assert titles(out, "佇列") == ["佇列", "Python"]
    assert titles(out, "python 迴圈") == []


@pytest.mark.parametrize("query", ["abc", "ＡＢＣ", "Abc", "cafe", "CAFÉ", "caf"])
def test_g27_width_case_and_accents_are_folded_and_the_last_word_may_be_half(grow, query):
    assert titles(grow(NOTES).out, query) == ["Python"]


def test_g27_a_title_comes_before_a_heading_and_a_heading_before_the_text(grow):
    built = grow(
        {
            "text.md": "---\nmaturity: evergreen\n---\n# In the text\n\nHere is moss. 苔蘚。",
            "heading.md": "---\nmaturity: budding\n---\n# In a heading\n\n## Of moss, 苔蘚\n\nYes.",
            "title.md": "# Moss 苔蘚\n\nYes.",
        }
    )

    for query in ("moss", "苔蘚", "苔"):
        assert titles(built.out, query) == ["Moss 苔蘚", "In a heading", "In the text"]


def test_japanese_korean_and_thai_are_found_by_any_part_as_well(grow):
    built = grow(
        {"a.md": "東京スカイツリーへ行く。", "b.md": "나무는 천천히 자란다", "c.md": "ต้นไม้โตช้า"}
    )

    assert titles(built.out, "ｽｶｲﾂﾘｰ") == ["a"]
    assert titles(built.out, "천천") == ["b"]
    assert titles(built.out, "ไม้โต") == ["c"]


def test_results_can_be_of_one_maturity_and_the_grown_come_first(grow):
    files = {
        f"{each}.md": f"---\nmaturity: {each}\n---\nmoss"
        for each in ("seedling", "evergreen", "budding")
    }
    out = grow(files).out

    assert titles(out, "moss") == ["evergreen", "budding", "seedling"]
    for maturity in ("evergreen", "budding", "seedling"):
        [result] = found(out, "moss", maturity)
        assert (result.title, result.maturity) == (maturity, maturity)


def test_a_title_that_is_just_the_query_comes_first(grow):
    built = grow({f"{name}.md": "x" for name in ("Moss and more moss", "Moss", "A moss")})

    assert titles(built.out, "moss")[0] == "Moss"


def test_aliases_and_tags_lead_to_a_note_and_formulas_and_comments_do_not(grow):
    note = (
        "---\naliases: [Sphagnum]\ntags: [bog]\n---\nText %%secretly%% $\\alphabet$ `code` ^block1"
    )
    out = grow({"moss.md": note}).out

    for query in ("sphagnum", "bog", "code"):
        assert titles(out, query) == ["moss"]
    for query in ("secretly", "alphabet", "block1"):
        assert titles(out, query) == []


def test_private_and_unlisted_notes_are_in_no_file_of_the_search(grow):
    built = grow(
        {
            "open.md": "Open. ![[unlisted]] [[hidden]]",
            "unlisted.md": "---\nshould_index: false\naliases: [beiläufig]\n---\n# Leise\n\n悄悄話",
            "hidden.md": "---\ndraft: true\n---\n# Geheim\n\n祕密話",
        }
    )
    index = [
        (path, content)
        for path, content in built.everything()
        if path.startswith(("search/", "assets/search-"))
    ]

    assert len(index) > 4
    for secret in ("悄悄", "Leise", "leise", "beilaufig", "beiläufig", "祕密", "geheim"):
        assert [path for path, content in index if secret.encode() in content] == []
        assert titles(built.out, secret) == []


def test_all_titles_stand_under_their_letter_and_script(grow):
    names = ("Élan", "elm", "苔蘚", "きのこ", "나무", "42", "Ясень")
    page = grow({f"{name}.md": "x" for name in names}).page("search/titles")
    letters = [line for line in page.splitlines() if line.startswith("<h2 ")]

    said = [line.partition(">")[2].partition("<")[0] for line in letters]
    assert said == ["E", "Я", "かな", "漢字", "한글", "Others"]
    assert page.index("Élan") < page.index("elm") < page.index("苔蘚")


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("数位花园", "數位花園"),
        ("数", "數位花園"),
        ("臺灣", "乙"),
        ("かたかな", "カタカナ"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("مدرسه", "مَدْرَسَة"),
        ("елка", "Ёлка"),
        ("αθηνα", "Αθήνα"),
    ],
)
def test_a_note_is_found_in_whatever_form_its_characters_are_typed(grow, query, title):
    names = ("數位花園", "カタカナ", "مَدْرَسَة", "Ёлка", "Αθήνα")
    out = grow({**{f"{name}.md": "x" for name in names}, "乙.md": "台湾"}).out

    assert titles(out, query) == [title]


def test_of_two_scripts_in_two_notes_both_are_found(grow):
    out = grow({"a.md": "發展的歷史", "b.md": "发展的历史", "c.md": "髪型"}).out

    assert sorted(titles(out, "发展")) == sorted(titles(out, "發展")) == ["a", "b"]


def test_of_a_word_the_beginning_is_enough_and_the_whole_word_counts_more(grow):
    out = grow({"a.md": "gardens of moss", "b.md": "a garden and moss", "c.md": "gar moss"}).out

    assert titles(out, "garden moss") == ["b", "a"]
    assert titles(out, "gar moss") == ["c"]


def test_of_many_titles_with_a_word_the_shortest_comes_first(grow):
    names = ["Of moss", "Moss", "Of stones and moss", *(f"A moss called {n}" for n in range(20))]
    out = grow({f"{name}.md": "x" for name in names}).out

    assert titles(out, "moss")[:2] == ["Moss", "Of moss"]
    assert titles(out, "stones moss")[0] == "Of stones and moss"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("gardn", "garden"),
        ("Graden 苔蘚", "garden 苔藓"),
        ("a garden of mooss", "a garden of moss"),
        ("garden", ""),
        ("garden stone", ""),
        ("gxxdn", ""),
        ("苔蘇", ""),
        ("", ""),
    ],
)
def test_a_mistyped_word_is_understood_where_the_garden_has_one_like_it(grow, query, meant):
    out = grow({"a.md": "# A garden of moss\n\n苔蘚", "b.md": "# Stone\n\nA stone."}).out

    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    async def find() -> str:
        return await (await open_index(file)).meant(query)

    assert asyncio.run(find()) == meant


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ivy fern", ["Both"]),
        ("ivy rose", ["Ivy", "Both"]),  # of which the second says it further down
        ("ivy fern rose", ["Both", "Ivy"]),
        ("the rose", []),
        ("rose", []),
        ("常青樹", ["Ivy"]),
    ],
)
def test_where_no_note_has_all_words_those_with_most_of_them_are_shown(grow, query, expected):
    notes = {"a.md": "# Ivy\n\nThe 常青。", "b.md": "# Both\n\nThe ivy, the fern."}
    out = grow(notes | {f"{number}.md": f"# {number}\n\nThe end." for number in range(8)}).out

    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    async def find() -> list[str]:
        reader = await open_index(file)
        answer = await reader.answer(query)
        assert answer.is_part == (query != "ivy fern")
        return [result.title for result in await reader.results(answer.numbers, query)]

    assert asyncio.run(find()) == expected
