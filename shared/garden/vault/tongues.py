"""Which language notes are in, guessed by their letters: for a folder in which nobody says it.

Only what letters alone tell: Arabic, Chinese, Japanese and Korean. Latin letters are those of a
hundred languages, and no guess is made.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

NOTES = (".md", ".markdown")
LISTED = 600  # notes of which some are read
READ = 40
LONGEST = 6_000  # bytes of a note
ENOUGH = 20  # letters, without which a note has no say

HEAD = re.compile(r"\A\ufeff?---\n.*?\n---\n", re.DOTALL)
# What is written in Latin letters whatever the language: code, addresses, tags of HTML.
APART = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+|\]\([^)\]\n]*\)|<[^<>\n]*>", re.DOTALL)
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
HANGUL = re.compile("[\uac00-\ud7a3]")
ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3]")
PERSIAN = re.compile("[\u067e\u0686\u0698\u06af]")  # pe, che, zhe, gaf: nobody writes Arabic so
JAPANESE = 0.1  # of the letters are kana
LETTERS_OF_A_WORD = 2  # of Chinese; and about as many of a word in Hangul and kana
# Common characters that the one or the other does not have.
SIMPLIFIED = set(
    "这们说来时对发国学会为过还没让见长间问门给无书话写读语认识从实现样东车马风头业种开关义乐习"
)
TRADITIONAL = set(
    "這們說來時對發國學會為過還沒讓見長間問門給無書話寫讀語認識從實現樣東車馬風頭業種開關義樂習"
)


def tongue_of(folder: Path) -> str:
    """Return the language in which most notes of a folder are, as a tag, or nothing."""
    said = Counter(tongue for text in texts(folder) if (tongue := guess(text)) is not None)
    [(tongue, count), *_] = said.most_common(1) or [("", 0)]
    return tongue if 2 * count > said.total() else ""


def guess(text: str) -> str | None:
    """Return the language of a text; nothing for another, None where it says too little."""
    text = APART.sub(" ", HEAD.sub("", text))
    han, kana, hangul = (len(each.findall(text)) for each in (HAN, KANA, HANGUL))
    arabic, latin = len(ARABIC.findall(text)), LATIN.findall(text)
    if han + kana + hangul + arabic + sum(map(len, latin)) < ENOUGH:
        return None
    words = {
        "": len(latin),
        "ar": arabic // 4,
        "ko": hangul // LETTERS_OF_A_WORD,
        "zh": (han + kana) // LETTERS_OF_A_WORD,
    }
    found = max(words, key=lambda tongue: words[tongue])
    if found == "ar":
        return "fa" if PERSIAN.search(text) else "ar"
    if found == "zh":
        return "ja" if kana > JAPANESE * (han + kana) else script(text)
    return found


def script(text: str) -> str:
    """Return Chinese with the script that it is written in."""
    counted = Counter(text)
    simple = sum(counted[each] for each in SIMPLIFIED - TRADITIONAL)
    return (
        "zh-Hans" if simple > sum(counted[each] for each in TRADITIONAL - SIMPLIFIED) else "zh-Hant"
    )


def texts(folder: Path) -> Iterator[str]:
    """Yield the beginnings of some notes, from all over the folder."""
    files = sorted(listed(folder))
    step = max(len(files) // READ, 1)
    for file in files[::step][:READ]:
        try:
            with file.open("rb") as source:
                yield source.read(LONGEST).decode("utf-8", "ignore").replace("\r\n", "\n")
        except OSError:
            continue


def listed(folder: Path) -> list[Path]:
    """Return the first notes of a folder and of those below; nothing that is hidden.

    Nor what is no plain file: a link may lead out of the garden, and a pipe never ends.
    """
    found: list[Path] = []
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each[0] != "." and each != "node_modules")
        files = sorted(name for name in names if name.lower().endswith(NOTES) and name[0] != ".")
        found += [file for name in files if is_plain(file := Path(here, name))]
        if len(found) > LISTED:
            break
    return found[:LISTED]


def is_plain(file: Path) -> bool:
    """Tell whether something is a file of its own."""
    try:
        return S_ISREG(file.lstat().st_mode)
    except OSError:
        return False
