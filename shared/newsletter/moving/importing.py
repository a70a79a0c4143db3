"""Import a file in steps of 500 rows, each one transaction; run again, it goes on where it ended.

Weighing alone writes nothing and comes to the same sums.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shared import tx
from shared.mail.languages import LANGUAGES
from shared.newsletter import garden
from shared.newsletter.moving import imports
from shared.newsletter.moving.applying import Clash, apply
from shared.newsletter.moving.files import Asked, Gone, Part, Unread, parts, rows
from shared.newsletter.moving.format import Format
from shared.newsletter.moving.formats import PLAIN
from shared.newsletter.moving.standing import standings
from shared.newsletter.moving.states import Row, Standing, State
from shared.newsletter.moving.weighing import Step, weigh

STEP = 500


@dataclass(slots=True)
class Tally:
    """What a file says, and what comes of it.

    `says` counts rows by where they have people stand, `unproven` people who wait only for
    want of a proof, `comes_to` the outcomes of `deciding`, `gone` people whom the other
    service has deleted on request. `import_id` is None where nothing was written.
    """

    format: str = ""
    warnings: list[str] = field(default_factory=list[str])
    says: Counter[str] = field(default_factory=Counter[str])
    unproven: int = 0
    gone: int = 0
    unread: list[Unread] = field(default_factory=list[Unread])
    comes_to: Counter[str] = field(default_factory=Counter[str])
    import_id: int | None = None


async def look(path: Path, asked: Asked, keys: Sequence[str], *, only_no: bool) -> Tally:
    """Say what importing a file would come to, and write nothing.

    Raises:
        BadFile: it cannot be imported as it is.

    """
    tally = Tally()
    met: dict[str, Standing] = {}
    for part in parts(path):
        for step in steps(part, asked, tally):
            new = [row.address for row in step if row.address.key not in met]
            async with tx.run():
                met |= await standings(new, keys, lock=False)
            add(weigh(step, met, source="", only_no=only_no), tally)
    return tally


async def bring_in(path: Path, asked: Asked, keys: Sequence[str], *, only_no: bool) -> Tally:
    """Import a file and say what it came to.

    Raises:
        BadFile: it cannot be imported as it is; nothing was written.

    """
    tally = Tally()
    language = await spoken_here()
    files = parts(path)
    for part in files:
        next(rows(part, asked), None)  # each must be readable before any of them is written
    for part in files:
        for step in steps(part, asked, tally):
            if tally.import_id is None:
                tally.import_id = await begun(path, part, asked, only_no=only_no)
            done = await applied(
                step, tally.import_id, keys, language, source_of(part.format), only_no=only_no
            )
            add(done, tally)
    if tally.import_id is not None:
        async with tx.run():
            await imports.finish(tally.import_id)
    return tally


def steps(part: Part, asked: Asked, tally: Tally) -> Iterator[list[Row]]:
    """Yield the rows of one file that can be weighed, and count what it says."""
    step: list[Row] = []
    for one in rows(part, asked):
        if isinstance(one, Unread):
            tally.unread.append(one)
        elif isinstance(one, Gone):
            tally.gone += 1
        else:
            tally.says[(one.claims or State.PENDING).name.lower()] += 1
            step.append(one)
        if len(step) == STEP:
            yield step
            step = []
    tally.format = part.format.title
    tally.warnings += [f"{part.prefix} {part.warning}".strip()] if part.warning else []
    yield step


def add(step: Step, tally: Tally) -> None:
    """Count what a step came to."""
    tally.comes_to += step.outcomes
    tally.unproven += step.unproven


async def applied(
    step: Sequence[Row],
    import_id: int,
    keys: Sequence[str],
    language: str,
    source: str,
    *,
    only_no: bool,
) -> Step:
    """Write one step in a transaction of its own, again after a clash with somebody else."""

    async def write() -> Step:
        return await apply(
            step,
            import_id=import_id,
            keys=keys,
            language=language,
            source=source,
            only_no=only_no,
        )

    while True:
        try:
            return await tx.retrying(write)
        except Clash:
            continue


async def begun(path: Path, part: Part, asked: Asked, *, only_no: bool) -> int:
    """Record that a file is being imported."""
    async with tx.run():
        return await imports.begin(
            file=path.name, format_name=part.format.title, consent=asked.consent, only_no=only_no
        )


async def spoken_here() -> str:
    """Return the language of readers of whom nobody knows theirs: the garden's, if it is ours."""
    async with tx.run():
        here = await garden.known()
    return here.language if here and here.language in LANGUAGES else LANGUAGES[0]


def source_of(given: Format) -> str:
    """Return where what an import does comes from, as the consent log has it."""
    return "import" if given is PLAIN else f"import from {given.title}"
