"""Vaults of other people: each warning is deserved, and no link of what is built is broken."""

from pathlib import Path

import pytest

from shared.garden.build import build
from tests.support.crawler import crawl
from tests.support.vault import grow_vault

SITE_URL = "https://garden.example"
FUNCTIONS_URL = "https://functions.example"
OURS = Path(__file__).parents[3] / "site"
LOOPS = 'embed "{0}" loops, or is nested too deep; a link to {0}.md stands there'

TORTURE_ERRORS = [
    "A & B (v1.2).md:3:10: alias 'index' of A & B (v1.2).md is the address of index.md; "
    "it gets no page",
    "日期.md:5:11: `modified` 'not a date' is no date; write it as 2026-11-29",
]
TORTURE = [
    # It has its own name for an alias.
    "A & B (v1.2).md:3:10: alias 'a-b-(v1.2)' of A & B (v1.2).md is its own address already",
    # Two notes are called so; the second warning is said where one of them lies beside.
    'index.md:4:91: ambiguous wikilink "同名" (乙/同名.md, 甲/同名.md); 乙/同名.md taken',
    'index.md:4:98: wikilink "不存在" leads nowhere',
    # Its one picture is a stub without pixels, shown twice.
    '圖.md:4:1: "att/圖 片 (1).png" cannot be read as a picture: '
    "broken data stream when reading image file",
    '圖.md:5:1: "att/圖 片 (1).png" cannot be read as a picture: '
    "broken data stream when reading image file",
    f"循環A.md:4:4: {LOOPS.format('循環B')}",
    f"循環B.md:4:4: {LOOPS.format('循環A')}",
    '甲/同名.md:4:6: ambiguous wikilink "同名" (乙/同名.md, 甲/同名.md); 甲/同名.md taken',
    "腳本.md:5:1: <script> in HTML is left out",
    "腳本.md:5:1: what HTML would do when it is used is left out",
]
# Foam's documentation without its films: what it shows of them is missing, and four links are
# broken there, too. Two lead to headings that were worded otherwise before.
FOAM = [
    "dev/contribution-guide.md:3:37: link '../../CONTRIBUTING.md' leads nowhere",
    "dev/design/static-site-publishing-research.md:11:3: "
    "link '../../user/publishing/publishing.md' leads nowhere",
    "index.md:97:1: image 'assets/images/foam-navigation-demo.gif' leads nowhere",
    'index.md:153:257: "What is Foam?" has no heading or block "question-thomaskoppelaar"',
    'index.md:153:422: "What is Foam?" has no heading or block "userTesting-thomaskoppelaar"',
    'index.md:217:342: "What is Foam?" has no heading or block "content-theowenyoung"',
    'index.md:234:249: "What is Foam?" has no heading or block "tool-cliffordfajardo"',
    'index.md:258:233: "What is Foam?" has no heading or block "tool-hezhizhen"',
    "user/features/custom-snippets.md:8:4: "
    "image '../../assets/images/custom-snippet.gif' leads nowhere",
    "user/features/graph-view.md:172:1: image '../../assets/images/graph-style.gif' leads nowhere",
    "user/features/templates.md:25:1: "
    "image '../../assets/images/create-new-template.gif' leads nowhere",
    "user/features/templates.md:34:1: "
    "image '../../assets/images/create-new-note-from-template.gif' leads nowhere",
    'user/index.md:69:5: wikilink "publishing" leads nowhere',
    "user/recipes/automatically-expand-urls-to-well-titled-links.md:13:1: "
    "image '../../assets/images/prettify-links-demo.gif' leads nowhere",
    "user/recipes/generate-material-for-mkdocs-site.md:35:4: "
    '"Generate a site using the Material for MkDocs theme" has no heading or block '
    '"further-customise-material-for-mkdocs"',
    "user/recipes/generate-material-for-mkdocs-site.md:39:4: "
    '"Generate a site using the Material for MkDocs theme" has no heading or block '
    '"publish-your-site"',
    "user/recipes/how-to-write-recipes.md:27:1: "
    "image '../../assets/images/foam-navigation-demo.gif' leads nowhere",
    "user/recipes/predefined-user-snippets.md:27:1: "
    "image '../../assets/images/snippets.gif' leads nowhere",
    "user/recipes/predefined-user-snippets.md:47:1: "
    "image '../../assets/images/markdown-snippets.gif' leads nowhere",
    'user/tools/cli/search.md:11:35: wikilink "cli-grep" leads nowhere',
    "user/tools/workspace-lint.md:21:1: "
    "image '../../assets/images/foam-janitor-demo.gif' leads nowhere",
]


def without_guesses(warnings: list[str]) -> list[str]:
    """Cut off what was probably meant, which other tests look at."""
    return [warning.partition("; did you mean")[0] for warning in warnings]


def test_the_vault_of_hard_cases_has_the_warnings_it_deserves_and_no_broken_link(vault):
    built = vault("torture")
    came = crawl(built.out, SITE_URL)

    assert built.errors == TORTURE_ERRORS
    assert without_guesses(built.warnings) == TORTURE
    assert came.wrong == []
    assert came.followed > 500


def test_the_documentation_of_foam_has_the_warnings_it_deserves_and_no_broken_link(vault):
    built = vault("foam-docs")
    came = crawl(built.out, SITE_URL)

    assert built.errors == []
    assert without_guesses(built.warnings) == FOAM
    assert len(built.report.notes) == 86
    assert came.wrong == []
    assert came.followed > 3000


@pytest.mark.parametrize("root", ["", "/below/here"])
def test_our_own_documentation_is_built_without_a_word_and_no_link_of_it_is_broken(tmp_path, root):
    site_url = f"https://garden.example{root}"
    report = build(OURS, tmp_path / "out", site_url=site_url, functions_url=FUNCTIONS_URL)
    came = crawl(tmp_path / "out", site_url)

    assert [*report.errors, *report.warnings] == []
    assert came.wrong == []
    assert came.followed > 500


def test_a_garden_of_sixty_notes_has_no_broken_link(tmp_path):
    grow_vault(tmp_path / "garden", 60)
    report = build(
        tmp_path / "garden", tmp_path / "out", site_url=SITE_URL, functions_url=FUNCTIONS_URL
    )
    came = crawl(tmp_path / "out", SITE_URL)

    assert [*report.errors, *report.warnings] == []
    assert came.wrong == []
    assert came.followed > 3000
