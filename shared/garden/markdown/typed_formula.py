"""Formulas where only plain text can be: excerpts, feeds, previews, the sentence around a link."""

import re

from shared.garden.markdown.tree import Node
from shared.garden.writing.chemistry import CE
from shared.garden.writing.dialect import only_defines
from shared.garden.writing.mathml import BadFormula, mathml

LEFT_OUT = "…"
PIECE = re.compile(r"\\[A-Za-z]+(?:\{\w\})?|\\[,:;! ]")
RAISED = re.compile(r"([_^])\{([^{}\\]*)\}")
TAG = re.compile(r"<[^>]*>|[\ufe00\ufe01]")  # and what only chooses between two shapes
OPENED = re.compile(r"<(\w+)")
ONE_BY_ONE = {"math", "mrow", "mspace", "mi", "mn", "mo", "mtext"}
TEX = re.compile(r"[\\{}&]")


def in_line(formula: str) -> str:
    """Return a formula as one would type it, `θ = V_w / V_t`; what needs more than a line as ….

    Chemistry is typed already; what only defines something says nothing.
    """
    if only_defines(formula):
        return ""
    formula = CE.sub(r"\1", formula).strip()
    typed = RAISED.sub(raised, PIECE.sub(sign, formula))
    return LEFT_OUT if TEX.search(typed) else " ".join(typed.split())


def sign(found: re.Match[str]) -> str:
    """Return the sign or the name that a command stands for, else the command."""
    command = found[0]
    if not command[1].isalpha():
        return " "
    try:
        made = mathml(command, stands_alone=False)
    except BadFormula:
        return command
    is_plain = ONE_BY_ONE.issuperset(OPENED.findall(made))
    return TAG.sub("", made).strip() or " " if is_plain else command


def raised(found: re.Match[str]) -> str:
    """Return what stands above or below the line."""
    within = found[2].strip()
    return f"{found[1]}{within}" if len(within) == 1 else f"{found[1]}({within})"


def without_tex(block: Node) -> Node:
    """Return a block in which formulas are plain text."""
    if not any(node.kind == "math" for node in block.walk()):
        return block
    return typed(block)


def typed(node: Node) -> Node:
    """Return a node and all below it with formulas as text."""
    if node.kind == "math":
        return Node("text", in_line(node.text))
    if not node.children:
        return node
    return Node(node.kind, node.text, [typed(child) for child in node.children], node.url)
