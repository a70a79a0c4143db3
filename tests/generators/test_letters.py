"""N74: what stands in a letter about a note whose page another generator makes."""

from pathlib import Path

import pytest

from shared.garden.foreign.survey import survey
from tests.support.foreign import write

URL = "https://garden.example/garden"


def mailed(folder: Path, generator: str, body: str, more: str = "", **files: str) -> dict:
    """Return what the manifest says of one evergreen note."""
    toml = f'publish = "all"\ngenerator = "{generator}"\n{more}'
    note = f"---\nid: it\ntitle: It\nmaturity: evergreen\n---\n{body}\n"
    others = {path.replace("__", "/") + ".md": text for path, text in files.items()}
    site = write(folder, {"garden.toml": toml, "notes/It Grows.md": note, **others})
    (site / "notes" / "a picture.png").write_bytes(b"x")
    report = survey(site, site_url=URL)
    assert report.errors == []
    [found] = [each for each in report.manifest["notes"] if each["id"] == "it"]
    return found


LINKS = {
    "quartz": f"{URL}/notes/Other-One",
    "hugo": f"{URL}/notes/other-one/",
    "jekyll": f"{URL}/notes/Other%20One.html",
    "eleventy": f"{URL}/notes/Other%20One/",
    "obsidian-publish": f"{URL}/notes/Other+One",
}
PICTURES = {
    "quartz": f"{URL}/notes/a-picture.png",
    "hugo": f"{URL}/notes/a%20picture.png",
    "jekyll": f"{URL}/notes/a%20picture.png",
    "eleventy": f"{URL}/notes/a%20picture.png",
}


@pytest.mark.parametrize("generator", LINKS)
def test_n74_a_wikilink_leads_to_the_page_that_the_generator_makes(tmp_path: Path, generator: str):
    body = "See [[Other One]], [[Unpublished]] and [that](Other%20One.md)."
    found = mailed(tmp_path, generator, body, **{"notes__Other One": "Here."})

    link = f'<a href="{LINKS[generator]}">'
    assert found["mail_html"].strip() == (
        f"<p>See {link}Other One</a>, Unpublished and {link}that</a>.</p>"
    )


@pytest.mark.parametrize("generator", PICTURES)
def test_n74_a_picture_is_fetched_where_the_generator_puts_it(tmp_path: Path, generator: str):
    found = mailed(tmp_path, generator, "![[a picture.png]]\n\n![Seen](a%20picture.png)")

    assert found["mail_html"].count(f'src="{PICTURES[generator]}"') == 2


def test_n74_where_nobody_knows_a_pictures_address_its_words_stand(tmp_path: Path):
    found = mailed(tmp_path, "obsidian-publish", "![Seen](a%20picture.png)")

    assert found["mail_html"].strip() == "<p>Seen</p>"


def test_n74_an_address_of_the_site_leads_where_it_does_on_its_page(tmp_path: Path):
    body = "[a](/about/) [b](../other/) [c](#part) [d](?x=1) ![e](/img/e.png) ![f](lost.png)"
    html = mailed(tmp_path, "hugo", body)["mail_html"]

    assert 'href="https://garden.example/about/"' in html
    assert f'href="{URL}/notes/other/"' in html
    assert f'href="{URL}/notes/it-grows/' in html
    assert 'src="https://garden.example/img/e.png"' in html
    assert html.count("<img") == 1


TAGS = {
    "hugo": (
        'Here {{< youtube x >}} it grows. [Go]({{< ref "Other One.md" >}}) {{% b %}}on{{% /b %}}',
        "<p>Here  it grows. <a href={}>Go</a> on</p>",
    ),
    "jekyll": (
        "Here {% include x.html %} it grows. [Go]({% link notes/Other One.md %}) {{ page.x }}on",
        "<p>Here  it grows. <a href={}>Go</a> on</p>",
    ),
    "eleventy": (
        'Here {% image "x" %} it {{ "grows" | upcase }}. {{ page.date | x:\n y }}on',
        "<p>Here  it grows.\non</p>",
    ),
    "quartz": ("Here {{ stays }} what {% is %} written.", None),
}


@pytest.mark.parametrize("generator", TAGS)
def test_the_tags_of_a_generator_are_not_shown_to_readers(tmp_path: Path, generator: str):
    body, expected = TAGS[generator]
    html = mailed(tmp_path, generator, body, **{"notes__Other One": "Here."})["mail_html"].strip()
    link = f'"{LINKS[generator]}"'

    assert html == (expected.format(link) if expected else f"<p>{body}</p>")


