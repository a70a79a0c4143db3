"""A page of another generator is known by its title and its opening words, however they look."""

import pytest

from shared.newsletter.announcing.notifications import Page
from shared.newsletter.pages.live_check import fault_of_foreign
from shared.newsletter.pages.page_words import words_of_page

TITLE = "What's 100% “new” & good?"
OPENING = 'It\'s "quoted" -- and so on... 1/2 of it, *not* starred, with `code` in.'

SHOWN = {
    "as written": f"<h1>{TITLE}</h1><p>{OPENING}</p>",
    "entities": "<h1>What&#39;s 100% &ldquo;new&rdquo; &amp; good?</h1>"
    "<p>It&rsquo;s &ldquo;quoted&rdquo; &ndash; and so on&hellip; &frac12; of it, not starred, "
    "with code in.</p>",
    "tags within": "<h1><a href='#x'>What's</a> 100% <b>new</b> good</h1>"
    "<p><span>It</span>’s <q>quoted</q> — and so <br>on… 1⁄2 of it, <em>not</em> starred, with "
    "<code>code</code> in.</p>",
    "capitals by a style": f"<h1>{TITLE.upper()}</h1>\n<p>\n  {OPENING}\n</p>",
}
NOT_SHOWN = {
    "nothing": "",
    "the title alone": f"<h1>{TITLE}</h1>",
    "words in a script": f"<h1>{TITLE}</h1><script>let x = '{OPENING}'</script>",
    "words in a style": f"<h1>{TITLE}</h1><STYLE>{OPENING}</STYLE>",
    "words in an attribute": f'<h1>{TITLE}</h1><meta content="{OPENING.replace(chr(34), "")}">',
    "another order": f"<h1>{TITLE}</h1><p>{' '.join(reversed(OPENING.split()))}</p>",
}


def fault(html: str, title: str = TITLE, opening: str = OPENING) -> str | None:
    page = Page("https://garden.example/x", title, "sha256:x", opening)
    return fault_of_foreign(html, page)


@pytest.mark.parametrize("how", SHOWN)
def test_words_are_known_whatever_became_of_their_signs(how: str):
    assert fault(SHOWN[how]) is None


@pytest.mark.parametrize("how", NOT_SHOWN)
def test_a_page_without_the_words_is_not_the_page(how: str):
    assert fault(NOT_SHOWN[how]) is not None


def test_what_is_missing_is_named():
    assert fault("<h1>Coming soon</h1>") == "does not show the note's title"
    assert fault(f"<h1>{TITLE}</h1>") == "does not show the note's opening words"


def test_a_note_without_opening_words_is_known_by_its_title():
    assert fault(f"<title>{TITLE}</title>", opening="") is None


def test_a_title_without_letters_must_be_there_as_it_is():
    assert fault("<h1>🌱</h1>", title="🌱", opening="") is None
    assert fault("<h1>🌳</h1>", title="🌱", opening="") == "does not show the note's title"


def test_chinese_is_known_across_line_breaks():
    html = "<h1>成熟度</h1><p>筆記會慢慢\n長大，從幼苗<br>到常青。</p>"

    assert fault(html, title="成熟度", opening="筆記會慢慢長大，從幼苗到常青。") is None


@pytest.mark.parametrize(
    "piece", ["<", "<script>", "<!--", "</", "<a b='", "&#", "<script></style>"]
)
def test_a_page_of_nothing_but_beginnings_costs_no_more_than_its_length(piece: str):
    assert isinstance(words_of_page(piece * (1_000_000 // len(piece))), str)
