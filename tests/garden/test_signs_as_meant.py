"""Signs that the parser reads more into than Obsidian does, or than a reader would."""

import pytest

WAVES = "好吃~ 真的~ H~2~O ~**b**~ ~~gone~~ ~~~x~~~"


def test_one_tilde_is_a_tilde_and_two_strike_out(grow):
    body = grow({"a.md": WAVES}).body("a")

    assert body == ("<p>好吃~ 真的~ H~2~O ~<strong>b</strong>~ <del>gone</del> ~~~x~~~</p>")


@pytest.mark.parametrize(
    ("text", "url", "after"),
    [
        ("見https://a.example/b，然後", "https://a.example/b", "，然後"),
        ("見https://a.example/中文。", "https://a.example/中文", "。"),
        ("（https://a.example）", "https://a.example", "）"),
        ("www.a.example、b", "http://www.a.example", "、b"),
        ("<https://a.example/b，c>", "https://a.example/b，c", "</p>"),
        ("[x](https://a.example/b，c)", "https://a.example/b，c", "</p>"),
        ("https://a.example/b,c.", "https://a.example/b,c", ".</p>"),
    ],
)
def test_an_address_ends_before_the_signs_of_a_chinese_sentence(grow, text, url, after):
    body = grow({"a.md": text}).body("a")

    assert f'<a href="{url}">' in body
    assert f"</a>{after}" in body


def test_nothing_to_press_is_no_link_and_no_heading(grow):
    built = grow({"a.md": "[[]] ![[]] [[ ]] [](b.md)\n\n#\n\n## \n\nx", "b.md": ""})

    assert built.body("a") == '<p>[[]] ![[]] [[]] <a href="/b/">b.md</a></p>\n<p>x</p>'
    assert built.warnings == []