def test_a_figure_of_hugo_is_a_picture(tmp_path: Path):
    body = (
        'Look:\n\n{{< figure src="/img/an oak.png" alt="An oak" width="300" >}}\n\n{{< figure >}}'
    )
    html = mailed(tmp_path, "hugo", body)["mail_html"]

    assert '<img src="https://garden.example/img/an%20oak.png" alt="An oak">' in html
    assert html.count("<img") == 1


def test_a_text_full_of_broken_tags_costs_no_more_than_its_length(tmp_path: Path):
    body = "{{< figure " * 10_000 + "{{< " * 20_000 + "{% " * 20_000

    assert mailed(tmp_path, "hugo", body)["title"] == "It"
    assert mailed(tmp_path, "jekyll", body)["title"] == "It"


LONG = "\n\n".join(f"Paragraph {number} " + "says so. " * 30 for number in range(5))


def test_a_letter_brings_the_whole_note_unless_garden_toml_says_opening(tmp_path: Path):
    whole = mailed(tmp_path, "hugo", LONG)["mail_html"]
    opening = mailed(tmp_path, "hugo", LONG, 'letter = "opening"\n')["mail_html"]

    assert "Paragraph 4" in whole
    assert "Paragraph 1" in opening
    assert "Paragraph 3" not in opening
    assert opening.endswith("<p>…</p>")


@pytest.mark.parametrize("body", ["Only this.", "# Heading\n\nOne.", "One.\n\n## Next\n\nTwo."])
def test_the_opening_of_a_short_note_is_what_it_says_first(tmp_path: Path, body: str):
    opening = mailed(tmp_path, "hugo", body, 'letter = "opening"\n')["mail_html"]

    assert "Two." not in opening
    assert ("…" in opening) == ("Two." in body)
    assert "On" in opening


OPENINGS = {
    "Plain words that are long enough to be known again.": "Plain words that are long enough to be",
    "![x](/y.png)\n\n> A quote that is long enough to be taken.\n\nThe first *real* paragraph "
    "with `code` in it.": "The first real paragraph with code in it.",
    "Words before [[a link]] that count.\n\nShort.": "",
    "Words enough before a link to count [[as an opening]], they are.": "Words enough before a "
    "link to count",
    "Some words {{< tag >}} with a tag, and many more of them.\n\nThe second paragraph is whole "
    "and long.": "The second paragraph is whole and long.",
    "筆記會慢慢長大，從幼苗到含苞，最後長成常青，那時候才會寄出一封信。": "筆記會慢慢長大",
    "- a list\n- of things that are long enough to be an opening": "",
}


@pytest.mark.parametrize("body", OPENINGS)
def test_the_opening_words_are_those_that_every_generator_shows(tmp_path: Path, body: str):
    found = mailed(tmp_path, "hugo", body).get("opening", "")

    assert found.startswith(OPENINGS[body])
    assert bool(found) == bool(OPENINGS[body])


def test_on_obsidian_publish_a_page_has_no_opening_words(tmp_path: Path):
    found = mailed(tmp_path, "obsidian-publish", "Plain words that are long enough to be known.")

    assert "opening" not in found


TITLES = [
    ("quartz", "Old Oak", "x", "Old Oak", False),
    ("quartz", "Old Oak", "# An oak\n\nx", "An oak", False),
    ("hugo", "old-oak", "x", "old-oak", True),
    ("eleventy", "old-oak", "x", "old-oak", True),
    ("eleventy", "old-oak", "# An oak\n\nx", "An oak", False),
    ("jekyll", "_posts/2024-03-01-an-old-Oak", "x", "An Old Oak", False),
    ("jekyll", "old-oak", "x", "Old Oak", False),
    ("obsidian-publish", "Old Oak", "# An oak\n\nx", "Old Oak", False),
]


@pytest.mark.parametrize(("generator", "name", "body", "title", "is_warned"), TITLES)
def test_a_note_without_a_title_is_called_what_its_page_is_called(
    tmp_path: Path, generator: str, name: str, body: str, title: str, is_warned: bool
):
    toml = f'publish = "all"\ngenerator = "{generator}"\n'
    note = f"---\nmaturity: evergreen\n---\n{body}\n"
    report = survey(write(tmp_path, {"garden.toml": toml, f"{name}.md": note}), site_url=URL)

    assert [note["title"] for note in report.manifest["notes"]] == [title]
    assert ["has no title" in str(each) for each in report.warnings] == [True] * is_warned
