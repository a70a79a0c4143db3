"""A template of a theme begins from ours; the manual tells the blocks and what each one sees."""

import re
from dataclasses import fields

import pytest
from jinja2 import Environment, FileSystemLoader, meta, nodes

from shared import resources
from shared.garden.pages.site import Site

NOTES = {
    "index.md": "Hello.",
    "a.md": "---\nmaturity: evergreen\ntags: [t]\nbudding_at: 2026-01-01\n---\n# A\n\n[[b]]",
    "sub/b.md": "---\nid: one\naliases: [bee]\ntags: [t]\n---\n# B\n\nText.",
    "../letters/2026-01.md": "---\ntitle: L\npublic: true\ndate: 2026-01-01\n---\nText.",
}
TOML = 'title = "T"\npublish = "all"\n'
ENGINE = Environment(
    loader=FileSystemLoader([resources.templates(name) for name in ("garden", "house")]),
    trim_blocks=True,
    autoescape=True,
)
MANUAL = (resources.site() / "notes" / "a-look-of-your-own.md").read_text("utf-8")
ROW = re.compile(r"^\| `([a-z-]+\.html)` \| [^|]+ \|([^|]*)\|([^|]*)\|$", re.MULTILINE)
TOLD = {
    name: (re.findall(r"`(\w+)`", blocks), set(re.findall(r"`(\w+)`", seen)))
    for name, blocks, seen in ROW.findall(MANUAL)
}
PARTS = {"header.html", "form.html", "footer.html"}
SEEN_BY_PARTS = {"site", "language", "words"}
SEEN_BY_ALL = SEEN_BY_PARTS | {"page_title", "path", "policy", "chrome", "plants", "badges"}


@pytest.fixture
def dress(grow, tmp_path):
    def grow_dressed(theme, toml=TOML):
        folder = tmp_path / "site" / "theme"
        folder.mkdir(parents=True)
        for name, content in theme.items():
            (folder / name).write_text(content)
        return grow(NOTES, toml)

    return grow_dressed


def test_a_template_begins_from_the_one_that_it_replaces(dress):
    block = "{% block after_text %}<p>Mine of {{ note.title }}.</p>{% endblock %}"
    built = dress({"note.html": '{% extends "ours/note.html" %}' + block})

    assert "<p>Mine of A.</p>" in built.page("a")
    assert ">A</h1>" in built.page("a")
    assert built.warnings == []


def test_what_ours_has_in_a_block_and_parts_of_ours_can_be_kept(dress):
    menu = "{% block own_menu %}<a href='/me/'>Me</a>{% endblock %}"
    built = dress(
        {
            "header.html": '{% extends "ours/header.html" %}' + menu,
            "form.html": "<p>Above</p>{% include 'ours/form.html' %}",
            "base.html": '{% extends "ours/base.html" %}'
            "{% block own_head %}<meta name=mine>{% endblock %}",
        }
    )

    assert built.warnings == []
    for page in built.page("a"), built.page(""), built.page("tags"):
        assert "<a href='/me/'>Me</a>" in page
        assert '<a href="/feed.xml">' in page
        assert page.index("<p>Above</p>") < page.index("<h2>One letter")
        assert "<meta name=mine>" in page


def test_ours_has_parts_of_a_themes_own(dress):
    built = dress(
        {"note.html": '{% extends "ours/note.html" %}', "note-backlinks.html": "<p>Mine.</p>"}
    )

    assert "<p>Mine.</p>" in built.page("a")


def test_a_footer_of_ones_own_keeps_the_form_and_an_empty_form_takes_it_away(dress, grow, tmp_path):
    page = dress({"footer.html": "<p>By hand.</p>"}).page("tags")
    assert page.index("Subscribe") < page.index("<p>By hand.</p>")

    (tmp_path / "site" / "theme" / "form.html").write_text("")
    page = grow(NOTES, TOML).page("tags")
    assert "Subscribe" not in page
    assert "<p>By hand.</p>" in page


