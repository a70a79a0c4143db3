"""Two columns of one meaning: which of them counts is the gardener's to say, not ours to guess."""

from collections.abc import Iterator, Mapping, Sequence

from shared.newsletter.moving import choices
from shared.newsletter.moving.columns import NAMES, BadFile, key, named
from shared.newsletter.moving.format import Format
from shared.newsletter.moving.formats import OURS, PLAIN

# Beside a column that can only have the address of a mailbox, this one says where somebody lives.
OF_A_HOUSE = "address"


def refuse_doubles(given: Format, header: Sequence[str], *, asked: Mapping[str, str]) -> None:
    """Refuse a header in which two columns mean the same.

    Of the columns of a service whose files have several times or networks the first counts, as its
    format says; of two that have addresses, or of two of one name, none does.

    Raises:
        BadFile: with the names of both, and how to say which of them counts.

    """
    spelled = [name for name in asked.values() if header.count(name) == 1]
    settled = {key(name) for name in spelled}
    for option, names in meanings(given):
        found = [place for place, name in enumerate(header) if key(name) in names]
        met = {key(header[place]) for place in found}
        if option == "email" and len(met) > 1:
            found = [place for place in found if key(header[place]) != OF_A_HOUSE]
        if not is_one_of_each(given, option):
            first = next((name for name in names if name in met), None)
            found = [place for place in found if key(header[place]) == first]
        if len(found) > 1 and not met <= settled:
            raise BadFile(complaint(option, found[:2], header))


def meanings(given: Format) -> Iterator[tuple[str | None, Sequence[str]]]:
    """Yield the names of columns that mean the same, and what `--columns` calls them, if it can."""
    for option, name in NAMES.items():
        if name != "says":
            yield option, getattr(given, name)
    for name, _ in given.says:
        # Of several columns that say it, each has words of its own, which one name would end.
        yield ("status" if len(given.says) == 1 else None), (name,)
    yield None, given.left_for
    if given.name == OURS.name:
        yield from ((None, (name,)) for name in choices.COLUMNS)


def is_one_of_each(given: Format, option: str | None) -> bool:
    """Tell whether a column's other names must not be there as well."""
    return option == "email" or given.name == PLAIN.name


def complaint(option: str | None, places: Sequence[int], header: Sequence[str]) -> str:
    """Return a sentence about two columns, and what to do."""
    first, second = (named([header[place]]) for place in places)
    if first == second:
        numbers = [str(place + 1) for place in places]
        called = f"Two columns are called {first!r}: number {' and number '.join(numbers)}."
        which = f"--columns {option}={numbers[0]} or --columns {option}={numbers[1]}"
    else:
        called = f"Two columns mean the same: {first!r} and {second!r}."
        which = f"--columns '{option}={first}' or --columns '{option}={second}'"
    if option is None:
        return f"{called} Give one of them another name, in the first line of the file."
    return f"{called} Say which counts: {which}."
