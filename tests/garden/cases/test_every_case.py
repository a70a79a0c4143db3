"""The cases that users of other generators reported: each is replayed by tests with its number."""

import re
from pathlib import Path

from shared import resources
from shared.garden.markdown.outline import TAKEN

TESTS = Path(__file__).parents[2]
NAMED = re.compile(r"^def test_g(\d\d)_", re.MULTILINE)
CASES = {
    1,
    2,
    3,
    *range(5, 9),
    *range(10, 14),
    *range(15, 21),
    22,
    *range(24, 28),
    *range(29, 33),
    34,
}


def test_each_case_has_a_test_with_its_number():
    found = {
        int(number)
        for file in TESTS.rglob("test_*.py")
        for number in NAMED.findall(file.read_text())
    }

    assert len(CASES) == 27
    assert found == CASES


def test_every_place_of_a_page_has_a_name_that_no_heading_gets():
    pages = [file.read_text() for name in ("garden", "house") for file in looks(name)]
    places = {place for page in pages for place in re.findall(r'\sid="([a-z-]+)"', page)}

    assert {"text", "notes", "follow"} <= places
    assert [place for place in places if not TAKEN.fullmatch(place)] == []


def looks(name: str) -> list[Path]:
    return sorted(resources.templates(name).glob("*.html"))
