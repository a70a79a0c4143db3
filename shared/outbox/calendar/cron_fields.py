"""The five fields of cron: which values each may have, and what a text says of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One of the five fields: its name, its first and last value, and their names if they have."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()

    def number(self, word: str) -> int:
        """Return a value that is written as a number or as a name.

        Raises:
            ValueError: it is neither.

        """
        if word in self.names:
            return self.low + self.names.index(word)
        if not word.isascii() or not word.isdigit() or not self.low <= int(word) <= self.high:
            known = f"{self.low} to {self.high}"
            names = f" or {', '.join(self.names)}" if self.names else ""
            raise ValueError(f"{self.name} {word!r} is not {known}{names}.")
        return int(word)

    def values(self, text: str) -> frozenset[int]:
        """Return the values that a list such as `1,3-5,*/10` stands for; a range may wrap."""
        found: set[int] = set()
        for part in text.lower().split(","):
            span, slash, step = part.partition("/")
            first, dash, last = span.partition("-")
            low = self.low if span == "*" else self.number(first)
            high = self.high if span == "*" or (slash and not dash) else low
            high = self.number(last) if dash else high
            wrapped = [*range(low, self.high + 1), *range(self.low, high + 1)]
            every = self.step(step) if slash else 1
            found.update((range(low, high + 1) if low <= high else wrapped)[::every])
        return frozenset(found)

    def step(self, text: str) -> int:
        """Return the number after a slash."""
        if not text.isascii() or not text.isdigit() or int(text) == 0:
            raise ValueError(f"{self.name}: after the slash there must be a number, not {text!r}.")
        return int(text)


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")

MINUTE = Field("minute", 0, 59)
HOUR = Field("hour", 0, 23)
DAY_OF_MONTH = Field("day", 1, 31)
MONTH = Field("month", 1, 12, MONTHS)
WEEKDAY = Field("weekday", 0, 7, DAYS)
