"""No comment of a note reaches a reader, in whatever it stands and wherever it is shown."""

import re
import time
from collections.abc import Mapping

import pytest

from shared.garden.markdown.parser import parse
from shared.garden.seed import Sower
from shared.garden.vault.config import Config
from tests.garden.conftest import Built

HEAD = "---\nmaturity: evergreen\nplanted: 2026-01-01\n---\n"
PLACES = {
    "a block of HTML": "<div>seen {}</div>",
    "a block of HTML over lines": "<div>\n\nseen {}\n\n</div>",
    "what follows a comment in HTML": "<!-- x --> seen {}",
    "what folds": "<details>\n<summary>seen {}</summary>\n{}\n\n{}\n</details>",
    "a paragraph in HTML": '<p align="center">\n seen {}\n</p>',
    "a table in HTML": "<table><tr><td>seen {}</td></tr>\n\n<tr><td>{}</td></tr></table>",
    "an attribute": '<abbr title="seen {}">seen</abbr>\n\n<div title="seen {}">seen</div>',
    "code in HTML": "<pre>seen {}</pre>",
    "a tag within a line": "seen <b>{}</b> <u title='{}'>seen</u>",
    "the words of a wikilink": "[[index|seen {}]] [[index|{}]]",
    "the address of a wikilink": "seen [[index {}]] ![[index#{}]]",
    "a link": '[seen {}](index.md "{}") [seen](<index.md{}>)',
    "a link by reference": 'seen [x][r]\n\n[r]: https://x.example/ "{}"',
    "a picture": 'seen ![seen {}](x.svg "{}") ![[x.svg|seen {}]]',
    "HTML for a link and a picture": '<a href="index.md">seen {}</a> <img src="x.svg" alt="{}">',
    "a heading": "# seen {}\n\n## seen {}\n\nseen {}\n---",
    "a table": "| seen {} | [[index\\|seen {}]] |\n|--|--|\n| {} | [[index]] |",
    "a footnote": "seen[^1] ^[seen {}]\n\n[^1]: seen {}",
    "a callout": "> [!note]- seen {}\n> seen {}",
    "a list": "- seen {}\n- [ ] seen {}\n  1. {}",
    "emphasis": "**seen {}** *{}* ~~{}~~ =={}== seen",
    "ruby": "seen <ruby>漢{}<rt>{}</rt></ruby>",
    "a sentence with a link": "It was seen {} at [[index]] {}.",
}
ACROSS = {
    "from HTML to HTML": "seen\n\n<div>%%</div>\n\nSECRET [[SECRET]] #SECRET\n\n<p>%%</p>\n\nseen",
    "from a list to a table": "- seen %% SECRET\n\n| SECRET |\n|--|\n| SECRET %% | seen |",
    "from a footnote on": "seen[^1]\n\n[^1]: seen %% SECRET\n\nSECRET %% seen",
    "a footnote of a comment": "seen <b>%%</b>\n\nSECRET[^1] <i>%%</i> seen\n\n[^1]: SECRET",
    "code and pictures in one": (
        "seen `a`%%\n\n```\nSECRET\n```\n![SECRET](x.svg)\n\n---\n\n$SECRET$\n\nx%%"
    ),
    "after code with a sign": "- ```\n  %% seen\n  ```\n\n%%\nSECRET\n%%",
    "after a tick and a sign": "``a ` %% seen``\n\n%%\nSECRET\n%%",
    "after code over lines": "`seen %%\nx` y\n\n%%SECRET%%",
    "after code that is indented": "seen\n\n    x %% seen\n\n%%SECRET%%",
    "after a formula": "seen $$\na %% b\n$$\n\n%%SECRET%%",
    "after an address": "seen https://x.example/a%%b c\n\n%%SECRET%%",
    "after code in HTML": "<div>\n```\n</div>\n\n```\nx %% seen\n```\n%%SECRET%%",
    "a diagram": "seen\n\n```mermaid\ngraph TD\n%% SECRET\n  %% SECRET\nA-->B\n```",
    "a formula": "seen $a % SECRET$ and\n\n$$\na % SECRET\nb\n$$",
}
ENDLESS = {
    "a line": "seen\n\nseen %% SECRET\n\nSECRET[^1] [[SECRET]] #SECRET\n\n[^1]: SECRET",
    "a block": "seen\n\n%%\nSECRET\n\nSECRET",
    "HTML": "seen\n\n<div>%% SECRET</div>\n\nSECRET",
    "a link": "seen\n\n[[index|seen %% SECRET]] SECRET",
    "a quote": "seen\n\n> %%\n> SECRET\n\nSECRET",
}


