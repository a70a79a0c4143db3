"""Every mail and page is among those of which `bin/screenshots` takes a picture."""

import pytest

from functions.commands.specimens import KINDS
from shared.mail.languages import LANGUAGES
from tests.support import garden_pages
from tests.support.documents import ROOT
from tests.support.page_states import PAGES
from tests.support.planted_notes import ABROAD
from tests.support.seen_documents import GARDEN_LANGUAGES, LETTERS_SEEN, documents

TEMPLATES = ROOT / "templates"
# What others are built of; and a page that nobody sees, since it leads on at once.
GARDEN_PARTS = {"base", "copy", "footer", "header", "leaves", "leaves-head", "macros", "meadow"}
GARDEN_PARTS |= {"folders", "form", "moved", "search-box"}
GARDEN_PARTS |= {
    path.stem
    for part in ("head", "home", "note")
    for path in (TEMPLATES / "garden").glob(f"{part}-*.html")
}
PARTS = {"pages": {"base", "inbox-base", "plant"}, "garden": GARDEN_PARTS}
SEEN = {"pages": PAGES, "garden": garden_pages.PAGES}


@pytest.mark.parametrize("folder", SEEN)
def test_every_page_is_among_the_pictures(folder):
    pages = {path.stem for path in (TEMPLATES / folder).glob("*.html")} - PARTS[folder]

    assert {name.partition(".")[0] for name in SEEN[folder]} == pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_mail_is_among_the_pictures(language):
    kinds = {name.split(".")[0] for name in LETTERS_SEEN if name.split(".")[1] == language}

    assert kinds == set(KINDS)


def test_every_picture_shows_a_document_in_its_own_language(tmp_path):
    seen = list(documents(tmp_path))
    said: dict[str, set[bytes]] = {one.language: set() for one in seen}
    for one in seen:
        assert b"</html>" in one.answers["/"].body
        own = ABROAD[one.language] if one.name == "note.abroad" else one.language
        assert f'<html lang="{own}"'.encode() in one.answers["/"].body
        said[one.language].add(one.answers["/"].body)

    assert set(said) == set(GARDEN_LANGUAGES)
    assert not said["en"] & said["zh-Hant"]
