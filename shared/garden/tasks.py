"""To-do items: what stands in the box, and what a page and a letter show of it."""

from typing import NamedTuple

from shared.garden.words import CHINESE, words_for


class Sign(NamedTuple):
    """A state besides open and done: what is shown, and its name in two languages."""

    shown: str
    english: str
    chinese: str


SIGNS = {
    "/": Sign("◐", "In progress", "進行中"),
    "-": Sign("⊘", "Dropped", "不做了"),
    ">": Sign("→", "Moved on", "移到別處"),
    "<": Sign("▣", "Scheduled", "已排定"),
    "?": Sign("？", "A question", "有疑問"),
    "!": Sign("！", "Important", "重要"),
}
BOX = '<input type="checkbox" disabled{0} aria-label="{1}"> '
OTHER = '<span class="sign" role="img" aria-label="{1}">{0}</span> '


def box(written: str, language: str) -> str:
    """Return the box of an item on a page; any sign that means nothing else ticks it."""
    is_chinese = words_for(language) is CHINESE
    sign = SIGNS.get(written)
    if sign:
        return OTHER.format(sign.shown, sign.chinese if is_chinese else sign.english)
    if written:
        return BOX.format(" checked", "完成" if is_chinese else "Done")
    return BOX.format("", "待辦" if is_chinese else "To do")


def mailed(written: str) -> str:
    """Return the box of an item in a letter, which has no fields."""
    sign = SIGNS.get(written)
    return f"{sign.shown} " if sign else "☑ " if written else "☐ "
