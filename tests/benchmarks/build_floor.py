"""The floor of a build: the same libraries on the same notes, and nothing that makes a garden.

No link is resolved, nothing private is kept back, and no page but the note's own is written.
"""

import sys
import time
from pathlib import Path
from typing import Any

import comrak
import jinja2
import yaml
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from tests.support.spent import say_spent

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head>
<body><h1>{{ title }}</h1><p>{{ maturity }}, {{ planted }}, {{ tended }}</p>
<ul>{% for tag in tags %}<li>{{ tag }}</li>{% endfor %}</ul>
<main>{{ html|safe }}</main>
<ul>{% for link in backlinks %}<li><a href="../{{ link }}/">{{ link }}</a></li>{% endfor %}</ul>
</body></html>
"""

OPTIONS = comrak.ExtensionOptions(
    table=True,
    strikethrough=True,
    autolink=True,
    tasklist=True,
    footnotes=True,
    math_dollars=True,
    ofm_callouts=True,
    wikilinks_title_after_pipe=True,
    highlight=True,
    cjk_friendly_emphasis=True,
)

LEXER, FORMATTER = get_lexer_by_name("python"), HtmlFormatter()


def main(notes: Path, out: Path) -> None:
    page = jinja2.Environment(autoescape=True).from_string(PAGE)
    read = {path.stem: convert(path.read_text("utf-8")) for path in sorted(notes.rglob("*.md"))}
    backlinks: dict[str, set[str]] = {name: set() for name in read}
    for name, note in read.items():
        for target in note["links"]:
            backlinks[target.partition("#")[0]].add(name)
    for name, note in read.items():
        place = out / name
        place.mkdir(parents=True)
        html = page.render(note, backlinks=sorted(backlinks[name]))
        place.joinpath("index.html").write_text(html, "utf-8")


def convert(text: str) -> dict[str, Any]:
    """Return what the front matter says, the targets of all wikilinks, and the HTML."""
    _, head, body = text.split("---\n", 2)
    root = comrak.parse_document(body, OPTIONS)
    links, codes = walk(root)
    for code in codes:
        highlight(code, LEXER, FORMATTER)
    html = comrak.format_html(root, OPTIONS)
    return {**yaml.load(head, Loader=yaml.CSafeLoader), "links": links, "html": html}


def walk(root: comrak.AstNode) -> tuple[list[str], list[str]]:
    """Return the targets of all wikilinks and the text of all blocks of code."""
    links: list[str] = []
    codes: list[str] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        value = node.node_value
        if isinstance(value, comrak.WikiLink):
            links.append(value.value.url)
        elif isinstance(value, comrak.CodeBlock):
            codes.append(value.value.literal)
        node.parent = None  # else the parser's tree is a cycle that is never freed
        waiting.extend(node.children)
    return links, codes


if __name__ == "__main__":
    since = time.process_time()
    main(Path(sys.argv[1]), Path(sys.argv[2]))
    say_spent(since)
