"""The builders that ours is measured against, each with a site of the same notes."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

MKDOCS_PYTHON = Path(__file__).parents[3] / ".bench" / "gardens" / "bin" / "python"
WIKILINK = re.compile(r"\[\[([^\]|#]+)(#[^\]|]*)?(?:\|([^\]]*))?\]\]")
LAYOUT = """<!doctype html><html lang="{{ site.Language.Lang }}"><title>{{ .Title }}</title>
<h1>{{ .Title }}</h1><p>{{ .Params.maturity }}</p>{{ .TableOfContents }}{{ .Content }}
<ul>{{ range .Params.tags }}<li>{{ . }}</li>{{ end }}</ul>"""
LIST = """<!doctype html><title>{{ .Title }}</title>
<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>"""
INDEX = """[{{ range $i, $page := site.RegularPages }}{{ if $i }},{{ end }}
{{ dict "url" .Permalink "title" .Title "maturity" .Params.maturity | jsonify }}{{ end }}]"""
HUGO = """baseURL = "https://garden.example/"
title = "Measured"
[outputs]
home = ["HTML", "RSS", "JSON"]
[markup.highlight]
noClasses = false
"""
MKDOCS = """site_name: Measured
site_url: https://garden.example/
theme:
  name: material
  features: [navigation.prune]
plugins: [search]
markdown_extensions: [admonition, footnotes, pymdownx.highlight, pymdownx.superfences, tables, toc]
"""


def pages(notes: Path) -> Iterator[tuple[str, str]]:
    """Yield every note as a name and a text whose wikilinks are Markdown links."""
    files = sorted(notes.rglob("*.md"))
    names = {file.stem: f"n{number:05d}" for number, file in enumerate(files)}

    def plain(found: re.Match[str]) -> str:
        return f"[{found[3] or found[1]}]({names.get(found[1], 'n00000')}.md)"

    for file in files:
        yield names[file.stem], WIKILINK.sub(plain, file.read_text("utf-8"))


def lay_out_hugo(folder: Path, notes: Path) -> list[str]:
    """Write a site for Hugo with contents, colours, tags, a feed and an index; return its command.

    Raises:
        RuntimeError: when there is no Hugo.

    """
    hugo = shutil.which("hugo")
    if hugo is None:
        raise RuntimeError("There is no hugo (Debian: apt-get install hugo)")
    layouts = folder / "layouts" / "_default"
    layouts.mkdir(parents=True)
    (layouts / "single.html").write_text(LAYOUT, "utf-8")
    (layouts / "list.html").write_text(LIST, "utf-8")
    (folder / "layouts" / "index.html").write_text(LIST, "utf-8")
    (folder / "layouts" / "index.json").write_text(INDEX, "utf-8")
    (folder / "config.toml").write_text(HUGO, "utf-8")
    write_pages(folder / "content", notes)
    return [hugo, "--quiet", "--cleanDestinationDir"]


def lay_out_mkdocs(folder: Path, notes: Path) -> list[str]:
    """Write a site for MkDocs-Material, and return its command."""
    folder.mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(MKDOCS, "utf-8")
    write_pages(folder / "docs", notes)
    (folder / "docs" / "index.md").write_text("# Measured\n", "utf-8")
    return [str(MKDOCS_PYTHON), "-m", "mkdocs", "build", "--quiet"]


def write_pages(folder: Path, notes: Path) -> None:
    """Write the notes where a rival looks for them."""
    folder.mkdir(parents=True)
    for name, text in pages(notes):
        (folder / f"{name}.md").write_text(text, "utf-8")
