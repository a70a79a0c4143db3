"""How long a note takes to read."""

import re
from html import unescape

WORDS_A_MINUTE = 240  # of non-fiction, read silently by adults
CHARACTERS_A_MINUTE = 400  # Chinese and Japanese have no spaces to count words by

TAG = re.compile(r"<[^>]*>")
CHARACTERS = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


def minutes(html: str) -> int:
    """Return the minutes that a text takes, rounded, one at least; 0 when there is nothing to read.

    `html` is a fragment. Each Chinese or Japanese character counts by itself, and what stands
    between them counts by words.
    """
    text = unescape(TAG.sub(" ", html))
    characters = sum(map(len, CHARACTERS.findall(text)))
    words = len(WORD.findall(CHARACTERS.sub(" ", text) if characters else text))
    if not words + characters:
        return 0
    return max(1, round(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE))
