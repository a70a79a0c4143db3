"""To-do items: what stands in the box, and what a page and a letter show of it."""

from shared.garden.vault.languages import direction
from shared.garden.words import words_for

# States besides open and done. Their names are among the words of each language.
SIGNS = {"/": "◐", "-": "⊘", ">": "→", "<": "▣", "?": "？", "!": "！"}
LEFTWARD = {"→": "←", "？": "؟", "！": "!"}
BOX = '<input type="checkbox" disabled{0} aria-label="{1}"> '
OTHER = '<span class="sign" role="img" aria-label="{1}">{0}</span> '


def box(written: str, language: str) -> str:
    """Return the box of an item on a page; any sign that means nothing else ticks it."""
    names, sign = words_for(language).signs, SIGNS.get(written)
    if sign:
        shown = LEFTWARD.get(sign, sign) if direction(language) == "rtl" else sign
        return OTHER.format(shown, names[written])
    return BOX.format(" checked", names["x"]) if written else BOX.format("", names[" "])


def mailed(written: str) -> str:
    """Return the box of an item in a letter, which has no fields."""
    sign = SIGNS.get(written)
    return f"{sign} " if sign else "☑ " if written else "☐ "
