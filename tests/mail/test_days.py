"""A day as a mail writes it: no line ends within it, and what only stands for one stays."""

import pytest

from shared.mail.months import day


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
