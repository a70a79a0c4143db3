"""Small files that once held up a whole build: each is done with at once, and says what it says.

What is bounded is the time of the processor, by the same means as in a build.
"""

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from shared.garden.check.shingles import page_words
from shared.garden.check.told import IN_XMP, XMP
from shared.garden.foreign.eleventy import CONTRACTION
from shared.garden.foreign.quartz_ignores import quartz_ignores
from shared.garden.markdown.comments_in_source import ADDRESS
from shared.garden.note import Note
from shared.garden.pages import embeds
from shared.garden.pages.braces import unclosed
from shared.garden.patience import Patience
from shared.garden.pictures.cards import ELSEWHERE, HUE
from shared.garden.pictures.drawing import clean_drawing
from shared.garden.pictures.paint import MOST_LETTERS, fitted
from shared.garden.pictures.strip import MOST_SCANS, Overpainted, strip_jpeg
from shared.garden.pictures.strokes import shapes
from shared.garden.problem import Problems
from shared.garden.seed import Sower
from shared.garden.vault import written
from shared.garden.vault.config import read_config
from shared.garden.vault.front_matter import BadFrontMatter
from shared.garden.vault.obsidian import is_quick
from shared.garden.vault.tongues import guess
from shared.garden.vault.unseen import refuse_unseen
from shared.garden.vault.written import Written
from shared.garden.woven.tags import Tag, companions

MUCH = 200_000
NOTE = dict.fromkeys(
    ("path", "id", "slug", "href", "title", "content_hash", "language", "author"), "x"
)
ALIASES = "a: &a [{}]\n".format(",".join("x" * 3_000)) + "".join(
    f"t{number}: [{','.join(['*a'] * 3_000)}]\n" for number in range(30)
)
MERGED = "a0: &a0 [{x: 1}]\n" + "".join(
    f"a{number}: &a{number} [*a{number - 1}, *a{number - 1}]\n" for number in range(1, 60)
)


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """Let no test work for more than ten seconds; what it once took has no end."""
    with Patience(10):
        yield


@pytest.fixture
def sow(tmp_path):
    """Read one note, and return what came of it."""
    sower = Sower(read_config(tmp_path, Problems()))
    return lambda text: sower.sow("a.md", text.encode())[0]


@pytest.mark.parametrize(
    "text",
    [
        f"<img {'a' * MUCH}>",
        f"in a line <img {'a-' * MUCH}> and more",
        f"<a href=x>{'<' * MUCH}</a>",
        f"[[a|{chr(92) * MUCH}]] {'`' * MUCH}",
        f"{'](' * MUCH} %%",
        f"+++\n{'a' * MUCH} b\n+++\nbody",
    ],
)
def test_a_note_of_one_thing_again_and_again_is_read(sow, text):
    seed = sow(text)

    assert seed.errors == []
    assert seed.note.title == "a"


@pytest.mark.parametrize("text", ["^[" * MUCH, "^[a " * 50_000, "^[" * 50_000 + "]" * 50_000])
def test_footnotes_that_are_looked_for_without_end_are_an_error(sow, text):
    assert ["nested more than" in error.message for error in sow(text).errors] == [True]


def test_as_many_footnotes_that_end_are_read(sow):
    seed = sow("word^[a [b] note] " * 10_000)

    assert seed.errors == []


@pytest.mark.parametrize("head", [" ", "'", "draft ", "\u2028"])
def test_a_head_of_another_form_is_looked_through_in_no_time(head):
    refuse_unseen(f"+++\n{head * MUCH}x\n+++\nbody")
    refuse_unseen(f"{head * MUCH}x")
    with pytest.raises(BadFrontMatter, match="`draft` is not read here"):
        refuse_unseen(f"+++\n{' ' * MUCH}draft{' ' * MUCH}:{' ' * MUCH}true# {head}\n+++\nbody")


@pytest.mark.parametrize("yaml", [ALIASES, f"{MERGED}k: *a59\n", f"a: &a '{'x' * MUCH}'\n"])
def test_what_an_alias_says_again_is_counted(sow, yaml):
    many = "".join(f"k{number}: *a\n" for number in range(9_999)) if "&a '" in yaml else ""
    seed = sow(f"---\n{yaml}{many}---\nbody")

    assert [error.message for error in seed.errors] == (
        ["front matter says more than 100,000 things"] if "&a0" not in yaml else []
    )


def test_lists_that_are_merged_into_each_other_are_merged_once(sow):
    seed = sow(f"---\n{MERGED}<<: *a59\ntitle: T\n---\nbody")

    assert seed.errors == []
    assert seed.note.title == "T"


def test_an_alias_that_somebody_means_is_read(sow):
    seed = sow("---\ntags: &same [a, b]\naliases: *same\n---\nbody")

    assert seed.note.written_tags == seed.note.aliases == ["a", "b"]


@pytest.mark.parametrize("remark", ["#" * 34, "#" * MUCH, "\n" * MUCH, " #" * MUCH])
def test_a_remark_in_the_settings_of_quartz_is_no_work(tmp_path, remark):
    (tmp_path / "quartz.config.yaml").write_text(f"ignorePatterns: {remark}\nx: 1")
    problems = Problems()
    quartz_ignores(tmp_path, problems)
    (tmp_path / "quartz.config.yaml").write_text(f"ignorePatterns: {remark}\n  - mine/**\nx: 1")

    assert "`ignorePatterns` is no list of texts" in problems.warnings[0].message
    assert "mine" in quartz_ignores(tmp_path, Problems())


