"""What becomes of an address is one link away from every form, and all say which letters come."""

import pytest

from shared.garden.foreign.survey import survey
from shared.garden.words import words_for
from tests.support.documents import ROOT

TOML = 'title = "T"\npublish = "all"\n'
NOTES = {
    "a.md": "# A\n\nText.",
    "privacy.md": "---\nindex: false\n---\n# What becomes of your address\n\nNothing.",
    "mine.md": "---\ndraft: true\n---\nText.",
    "b.md": "---\nmaturity: evergreen\n---\nText.",
}
ELSEWHERE = "https://example.org/privacy?a=1"
PASTED = ROOT / "docs" / "keep-your-generator"
# What the mail that asks to confirm says of the gardener's own letters, in the page's language.
BESIDES = {
    "en": "from the gardener", "zh-Hant": "園丁偶爾也會寫信來", "zh-Hans": "园丁偶尔也会写信来",
    "ja": "庭の主からのお便り", "ko": "정원 주인이 쓴 편지", "ar": "رسالة من صاحب الحديقة",
}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "link"),
    [
        ("privacy", "https://example.org/sub/privacy/"),
        ("/privacy/", "https://example.org/sub/privacy/"),
        (ELSEWHERE, ELSEWHERE),
    ],
)
def test_each_form_links_to_the_notice(grow, said, link):
    built = grow(NOTES, f"{TOML}privacy = '{said}'", "https://example.org/sub")

    own = link.removeprefix("https://example.org") if "/sub/" in link else link
    linked = f'<a class="privacy" href="{own}">Privacy</a>'
    assert built.errors == []
    assert built.page("a").count(linked) == built.page("a").count("<form method") == 2
    assert built.page("tags").count(linked) == 1


@pytest.mark.parametrize(
    ("said", "told"), [("privacy", "https://garden.example/privacy/"), (ELSEWHERE, ELSEWHERE)]
)
def test_the_functions_are_told_where_it_is(grow, said, told):
    built = grow(NOTES, f"{TOML}privacy = '{said}'")
    beside = grow(NOTES, f"{TOML}privacy = '{said}'\nnotes = 'notes'\ngenerator = 'hugo'").site
    foreign = survey(beside, site_url="https://garden.example")

    assert built.report.manifest["site"]["privacy_url"] == told
    assert foreign.manifest["site"]["privacy_url"] == told
    assert "privacy_url" not in grow(NOTES, TOML).report.manifest["site"]


@pytest.mark.parametrize("more", ["", 'privacy = ""', 'privacy = "privacy"\nnewsletter = false'])
def test_without_a_notice_or_a_form_there_is_no_link(grow, more):
    built = grow(NOTES, TOML + more)

    assert built.errors == []
    assert built.mentions('class="privacy"') == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("privcy", "privacy is 'privcy', the slug of no public note; did you mean 'privacy'?"),
        ("mine", "privacy is 'mine', the slug of no public note"),
        ("mailto:ada@example.org", "write an address as https://"),
        ("https://", "write an address as https://"),
        ('https://x.example/"><script>', "write an address as https://"),
    ],
)
def test_a_notice_that_nobody_finds_is_an_error_with_its_line(grow, said, told):
    built = grow(NOTES, f"{TOML}privacy = '{said}'")

    [error] = built.errors
    assert error.startswith("garden.toml:3:1: ")
    assert told in error
    assert "script>" not in built.page("a").replace("</script>", "").partition("<form")[2]


@pytest.mark.parametrize("tag", BESIDES)
def test_the_form_says_in_each_language_that_the_gardener_writes_besides(tag):
    words = words_for(tag)

    assert BESIDES[tag] in words.subscribe_text
    assert words.privacy


@pytest.mark.parametrize(
    "piece", ["form.html", "form.zh-Hant.html", "hugo/letters.html", "quartz/Letters.tsx"]
)
def test_so_does_each_form_to_paste_with_a_link_to_the_notice(piece):
    text = (PASTED / piece).read_text("utf-8")

    assert BESIDES["en"] in text or BESIDES["zh-Hant"] in text
    assert "privacyUrl" in text or 'href="/privacy/"' in text
