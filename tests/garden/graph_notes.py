"""Notes that are woven already, for tests of the graph that need no files."""

from random import Random

from shared.garden.note import Maturity, Note

GROWN = [Maturity.EVERGREEN, Maturity.BUDDING, Maturity.SEEDLING, Maturity.SEEDLING]


def note(name: str, *, title: str = "", tags: list[str] | None = None, **said: object) -> Note:
    return Note(
        path=f"{name}.md",
        id=f"{name}.md",
        slug=name,
        href=f"/{name}/",
        title=title or f"Note {name}",
        content_hash="",
        language="en",
        author="",
        tags=tags or [],
        **said,
    )


def link(*pairs: tuple[Note, Note]) -> None:
    for one, other in pairs:
        one.targets.append(other)


def garden(size: int, links: int = 5) -> list[Note]:
    """Notes of all maturities, a third without a tag, linked by lot that always falls alike."""
    lot = Random(1)
    notes = [
        note(str(each), tags=[f"tag {each % 7}"] if each % 3 else [], maturity=GROWN[each % 4])
        for each in range(size)
    ]
    for each in notes:
        each.targets = [notes[lot.randrange(size)] for _ in range(links)]
    return notes
