"""What is kept of an exception: enough to understand it, nothing that must not be seen."""

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import PurePath
from types import CodeType
from typing import Any, cast

LIMIT = 500

# A group of thousands is as clear by its first few.
NAMED = 5

# Control characters, ends of lines, turns of the direction of writing, halves of characters.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")

# The author of a `public` text promised that it holds none. Relays quote them all the same.
# The @ may be written as in a URL, as in HTML or as the wide one, and quotes may stand before it.
ADDRESS = re.compile(
    r"""(?: "(?: [^"\\] | \\. ){1,64}" | [^\s<>@\uff20\ufe6b]{1,64} )
        (?: [@\uff20\ufe6b] | %(?:25)?40 | &\#0*64; | &commat; )
        [^\s<>@]{1,255}""",
    re.VERBOSE,
)

# What differs from one failure to the next although the cause is the same.
VARYING = re.compile(
    r"""\[address\]
      | "[^"]*" | '[^']*' | `[^`]*` | <[^>]*>
      | \b [0-9a-f]+ (?: [-:] [0-9a-f]+ )+ \b   # a UUID, a time, a network address
      | \b (?: 0x [0-9a-f]+ | [0-9a-f]*\d[0-9a-f]* ) \b
      | \d+""",
    re.IGNORECASE | re.VERBOSE,
)


def describe(error: BaseException, *, remark: str | None = None) -> str:
    """Return the class, where it was raised and, if the exception offers one, its `public` text.

    The message of an arbitrary exception is left out: drivers and parsers put parameters, addresses
    and tokens into it.
    """
    parts = [name_of(error)]
    if said := remark or public(error):
        parts.append(f": {said}")
    if place := raised_in(error):
        code, line = place
        parts.append(f" ({PurePath(code.co_filename).name}:{line})")
    return clean("".join(parts), LIMIT)


def fingerprint(error: BaseException, *, remark: str | None = None) -> str:
    """Return 16 hex digits that are the same for failures of one cause, in every process.

    The cause is the class, the public text without what varies (numbers, names in quotes,
    addresses), and the function that raised; not the line, which moves with every edit.
    """
    place = raised_in(error)
    where = f"{PurePath(place[0].co_filename).name}:{place[0].co_qualname}" if place else ""
    said = VARYING.sub("*", remark or public(error) or "")
    text = "\0".join((name_of(error), said, where))
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


def clean(text: str, limit: int) -> str:
    """Return a text without addresses and without what cannot be stored or shown."""
    return UNPRINTABLE.sub(" ", ADDRESS.sub("[address]", text)).strip()[:limit]


def name_of(error: BaseException) -> str:
    """Return the name of an exception's class, for a group with those of its members."""
    name = type(error).__name__[:LIMIT]
    if not isinstance(error, BaseExceptionGroup):
        return name
    members = sorted(set(names_in(cast("BaseExceptionGroup[Any]", error))))
    more = ", ..." if len(members) > NAMED else ""
    return f"{name} of {', '.join(members[:NAMED])}{more}"


def names_in(group: BaseExceptionGroup[Any]) -> Iterator[str]:
    """Yield the class names of a group's members, and of the groups in it, at any depth."""
    groups = [group]
    while groups:
        for member in cast("tuple[BaseException, ...]", groups.pop().exceptions):
            if isinstance(member, BaseExceptionGroup):
                groups.append(cast("BaseExceptionGroup[Any]", member))
            else:
                yield type(member).__name__[:LIMIT]


def public(error: BaseException) -> str | None:
    """Return the text that the exception's author declared fit to be shown."""
    try:
        said = getattr(error, "public", None)
        return ADDRESS.sub("[address]", str(said)[: 2 * LIMIT]) if said else None
    except BaseException:  # whatever a handler raises, and whenever, its end must be written
        return None


def raised_in(error: BaseException) -> tuple[CodeType, int] | None:
    """Return the code that raised, and the line in it."""
    trace = error.__traceback__
    if trace is None:
        return None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code, trace.tb_lineno
