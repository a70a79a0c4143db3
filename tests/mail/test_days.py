"""A day as mails write it: no line ends within it, and what only stands for one stays."""

import pytest

from shared.mail.months import NO_BREAK, day, days, moment


@pytest.mark.parametrize(
    ("written", "language", "said"),
    [
        ("2026-12-06", "en", "6\u00a0December\u00a02026"),
        ("2026-12-06", "zh-Hant", "2026\u00a0年\u00a012\u00a0月\u00a06\u00a0日"),
        ("", "en", ""),
        ("[expires]", "zh-Hant", "[expires]"),
    ],
)
def test_a_day_is_written_as_people_write_it(written: str, language: str, said: str):
    assert day(written, language) == said


@pytest.mark.parametrize(
    ("since", "until", "language", "said"),
    [
        ("2026-11-16", "2026-11-23", "en", "16 – 23 November 2026"),
        ("2026-11-30", "2026-12-07", "en", "30 November – 7 December 2026"),
        ("2026-12-28", "2027-01-04", "en", "28 December 2026 – 4 January 2027"),
        ("2026-11-16", "2026-11-23", "zh-Hant", "2026 年 11 月 16 日 – 23 日"),
        ("2026-11-30", "2026-12-07", "zh-Hant", "2026 年 11 月 30 日 – 12 月 7 日"),
        ("2026-12-28", "2027-01-04", "zh-Hant", "2026 年 12 月 28 日 – 2027 年 1 月 4 日"),
    ],
)
def test_of_two_days_nothing_is_said_twice(since: str, until: str, language: str, said: str):
    assert days(since, until, language).replace(NO_BREAK, " ") == said


@pytest.mark.parametrize(
    ("written", "language", "said"),
    [
        ("2026-11-30 00:10", "en", "30 November 2026, 00:10"),
        ("2026-11-30 00:10", "zh-Hant", "2026 年 11 月 30 日 00:10"),
        ("07:05", "en", "07:05"),
    ],
)
def test_a_time_stands_behind_its_day(written: str, language: str, said: str):
    assert moment(written, language).replace(NO_BREAK, " ") == said
