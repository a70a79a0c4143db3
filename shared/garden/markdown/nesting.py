"""How deeply HTML is nested, told from its text alone: never less than what reads it will find.

What looks for the ends of elements takes the square of their depth.
"""

import re

DEEPEST = 200  # elements within each other
MANY = 1_000  # elements, where it cannot be told which of them end
NEVER_CLOSED = {
    "p", "br", "hr", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody", "img", "input", "source",
    "col", "wbr", "link", "meta",
}  # fmt: skip
TAG = re.compile(r"<(/?)([a-z][^\s/>]*)([^>]*)", re.ASCII | re.IGNORECASE)
# Comments of any kind, and attributes that a browser might not read as we do, may hide an end.
HIDES = re.compile(r"<[!?]|</[^a-z]", re.IGNORECASE)
VALUE = r"\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++(?=[\s/]|$)"
NAMED = rf"[\s/]++[^\s\"'<>/=]++(?:\s*+=\s*+(?:{VALUE}))?+"
PLAIN = re.compile(rf"(?:{NAMED})*+[\s/]*+", re.ASCII).fullmatch
FOREIGN = re.compile(r"<(?:svg|math)\b", re.IGNORECASE)  # in which every element must be closed


def is_deep(html: str) -> bool:
    """Tell whether more elements may lie within each other than there is time for.

    Only an end that follows its own beginning, with nothing open between them, is believed.
    """
    if html.count("<") <= DEEPEST:
        return False
    loose = set[str]() if FOREIGN.search(html) else NEVER_CLOSED
    is_plain = HIDES.search(html) is None
    within: list[str] = []
    deepest = opened = 0
    for closes, written, rest in TAG.findall(html):
        is_plain = is_plain and PLAIN(rest) is not None
        name = written.lower()
        if name in loose:
            continue
        if not closes:
            within.append(name)
            opened, deepest = opened + 1, max(deepest, len(within))
        elif within and within[-1] == name:
            within.pop()
    return deepest > DEEPEST or (opened > MANY and not is_plain)
