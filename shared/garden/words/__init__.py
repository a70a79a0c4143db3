"""What the pages themselves say, in every language that we speak."""

from functools import lru_cache
from importlib import import_module

from shared.garden.words.vocabulary import Words

__all__ = ["SPOKEN", "Words", "words_for"]

# By its tag the module of each language. A garden loads the words of its own languages alone.
SPOKEN = {
    "ar": "arabic",
    "en": "english",
    "ja": "japanese",
    "ko": "korean",
    "zh-Hans": "simplified_chinese",
    "zh-Hant": "traditional_chinese",
}
SIMPLIFIED = ("zh-hans", "zh-cn", "zh-sg")


@lru_cache(maxsize=256)
def words_for(language: str) -> Words:
    """Return the words of a language; English where we have no other."""
    tag = language.lower()
    first = tag.partition("-")[0]
    script = "zh-Hans" if tag.startswith(SIMPLIFIED) else "zh-Hant"
    module = SPOKEN.get(script if first == "zh" else first, "english")
    return import_module(f"{__name__}.{module}").WORDS
