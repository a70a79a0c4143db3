"""A diagram in Mermaid: drawn where we can, and always with its source to read."""

from functools import lru_cache

from shared.garden.diagrams import flowchart, pie, sequence, states
from shared.garden.diagrams.pen import Undrawable

KINDS = {
    "flowchart": flowchart,
    "graph": flowchart,
    "pie": pie,
    "sequenceDiagram": sequence,
    "stateDiagram": states,
    "stateDiagram-v2": states,
}
LONGEST, LONGEST_LINE = 20_000, 500  # characters


@lru_cache(maxsize=512)
def drawn(source: str, name: str) -> str:
    """Return a diagram as SVG called `name`; nothing when it is of a kind we do not draw."""
    lines = [line for line in source.split("\n") if line.strip()[:2] != "%%"]
    written = "\n".join(lines).strip()
    first = written.split(maxsplit=1)[0] if written else ""
    kind = KINDS.get(first.rstrip(";"))
    if kind is None or len(source) > LONGEST or max(map(len, lines)) > LONGEST_LINE:
        return ""
    try:
        return kind.draw(written, name)
    except Undrawable:
        return ""
