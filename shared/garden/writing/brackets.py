"""Brackets of a formula that are never closed: each doubles the time that setting it takes."""

import re

MOST = 12
# Brackets in comments, roots and small letters, and those of `\\left`, close none of the others.
SIGN = re.compile(
    r"%[^\n]*|\\(?:left|right|middle)\s*(?:\\[a-zA-Z]+|\\.|.)|\\(?:begin|end)\b"
    r"|\\sqrt\s*\[[^\]]*\]?|(?:[_^]|\\[a-z]*(?:frac|sqrt|hat|bar|line|tilde|dot|vec|binom))\s*"
    r"(?:[)\]]|\\\}|\\r[a-zA-Z]+)|\\[a-zA-Z]+|\\.|[{}()\[\]]",
    re.DOTALL,
)
BEGINS = re.compile(r"\{|\\left\b.*|\\begin", re.DOTALL).fullmatch
ENDS = re.compile(r"\}|\\right\b.*|\\end", re.DOTALL).fullmatch
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
        if BEGINS(sign):
            around.append(now)
            now = 0
        elif ENDS(sign):
            lost += now
            now = around.pop() if around else 0
        elif sign.startswith("\\sqrt"):
            lost += sign.count("(") + sign.count("[") - 1
        elif OPENS(sign):
            now += 1
        elif CLOSES(sign):
            now -= now > 0
    return lost + now + sum(around)
