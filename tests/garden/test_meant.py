"""What a gardener has probably meant: values that are nearly right, and TOML that is none."""

import pytest

from shared.garden.build import build
from shared.garden.vault.answers import nearest_zone

URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [("buding", "budding"), ("Evergeen", "evergreen"), ("seeding", "seedling"), ("Oakk", "oak")],
)
def test_a_maturity_that_is_nearly_one_is_asked_for(grow, written, meant):
    toml = '[maturity]\nevergreen = ["Oak"]\n'
    [warning] = grow({"a.md": f"---\nmaturity: {written}\n---\nx"}, toml=toml).warnings

    assert warning == (
        f"a.md:2:11: `maturity` {written!r} is no maturity; taken as seedling; "
        f"did you mean `{meant}`?"
    )


@pytest.mark.parametrize("written", ["done", "in progress", "published", "x" * 5000])
def test_another_word_is_no_slip(grow, written):
    [warning] = grow({"a.md": f"---\nstatus: {written}\n---\nx"}).warnings

    assert warning.endswith("taken as seedling")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Europe/Zurick", "Europe/Zurich"),
        ("europe/zurich", "Europe/Zurich"),
        ("Zurich", "Europe/Zurich"),
        ("Asia/Tapei", "Asia/Taipei"),
        ("new york", "America/New_York"),
        ("Mars", ""),
    ],
)
def test_a_zone_is_known_by_its_city_and_with_a_slip(written, meant):
    assert nearest_zone(written) == meant


def test_a_zone_that_is_none_is_told_with_what_was_meant(grow):
    [error] = grow({"a.md": "x"}, toml='title = "T"\nzone = "Europe/Zurick"').errors

    assert error == (
        "garden.toml:2:1: zone 'Europe/Zurick' is not known; did you mean Europe/Zurich?"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("language = en", '2:12: cannot be read: Invalid value; {} language = "en"'),
        ("title = On moss # mine", '2:9: cannot be read: Invalid value; {} title = "On moss"'),
        ("title = “On moss”", '2:9: cannot be read: Invalid value; {} title = "On moss"'),
        ("zone: Asia/Taipei", "2:5: cannot be read: Expected '=' after a key in a key/value pair; "
         '{} zone = "Asia/Taipei"'),
        ("cards: false", "2:6: cannot be read: Expected '=' after a key in a key/value pair; "
         "write cards = false"),
        ("cards = False", "2:9: cannot be read: Invalid value; write cards = false"),
        ('title = "On moss', "2:17: cannot be read: Illegal character '\\n'; a quote is missing: "
         'title = "On moss"'),
        ('author = "A"\nauthor = "B"', "3:13: cannot be read: Cannot overwrite a value; the key "
         "stands there twice"),
        ("first = [}", "2:10: cannot be read: Invalid value"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_toml_is_told_as_it_should_be(tmp_path, line, said):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "garden.toml").write_text(f'publish = "all"\n{line}\n', "utf-8")
    [error] = build(tmp_path / "site", tmp_path / "out", **URLS).errors

    assert str(error) == f"garden.toml:{said.format('a text stands in straight quotes:')}"
