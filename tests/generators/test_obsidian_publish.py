"""Obsidian Publish: the path with plus signs, or the permalink."""

import pytest

from tests.support.foreign import address


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("Company/About us", "", "/Company/About+us"),
        ("Company/About us", "permalink: about", "/about"),
        ("Company/About us", "permalink: /about/", "/about"),
        ("筆記的成熟度", "", "/筆記的成熟度"),
        ("Folder/index", "", "/Folder/index"),
    ],
)
def test_a_page_lies_under_its_path_or_its_permalink(name: str, head: str, expected: str):
    assert address("obsidian-publish", name, head) == expected
