"""Files of Obsidian's own that quote notes, also private ones: none is ever published.

A canvas has the text of its cards and the names of the notes on it, a base asks for notes by what
their front matter says: https://jsoncanvas.org/spec/1.0, https://help.obsidian.md/bases/syntax.
"""

KINDS = {"canvas": "a canvas", "base": "a base", "excalidraw": "the source of a drawing"}


def kind_of(path: str) -> str:
    """Return what kind of such a file this is, or nothing of one that may be published."""
    return KINDS.get(path.rpartition(".")[2].lower(), "")


def refusal(path: str) -> str:
    """Say why such a file is not shown."""
    return f"is not shown: {kind_of(path)} may hold what private notes say, and is never published"
