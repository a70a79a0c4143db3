"""Keys that nothing reads and that nearly are one that is read: slips that nobody would hear of."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shared.garden.vault.front_matter import BadFrontMatter, FrontMatter, Value, plain
from shared.garden.vault.synonyms import AT_HOME, FEW, NO, OF_OTHERS, UNLISTED, YES
from shared.garden.woven.nearest import distance

# What decides who sees a note by yes or no, and by a word.
ANSWERED = (
    "draft", "private", "publish", "published", "should_index", "unlisted", "public", "share",
    "hidden", "is_draft", "is_private", "unpublished", "dg-publish", "is_published",
)  # fmt: skip
NAMING = ("visibility", "status", "access", "privacy")
# What says the rest. Nearly everything is near to `date`, `why` or `id`, so these are not meant.
SAYING = (
    "maturity", "growth_stage", "planted", "planted_at", "tended", "tended_at", "budding_at",
    "evergreen_at", "updated", "modified", "lastmod", "last_modified_at", "created", "changed",
    "grewOutOf", "title", "slug", "permalink", "aliases", "tags", "lang", "language",
    "description", "excerpt",
)  # fmt: skip
READ = (
    *ANSWERED, *NAMING, *SAYING, "stage", "date", "why", "id", "alias", "tag", "author", "summary",
    "announce_url",
)  # fmt: skip
# Words of their own that are near to one of ours: people keep books, bills and health in vaults.
OWN_WORDS = (
    "attended", "budding", "change", "changes", "charged", "codified", "craft", "create",
    "creator", "curated", "daft", "drift", "ended", "evergreen", "except", "expert", "graft",
    "hide", "last_modified", "long", "planned", "planned_at", "planner", "plant", "planter",
    "plants", "prescription", "published_at", "published_in", "published_on", "publisher",
    "publishers", "raft", "scare", "score", "shame", "shape", "shapes", "shard", "shared",
    "shares", "shore", "slanted", "spare", "stare", "started", "state", "states", "stats",
    "statue", "statute", "stratus", "tender", "tented", "tile", "titel", "titre", "undated",
    "update", "updates", "updated_by", "vended", "wended",
)  # fmt: skip
SINGLE = (
    "title", "slug", "permalink", "id", "maturity", "growth_stage", "description", "excerpt",
    "changed", "announce_url",
)  # fmt: skip
# `title_en`, `tags2` and `planted_by` are names of their own; `langauge` is none.
BEGINNINGS = tuple(map(plain, set(SAYING) - {"lang"}))
OURS = frozenset(map(plain, READ))
KNOWN = OF_OTHERS | frozenset(map(plain, (*READ, *OWN_WORDS)))
SHORTEST = 5  # letters of what may have another letter; in less only two may be swapped
LONG = 9  # letters of what may have two mistakes
LONGEST = 30


def slips(front_matter: FrontMatter, keys: Iterable[str] = SAYING) -> Iterator[tuple[Value, str]]:
    """Yield values whose key was probably meant to be one of `keys`, which says nothing itself."""
    wanted = tuple(keys)
    for name, values in front_matter.values.items():
        meant = "" if name in KNOWN else nearly(name, wanted)
        if meant and not name.startswith(BEGINNINGS) and not front_matter.first(meant):
            yield values[0], meant


def deciding_slips(front_matter: FrontMatter) -> Iterator[tuple[Value, str]]:
    """Yield values whose key was probably meant to say who sees the note."""
    for name, values in front_matter.values.items():
        answered, naming = ("", "") if name in KNOWN else meant_by(name)
        for value in values:
            if answered and is_answer(value):
                yield value, answered
            elif naming and says_who(value):
                yield value, naming


def meant_by(name: str) -> tuple[str, str]:
    """Return which key that decides was meant by a name: one of yes or no, and one of words."""
    return nearly(name, ANSWERED), nearly(name, NAMING)


def is_answer(value: Value) -> bool:
    """Tell whether a value may be a yes or a no, or was meant to be one, or says who sees it."""
    words = words_of(value)
    nearly_one = any(distance(word, known) == 1 for word in words for known in ("true", "false"))
    return value.kind == "empty" or nearly_one or bool(words & (YES | NO)) or says_who(value)


def says_who(value: Value) -> bool:
    """Tell whether a value is a word for who sees a note."""
    return bool(words_of(value) & (AT_HOME | UNLISTED | FEW))


def words_of(value: Value) -> set[str]:
    """Return what a value says, in small letters."""
    return {said.strip().casefold() for said in (value.text, *value.items)} - {""}


@lru_cache(maxsize=4096)
def nearly(name: str, known: tuple[str, ...]) -> str:
    """Return the key that a plain name nearly is, or nothing."""
    found = ((distance(name, key), spelt) for spelt, key in spellings(known) if is_near(name, key))
    return min(found, default=(0, ""))[1]


@lru_cache
def spellings(known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return keys beside their plain forms."""
    return tuple((spelt, plain(spelt)) for spelt in known)


def is_near(name: str, key: str) -> bool:
    """Tell whether one is the other with a slip in it."""
    most = 1 + (len(key) >= LONG)
    if len(name) > LONGEST or abs(len(name) - len(key)) > most:
        return False
    if len(key) < SHORTEST:
        return sorted(name) == sorted(key) and distance(name, key) == 1
    return distance(name, key) <= most


def refuse_several(front_matter: FrontMatter) -> None:
    """Refuse a list of several where one thing belongs, and a key of ours that stands there twice.

    Raises:
        BadFrontMatter: with the place of the list, or of the second.

    """
    for value in front_matter.twice:
        if plain(value.key) in OURS:
            message = f"`{value.key}` stands there twice; take one of the two lines out"
            raise BadFrontMatter(value.line, value.column, message)
    for value in front_matter.every(*SINGLE):
        if len(value.items) > 1:
            message = f"`{value.key}` is a list of {len(value.items)}, and can be one of them alone"
            raise BadFrontMatter(value.line, value.column, message)
