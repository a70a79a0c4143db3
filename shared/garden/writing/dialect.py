"""What MathJax, and so Obsidian, knows of TeX and math-core does not: said as both know it."""

import re

from shared.garden.writing.chemistry import with_chemistry

GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
NAME = r"\{?\s*(\\[A-Za-z]+)\s*\}?"
# A name may be known already, or be defined twice; MathJax takes the later meaning.
SPEAKS = (
    (re.compile(r"\\(?:re)?newcommand\*?\s*" + NAME), r"\\providecommand{\1}{}\\renewcommand{\1}"),
    (
        re.compile(r"\\DeclareMathOperator(\*?)\s*" + NAME + r"\s*" + GROUP),
        r"\\providecommand{\2}{}\\renewcommand{\2}{\\operatorname\1{\3}}",
    ),
    (re.compile(r"\\substack\s*" + GROUP), r"\\begin{subarray}{c}\1\\end{subarray}"),
    (re.compile(r"\\(?:href|class|cssId|style|colorbox)\s*\{[^{}]*\}\s*" + GROUP), r"{\1}"),
    (re.compile(r"\\pu\s*\{([^{}\\]*)\}"), r"\\text{\1}"),
    (re.compile(r"\\(?:require|label)\s*\{[^{}]*\}"), ""),
    (
        re.compile(r"\\(?:smash|[rlc]lap)(?=\s*\{)|\\(?:tiny|small|large|Large|huge)(?![A-Za-z])"),
        "",
    ),
    (re.compile(r"\\pmb(?![A-Za-z])"), r"\\boldsymbol"),
)
SIGN = re.compile(r"\\unicode\s*\{\s*(?:x([0-9A-Fa-f]{1,5})|(\d{1,6}))\s*\}")
DIFFERS = re.compile(
    r"\\(?:ce|pu|unicode|substack|href|class|cssId|style|colorbox|require|label|smash|[rlc]lap|pmb"
    r"|tiny|small|large|Large|huge|(?:re)?newcommand\*?|DeclareMathOperator\*?)(?![A-Za-z])"
)
DEFINES = re.compile(r"\\(?:(?:re|provide)?(?:new)?command|DeclareMathOperator|g?def)(?![A-Za-z])")
DEFINITION = re.compile(
    r"(?:\\providecommand\{\\[A-Za-z]+\}\{\}\\renewcommand\{|\\providecommand\s*\{?|\\g?def)\s*"
    r"(?P<name>\\[A-Za-z]+)\}?\s*(?:\[\d\]|(?:#\d)+)?\s*" + GROUP
)


def translated(formula: str) -> str:
    """Return a formula in TeX that math-core knows."""
    if not DIFFERS.search(formula):
        return formula
    formula = with_chemistry(formula)
    for known, said in SPEAKS:
        formula = known.sub(said, formula)
    return SIGN.sub(lambda found: sign(found) or found[0], formula)


def sign(found: re.Match[str]) -> str:
    """Return the sign that has a number, nothing where none has it."""
    number = int(found[1], 16) if found[1] else int(found[2])
    is_one = 0xA0 <= number < 0xD800 or 0xE000 <= number <= 0xFFFD
    return f"\\text{{{chr(number)}}}" if is_one else ""


def definitions(formula: str) -> dict[str, str]:
    """Return what a formula defines for those that come after it in its note, by its name."""
    if not DEFINES.search(formula):
        return {}
    return {found["name"]: found[0] for found in DEFINITION.finditer(translated(formula))}


def only_defines(formula: str) -> bool:
    """Tell whether nothing is left of a formula to be shown."""
    return bool(DEFINES.search(formula)) and not DEFINITION.sub("", translated(formula)).strip()
