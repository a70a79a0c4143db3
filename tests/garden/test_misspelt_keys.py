"""A slip in a key: one that decides who sees a note keeps it at home, any other is told."""

from pathlib import Path

import pytest

from shared.garden.vault.front_matter import FrontMatter, Value, plain
from shared.garden.vault.misspelt import SAYING, deciding_slips, slips

AT_HOME_BY_A_SLIP = [
    ("pubish: false", "publish"),
    ("pubilsh: no", "publish"),
    ("Publsih: flase", "publish"),
    ("drfat: true", "draft"),
    ("draf: yes", "draft"),
    ("DRAFFT: on", "draft"),
    ("drafft:", "draft"),
    ("privte: [true]", "private"),
    ("shuold-index: false", "should_index"),
    ("unlistd: true", "unlisted"),
    ("publishde: false", "published"),
    ("pubic: false", "public"),
    ("hiden: true", "hidden"),
    ("is_darft: true", "is_draft"),
    ("visibilty: private", "visibility"),
    ("staus: draft", "status"),
    ("acces: private", "access"),
]
AT_HOME_ELSEWHERE = [
    "hidden: true",
    "is_draft: true",
    "isDraft: true",
    "is-private: yes",
    "access: private",
    "access: members",
    "privacy: secret",
    "post_status: draft",
    "permalink: false",
    "password: rose",
    "encrypted: true",
    "headless: true",
    "is_public: false",
    "shared: no",
    "visible: false",
    "草稿: true",
    "privat: ja\nprivat: true",
    "published: [false]",
]
TOLD = [
    ("maturty: evergreen", "maturity"),
    ("matuirty: evergreen", "maturity"),
    ("Growth-stge: budding", "growth_stage"),
    ("plantd: 2026-01-02", "planted"),
    ("tendde: 2026-01-02", "tended"),
    ("alaises: [a]", "aliases"),
    ("tgas: [a]", "tags"),
    ("tilte: A", "title"),
    ("slgu: a", "slug"),
    ("descripton: a", "description"),
    ("permlink: a", "permalink"),
    ("evergren_at: 2026-01-02", "evergreen_at"),
    ("grewOutfo: a", "grewOutOf"),
]
# What people call their properties, in English, German and Chinese.
NAMES = Path(__file__).parent / "cases" / "property-names.txt"


@pytest.mark.parametrize(("line", "meant"), AT_HOME_BY_A_SLIP)
def test_a_slip_in_a_key_that_decides_keeps_the_note_at_home_with_an_error(grow, line, meant):
    built = grow({"a.md": f"---\ntitle: x\n{line}\n---\nSENTINEL", "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    [error] = built.errors
    key = line.partition(":")[0]
    assert error.startswith("a.md:3:")
    assert f"nothing reads `{key}`; did you mean `{meant}`" in error
    assert "stays out until" in error
    assert built.report.left_out == ["a.md"]


@pytest.mark.parametrize("line", AT_HOME_ELSEWHERE)
def test_what_another_program_keeps_at_home_stays_there(grow, line):
    built = grow({"a.md": f"---\n{line}\n---\nSENTINEL", "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    assert built.errors == []


@pytest.mark.parametrize(
    "line",
    ["noindex: true", "robots: noindex, nofollow", "listed: false", "sitemap: false", "dg-hide: 1"],
)
def test_what_another_program_keeps_off_its_lists_is_unlisted(grow, line):
    built = grow({"a.md": f"---\n{line}\n---\nx", "b.md": "y"})

    assert built.exists("a")
    assert built.mentions("/a/") == ["a/index.html"]


def test_what_says_nothing_of_who_sees_it_hides_nothing(grow):
    lines = [
        "hidden: 3 rooms",
        "hide: [navigation]",
        "access: by train",
        "state: Texas",
        "secret: tea",
    ]
    lines += [
        "secret: tea",
        "craft: true",
        "raft: no",
        "permalink: moss",
        "headless: false",
        "crafts: pottery",
    ]
    built = grow({f"{n}.md": f"---\n{line}\n---\nx" for n, line in enumerate(lines)})

    assert len(built.report.notes) == len(lines)
    assert built.errors == built.warnings == []


def test_where_notes_are_marked_only_a_mark_can_have_been_meant(grow):
    files = {"a.md": "---\npubish: true\n---\nx", "b.md": "---\ndrfat: true\n---\ny"}
    built = grow(files, toml='publish = "marked"')

    assert [error.partition(" ")[0] for error in built.errors] == ["a.md:2:9:"]
    assert built.report.notes == []


@pytest.mark.parametrize(("line", "meant"), TOLD)
def test_a_slip_in_any_other_key_is_a_warning_with_the_key_that_was_meant(grow, line, meant):
    built = grow({"a.md": f"---\n{line}\n---\nx"})
    key = line.partition(":")[0]
    column = line.index(" ") + 2

    assert built.errors == []
    assert built.warnings == [f"a.md:2:{column}: nothing reads `{key}`; did you mean `{meant}`?"]


def test_a_key_that_is_there_was_not_meant_by_another(grow):
    assert grow({"a.md": "---\ntitle: A\ntitlle: B\n---\nx"}).warnings == []


def test_a_slip_in_a_private_note_is_not_told(grow):
    built = grow({"a.md": "---\ndraft: true\nmaturty: evergreen\npubish: no\n---\nx", "b.md": "y"})

    assert built.errors == built.warnings == []


def test_what_people_call_their_own_properties_is_no_slip():
    names = NAMES.read_text("utf-8").split()
    names += ["title_en", "description-de", "tags2", "planted_by"]
    assert len(names) > 600
    for said in ("true", "2026-11-30", ""):
        value = Value("", "text" if said else "empty", said, (), 1, 1)
        mine = FrontMatter({plain(key): [value] for key in names})
        mine.values = {key: value for key, value in mine.values.items() if key not in read_keys()}

        assert list(deciding_slips(mine)) == []
        assert list(slips(mine)) == []


def read_keys() -> set[str]:
    return set(map(plain, SAYING))
