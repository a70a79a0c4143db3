"""A link that leads nowhere: which name was probably meant, in any script, and at what cost."""

import time

import pytest

from shared.garden.woven.nearest import Nearest, distance

GARDEN = [
    "Moss",
    "Garden design",
    "transactional-outbox",
    "佇列理論",
    "重構筆記",
    "標點符號",
    "Ελιά",
    "index",
]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Mos", "Moss"),
        ("garden desing", "Garden design"),
        ("Garden-Design", "Garden design"),
        ("Transactional Outbox", "transactional-outbox"),
        ("ＭＯＳＳ", "Moss"),
        ("佇列里論", "佇列理論"),
        ("標點符号", "標點符號"),
        ("重構", "重構筆記"),
        ("Ελια", "Ελιά"),
    ],
)
def test_the_nearest_name_is_found_in_any_script(written, meant):
    assert Nearest(GARDEN).nearest(written) == meant


@pytest.mark.parametrize("written", ["陣列", "佇", "oak", "in", "", "x" * 50])
def test_a_name_that_is_like_none_is_nobodys(written):
    assert Nearest(GARDEN).nearest(written) is None


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("moss", "moss", 0),
        ("moss", "mos", 1),
        ("moss", "moess", 1),
        ("moss", "osms", 2),
        ("", "a", 1),
    ],
)
def test_swapped_letters_are_one_mistake(one, other, edits):
    assert distance(one, other) == edits
    assert distance("desing", "design") == 1


def test_broken_links_say_what_was_meant(grow):
    built = grow(
        {
            "Moss garden.md": "---\naliases: [苔蘚園]\n---\n## Where it grows\nHere. ^here\n",
            "a.md": "[[Moss gardn]] [[苔鮮園]] ![[Mos garden]] [x](moss-garden2.md)\n"
            "[[Moss garden#Where it grow]] [[Moss garden#^hree]] ![x](pic.pgn) [[Nothing like it]]",
            "pic.png": "x",
        }
    )

    assert built.warnings == [
        'a.md:1:1: wikilink "Moss gardn" leads nowhere; did you mean "Moss garden"?',
        'a.md:1:16: wikilink "苔鮮園" leads nowhere; did you mean "苔蘚園"?',
        'a.md:1:24: embed "Mos garden" leads nowhere; did you mean "Moss garden"?',
        "a.md:1:40: link 'moss-garden2.md' leads nowhere; did you mean \"Moss garden.md\"?",
        'a.md:2:1: "Moss garden" has no heading or block "Where it grow"; '
        'did you mean "where it grows"?',
        'a.md:2:31: "Moss garden" has no heading or block "^hree"; did you mean "^here"?',
        "a.md:2:53: image 'pic.pgn' leads nowhere; did you mean \"pic.png\"?",
        'a.md:2:67: wikilink "Nothing like it" leads nowhere',
    ]


def test_no_private_note_is_ever_what_was_meant(grow):
    built = grow({"Secret plan.md": "---\ndraft: true\n---\n", "a.md": "[[Secret plann]]"})

    assert built.warnings == ['a.md:1:1: wikilink "Secret plann" leads nowhere']


def test_ten_thousand_broken_links_among_many_names_cost_no_time(grow):
    names = {f"note about subject {number}.md": "x" for number in range(300)}
    links = "\n".join(f"[[note abuot subject {number}x]]" for number in range(10_000))
    began = time.process_time()
    built = grow({**names, "a.md": links})

    assert len(built.warnings) == 10_000
    assert sum("did you mean" in said for said in built.warnings) == 200
    assert time.process_time() - began < 5
