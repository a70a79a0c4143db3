"""What machines read: the manifest and the feed."""

import json
from xml.etree import ElementTree

from shared.garden.machines.feed import LARGEST
from shared.garden.pages.html import sanitise

ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_manifest_has_the_shape_the_newsletter_reads(vault):
    built = vault("small")
    written = json.loads((built.out / "notes.json").read_text(encoding="utf-8"))
    assert written == built.report.manifest
    assert written["version"] == 1
    assert written["site"] == {
        "url": "https://garden.example",
        "title": "The seed drawer",
        "language": "en",
        "zone": "Asia/Taipei",
    }
    compost = built.entry("compost")
    assert list(compost) == [
        "id", "slug", "url", "title", "language", "maturity", "planted_at", "tended_at", "tags",
        "aliases", "excerpt", "content_hash", "minutes", "mail_html",
    ]  # fmt: skip
    assert compost["planted_at"] == "2024-03-02"
    assert compost["aliases"] == ["Heap", "Humus"]
    assert compost["excerpt"].startswith("A heap asks for three things: air")
    assert compost["content_hash"].startswith("sha256:")


def test_only_evergreens_bring_a_letter(vault):
    notes = vault("small").report.manifest["notes"]
    assert {note["slug"] for note in notes if "mail_html" in note} == {"compost", "筆記的成熟度"}


def test_a_letter_has_whole_addresses_and_no_form_classes_or_ids(vault):
    letter = vault("small").entry("compost")["mail_html"]
    assert 'href="https://garden.example/watering/"' in letter
    assert 'href="/' not in letter
    for word in (" class=", " id=", "<input", "<details", "<aside", "<span"):
        assert word not in letter
    assert "☑ Turn the heap" in letter
    assert "<strong>What never goes in</strong>" in letter
    assert 'align="center"' in letter


def test_a_maturity_that_changes_changes_the_hash(grow):
    before = grow({"a.md": "---\nmaturity: budding\n---\nx"}).entry("a")["content_hash"]
    after = grow({"a.md": "---\nmaturity: evergreen\n---\nx"}).entry("a")["content_hash"]
    assert before != after


def test_the_blocks_of_a_letter_are_cleaned_as_if_each_were_alone():
    whole = [
        "<p>one &amp; <b>two</b></p>",
        "",
        "<ul><li>three</li></ul>\n",
        "<p onclick=x>four</p>",
    ]
    clean = ["<p>one &amp; <b>two</b></p>", "", "<ul><li>three</li></ul>\n", "<p>four</p>"]
    assert sanitise(whole) == clean
    assert sanitise([*whole, "<p>\x1f</p>"]) == [*clean, "<p>\x1f</p>"]


def test_letters_are_shortened_by_whole_blocks_until_the_manifest_fits(grow):
    paragraph = "長" * 3000 + "\n\n"
    files = {
        f"{i}.md": f"---\nmaturity: evergreen\n---\n# {i}\n\n{paragraph * 30}" for i in range(100)
    }
    built = grow(files)
    size = (built.out / "notes.json").stat().st_size
    assert size <= 4 * 1024 * 1024
    assert built.errors == []
    assert any("4 MB" in warning for warning in built.warnings)
    letter = built.entry("7")["mail_html"]
    assert letter.count("<p>長") == 1
    assert letter.endswith("長</p>\n<p>…</p>")


def test_a_manifest_that_cannot_fit_is_an_error(grow):
    notes = {
        f"{i}.md": f"---\naliases: [{'a' * 190} {i}]\ntitle: {'t' * 9000}\n---\n"
        for i in range(500)
    }
    built = grow(notes)
    assert any("larger than 4 MB" in error for error in built.errors)


def test_the_feed_is_atom_with_the_freshest_first(vault):
    built = vault("small")
    root = ElementTree.parse(built.out / "feed.xml").getroot()
    titles = [entry.findtext(f"{ATOM}title") for entry in root.iter(f"{ATOM}entry")]
    assert titles == [
        "筆記的成熟度", "Compost is patience", "Nettle tea", "Seed tray", "Watering in the evening",
    ]  # fmt: skip
    assert root.findtext(f"{ATOM}updated") == "2025-11-01T00:00:00+08:00"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Ida Moss"
    ids = [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    assert all(each.startswith("urn:uuid:") for each in ids)
    languages = {
        entry.get("{http://www.w3.org/XML/1998/namespace}lang")
        for entry in root.iter(f"{ATOM}entry")
    }
    assert languages == {"en", "zh-Hant"}


def test_an_excerpt_is_text_and_ends_between_words(grow):
    built = grow(
        {
            "a.md": "Some *text* with [[b|a link]], `code`, #tag and a[^1] note. ^id\n\n[^1]: no",
            "b.md": "word " * 100,
            "c.md": "字" * 200,
            "d.md": "---\ndescription: Said so.\n---\nNot this.",
        }
    )
    assert built.entry("a")["excerpt"] == "Some text with a link, code, tag and a note."
    assert built.entry("b")["excerpt"].endswith("word…")
    assert built.entry("c")["excerpt"] == "字" * 90 + "…"
    assert built.entry("d")["excerpt"] == "Said so."


def test_a_book_is_in_the_feeds_as_far_as_there_is_room(grow):
    text = "A paragraph of it.\n\n" * 30_000
    built = grow({"a.md": f"---\nplanted: 2026-11-30\n---\n{text}"})

    feed = ElementTree.parse(built.out / "feed.xml").getroot()
    content = feed.findtext(f"{ATOM}entry/{ATOM}content")
    assert LARGEST - 100 < len(content) < LARGEST + 100
    assert content.endswith("<p>…</p>")
    [item] = json.loads((built.out / "feed.json").read_text(encoding="utf-8"))["items"]
    assert item["content_html"] == content
    assert built.body("a").count("A paragraph of it.") == 30_000
