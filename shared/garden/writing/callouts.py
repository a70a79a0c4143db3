"""Callouts: the kinds that Obsidian knows, their other names, and their titles."""

from html import escape

from shared.garden.words import words_for

# kind: every name of it
KINDS: dict[str, tuple[str, ...]] = {
    "note": ("note",),
    "abstract": ("abstract", "summary", "tldr"),
    "info": ("info",),
    "todo": ("todo",),
    "tip": ("tip", "hint", "important"),
    "success": ("success", "check", "done"),
    "question": ("question", "help", "faq"),
    "warning": ("warning", "caution", "attention"),
    "failure": ("failure", "fail", "missing"),
    "danger": ("danger", "error"),
    "bug": ("bug",),
    "example": ("example",),
    "quote": ("quote", "cite"),
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}


def kind_of(written: str) -> str:
    """Return the kind that a name means, safe in an attribute; one of the gardener's stays."""
    name = written.strip().lower()
    return KIND_OF.get(name) or escape(name)


def title_of(written: str, language: str) -> str:
    """Return what a callout without a title is called."""
    name = written.strip().lower()
    own = written.strip().replace("-", " ").capitalize()
    return words_for(language).callouts.get(name, own)
