"""What is private is nowhere: not in a page, not in a list, not in a file name."""

import pytest

SECRET = {
    "SENTINEL-FILE.md": (
        "---\ntitle: SENTINEL-TITLE\n{key}\ntags: [SENTINEL-TAG]\naliases: [SENTINEL-ALIAS]\n"
        "description: SENTINEL-DESCRIPTION\nmaturity: evergreen\nplanted: 2025-01-01\n---\n"
        "SENTINEL-BODY #SENTINEL-INLINE [[public]] ![[SENTINEL-IMAGE.png]] ![[both.png]]"
    ),
    "public.md": "Seen. ![[both.png]]",
    "SENTINEL-IMAGE.png": b"SENTINEL-PIXELS",
    "both.png": b"pixels",
}


@pytest.mark.parametrize(
    "key", ["draft: true", "publish: false", 'publish: "no"', "Draft: yes", "private: true"]
)
def test_g16_a_private_note_is_named_nowhere(grow, key):
    files = {
        path: text if isinstance(text, bytes) else text.format(key=key)
        for path, text in SECRET.items()
    }
    built = grow(files)
    assert built.mentions("SENTINEL") == []
    assert built.mentions("pixels") != []
    assert built.note("public").backlinks == []
    assert [note["slug"] for note in built.report.manifest["notes"]] == ["public"]


def test_g15_links_and_embeds_of_a_private_note_show_the_gardeners_own_words_at_most(grow):
    built = grow(
        {
            "私人.md": "---\ntitle: SENTINEL-TITLE\npublish: false\n---\nSENTINEL-BODY",
            "from.md": "---\nmaturity: evergreen\n---\nA [[私人]] B [[私人|words]] C\n\n![[私人]]",
            "outer.md": "![[from]]",
        }
    )
    assert built.mentions("SENTINEL") == []
    assert "<p>A 私人 B words C</p>" in built.body("from")
    assert "This part is not shown." in built.body("from")
    assert "This part is not shown." in built.body("outer")
    assert built.warnings == []


@pytest.mark.parametrize("key", ['draft: "false"', "publish: 'yes'", "draft: no", "Publish: TRUE"])
def test_g17_an_answer_in_quotes_counts(grow, key):
    assert grow({"a.md": f"---\n{key}\n---\nx"}).exists("a")


@pytest.mark.parametrize(
    "key",
    [
        "draft: maybe",
        "publish: soon",
        "should_index: '?'",
        "draft: [a]",
        "publish:",
        "draft: {a: b}",
    ],
)
def test_g17_an_answer_nobody_understands_is_an_error_and_the_note_stays_out(grow, key):
    built = grow({"a.md": f"---\ntitle: SENTINEL\n{key}\n---\nx", "b.md": "y"})
    assert built.mentions("SENTINEL") == []
    assert built.exists("b")
    [error] = built.errors
    assert error.startswith("a.md:3:")
    assert "write true or false" in error


def test_when_two_keys_disagree_the_note_is_private(grow):
    built = grow({"a.md": "---\ndraft: true\nDraft: false\n---\nSENTINEL", "b.md": "y"})
    assert built.mentions("SENTINEL") == []


def test_only_marked_notes_are_public_when_the_garden_says_so(grow):
    files = {
        "a.md": "---\npublish: true\n---\nx",
        "b.md": "SENTINEL",
        "c.md": "---\ndraft: true\npublish: true\n---\nSENTINEL",
    }
    built = grow(files, toml='publish = "marked"')
    assert built.exists("a")
    assert built.mentions("SENTINEL") == []
    assert built.report.publish == "marked"


@pytest.mark.parametrize("toml", ['publish = "everything"', "publish = true", "publish = [", "= x"])
def test_a_garden_toml_that_makes_no_sense_publishes_only_marked_notes(grow, toml):
    built = grow({"a.md": "SENTINEL"}, toml=toml)
    assert built.mentions("SENTINEL") == []
    assert built.errors[0].startswith("garden.toml:1:")


def test_a_folder_without_garden_toml_builds_but_nothing_says_it_may_be_announced(grow):
    built = grow({"a.md": "x"})
    assert built.exists("a")
    assert built.report.publish is None


def test_g16_an_unlisted_note_has_a_page_and_is_listed_nowhere(grow):
    built = grow(
        {
            "quiet.md": "---\ntitle: QUIET\nshouldIndex: false\nplanted: 2025-01-01\n"
            "tags: [QUIET-TAG, shared]\nmaturity: evergreen\n---\n[[loud]] #QUIET-INLINE",
            "loud.md": "---\ntags: [shared]\n---\n[[quiet|there]]",
        }
    )
    assert '<meta name="robots" content="noindex">' in built.page("quiet")
    assert 'href="/quiet/"' in built.body("loud")
    assert built.mentions("QUIET") == ["quiet/index.html"]
    assert built.note("loud").backlinks == []
    assert 'href="/tags/shared/"' in built.page("quiet")
    assert "/tags/quiet-tag/" not in built.page("quiet")


def test_comments_are_never_built(grow):
    built = grow(
        {"a.md": "seen %%SENTINEL [[b]]%% too\n\n%%\nSENTINEL\n%%\n\n<!-- SENTINEL -->\n\nend"}
    )
    assert built.mentions("SENTINEL") == []
    assert "end" in built.body("a")


def test_dotfolders_and_ignored_folders_are_not_read(grow):
    files = {
        ".obsidian/a.md": "SENTINEL",
        ".trash/b.md": "SENTINEL",
        "templates/c.md": "SENTINEL",
        "d.md": "x",
    }
    built = grow(files, toml='ignore = ["templates"]\npublish = "all"')
    assert built.mentions("SENTINEL") == []
    assert built.exists("d")


def test_symlinks_that_leave_the_vault_are_refused(grow, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("SENTINEL")
    (outside / "secret.png").write_bytes(b"SENTINEL")
    site = tmp_path / "site"
    site.mkdir()
    (site / "note.md").symlink_to(outside / "secret.md")
    (site / "picture.png").symlink_to(outside / "secret.png")
    (site / "folder").symlink_to(outside, target_is_directory=True)
    built = grow({"a.md": "![[picture.png]] ![](folder/secret.png) ![](../outside/secret.png)"})
    assert built.mentions("SENTINEL") == []
    assert sum("outside the garden" in warning for warning in built.warnings) == 2
