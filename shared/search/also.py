"""What a word is found by besides itself: its singular or plural, and in Arabic its article.

The plural is that of English, which French, Spanish and Portuguese mostly write alike. A rule that
makes no word of another language's does no harm: there is no such term. These are few, and each is
looked for as a whole.
"""

import re

SHORTEST = 4  # letters; a shorter word is rarely one of many
# The first that fits makes the other form.
ENDINGS = (
    (re.compile("ies$"), "y"),
    (re.compile("(?<=[sxz])es$|(?<=[cs]h)es$"), ""),
    (re.compile("(?<!s)s$"), ""),
    (re.compile("(?<![aeiou])y$"), "ies"),
)
ARTICLE = "\u0627\u0644"
ARABIC = re.compile("[\u0621-\u064a]{2,}")


def also(word: str) -> tuple[str, ...]:
    """Return the other forms of a word that is folded and in one form."""
    if ARABIC.fullmatch(word):
        bare = word.removeprefix(ARTICLE)
        return (bare if bare != word and len(bare) > 1 else ARTICLE + word,)
    if len(word) >= SHORTEST and word.isascii():
        for ending, other in ENDINGS:
            if ending.search(word):
                return (ending.sub(other, word),)
    return ()
