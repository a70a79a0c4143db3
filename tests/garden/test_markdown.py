"""What becomes of Markdown: money, emphasis, callouts, and HTML that means harm."""

import re
from xml.etree import ElementTree

import pytest


def test_g25_dollars_are_money_unless_they_are_a_formula(grow):
    source = (
        "從 $5 漲到 $10，$3,500 in 2022 and $5,000。真 $a_1$ \\$5 與 $變數_1$\n\n$$\n\\int x\n$$"
    )
    built = grow({"a.md": source})
    body = built.body("a")
    assert "從 $5 漲到 $10，$3,500 in 2022 and $5,000。" in body
    assert "<math><msub><mi>a</mi><mn>1</mn></msub></math> $5 與 <math><mi>變</mi>" in body
    assert '<math display="block"><mo lspace="0">∫</mo><mi>x</mi></math>' in body


def test_latin_words_keep_their_slant_among_chinese_ones(grow):
    body = grow({"a.md": "---\nlanguage: zh\n---\n番茄 *Solanum* 屬*茄科*。", "b.md": "*so*"})

    assert body.body("a") == '<p>番茄 <em class="slanted">Solanum</em> 屬<em>茄科</em>。</p>'
    assert "<em>so</em>" in body.body("b")


def test_g26_emphasis_works_beside_chinese_punctuation(grow):
    body = grow({"a.md": "這是**「重點」**的意思。**粗體：**後面"}).body("a")
    assert "<strong>「重點」</strong>" in body
    assert "<strong>粗體：</strong>" in body
    assert "**" not in body


def test_g29_callouts_nest_and_their_titles_swallow_nothing(grow):
    source = (
        "> [!abstract] 外\n> [[x]]\n> > [!error] 內\n> > [[y]]\n\n"
        "> [!tip]- Closed\n> in\n\n> [!tip]+ Open\n> in"
    )
    body = grow({"a.md": source, "x.md": "", "y.md": ""}).body("a")
    assert '<p class="callout-title"><strong>內</strong></p>\n<p><a href="/y/">y</a></p>' in body
    assert body.count('<div class="callout"') == 2
    assert '<details class="callout" data-kind="tip"><summary' in body
    assert '<details class="callout" data-kind="tip" open><summary' in body


ATTACKS = """---
title: "<img src=x onerror=alert(1)>"
description: "a < b & c </script><script>alert(2)</script>"
maturity: evergreen
planted: 2025-01-01
tags: ["<b>tag"]
author: "<i>me"
---
<script>alert(1)</script>

text <b onclick="x()">bold</b> <script>alert(3)</script> <img src=x onerror=alert(4)>

[a](javascript:alert(5)) [b](JaVaScRiPt:alert(6)) [c](java&#10;script:alert(7))
[d](data:text/html;base64,PHNjcmlwdD4=) [e](vbscript:x) ![f](javascript:alert(8))
[g](https://x.example/"onmouseover="alert(9)) [h](//evil.example/x) <javascript:alert(10)>

<style>body { display: none }</style>

<div onclick="alert(11)"><iframe src="https://evil.example"></iframe><p>kept</p></div>

[[x|<script>alert(12)</script>]] `<script>alert(13)</script>`

> [!"><script>alert(14)</script>] <script>alert(15)</script>

```"><script>
<script>alert(16)</script>
```
"""
SCHEMES = re.compile(r'(?:href|src)="?\s*(?:javascript|data|vbscript):', re.IGNORECASE)
TAGS = re.compile(r"<[a-zA-Z/][^>]*>")

OWN_SCRIPT = re.compile(rb'<script (type="module" )?src="/assets/[^"]*"></script>')


def test_g30_nothing_in_a_note_is_ever_executed(grow):
    built = grow({"a.md": ATTACKS, "from.md": "[[a]] ![[a]]"})
    for path, content in built.everything():
        if path.endswith(".html"):
            content = OWN_SCRIPT.sub(b"", content)
            for tag in TAGS.findall(content.decode()):
                assert not re.match(r"</?(script|iframe|style|img src=x)", tag), (path, tag)
                assert not re.search(r"\son\w+\s*=", re.sub(r'"[^"]*"', '""', tag)), (path, tag)
                assert not SCHEMES.search(tag), (path, tag)
    assert "kept" in built.body("a")
    assert "<title>&lt;img src=x onerror=alert(1)&gt;" in built.page("a")


def test_g30_letters_and_feed_carry_nothing_that_acts(grow):
    built = grow({"a.md": ATTACKS})
    feed = ElementTree.parse(built.out / "feed.xml").getroot()
    [content] = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}content")]
    letter = built.entry("a")["mail_html"]
    assert content == letter
    for tag in TAGS.findall(letter):
        assert re.match(r"</?(p|a|b|strong|code|pre|blockquote|br|ul|li)\b", tag), tag
        assert not re.search(r"\s(on\w+|class|id|style)=", re.sub(r'="[^"]*"', "=", tag)), tag
        assert not re.search(r'href="(?!https://)', tag), tag


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("==marked== ~~gone~~", "<mark>marked</mark> <del>gone</del>"),
        (
            "- [x] done\n- [ ] open",
            '<li class="task"><input type="checkbox" disabled checked aria-label="Done"> done',
        ),
        ("3. three\n4. four", '<ol start="3">'),
        ("0. zero", '<ol start="0">'),
        ("1. one", "<ol><li>one</li>"),
        ("| a |\n|--:|\n| 1 |", '<td class="right">1</td>'),
        ("x[^1]\n\n[^1]: foot", '<a href="#fn-1" id="fnref-1">1</a>'),
        ("```python\nx = 1\n```", '<span class="mi">1</span>'),
        (
            "```mermaid\ngraph TD;\n```",
            '<pre class="mermaid" tabindex="0"><code>graph TD;\n</code></pre>',
        ),
        ("a<br>b", "a<br>b"),
        ("https://x.example/?a=1&b=2", '<a href="https://x.example/?a=1&amp;b=2">'),
        ("> quoted", "<blockquote><p>quoted</p>"),
        ("![far](https://x.example/a.png)", '<img src="https://x.example/a.png" alt="far"'),
    ],
)
def test_the_usual_markdown_comes_out(grow, source, html):
    assert html in grow({"a.md": source}).body("a")


def test_a_footnote_may_be_mentioned_twice_and_leads_back_to_the_first(grow):
    body = grow({"a.md": "a[^x] b[^x] c[^y]\n\n[^y]: why\n\n[^x]: ex\n\n[^z]: unused"}).body("a")
    assert '<a href="#fn-1" id="fnref-1">1</a>' in body
    assert '<a href="#fn-1" id="fnref-1-2">1</a>' in body
    assert '<a href="#fn-2" id="fnref-2">2</a>' in body
    assert body.index("ex") < body.index("why")
    assert "unused" not in body


def test_g34_a_huge_note_is_built_and_a_bottomless_one_is_an_error_that_names_it(grow):
    links = "[[small]] 數位花園 " * 20_000
    built = grow(
        {
            "huge.md": links,
            "small.md": "x",
            "quotes.md": ">" * 10_000 + " deep",
            "lists.md": "- " * 10_000 + "deep",
            "stars.md": "*a **b " * 3_000 + "c** d*" * 3_000,
            "brackets.md": "[" * 20_000 + "![[" * 5_000,
        }
    )
    assert built.body("huge").count('href="/small/"') == 20_000
    assert {error.split(":")[0] for error in built.errors} >= {"quotes.md", "lists.md"}
    assert all("nested" in error for error in built.errors)
