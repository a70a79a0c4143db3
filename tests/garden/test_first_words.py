"""The description of a garden stands below its title, also where a note speaks for the garden."""

import pytest

TOML = 'title = "Moss"\ndescription = "Notes that grow & rest."\npublish = "all"\n'
LEAD = '<p class="lead" lang="en">Notes that grow &amp; rest.</p>'


@pytest.mark.parametrize(
    ("files", "is_shown"),
    [
        ({"a.md": "x"}, True),
        ({"index.md": "Welcome."}, True),
        ({"index.md": "---\ntitle: Elsewhere\n---\nWelcome."}, True),
        ({"index.md": "Here are *Notes that grow & rest*. Come in."}, False),
        ({"index.md": "Notes that\ngrow & rest. Come in."}, False),
    ],
)
def test_the_description_is_on_the_first_page_once(grow, files, is_shown):
    page = grow(files, toml=TOML).page("")

    assert (LEAD in page) == is_shown
    assert "index.md" in files or page.count(LEAD) == 1


def test_a_garden_without_a_description_says_nothing_there(grow):
    assert 'class="lead"' not in grow({"index.md": "x"}, toml='publish = "all"').page("")