def shown(grow, texts: Mapping[str, str]) -> Built:
    """Build one garden of all these texts, and hold every file of it against its secrets."""
    notes = {f"n{number}.md": HEAD + text for number, text in enumerate(texts.values())}
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    toml = 'title = "T"\npublish = "all"\n'
    built = grow({**notes, "index.md": "Hello", "x.svg": picture}, toml)
    said = [path for path, text in built.everything() if re.search(rb"secret", text, re.IGNORECASE)]

    assert said == []
    for number, name in enumerate(texts):
        assert "seen" in built.body(f"n{number}"), name
    return built


@pytest.mark.parametrize(
    "comment", ["%%SECRET%%", "%% SECRET [[SECRET]] #SECRET %%", "<!--SECRET-->"]
)
def test_a_comment_is_shown_nowhere(grow, comment):
    texts = {name: text.replace("{}", comment) for name, text in PLACES.items()}
    built = shown(grow, texts)

    assert [path for path in built.mentions("%%") if not path.endswith(".woff2")] == []
    assert [each for each in built.warnings if "never closed" in each] == []


def test_a_comment_from_one_block_into_another_is_shown_nowhere(grow):
    shown(grow, ACROSS)


def test_a_comment_without_an_end_hides_what_follows_and_is_told_wherever_it_begins(grow):
    warnings = shown(grow, ENDLESS).warnings
    places = [each.partition(": ")[0] for each in warnings if "is never closed" in each]

    assert places == ["n0.md:7:6", "n1.md:7:1", "n2.md:7:6", "n3.md:7:14", "n4.md:7:3"]


def test_what_front_matter_says_has_no_comment_in_it(grow):
    head = (
        '---\ntitle: "Oak %%SECRET%%"\ndescription: "A tree <!--SECRET-->"\n'
        'aliases: ["Ash%%SECRET%%"]\ntags: [wood%%SECRET%%]\nwhy: grew %%SECRET%%\n---\n'
    )
    built = grow({"a.md": head})
    note = built.note("a")

    assert built.mentions("SECRET") == []
    assert (note.title, note.excerpt, note.aliases) == ("Oak", "A tree", ["Ash"])


def test_code_keeps_its_signs(grow):
    text = "`%%a%%` ``b ` %%c`` \\%\\%d\n\n```py\n%%e%%\n```\n\n    %%f%%\n\n- ```\n  %%g\n  ```\n"
    body = grow({"a.md": text}).body("a")

    assert re.sub(r"<[^>]*>", "", body).split() == [
        "%%a%%", "b", "`", "%%c", "%%d", "%%e%%", "%%f%%", "%%g",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "piece", ["<div>%%", "<b a='%%'>", "<!-- ", "[[a|%%", "- %%", "[^1]%% ", "<a "]
)
def test_g34_comments_without_end_are_read_in_time(tmp_path, piece):
    before = time.process_time()

    parse(piece * 20_000)
    parse(f"{piece}\n\n" * 5_000)
    Sower(Config(tmp_path, "T")).sow("a.md", f'---\ntitle: "{piece * 9_000}"\n---\n'.encode())
    assert time.process_time() - before < 6
