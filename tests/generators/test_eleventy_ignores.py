"""Eleventy's ignores: what we think that a line leaves out, against what a real one has left out.

What it left out is kept beside this file; the campaign installs it and lets it do so again.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from shared.garden.foreign.eleventy_ignores import ignored
from shared.garden.foreign.survey import survey
from shared.garden.problem import Problems
from tests.support.foreign import write

HERE = Path(__file__).parent / "eleventy"
LEFT_OUT: dict[str, list[str]] = json.loads((HERE / "ignored.json").read_text(encoding="utf-8"))
FILES = (
    "README.md",
    "a.md",
    "drafts/x.md",
    "drafts/deep/y.md",
    "notes/README.md",
    "notes/private/z.md",
    "notes/private/deep/w.md",
    "notes/a-draft.md",
    "notes/b.md",
    "Tools (old)/t.md",
    "[box]/u.md",
)
TOML = 'publish = "all"\ngenerator = "eleventy"\n'
CONFIGURATION = "export default function (eleventyConfig) {{\n  {}\n}};\n"


def left_out(site: Path, notes: str = "") -> list[str]:
    is_ignored = ignored(site, site / notes, Problems())
    return [path for path in FILES if is_ignored(site / path)]


@pytest.mark.parametrize("line", LEFT_OUT)
def test_a_line_leaves_out_what_eleventy_has_left_out(line: str, tmp_path: Path):
    write(tmp_path, {".eleventyignore": f"{line}\n"})

    assert left_out(tmp_path) == LEFT_OUT[line]


def test_what_git_ignores_is_left_out_as_well_unless_the_configuration_says_no(tmp_path: Path):
    write(tmp_path, {".gitignore": "drafts/deep\n", ".eleventyignore": "# mine\n\na.md\n"})
    both = left_out(tmp_path)
    write(tmp_path, {".eleventy.js": CONFIGURATION.format("eleventyConfig.setUseGitIgnore(true);")})
    still = left_out(tmp_path)
    name = "eleventy.config.mjs"
    write(tmp_path, {name: CONFIGURATION.format("eleventyConfig.setUseGitIgnore( false );")})

    assert both == still == ["a.md", "drafts/deep/y.md"]
    assert left_out(tmp_path) == ["a.md"]


def test_the_folder_of_the_input_has_a_file_of_its_own(tmp_path: Path):
    write(tmp_path, {"notes/.eleventyignore": "README.md\n../a.md", "drafts/.eleventyignore": "*"})
    write(tmp_path, {"notes/private/.gitignore": "*"})

    assert left_out(tmp_path, "notes") == left_out(tmp_path, "notes/private")
    assert left_out(tmp_path, "notes") == ["a.md", "notes/README.md"]
    assert left_out(tmp_path) == []


def test_without_such_files_nothing_is_left_out_and_brackets_that_never_end_are_signs(tmp_path):
    assert left_out(tmp_path) == []
    write(tmp_path, {".eleventyignore": "notes/{a\nnotes/@(b\n[\n(\na.md\\\n"})
    assert left_out(tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [
        "{" * 24 + "a" + "}" * 24,
        "!(a)".join("x" * 24),
        "{a,a}" * 30 + "b",
        "+(a|a)b",
        "*(a*)b",
        "?a" + "*?a" * 20,
        "**/a/" * 20,
        "a**" * 3,
        "a" * 400,
    ],
)
def test_a_line_that_may_never_end_is_an_error_and_leaves_out_everything(line, tmp_path):
    write(tmp_path, {".eleventyignore": f"a.md\n{line}\n"})
    problems = Problems()

    assert ignored(tmp_path, tmp_path, problems)(tmp_path / "any.md")
    [error] = problems.errors
    assert str(error).startswith(f".eleventyignore:1:1: has {line[:9]!r}"[:-1])
    assert error.message.endswith("which may never end; until then no note is shown")


@pytest.mark.parametrize(
    ("line", "path", "is_left_out"),
    [
        ("*a" * 40 + "b*", "a" * 250 + ".md", False),
        ("*a" * 40 + "*.md", "a" * 250 + ".md", True),
        ("*a*b*", "xaybz.md", True),
        ("*a*b*", "xbya.md", False),
        ("*ab*b.md", "ab.md", False),
        ("n/*a*b", "n/ab/c.md", True),
        ("n*a*b", "n/ab", False),
        ("+(ab)c.md", "ababc.md", True),
    ],
)
def test_many_stars_in_a_step_are_no_work(line, path, is_left_out, tmp_path):
    write(tmp_path, {".eleventyignore": f"{line}\n"})
    problems = Problems()

    assert ignored(tmp_path, tmp_path, problems)(tmp_path / path) == is_left_out
    assert problems.errors == []


def test_s26_what_is_ignored_is_nowhere_in_what_leaves_the_machine(tmp_path: Path):
    secret = "---\ntitle: canarysings\nmaturity: evergreen\n---\ncanarysings\n"
    shown = "---\nmaturity: evergreen\n---\nA note with ![[canarysings]] and [[canarysings]] in it."
    files = {"garden.toml": TOML, "drafts/canarysings.md": secret, "notes/shown.md": shown}
    site = write(tmp_path, {**files, ".eleventyignore": "drafts/\n"})
    told = json.dumps(survey(site, site_url="https://g.example").manifest)

    assert "/notes/shown/" in told
    assert "/drafts/canarysings/" not in told
    assert 'title": "canarysings' not in told


@pytest.mark.campaign
def test_eleventy_still_leaves_out_what_is_kept(tmp_path: Path):
    npm = shutil.which("npm")
    assert npm, "npm is not installed"
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(HERE / name, tmp_path / name)
    subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=tmp_path, check=True
    )
    eleventy = tmp_path / "node_modules" / ".bin" / "eleventy"
    for number, (line, kept) in enumerate(LEFT_OUT.items()):
        site = tmp_path / str(number)
        write(site, {path: f"{path}\n" for path in FILES} | {".eleventyignore": f"{line}\n"})
        subprocess.run([eleventy, "--quiet"], cwd=site, check=True)
        written = "".join(page.read_text() for page in (site / "_site").rglob("*.html"))
        assert [path for path in FILES if f"<p>{path}</p>" not in written] == kept, line
