"""What other programs, other languages and folders say of a note that stays at home."""

import pytest

from shared.garden.vault.synonyms import AT_HOME

PRIVATE = [
    "status: draft",
    "Status: Draft",
    "stage: [draft, garden]",
    "growthStage: still a draft",
    "maturity: private",
    "status: 📝 Draft",
    "status: 草稿",
    "status: unpublished",
    "visibility: private",
    "visibility: Hidden",
    "public: false",
    "share: 'no'",
    "published: off",
    "maturity: evergreen\nstatus: draft",
]


def test_g16_a_word_that_means_private_keeps_a_note_at_home(grow):
    heads = [*PRIVATE, *(f"status: {word}" for word in sorted(AT_HOME))]
    files = {f"{n}.md": f"---\n{head}\n---\nSENTINEL" for n, head in enumerate(heads)}
    built = grow({**files, "b.md": "[[0]]"})

    assert [note.path for note in built.report.notes] == ["b.md"]
    assert built.mentions("SENTINEL") == []
    assert built.errors == []
    assert built.warnings == []


@pytest.mark.parametrize("head", ["status: unlisted", "visibility: unlisted"])
def test_a_word_that_means_unlisted_takes_a_note_off_the_lists(grow, head):
    built = grow({"a.md": f"---\n{head}\n---\nx", "b.md": "y"})

    assert built.mentions("/a/") == ["a/index.html"]


def test_g17_who_may_see_a_note_is_never_guessed(grow):
    heads = ["visibility: members", "visibility:", "visibility: [public, private]"]
    files = {f"{n}.md": f"---\n{head}\n---\nSENTINEL" for n, head in enumerate(heads)}
    built = grow({**files, "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    assert len(built.errors) == len(heads)
    assert all("write public, unlisted or private" in error for error in built.errors)


def test_other_words_hide_nothing(grow):
    heads = ["status: done", "status: drafty", "visibility: public", "public: maybe", "share: true"]
    built = grow({f"{n}.md": f"---\n{head}\n---\nx" for n, head in enumerate(heads)})

    assert len(built.report.notes) == len(heads)


def test_a_word_of_the_gardens_own_for_maturity_hides_nothing(grow):
    toml = 'publish = "all"\n[maturity]\nseedling = ["Draft"]\n'
    built = grow({"a.md": "---\nstatus: draft\n---\nx"}, toml=toml)

    assert built.exists("a")
    assert built.warnings == []


def test_a_stage_that_means_private_counts_in_a_head_that_is_not_read(grow):
    built = grow({"a.md": "\n---\nstatus: draft\n---\nSENTINEL", "b.md": "\n---\nstatus: done\n"})

    assert built.mentions("SENTINEL") == []
    assert built.exists("b")
    assert [error.partition(" ")[0] for error in built.errors] == ["a.md:3:1:"]


@pytest.mark.parametrize("folder", ["private", "Private", "a/private/b"])
def test_g16_a_folder_called_private_keeps_its_notes_at_home(grow, folder):
    files = {f"{folder}/a.md": "SENTINEL", f"{folder}/b.md": "---\npublish: true\n---\nSeen"}
    built = grow({**files, "c.md": "[[a]] [[b]]", "privately/d.md": "x", "private.md": "y"})

    assert built.mentions("SENTINEL") == []
    assert built.warnings == []
    slugs = {note.path for note in built.report.notes}
    assert slugs == {f"{folder}/b.md", "c.md", "privately/d.md", "private.md"}


def test_a_letter_without_a_page_is_still_a_letter(grow, tmp_path):
    (tmp_path / "site" / "letters" / "private").mkdir(parents=True)
    (tmp_path / "site" / "letters" / "a.md").write_text("---\npublic: false\n---\nx")
    (tmp_path / "site" / "letters" / "private" / "b.md").write_text("x")
    built = grow({"c.md": "y"}, toml='publish = "all"')

    assert len(built.report.letters) == 2
    assert not any(letter.is_public for letter in built.report.letters)
