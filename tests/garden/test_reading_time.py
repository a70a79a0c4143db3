"""How long a note takes to read: counted in each script in its own way, and said on its page."""

import pytest

from shared.garden.markdown.reading_time import minutes

SAID = {
    "en": "3 min to read",
    "zh-Hant": "閱讀約 3 分鐘",
    "zh-Hans": "阅读约 3 分钟",
    "ja": "読むのに約 3 分",
    "ko": "읽는 데 약 3분",
    "ar": "3 دقائق للقراءة",
}


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("", 0),
        (" … — \r", 0),
        ("One.", 1),
        ("it's well-known " * 480, 4),
        ("長" * 2400, 6),
        ("筆記，草木。" * 400, 4),
        ("ひらがなカタカナ" * 100, 2),
        ("𠮷" * 1200, 3),
        ("長 word " * 800, 5),
        ("كلمة " * 480, 2),
    ],
)
def test_words_and_characters_are_counted_each_in_their_own_way(text: str, taken: int):
    assert minutes(text, "en") == taken


def test_korean_is_counted_by_its_syllables_which_are_read_faster():
    assert minutes("나무는 자란다 " * 300, "ko") == 3


@pytest.mark.parametrize("language", SAID)
def test_a_note_says_in_its_language_how_long_it_takes(grow, language):
    built = grow(
        {"a.md": "word " * 720, "b.md": "***"},
        f'title = "x"\nlanguage = "{language}"\npublish = "all"\n',
    )
    head = built.page("a").partition("</header>\n<div")[0]

    assert f"<span>{SAID[language]}</span>" in head
    assert built.note("b").minutes == 0


def test_code_and_formulas_are_no_prose_and_headings_are(grow):
    code = "```python\n" + "x = 1\n" * 2000 + "```\n\n"
    built = grow(
        {
            "code.md": f"One.\n\n{code}$$\n{'x + ' * 2000} y\n$$\n\n[^1]\n\n[^1]: Two.",
            "mere.md": code,
            "headed.md": "# One\n\n" + "## Many words stand here\n\n" * 120,
        }
    )

    assert [built.note(name).minutes for name in ("code", "mere", "headed")] == [1, 0, 2]
    assert "to read" not in built.body("mere")
