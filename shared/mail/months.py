"""A month as people write it, in the language of a mail."""

ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


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
