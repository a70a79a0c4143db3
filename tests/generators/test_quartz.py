"""Quartz: a page lies where its file does, whatever the front matter says."""

import pytest

from tests.support.foreign import address

FOUR = {
    "index": "/",
    "Foo Bar": "/Foo-Bar",
    "double  space": "/double--space",
    "A & B (v1.2)": "/A--and--B-(v1.2)",
    "What's 100% new?": "/What's-100-percent-new",
    "C#": "/C",
    "a.b.c": "/a.b.c",
    "筆記的成熟度": "/筆記的成熟度",
    "全形　空白": "/全形-空白",
    "🌱 seeds": "/🌱-seeds",
    "projects/index": "/projects/",
    "projects/_index": "/projects/",
    "Deep Folder/Nested Note": "/Deep-Folder/Nested-Note",
}


@pytest.mark.parametrize("name", FOUR)
def test_a_page_lies_after_its_file(name: str):
    assert address("quartz", name) == FOUR[name]


def test_a_permalink_is_only_one_more_way_there():
    assert address("quartz", "Foo Bar", "permalink: /elsewhere/\nslug: other") == "/Foo-Bar"


def test_version_five_lowers_capitals_and_drops_more_signs():
    assert address("quartz", 'Why "Quartz": five?', case="lower") == "/why-quartz-five"
