"""What templates write is escaped, as Jinja does it, with less ado.

Jinja makes an object of its own of every piece that it writes, a hundred for each page, and most
of them have nothing in them to escape.
"""

import re

from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from markupsafe import Markup, escape

NAME = "escaped"
MUST = re.compile(r"[&<>\"']").search


def escaped(value: object) -> str:
    """Return a value as HTML that shows it; what is HTML already stays."""
    if type(value) is Markup:
        return value
    if type(value) is str and not MUST(value):
        return value
    return escape(value)


class EscapingGenerator(CodeGenerator):
    """Makes templates call `escaped`, which their environment has as a filter."""

    def _output_child_pre(
        self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        """Begin to write a piece."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"environment.filters[{NAME!r}](")
