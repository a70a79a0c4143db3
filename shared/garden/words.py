"""What the pages themselves say, in English and Traditional Chinese."""

from shared.garden.chinese import CHINESE
from shared.garden.english import ENGLISH
from shared.garden.vocabulary import Words

__all__ = ["CHINESE", "ENGLISH", "Words", "words_for"]

SIMPLIFIED = ("zh-hans", "zh-cn", "zh-sg")


def words_for(language: str) -> Words:
    """Return the words of a language; English where we have no other."""
    tag = language.lower()
    chinese = tag.split("-")[0] == "zh" and not tag.startswith(SIMPLIFIED)
    return CHINESE if chinese else ENGLISH
