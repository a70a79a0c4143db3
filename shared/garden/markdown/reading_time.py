"""How long a note takes to read."""

WORDS_A_MINUTE = 240  # of non-fiction, read silently by adults
CHARACTERS_A_MINUTE = 400  # Chinese and Japanese have no spaces to count words by
SYLLABLES_A_MINUTE = 600  # of Korean, whose words are many or few with the same letters

# Text is looked at as UTF-8 (RFC 3629), of which a character's first byte tells its script; an
# expression would take eight times as long. These begin kana, Chinese characters and hangul.
WIDE = bytes([*range(0xE3, 0xEE), 0xF0])
NOT_WIDE = bytes(set(range(256)) - set(WIDE))
SIGN = b"\xe3\x80"  # begins a full stop, a comma, a bracket of them
FULL_WIDTH = b"\xef"  # begins other such signs
# What is within a character, and the beginnings of dashes and quotation marks.
INNER = bytes([*range(0x80, 0xC0), 0xE2])
APART = bytes.maketrans(WIDE + FULL_WIDTH, b" " * (len(WIDE) + 1))


def minutes(text: str, language: str) -> int:
    """Return the minutes that a text takes, rounded, one at least; 0 when there is nothing to read.

    Each Chinese, Japanese or Korean character counts by itself, and what stands between them
    counts by words.
    """
    if not any(map(str.isalnum, text)):
        return 0
    written = text.encode("utf-8", "replace")
    words = len(written.translate(APART, INNER).split())
    characters = len(written.translate(None, NOT_WIDE)) - written.count(SIGN)
    pace = SYLLABLES_A_MINUTE if language.startswith("ko") else CHARACTERS_A_MINUTE
    return max(1, round(words / WORDS_A_MINUTE + characters / pace))
