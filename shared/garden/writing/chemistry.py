"""Chemistry in formulas, as mhchem writes it: `\\ce{SO4^2- + 2 H+ <=> H2SO4}` becomes TeX."""

import re

CE = re.compile(r"\\ce\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
ARROWS = {
    "->": "rightarrow", "<-": "leftarrow", "<->": "leftrightarrow", "<-->": "leftrightarrow",
    "<=>": "rightleftharpoons", "<=>>": "rightleftharpoons", "<<=>": "rightleftharpoons",
}  # fmt: skip
LONG = {"rightarrow", "leftarrow", "leftrightarrow"}
BONDS = {
    "v": "\\downarrow ",
    "^": "\\uparrow ",
    "-": "{-}",
    "=": "{=}",
    "#": "{\\equiv}",
    ".": "{\\cdot}",
    "*": "{\\cdot}",
}
# What each kind of piece is in TeX, with its words for `?`.
SAID = {
    "math": "?", "place": "?", "charge": "^{?}", "count": "_{?}", "number": "?", "bond": "?",
    "sign": "?", "text": "\\text{?}", "letters": "\\mathrm{?}", "command": "? ", "space": "\\ ",
    "plus": " {}+{} ",
}  # fmt: skip
PIECE = re.compile(
    r"(?P<math>\$[^$]*\$)"
    r"|\s*(?P<arrow><<=>|<=>>|<=>|<-->|<->|->|<-)"
    r"(?:\[(?P<above>[^\[\]]*)\])?(?:\[(?P<below>[^\[\]]*)\])?\s*"
    r"|(?P<place>(?<=\s)[v^](?=\s|$))"
    r"|\^(?P<up>\{[^{}]*\}|\d*[+-]|\d+|\w|\*)"
    r"|_(?P<low>\{[^{}]*\}|\d+|\w)"
    r"|(?P<charge>(?<=[\w)\]}])[+-](?=\s|$|[)\],]))"
    r"|(?P<count>(?<=[A-Za-z)\]}])\d+)"
    r"|(?P<number>\d+(?:[./]\d+)?)"
    r"|(?P<letters>[A-Za-z]+)"
    r"|\{(?P<text>[^{}]*)\}"
    r"|(?P<plus>\s*\+\s*)"
    r"|(?P<space>\s+)"
    r"|(?P<command>\\[A-Za-z]+)"
    r"|(?P<bond>[-=#.*])"
    r"|(?P<sign>[()\[\],;:/])"
)


def with_chemistry(formula: str) -> str:
    """Return a formula in which `\\ce{...}` is TeX; what has no such meaning stays as it is."""
    return CE.sub(lambda found: written(found[1]) or found[0], formula)


def written(source: str) -> str:
    """Return what stands in `\\ce` as TeX, nothing when it says something that we do not know."""
    made: list[str] = []
    at = 0
    while at < len(source):
        found = PIECE.match(source, at)
        if found is None:
            return ""
        made.append(piece(found))
        at = found.end()
    return f"{{{''.join(made)}}}"


def piece(found: re.Match[str]) -> str:
    """Return one piece as TeX."""
    kind, said = found.lastgroup or "", found[0]
    if found["arrow"]:
        return arrow(found)
    if kind in ("up", "low"):
        # Before a letter it belongs to what follows: the numbers of an isotope.
        begins = found.start() == 0 or found.string[found.start() - 1] in " (["
        sign = "^" if kind == "up" else "_"
        return "{}" * begins + f"{sign}{{{found[kind].strip('{}')}}}"
    return SAID[kind].replace("?", BONDS.get(said, said.strip("{}$")))


def arrow(found: re.Match[str]) -> str:
    """Return an arrow, with what is said above and below it."""
    name = ARROWS[found["arrow"]]
    above, below = (written(found[place] or "") for place in ("above", "below"))
    if found["above"] or found["below"]:
        under = f"[{below}]" if found["below"] else ""
        return f" \\x{name}{under}{{{above}}} "
    return f" \\long{name} " if name in LONG else f" \\{name} "
