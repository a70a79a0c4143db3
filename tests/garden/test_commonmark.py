"""What a page makes of the examples in CommonMark's specification, and where it means to differ."""

import pytest

from tests.support.commonmark import examples, page, shape

DELIBERATE = {
    "HTML that acts, that nobody knows or that has no end is left out": {
        *(21, 31, 148, 150, 156, 157, 158, 163, 165, 170, 171, 172, 173, 176, 178, 187, 201, 344),
        *(475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 630, 631, 642, 643),
    },
    "words in HTML that no element is around have a paragraph": {151, 162, 164, 166, 177, 180},
    "tags that are indented in an element are no code": {184, 191},
    "double brackets lead to a note": {559, 590},
    "a heading without words is none, and a link without words says where it leads": {79, 484},
    "a picture in the words of a picture says nothing": {574},
    "addresses are links by themselves, as in GitHub's Markdown": {602, 608, 611, 612},
    "a browser ends an empty comment sooner than Python's reader": {626},
}


def test_all_other_examples_of_commonmark_are_shown_as_it_says():
    differing = {
        number
        for number, (markdown, html) in examples().items()
        if shape(page(markdown)) != shape(html)
    }

    assert len(examples()) == 652
    assert differing == set().union(*DELIBERATE.values())


@pytest.mark.parametrize("number", [3, 96, 318, 527])
def test_an_example_that_is_shown_wrongly_is_found_out(number):
    markdown, html = examples()[number]

    assert shape(page(markdown)) == shape(html)
    assert shape(page(markdown + "\n\nx")) != shape(html)
