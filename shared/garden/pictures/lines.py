"""A title in two or three lines: broken where its language breaks, as large as it fits."""

import re
from collections.abc import Callable

Measure = Callable[[str], float]

MOST = 3  # lines
# Characters that begin no line, and those that end none (JIS X 4051, GB/T 15834, CLREQ).
NOT_FIRST = (
    "、。，．：；！？）」』】〉》〕］｝’”…—～ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)]}%·"
)
PAUSES = "，、：；。！？）」』》 "
NOT_LAST = "（「『【〈《〔［｛‘“([{"
HAN = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
# Hangul has spaces between its words; Chinese and Japanese break between any two characters.
UNIT = re.compile(rf"\s+|[^\s{HAN}]+|[\uac00-\ud7af]+|.", re.DOTALL)


def broken(title: str, width: float, measure: Measure) -> list[str] | None:
    """Return a title in at most three lines of that width; None: it is longer.

    Words are parted into lines of like length. In Chinese that would part words, which nothing
    shows: there lines end early, where one pauses in reading.
    """
    units = units_of(title)
    lines = filled(units, width, measure)
    if len(lines) > MOST or any(measure(line) > width for line in lines):
        return None
    if re.search(f"[{HAN}]", title):
        paused = filled(units, width, measure, pauses=True)
        return paused if len(paused) == len(lines) else lines
    low, high = width / 2, width
    for _ in range(6):  # the narrowest box in which there are no more lines
        middle = (low + high) / 2
        narrow = filled(units, middle, measure)
        fits = len(narrow) == len(lines) and all(measure(line) <= middle for line in narrow)
        low, high, lines = (low, middle, narrow) if fits else (middle, high, lines)
    return lines


def cut(title: str, width: float, measure: Measure) -> list[str]:
    """Return the beginning of a title that is too long, and say that it goes on."""
    low, high = 0, len(title)
    while low < high:
        middle = (low + high + 1) // 2
        fits = broken(shortened(title, middle), width, measure) is not None
        low, high = (middle, high) if fits else (low, middle - 1)
    return broken(shortened(title, low), width, measure) or []


def shortened(title: str, length: int) -> str:
    """Cut a title."""
    return title if length >= len(title) else title[:length].rstrip(" ,;:，、；：") + "…"


def ends_well(lines: list[str]) -> bool:
    """Tell whether no line of Chinese or Japanese ends where one would read on."""
    return all(line[-1] in PAUSES or not re.match(f"[{HAN}]", line[-1]) for line in lines[:-1])


def units_of(title: str) -> list[str]:
    """Return what must stay in one line."""
    units: list[str] = []
    for unit in UNIT.findall(title):
        follows = (
            units and units[-1].strip() and (unit[0] in NOT_FIRST or units[-1][-1] in NOT_LAST)
        )
        if follows:
            units[-1] += unit
        else:
            units.append(unit)
    return units


def filled(units: list[str], width: float, measure: Measure, *, pauses: bool = False) -> list[str]:
    """Fill one line after another; with `pauses`, break behind a comma if there is one."""
    lines = [""]
    for unit in units:
        longer = lines[-1] + unit
        if not lines[-1]:
            lines[-1] = unit.lstrip()
        elif measure(longer.rstrip()) <= width:
            lines[-1] = longer
        else:
            kept = paused(lines[-1]) if pauses else lines[-1]
            rest = lines[-1][len(kept) :]
            lines[-1] = kept
            lines.append((rest + unit).lstrip())
    return [line.rstrip() for line in lines if line.strip()]


def paused(line: str) -> str:
    """Return a line up to its last pause, unless little would be left of it."""
    at = max(line.rfind(pause) for pause in PAUSES) + 1
    return line[:at] if at >= len(line) * 0.4 else line
