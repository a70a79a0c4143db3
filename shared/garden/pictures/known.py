"""What earlier builds have found out of pictures: a table of its own in the garden's store.

A film is good as long as its file stays as it was: its mark says with which code it was made.
"""

from collections.abc import Iterable

from msgspec import Struct, msgpack

from shared.garden.pictures.film import Film
from shared.garden.store import Store
from shared.garden.unusable import decoded

SCHEMA = "create table if not exists pictures (path text primary key, looked blob not null)"


class Looked(Struct, array_like=True):
    """A file as it was looked at once."""

    path: str
    stamp: str
    size: int  # in bytes
    film: Film


looked_of = msgpack.Decoder(Looked).decode
encode = msgpack.Encoder().encode


def known_pictures(store: Store) -> dict[str, Looked]:
    """Return every file that was looked at."""
    if store.kept is None:
        return {}
    with store.kept.open() as connection:
        connection.execute(SCHEMA)
    rows = store.kept.rows("select looked from pictures")
    return {looked.path: looked for (row,) in rows for looked in [decoded(looked_of, row)]}


def keep_pictures(store: Store, looked: Iterable[Looked]) -> None:
    """Keep what this build uses, and forget all else."""
    if store.kept is None:
        return
    rows = [(each.path, encode(each)) for each in looked]
    with store.kept.open() as connection:
        connection.execute("delete from pictures")
        connection.executemany("insert into pictures values (?, ?)", rows)
