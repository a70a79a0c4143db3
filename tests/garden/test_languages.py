"""What pages say in every language that we speak: nothing missing, counts and dates as they go."""

import re
import subprocess
import sys
from dataclasses import fields
from string import Formatter

import pytest

from shared.garden.note import Maturity, maturity_words, parse_maturity
from shared.garden.words import SPOKEN, words_for
from shared.garden.words.counted import RULES, Counted
from shared.garden.writing.callouts import KIND_OF
from shared.garden.writing.tasks import SIGNS
from shared.mail.fragment import fragment

ENGLISH = words_for("en")
# Latin letters in another language, besides a key and short names.
FOREIGN = re.compile(r"[A-Za-z]{3,}")
LETTERS = {
    "ar": r"[\u0600-\u06ff]",
    "en": r"[A-Za-z]",
    "ja": r"[\u3040-\u30ff\u4e00-\u9fff]",
    "ko": r"[\uac00-\ud7a3]",
    "zh-Hans": r"[\u4e00-\u9fff]",
    "zh-Hant": r"[\u4e00-\u9fff]",
}
# Signs of one way to write Chinese that are wrong in the other.
ONLY_TRADITIONAL = (
    "這裡為確認個葉記標籤檢筆長時誰處們關圖連結經過錄際顯頁類題單雙從種點園資開還沒東"
)
ONLY_SIMPLIFIED = "这里为个叶记标签检笔长时谁处们关图连结经过录际显页类题单双从种点园资开还没东"


def said(tag: str) -> dict[str, str]:
    """Return everything that is said in a language, by where it stands in its vocabulary."""
    words, found = words_for(tag), {}
    for field in fields(words):
        value = getattr(words, field.name)
        if isinstance(value, str):
            found[field.name] = value
        elif isinstance(value, Counted):
            found |= {f"{field.name}.{form}": each for form, each in value.forms.items()}
        elif isinstance(value, dict):
            found |= {f"{field.name}.{name}": each for name, each in value.items()}
    del found["tag"]
    return found


def gaps(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


@pytest.mark.parametrize("tag", SPOKEN)
def test_each_language_has_each_word_in_its_own_letters(tag):
    words, found = words_for(tag), said(tag)

    assert words.tag == tag
    assert words.callouts.keys() == KIND_OF.keys()
    assert words.signs.keys() == {" ", "x", *SIGNS}
    for name, text in found.items():
        assert text.lstrip() == text, name
        assert re.search(LETTERS[tag], text) or name == "and_more.other", name
        words_alone = text.replace("Ctrl", "").replace("JavaScript", "")
        assert tag == "en" or not FOREIGN.search(words_alone), name
    if tag.startswith("zh"):
        wrong = ONLY_TRADITIONAL if tag == "zh-Hans" else ONLY_SIMPLIFIED
        assert not set("".join(found.values())) & set(wrong)


@pytest.mark.parametrize("tag", SPOKEN)
def test_each_language_has_the_same_gaps_and_each_form_that_its_rule_asks_for(tag):
    words = words_for(tag)
    for field in fields(words):
        value, english = getattr(words, field.name), getattr(ENGLISH, field.name)
        if isinstance(value, str):
            assert len(gaps(value)) == len(gaps(english)), field.name
        elif isinstance(value, Counted):
            assert tuple(value.forms) == RULES[tag.partition("-")[0]][1], field.name
            assert gaps(value.forms["other"]) == [""], field.name
    assert "," not in words.copy + words.copied  # which parts them in the head of a page


@pytest.mark.parametrize(
    ("count", "form"),
    [
        (0, "zero"), (1, "one"), (2, "two"), (3, "few"), (10, "few"), (11, "many"), (99, "many"),
        (100, "other"), (101, "other"), (102, "other"), (103, "few"), (110, "few"), (111, "many"),
        (200, "other"), (1003, "few"), (1026, "many"),
    ],
)  # fmt: skip
def test_arabic_counts_by_the_rules_of_the_cldr(count, form):
    said = words_for("ar").found

    assert said.format(count) == said.forms[form].format(count)


@pytest.mark.parametrize(
    ("tag", "day", "month"),
    [
        ("en", "3 November 2026", "November 2026"),
        ("zh-Hant", "2026年11月3日", "2026年11月"),
        ("zh-Hans", "2026年11月3日", "2026年11月"),
        ("ja", "2026年11月3日", "2026年11月"),
        ("ko", "2026년 11월 3일", "2026년 11월"),
        ("ar", "3 نوفمبر 2026", "نوفمبر 2026"),
        ("de", "3 November 2026", "November 2026"),
    ],
)
def test_a_day_is_written_as_its_language_writes_it(tag, day, month):
    assert words_for(tag).date("2026-11-03") == day
    assert words_for(tag).date("2026-11") == month


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("zh", "zh-Hant"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("ja-JP", "ja"), ("ko-KR", "ko"),
        ("ar-EG", "ar"), ("en-GB", "en"), ("arc", "en"), ("fr", "en"), ("kok", "en"),
    ],
)  # fmt: skip
def test_a_tag_is_answered_in_the_nearest_language(written, spoken):
    assert words_for(written).tag == spoken