def test_a_garden_without_a_form_has_a_footer_of_its_own(dress):
    built = dress({"footer.html": "<p>By hand.</p>"}, TOML + "newsletter = false\n")

    assert "<p>By hand.</p>" in built.page("tags")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ('{% extends "note.html" %}', "what it replaces is called `ours/note.html`"),
        ('{% extends "ours/nota.html" %}', "there is no template `ours/nota.html`"),
        ('{% extends "ours/../../pyproject.toml" %}', "there is no template"),
    ],
)
def test_a_beginning_that_leads_nowhere_is_told_with_the_right_one(dress, template, said):
    built = dress({"note.html": template})

    assert any(w.startswith("theme/note.html:1:1: ") and said in w for w in built.warnings)
    assert ">A</h1>" in built.page("a")


def test_ours_are_in_the_same_sandbox(dress):
    built = dress({"note.html": '{% extends "ours/note.html" %}{% block after_text %}'
                   "{{ note.__class__.__mro__ }}{% endblock %}"})  # fmt: skip

    assert "unsafe" in built.warnings[0]


def test_the_manual_tells_every_page_with_its_blocks():
    pages = {name for name in ENGINE.list_templates() if name in TOLD or is_page(name)}
    base = blocks_of("base.html")

    assert pages == TOLD.keys()
    for name, (blocks, _) in TOLD.items():
        own = [each for each in blocks_of(name) if each not in base or name == "base.html"]
        assert blocks == own, name


def test_the_manual_tells_all_that_a_page_shows():
    for name, (_, seen) in TOLD.items():
        known = seen | (SEEN_BY_PARTS if name in PARTS else SEEN_BY_ALL)
        assert used_in(name) - known == set(), name


def test_a_page_sees_all_that_the_manual_tells(dress):
    theme: dict[str, str] = {}
    for name, (blocks, seen) in TOLD.items():
        block = blocks[-1] if blocks else "below"
        known = seen | (SEEN_BY_PARTS if name in PARTS else SEEN_BY_ALL)
        shown = "".join(f"{{% if {each} %}}{{% endif %}}" for each in sorted(known))
        said = f"SEEN-{name}"
        theme[name] = (
            f'{{% extends "ours/{name}" %}}'
            f"{{% block {block} %}}{shown}{said}{{{{ super() }}}}{{% endblock %}}"
        )
    built = dress(theme)
    printed = "".join(file.read_text("utf-8") for file in built.out.rglob("*.html"))

    assert built.warnings == []
    assert [name for name in TOLD if f"SEEN-{name}" not in printed] == ["bed.html"]


def test_the_manual_tells_what_a_site_has():
    told = MANUAL.partition("Of `site` there are ")[2].partition("What `note` has")[0]

    assert re.findall(r"`(\w+)`", told) == [field.name for field in fields(Site)]


def parsed(name: str) -> nodes.Template:
    source, _, _ = ENGINE.loader.get_source(ENGINE, name)
    return ENGINE.parse(source)


def is_page(name: str) -> bool:
    return name.endswith(".html") and any(parsed(name).find_all(nodes.Extends))


def blocks_of(name: str) -> list[str]:
    return [block.name for block in parsed(name).find_all(nodes.Block)]


def used_in(name: str) -> set[str]:
    """What a template and its parts show, but for what they name themselves."""
    tree = parsed(name)
    named = {each if isinstance(each, str) else each[1]
             for given in tree.find_all(nodes.FromImport) for each in given.names}  # fmt: skip
    named |= {macro.name for macro in tree.find_all(nodes.Macro)}
    named |= {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
    asked = {each.node.name for each in tree.find_all(nodes.Test) if each.name == "defined"
             and isinstance(each.node, nodes.Name)}  # fmt: skip
    used = meta.find_undeclared_variables(tree) - named - asked - {"partials"}
    for include in tree.find_all(nodes.Include):
        part = include.template.as_const() if isinstance(include.template, nodes.Const) else ""
        used |= used_in(part) - named - asked if part.endswith(".html") else set()
    return used
