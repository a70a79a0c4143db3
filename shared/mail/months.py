"""A month and a day as people write them, in the language of a mail."""

import re

ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

NO_BREAK = "\u00a0"
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})")


def month(written: str, language: str) -> str:
    """Return the month of a day that is written as 2024-03-02: March 2024, or 2024 年 3 月.

    A line may end between year and month, and not within either.
    """
    year, number = int(written[:4]), int(written[5:7])
    return (
        f"{year}\u00a0年 {number}\u00a0月"
        if language == "zh-Hant"
        else f"{ENGLISH[number - 1]} {year}"
    )


def day(written: str, language: str) -> str:
    """Return a day that is written as 2024-03-02: 2 March 2024, or 2024 年 3 月 2 日.

    In HTML no line ends within it. What only stands for a day, in a preview or in kept words,
    stays as it is.
    """
    if not DAY.fullmatch(written):
        return written
    number = int(written[8:10])
    if language == "zh-Hant":
        return f"{month(written, language)} {number} 日".replace(" ", NO_BREAK)
    return f"{number} {month(written, language)}".replace(" ", NO_BREAK)


def days(since: str, until: str, language: str) -> str:
    """Return two days of one stretch of time: 16 to 23 November 2026, with a dash between them."""
    if language == "zh-Hant":
        shared = 0 if since[:4] != until[:4] else 2 if since[:7] != until[:7] else 4
        begun, ended = day(since, language), day(until, language).split(NO_BREAK)
        return f"{begun} – {NO_BREAK.join(ended[shared:])}"
    begun = day(since, language).split(NO_BREAK)
    kept = 3 if since[:4] != until[:4] else 2 if since[:7] != until[:7] else 1
    return f"{NO_BREAK.join(begun[:kept])} – {day(until, language)}"


def moment(written: str, language: str) -> str:
    """Return a time that is written as 2024-03-02 08:00 with its day as `day` has it."""
    found = MOMENT.fullmatch(written)
    if found is None:
        return written
    between = NO_BREAK if language == "zh-Hant" else ", "
    return f"{day(found[1], language)}{between}{found[2]}"
