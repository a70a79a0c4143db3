"""What is said of a number of things, in the form that the number asks for.

The rules are those of the CLDR, for whole numbers: https://cldr.unicode.org, plurals.xml; the
names of the forms are those of `Intl.PluralRules`, by which scripts choose among the same forms.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Form = Literal["zero", "one", "two", "few", "many", "other"]
FORMS: tuple[Form, ...] = get_args(Form)


def arabic(number: int) -> Form:
    """Choose the form in Arabic, which has all six."""
    last = number % 100
    if number < 3:  # none, one, two
        return FORMS[number]
    return "few" if 3 <= last <= 10 else "many" if last >= 11 else "other"


def english(number: int) -> Form:
    """Choose the form in English."""
    return "one" if number == 1 else "other"


def single(number: int) -> Form:
    """Choose the form in Chinese, Japanese or Korean, which have one for all numbers."""
    return "other"


# By language the rule, and the forms that it may choose.
RULES: Mapping[str, tuple[Callable[[int], Form], tuple[Form, ...]]] = {
    "ar": (arabic, FORMS),
    "en": (english, ("one", "other")),
    "ja": (single, ("other",)),
    "ko": (single, ("other",)),
    "zh": (single, ("other",)),
}


@dataclass(frozen=True, slots=True)
class Counted:
    """A sentence with a number in it, {}, by the forms of its language."""

    language: str
    forms: Mapping[Form, str]

    def format(self, number: int) -> str:
        """Say it of a number."""
        choose, _ = RULES[self.language]
        return self.forms[choose(number)].format(number)

    @property
    def json(self) -> str:
        """Return the forms for a script."""
        return json.dumps(self.forms, ensure_ascii=False, separators=(",", ":"))


def same(language: str, said: str) -> Counted:
    """Make what is said alike of every number."""
    return Counted(language, dict.fromkeys(RULES[language][1], said))
