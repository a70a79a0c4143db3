"""Languages as browsers and the manifest know them: BCP 47 tags such as en, zh-Hant or pt-BR."""

import re
from locale import locale_alias

LONGEST = 35
TAG = re.compile(
    r"[a-z]{2,3}(-[a-z]{3}){0,3}"  # every longer word, as `german`, is the name of a language
    r"(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?"
    r"(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"
    r"(-[a-wyz0-9](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?",
    re.IGNORECASE,
)
# Languages and scripts that are written from right to left.
LEFTWARDS = {
    "ar",
    "arc",
    "azb",
    "ckb",
    "dv",
    "fa",
    "he",
    "mzn",
    "ps",
    "sd",
    "syr",
    "ug",
    "ur",
    "yi",
}
# Where a language is at home, for those who ask for a territory with it, as the Open Graph does.
HOMES = {
    "ar": "AR", "de": "DE", "en": "US", "es": "ES", "fr": "FR", "he": "IL", "it": "IT",
    "ja": "JP", "ko": "KR", "nl": "NL", "pl": "PL", "pt": "PT", "ru": "RU", "zh": "TW",
}  # fmt: skip
HOMES_OF_SCRIPTS = {"Hans": "CN", "Hant": "TW"}
LEFTWARD_SCRIPTS = {"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"}


def language_tag(written: str) -> str | None:
    """Write a language as browsers expect it, zh-Hant, zh-TW, en; None when it is no tag."""
    tag = written.strip().replace("_", "-")
    if len(tag) > LONGEST or not TAG.fullmatch(tag):
        return None
    first, *rest = tag.split("-")
    sizes = {2: str.upper, 4: str.title}
    return "-".join([first.lower(), *(sizes.get(len(each), str.lower)(each) for each in rest)])


def direction(tag: str) -> str:
    """Return the direction in which a language is written, ltr or rtl, as HTML calls it."""
    first, *rest = tag.split("-")
    script = next((each for each in rest if len(each) == 4 and each.isalpha()), "")
    is_leftward = script in LEFTWARD_SCRIPTS if script else first in LEFTWARDS
    return "rtl" if is_leftward else "ltr"


def locale(tag: str) -> str:
    """Return a language as the Open Graph writes it, such as zh_TW; nothing when it has no home."""
    first, *rest = tag.split("-")
    region = next((each for each in rest if len(each) == 2 and each.isalpha()), "")
    script = next((HOMES_OF_SCRIPTS[each] for each in rest if each in HOMES_OF_SCRIPTS), "")
    home = region or script or HOMES.get(first, "")
    return f"{first}_{home}" if home else ""


def complaint(written: str) -> str:
    """Return what is said of something that is no tag."""
    known = locale_alias.get(written.strip().lower(), "").partition(".")[0]
    guess = language_tag(known.partition("_")[0]) if known else None
    hint = f"; did you mean `{guess}`?" if guess else ""
    return f"{written!r} is no language tag such as en or zh-Hant{hint}"
