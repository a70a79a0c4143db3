"""The letter about a note: what it is called, how it grew, why now, and nothing made up."""

import re

import pytest

from shared.mail.months import month
from shared.newsletter.announcing.evergreen_letter import is_read, letter
from shared.newsletter.announcing.growth import steps
from shared.newsletter.delivering.deliveries import Taken
from tests.support.chosen_letters import SETTINGS
from tests.support.gardener_letters import here
from tests.support.letters import (
    CHINESE,
    NOTE,
    SECOND,
    THIRD,
    evergreen,
    html_of,
    parsed,
    text_of,
)

PREHEADER = re.compile(r'<div style="display:none[^>]*>([^<]*)</div>')
BARE = {"title": "Bare", "url": NOTE["url"], "excerpt": "", "mail_html": ""}


def preheader(mail) -> str:
    [found] = PREHEADER.findall(html_of(mail))
    return found


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_title_alone_is_the_subject(language: str):
    assert parsed(evergreen(language=language))["Subject"] == "Overwintering"


@pytest.mark.parametrize(
    ("note", "language", "said"),
    [
        (NOTE | {"planted_at": "2024-03-02"}, "en", "now evergreen, planted March 2024, 6 min"),
        (
            CHINESE | {"planted_at": "2024-03-02"},
            "zh",
            "現已常青，2024\u00a0年 3\u00a0月種下，6 分鐘",
        ),
        (NOTE | {"planted_at": None}, "en", "now evergreen, 6 min"),
        (BARE, "en", "now evergreen"),
        (BARE, "zh-TW", "現已常青"),
    ],
)
def test_the_preheader_says_what_is_known(note, language: str, said: str):
    assert preheader(evergreen([note], language=language)) == said


def test_the_preheader_of_several_notes_counts_them_and_adds_their_minutes_up():
    assert preheader(evergreen([NOTE, THIRD])) == "2 notes, now evergreen, 9 min"
    assert preheader(evergreen([NOTE, SECOND, THIRD])) == "3 notes, now evergreen"
    assert preheader(evergreen([NOTE, THIRD], language="zh")) == "2 篇筆記，現已常青，9 分鐘"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "planted November 2024 → budding June 2025 → evergreen November 2026 6 min to read"),
        ("zh", "2024 年 11 月種下 → 2025 年 6 月含苞 → 2026 年 11 月常青 閱讀約 6 分鐘"),
    ],
)
def test_the_growth_line_stands_in_both_parts(language: str, line: str):
    mail = evergreen(language=language)

    assert line in one_line(text_of(mail))
    for day in ("2024-11-02", "2025-06-14", "2026-11-20"):
        assert month(day, "en" if language == "en" else "zh-Hant") in html_of(mail)


def test_each_of_several_notes_has_its_own_growth_reason_and_origins():
    for part in map(
        one_line, (text_of(evergreen([NOTE, THIRD])), html_of(evergreen([NOTE, THIRD])))
    ):
        before, after = (
            part.split("Leaf mould", 1)
            if part.count("Leaf mould") == 1
            else (
                part[: part.rindex("Leaf mould")],
                part[part.rindex("Leaf mould") :],
            )
        )
        assert "June 2025" in before
        assert NOTE["why"] in before
        assert "First frost" in before
        assert "June 2025" not in after
        assert NOTE["why"] not in after
        assert "November 2024" in after


def test_what_nobody_knows_leaves_no_gap_and_no_date():
    for mail in (evergreen([BARE]), evergreen([BARE, SECOND]), evergreen([BARE], language="zh")):
        for part in (text_of(mail), PREHEADER.sub("", html_of(mail))):
            assert not re.search(r"None|grew out of|長自|planted|種下|min\b|分鐘", part)


def test_what_the_html_shows_of_a_note_the_text_shows_as_well():
    text = one_line(text_of(evergreen()))

    for said in (NOTE["why"], "grew out of: Soil & patience, First frost", "6 min"):
        assert said in text
    for origin in NOTE["grew_out_of"]:
        assert origin["url"] in text
        assert f'href="{origin["url"]}"' in html_of(evergreen())


def test_front_matter_is_text_in_a_letter_and_no_markup():
    hostile = '</p><script>x</script>{{ 7*7 }} <a href="https://evil.example/">"'
    mail = evergreen(
        [NOTE | {"why": hostile, "grew_out_of": [{"title": hostile, "url": NOTE["url"]}]}]
    )

    assert "<script" not in html_of(mail)
    assert 'href="https://evil' not in html_of(mail)
    assert "{{ 7*7 }}" in html_of(mail)
    assert "evil" not in mail.content.partition(b"\r\n\r\n")[0].decode()


@pytest.mark.parametrize("count", [8, 9, 40])
def test_a_letter_of_very_many_notes_is_not_cut_off(count: int):
    mail = evergreen([NOTE | {"title": f"Note {n}", "excerpt": "word " * 36} for n in range(count)])

    assert len(html_of(mail).encode()) <= 90_000
    assert text_of(mail).count("planted November 2024") == count
    assert html_of(mail).count("November 2024") == count


def test_a_note_as_long_as_a_letter_may_be_leaves_room_for_all_the_rest():
    long = f"<p>{'word ' * 13_998}</p>"
    assert 69_990 < len(long) <= 70_000

    assert "word word" in html_of(evergreen([NOTE | {"mail_html": long, "why": "“" * 300}]))


@pytest.mark.parametrize(
    ("mailbox", "somebody"),
    [
        ("The gardener <hello@garden.example>", True),
        ("noreply@garden.example", False),
        ("Garden <No-Reply@garden.example>", False),
        ("do_not_reply+letters@garden.example", False),
        ("noreplying@garden.example", True),
    ],
)
def test_a_reply_is_promised_only_where_somebody_reads_it(mailbox: str, somebody: bool):
    assert is_read(mailbox) is somebody
    assert ("A reply to this letter reaches" in text_of(evergreen(answers=somebody))) is somebody
    assert ("A reply to this letter reaches" in html_of(evergreen(answers=somebody))) is somebody


def test_a_letter_that_an_older_version_has_frozen_is_still_written():
    old = {key: NOTE[key] for key in ("title", "url", "excerpt", "mail_html", "planted_at")}
    for kind in ("evergreen", "weekly"):
        taken = Taken(
            id=7,
            subscriber_id=3,
            status="sending",
            message_id="<0123456789abcdef@garden.example.com>",
            email="anna@reader.example",
            address="anna@reader.example",
            language="en",
            confirmed_on=None,
            notes=[old | {"section": "grown", "changed": ""}],
            kind=kind,
        )
        assert "Overwintering" in text_of(letter(taken, here("en"), SETTINGS))


@pytest.mark.parametrize(
    ("planted", "budding", "grown", "known"),
    [
        ("2024-03-02", "2025-06-01", "2026-11-20", ["planted", "budding", "evergreen"]),
        (None, "2025-06-01", None, ["budding", "evergreen"]),
        ("2024-03-02", "2023-01-01", "2026-11-20", ["planted", "evergreen"]),
        ("2024-03-02", "2027-01-01", "2026-11-20", ["planted", "evergreen"]),
        (None, None, None, ["evergreen"]),
    ],
)
def test_a_day_that_cannot_be_is_left_out(planted, budding, grown, known):
    note = {"planted_at": planted, "budding_at": budding, "evergreen_at": grown}

    assert [stage for stage, _ in steps(note)] == known
