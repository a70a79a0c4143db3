"""What is said of notes and files names what is shown, what is not, and the remedy."""

from shared.garden.check.check import check
from shared.garden.pictures import look


def test_two_notes_of_one_address_are_told_which_is_shown_and_what_helps(grow):
    built = grow({"A b.md": "THE FIRST", "a-b.md": "THE SECOND"})

    assert built.errors == [
        "a-b.md:1:1: A b.md and a-b.md want the same URL /a-b/; A b.md is shown, a-b.md is left "
        "out. Give one of them a line `slug: another-name`, or a file another name"
    ]
    assert "THE FIRST" in built.page("a-b")


def test_a_note_that_is_left_out_for_an_error_is_not_called_private(tmp_path):
    (tmp_path / "a.md").write_text("[[Pruning#x]] [[Secret]]", "utf-8")
    (tmp_path / "Pruning.md").write_text("---\nplanted: 01/02/2026\n---\nx", "utf-8")
    (tmp_path / "Secret.md").write_text("---\ndraft: true\n---\nx", "utf-8")
    found = check(tmp_path, site_url="https://g.example", functions_url="").findings

    assert [one.message for one in found if one.code == "private-name"] == [
        'names a note that is left out, "Pruning#x"; readers see that name, and no link',
        'names the private note "Secret"; readers see that name, and no link',
    ]


def test_a_picture_that_is_too_heavy_is_told_with_the_limit(grow, monkeypatch):
    monkeypatch.setattr(look, "HEAVIEST", 1 << 20)
    built = grow({"a.md": "![[p.jpg]]", "p.jpg": bytes(2 << 20)})

    assert built.warnings == [
        'a.md:1:1: "p.jpg" has 2 MB, and pictures of more than 1 are not shown; save it with '
        "fewer pixels, or as a JPEG"
    ]


def test_two_notes_of_one_title_are_told_only_where_a_link_may_mean_both(grow):
    files = {
        "one.md": "---\ntitle: Moss\n---\nx",
        "two.md": "---\ntitle: Moss\n---\ny",
        "Fern.md": "z",
        "three.md": "---\ntitle: Fern\n---\nz",
    }
    alone = grow(files)
    linked = grow({**files, "a.md": "[[Moss]] [[one]] [[Fern]] [[two|Moss]]"})

    assert alone.warnings == []
    assert linked.warnings == ['a.md:1:1: ambiguous wikilink "Moss" (one.md, two.md); one.md taken']
