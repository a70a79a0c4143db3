"""Formulas: TeX becomes MathML at build time, which browsers set without any script."""

import re
from functools import lru_cache

from math_core import LatexError, LatexToMathML

from shared.garden.markdown.deep import NoRoom, with_room
from shared.garden.writing.brackets import MOST as UNCLOSED
from shared.garden.writing.brackets import unclosed
from shared.garden.writing.dialect import translated

CONVERTER = LatexToMathML(fancy_error=False)
NESTING = ("\\", "{", "(", "[")  # each may open one more level
MANY = 400
MOST = 10_000
STACK = 8192  # bytes for one of them, four times what was measured
PLACE = re.compile(r"(\d+): ")

# As Obsidian shows them: an equation has a number only where its author gives it one.
NUMBERED = re.compile(r"\\(begin|end)\{(align|alignat|equation|gather|multline)\}")
OTHER_NAMES = {"split": "aligned", "smallmatrix": "matrix"}
OTHERS = re.compile(r"\\(begin|end)\{(split|smallmatrix)\}")

# The policy of our pages forbids `style`, so what math-core says in it becomes classes.
STYLE = re.compile(r' style="([^"]*)"')
# No browser but Firefox draws `<menclose>`, so that our stylesheet draws what is around or across.
ENCLOSED = re.compile(r'<menclose notation="([a-z ]+)">')
STRIKE = re.compile(r'<mrow class="menclose-[a-z]+"></mrow>')
NAMED = re.compile(r"</?a\b[^>]*>| id=\"[^\"]*\"")
COLOUR = re.compile(r"color:(#[0-9A-Fa-f]{6})")
CLASSES = {
    "text-align: left": "m-start",
    "text-align: right": "m-end",
    "padding-left: 0": "m-near",
    "padding-right: 0": "m-by",
    "padding-left:1em": "m-apart",
    "padding-top: 0": "m-low",
    "border-top: 0.05em solid currentcolor": "m-line-above",
    "border-left: 0.05em solid currentcolor": "m-line-before",
    "border-right: 0.05em solid currentcolor": "m-line-after",
    "border-top: 0.05em dashed currentcolor": "m-dash-above",
    "border-left: 0.05em dashed currentcolor": "m-dash-before",
    "border-right: 0.05em dashed currentcolor": "m-dash-after",
    "width: 100%": "m-whole",
    "width: 50%": "m-half",
    "width: 7.5%": "m-edge",
    "margin-left:-0.16666667em": "m-back",
    "font-variant-caps: small-caps": "m-small-caps",
}


class BadFormula(ValueError):
    """A formula cannot be set; `offset` is where in it, in characters."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


@lru_cache(maxsize=8192)
def mathml(formula: str, *, stands_alone: bool, macros: str = "") -> str:
    """Return a formula as MathML without links, ids, styles or scripts.

    `macros` are the definitions that hold in it.

    Raises:
        BadFormula: when it is not TeX that we can set.

    """
    formula = macros + translated(formula)
    marks = sum(map(formula.count, NESTING))
    if marks > MOST:
        raise BadFormula(0, "it is too long to be set")
    if marks > UNCLOSED and unclosed(formula) > UNCLOSED:
        raise BadFormula(0, "too many of its brackets are never closed")
    written = NUMBERED.sub(r"\\\1{\2*}", formula) if "\\begin" in formula else formula
    written = OTHERS.sub(renamed, written) if written is not formula or "{s" in written else written
    try:
        if marks > MANY:
            made = with_room(marks * STACK, lambda: converted(written, stands_alone))
        else:
            made = converted(written, stands_alone)
    except LatexError as error:
        raise complaint(formula, str(error), len(macros)) from None
    except NoRoom:
        raise BadFormula(0, "it is too long to be set") from None
    made = enclosed(made) if "<menclose" in made else made
    return STYLE.sub(classed, NAMED.sub("", made))


def converted(formula: str, stands_alone: bool) -> str:
    """Return what math-core makes of a formula."""
    if "\\tag" in formula and "\\begin" not in formula:
        formula = f"\\begin{{equation*}}{formula}\\end{{equation*}}"
    return CONVERTER.convert_with_local_state(formula, displaystyle=stands_alone)


def enclosed(made: str) -> str:
    """Return MathML in which what is around or across something is a class."""
    made = ENCLOSED.sub(lambda found: f'<mrow class="m-{found[1].replace(" ", " m-")}">', made)
    return STRIKE.sub("", made).replace("</menclose>", "</mrow>")


def renamed(found: re.Match[str]) -> str:
    """Return the beginning or end of an environment under the name that math-core knows."""
    return f"\\{found[1]}{{{OTHER_NAMES[found[2]]}}}"


def complaint(formula: str, said: str, begin: int) -> BadFormula:
    """Turn what math-core says into a place, counted from `begin`, and a sentence."""
    place = PLACE.match(said)
    if place is None:
        return BadFormula(0, said)
    at = max(0, min(int(place[1]), len(formula)) - begin)
    return BadFormula(at, said[place.end() :])


def classed(found: re.Match[str]) -> str:
    """Return the classes, and the colour, that a style stands for."""
    said = [each.strip() for each in found[1].split(";")]
    names = " ".join(CLASSES[each] for each in said if each in CLASSES)
    colour = COLOUR.search(found[1])
    shown = f' class="{names}"' if names else ""
    return shown + (f' mathcolor="{colour[1]}"' if colour else "")
