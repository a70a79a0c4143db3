"""Brackets of a formula that are never closed: each doubles the time that setting it takes."""

import re

MOST = 12
SIGN = re.compile(r"\\[a-zA-Z]+|\\.|[{}()\[\]]", re.DOTALL)
NAMES = "brack|paren|brace|Brace|angle|vert|Vert|floor|ceil|group|moustache|lbracket"
OPENS = re.compile(rf"[(\[]|\\\{{|\\l(?:{NAMES})|\\[ul]lcorner").fullmatch
CLOSES = re.compile(
    rf"[)\]]|\\\}}|\\r(?:{NAMES.replace('lbracket', 'rbracket')})|\\[ul]rcorner"
).fullmatch


def unclosed(formula: str) -> int:
    """Return how many brackets of a formula are open at its end, or at that of their group."""
    now = lost = 0
    around: list[int] = []
    for sign in SIGN.findall(formula):
        if sign == "{":
            around.append(now)
            now = 0
        elif sign == "}":
            lost += now
            now = around.pop() if around else 0
        elif OPENS(sign):
            now += 1
        elif CLOSES(sign):
            now -= now > 0
    return lost + now + sum(around)
