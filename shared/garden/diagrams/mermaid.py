"""A diagram in Mermaid: drawn where we can, and always with its source to read."""

import re
from functools import lru_cache

from shared.garden.diagrams import flowchart, pie, sequence, states
from shared.garden.diagrams.pen import Undrawable, lines_of, shown, with_signs

KINDS = {
    "flowchart": flowchart,
    "graph": flowchart,
    "pie": pie,
    "sequenceDiagram": sequence,
    "stateDiagram": states,
    "stateDiagram-v2": states,
}
LONGEST, LONGEST_LINE = 20_000, 500  # characters
FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)??---[ \t]*\n", re.DOTALL)
TITLE = re.compile(r"^title:[ \t]*(.+)$", re.MULTILINE)


@lru_cache(maxsize=512)
def drawn(source: str, name: str) -> str:
    """Return a diagram as SVG called `name`; nothing when it is of a kind we do not draw."""
    lines = [line.split("%%")[0] for line in source.split("\n") if line.strip()[:2] != "%%"]
    written = with_signs("\n".join(lines).strip())
    if front := FRONT_MATTER.match(written):
        written = written[front.end() :].strip()
    first = written.split(maxsplit=1)[0] if written else ""
    kind = KINDS.get(first.rstrip(";"))
    if kind is None or len(source) > LONGEST or max(map(len, lines)) > LONGEST_LINE:
        return ""
    try:
        return titled(front) + kind.draw(written, name)
    except Undrawable:
        return ""


def titled(front: "re.Match[str] | None") -> str:
    """Return the title that front matter gives a diagram."""
    found = TITLE.search(front[1] or "") if front else None
    return f"<p><strong>{shown(' '.join(lines_of(found[1])))}</strong></p>" if found else ""
