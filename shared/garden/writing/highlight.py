"""Colours for code: spans with classes, so that the stylesheet alone decides."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any, cast

from pygments.lexer import Lexer
from pygments.lexers import (
    get_lexer_by_name,  # pyright: ignore[reportUnknownVariableType] - its options are untyped
)
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from shared.garden.patience import Patience, TooLong
from shared.garden.writing.scanner import tokens

CLASSES = cast("Mapping[object, str]", STANDARD_TYPES)
LONGEST = 100_000  # characters; more is shown without colours
# Seconds of the processor: some lexers take the square of long nonsense. Ten times what is usual.
PATIENCE, MORE = 3, 40e-6  # per character


@lru_cache(maxsize=4096)
def highlight(code: str, language: str) -> str:
    """Return code as HTML; the same code is never coloured twice."""
    lexer = lexer_of(language) if language and len(code) <= LONGEST else None
    if lexer is None:
        return escape(code)
    try:
        with Patience(PATIENCE + MORE * len(code)):
            return coloured(code, lexer)
    except TooLong:
        return escape(code)


def coloured(code: str, lexer: Lexer) -> str:
    """Return code as HTML, as a lexer reads it."""
    pieces: list[str] = []
    waiting, current = "", ""
    token: Any
    for token, text in tokens(lexer, code):
        css = class_of(token)
        if css != current and waiting:
            pieces.append(span(waiting, current))
            waiting = ""
        current = css
        waiting += text
    pieces.append(span(waiting, current))
    return "".join(pieces)


@lru_cache(maxsize=1024)
def class_of(token: Any) -> str:
    """Return the class of a token, else that of the kind it is one of."""
    return CLASSES.get(token) or CLASSES.get(token.parent, "")


@lru_cache(maxsize=256)
def lexer_of(language: str) -> Lexer | None:
    """Return the lexer of a language, or None when nobody knows it."""
    if language in ("mermaid", "text", "txt", "plain"):
        return None
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=8192)  # most pieces of code are brackets and words that come again
def span(text: str, css: str) -> str:
    """Return one coloured piece; white space needs no colour."""
    safe = text if text.isalnum() else escape(text, quote=False)
    if not css or css == "w" or text.isspace():
        return safe
    return f'<span class="{css}">{safe}</span>'