@pytest.mark.parametrize(
    "expression",
    ["a?" * 40 + "a" * 40 + "$", "[a/]*[a/]*[a/]*b", "(a|a)" * 30 + "b", "[" * MUCH, "x" * 400],
)
def test_an_expression_with_many_choices_or_repetitions_is_none_to_ask(expression):
    assert not is_quick(expression)


@pytest.mark.parametrize("expression", [r".*\.excalidraw\.md$", r"^.*/a/.*2020.*$", "^(a|b|c)/"])
def test_what_may_as_well_be_missing_at_its_ends_counts_for_nothing(expression):
    assert is_quick(expression)


def test_garden_toml_is_looked_through_once_for_all_keys(monkeypatch):
    looked_at: list[str] = []

    def loads(text: str):
        looked_at.append(text)
        return parse(text)

    parse = written.tomllib.loads
    monkeypatch.setattr(written.tomllib, "loads", loads)
    source = "".join(f"k{number} = [\n 1,\n]\n" for number in range(400))
    told = Written(source, parse(source), Problems())

    assert [told.place_of(f"k{number}") for number in (0, 1, 399)] == [(1, 1), (4, 1), (1198, 1)]
    assert sum(map(len, looked_at)) <= len(source)


def test_a_key_is_found_below_tables_beside_texts_of_many_lines_and_not_in_lists_of_tables():
    source = '# [\na = """\n[b]\nc = 1"""\n[b]\n"c" = [\n 1, # ]\n]\nd.e = {f = 1}\n[[g]]\nh = 1\n'
    told = Written(source, written.tomllib.loads(source), Problems())
    keys = ("a",), ("b",), ("b", "c"), ("b", "d", "e"), ("b", "d", "e", "f"), ("g", "h")

    assert [told.place_of(*each)[0] for each in keys] == [2, 5, 6, 9, 9, 1]
    assert told.place_of("b", "d", "e", "f") == (9, 8)


@pytest.mark.parametrize(
    "inside",
    [
        f'<image id="{"data:image/png " * MUCH}"/>',
        f'<g id="url({" " * MUCH}#"/>',
        "<g/><script/>" * (MUCH // 2),
        f"<style>{'<script/>' * MUCH}</style>",
    ],
)
def test_a_drawing_of_one_thing_again_and_again_is_cleaned(inside):
    drawn, *_ = clean_drawing(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode())

    assert b"data:image" not in drawn
    assert b"<script" not in drawn


def test_a_jpeg_that_is_painted_again_and_again_is_none():
    encoded = io.BytesIO()
    Image.new("RGB", (16, 16)).save(encoded, "JPEG", progressive=True)
    whole = encoded.getvalue()
    last = whole[whole.rindex(b"\xff\xda") : -2]

    assert strip_jpeg(whole, 1)
    with pytest.raises(Overpainted, match="more than 100 scans"):
        strip_jpeg(whole[:-2] + last * MOST_SCANS + whole[-2:], 1)


@pytest.mark.parametrize("word", ["word ", "字", "（", "w"])
def test_a_title_of_a_card_is_measured_a_bounded_number_of_times(word):
    measured: list[str] = []

    class Ruler:
        def measure(self, text: str) -> float:
            measured.append(text)
            return 50 * len(text)

    fitted((word * MUCH)[:MOST_LETTERS], Ruler(), 900)  # pyright: ignore[reportArgumentType]

    assert len(measured) < 10_000


def test_what_a_sheet_or_a_text_says_without_end_is_looked_at_once():
    assert ELSEWHERE.sub("", "@media " * MUCH).startswith("@media")
    assert ELSEWHERE.sub("", "a @media x { b { c } d } e") == "a  e"
    assert HUE.findall("-" * MUCH + "a{--paper: #ffffff}") == [("paper", "#ffffff")]
    assert unclosed('"' + '\\"' * MUCH) is None
    assert unclosed('a { content: "{\n}') is None
    assert shapes("<path " * MUCH) == []
    assert CONTRACTION.sub(r"\1\2", "a" * MUCH + " can't") == "a" * MUCH + " cant"
    assert guess("](" * MUCH + "the garden is here and grows") is not None
    assert ADDRESS.search("://" * MUCH) is None
    assert ADDRESS.search("](a](b%%")
    assert page_words(f'<p title="{"data-" * MUCH}">') != []
    assert XMP.findall(b"<x:xmpmeta " * (MUCH // 10)) == []
    assert not any(sign.search(b"exif:GPSLatitude dc:creator" * 20_000) for sign in IN_XMP.values())


def test_a_note_with_thousands_of_tags_does_not_tell_which_belong_together():
    many = Note(**NOTE, tags=[str(number) for number in range(2_000)])
    few = Note(**NOTE, tags=["a", "b"])
    tags = [Tag(str(number), "", [many]) for number in range(2_000)]

    assert [companions(each) for each in tags] == [[]] * 2_000
    assert companions(Tag("a", "", [few, many])) == ["b"]


def test_copies_of_a_note_are_bounded_for_the_whole_garden(grow, monkeypatch):
    monkeypatch.setattr(embeds, "LARGEST_OF_ALL", 10_000)
    monkeypatch.setattr(embeds, "MORE", 10)
    names = [f"n{number}" for number in range(20)]
    built = grow({"big.md": "words " * 1_000, **{f"{name}.md": "![[big]]" for name in names}})

    assert sum("words words" in built.body(name) for name in names) == 2
    assert len(built.warnings) == 18
    assert built.warnings[0].endswith(
        'embed "big" makes the garden too large, as others do; a link to big.md stands there'
    )
