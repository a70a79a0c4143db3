"""A month and a day as people write them, in the language of a mail."""

import re

ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

NO_BREAK = "\u00a0"
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


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