@pytest.mark.parametrize("tag", SPOKEN)
def test_a_garden_understands_the_maturities_that_it_shows(tag):
    for maturity in Maturity:
        written = words_for(tag).of(maturity)
        assert parse_maturity(written, maturity_words({})) is maturity
        assert parse_maturity(f"{maturity.emoji} {written}", maturity_words({})) is maturity


def test_only_the_words_of_the_gardens_own_language_are_loaded():
    script = (
        "import sys; import shared.garden.build; "
        "from shared.garden.words import SPOKEN, words_for; "
        "words_for('ja'); here = 'shared.garden.words.'; "
        "print(*[each for each in SPOKEN.values() if here + each in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert ran.stdout.split() == ["japanese"]


@pytest.mark.parametrize("tag", [each for each in SPOKEN if each != "en"])
def test_a_garden_speaks_its_language_on_every_page(grow, tag):
    words = words_for(tag)
    source = "---\nmaturity: budding\nplanted: 2024-01-02\nbudding_at: 2026-02-20\n---\n"
    files = {"soil/a.md": source + "> [!tip]\n> x\n\n- [ ] y\n\n[[b]]", "b.md": "[[soil/a]]"}
    built = grow(files, toml=f'title = "G"\nlanguage = "{tag}"\n')
    page = built.page("soil/a")

    assert built.warnings == built.errors == []
    for word in ("budding", "planted", "linked_from", "follow_title", "subscribe_text", "growth"):
        assert getattr(words, word) in page, word
    assert f"<strong>{words.callouts['tip']}</strong>" in page
    assert f'aria-label="{words.signs[" "]}"' in page
    assert f'<time datetime="2024-01-02">{words.date("2024-01-02")}</time>' in page
    assert words.date("2026-02") in built.page("grown")
    seen = "".join(
        re.sub(r"<[^>]+>|you@example\.org", " ", path.read_text("utf-8").partition("<body")[2])
        for path in built.out.rglob("*.html")
    )
    english = {each for each in said("en").values() if len(each) > 3 and each in seen}
    assert english == set()


def test_what_is_read_in_another_direction_is_set_apart(grow):
    files = {
        "c.md": "---\nmaturity: evergreen\n---\nإلى <bdi dir=ltr>C# (1)</bdi> هنا.",
        "a.md": "---\nauthor: Ada (1815)\n---\n# Obsidian: كيف أكتب\n\nGit هو أداة.",
        "b.md": "---\nlang: en\n---\n# On moss (2)\n\nIt waits, as [[a]] does.",
    }
    built = grow(files, toml='title = "هوامش"\nlanguage = "ar"\n')
    page, home = built.page("a"), built.page("")
    apart = "<p>إلى <bdi>C# (1)</bdi> هنا.</p>"

    assert built.body("c") == apart
    assert str(fragment(built.entry("c")["mail_html"])).strip() == apart
    assert "<bdi>Ada (1815)</bdi>" in page
    assert '<li lang="en"><a href="/b/" dir="auto">On moss (2)</a> <span lang="ar">' in page
    assert '<p class="said" dir="ltr">It waits' in page
    assert 'dir="auto" lang="en">On moss (2)</a>' in home
    assert '<p class="excerpt" lang="ar" dir="rtl">Git هو أداة.</p>' in home
