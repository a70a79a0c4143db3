"""S26: what another generator keeps to itself is nowhere in what we send of its folder."""

import json
from pathlib import Path

import pytest

from shared.garden.foreign.survey import survey
from shared.garden.problem import Problem
from tests.support.foreign import write

CANARY = "canarysings"
SECRET = f"---\n{{}}title: {CANARY}\nmaturity: evergreen\n---\n{CANARY}\n"
SHOWN = (
    f"---\nmaturity: evergreen\n---\nA public note, with ![[{CANARY}]] and [[{CANARY}]] in it,\n"
    f"[here](/notes/{CANARY}/), [there]({CANARY}.md) and ![](../{CANARY}.png).\n"
)

KEPT = [
    ("quartz", "notes/{}.md", "draft: true\n"),
    ("quartz", "private/{}.md", ""),
    ("quartz", "templates/{}.md", ""),
    ("quartz", ".obsidian/{}.md", ""),
    ("hugo", "notes/{}.md", 'draft: "true"\n'),
    ("hugo", "notes/{}.md", "publishDate: 2999-01-01\n"),
    ("hugo", "notes/{}.md", "date: 2999-01-01\n"),
    ("hugo", "notes/{}.md", "expiryDate: 2020-01-01\n"),
    ("hugo", "notes/{}.md", "headless: true\n"),
    ("hugo", "notes/{}.md", "build:\n  render: never\n"),
    ("jekyll", "notes/{}.md", "published: false\n"),
    ("jekyll", "_drafts/{}.md", ""),
    ("jekyll", "_includes/{}.md", ""),
    ("jekyll", "_posts/{}.md", ""),
    ("jekyll", "_posts/2999-01-01-{}.md", "date: 2999-01-01\n"),
    ("jekyll", "_site/{}.md", ""),
    ("eleventy", "_includes/{}.md", ""),
    ("eleventy", "notes/{}.md", "permalink: false\n"),
    ("obsidian-publish", "notes/{}.md", "publish: false\n"),
]


def told(site: Path, files: dict[str, str], toml: str) -> str:
    """Return all that would leave the machine."""
    report = survey(write(site, {"garden.toml": toml, **files}), site_url="https://g.example")
    assert report.errors == []
    return json.dumps(report.manifest, ensure_ascii=False).replace(f"/notes/{CANARY}/", "")


@pytest.mark.parametrize(("generator", "path", "head"), KEPT)
def test_s26_what_has_no_page_is_not_told(tmp_path: Path, generator: str, path: str, head: str):
    toml = f'publish = "all"\ngenerator = "{generator}"\n'
    files = {path.format(CANARY): SECRET.format(head), "notes/shown.md": "---\n---\nShown."}

    assert CANARY not in told(tmp_path, files, toml)


def test_s26_a_draft_in_toml_is_a_draft(tmp_path: Path):
    secret = f'+++\ntitle = "{CANARY}"\ndraft = true\nmaturity = "evergreen"\n+++\n{CANARY}\n'
    toml = 'publish = "all"\ngenerator = "hugo"\n'

    assert CANARY not in told(tmp_path, {f"{CANARY}.md": secret, "shown.md": "Shown."}, toml)


@pytest.mark.parametrize(
    ("generator", "head"),
    [
        ("eleventy", '---json\n{"draft": true}\n---\n'),
        ("eleventy", "---js\n({draft: true})\n---\n"),
        ("hugo", '{\n"draft": true\n}\n'),
        ("quartz", "+++\ndraft = true\n+++\n"),
        ("hugo", "+++\ndraft = true\n"),
        ("hugo", "+++\ndraft = maybe\n+++\n"),
    ],
)
def test_s26_front_matter_that_cannot_be_read_keeps_a_note_at_home(
    tmp_path: Path, generator: str, head: str
):
    toml = f'publish = "all"\ngenerator = "{generator}"\n'
    site = write(tmp_path, {"garden.toml": toml, "a.md": f"{head}{CANARY}\n"})
    report = survey(site, site_url="https://g.example")

    [error] = report.errors
    assert isinstance(error, Problem)
    assert error.path == "a.md"
    assert "front matter" in error.message
    assert CANARY not in json.dumps(report.manifest)


def test_s26_marked_means_that_nothing_else_is_told(tmp_path: Path):
    toml = 'publish = "marked"\ngenerator = "hugo"\n'
    marked = "---\npublish: true\ntitle: Shown\n---\nShown."
    found = told(tmp_path, {"a.md": marked, "b.md": SECRET.format("")}, toml)

    assert '"Shown"' in found
    assert CANARY not in found


@pytest.mark.parametrize("generator", ["quartz", "hugo", "jekyll", "eleventy", "obsidian-publish"])
def test_s26_a_link_out_of_the_vault_and_a_private_note_that_is_linked_stay_out(
    tmp_path: Path, generator: str
):
    outside = write(tmp_path / "outside", {f"{CANARY}.md": f"# {CANARY}", f"{CANARY}.png": CANARY})
    site = tmp_path / "vault"
    (site / "notes").mkdir(parents=True)
    (site / "notes" / "alias.md").symlink_to(outside / f"{CANARY}.md")
    (site / "notes" / "folder").symlink_to(outside)
    files = {"notes/shown.md": SHOWN, f"notes/{CANARY}.md": SECRET.format("draft: true\n")}
    found = told(site, files, f'publish = "all"\ngenerator = "{generator}"\n')
    [shown] = json.loads(found)["notes"]
    letter, excerpt = shown["mail_html"], shown["excerpt"]

    assert found.count(CANARY) == letter.count(CANARY) + excerpt.count(CANARY)
    assert "<a" not in letter  # the words that the author wrote stay, and lead nowhere
    assert "<img" not in letter
