"""Look at files that are new or have changed, with all processors; one picture at a time in each.

Only here Pillow is imported, and only when there is something to do: that takes 60 ms.
"""

import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from msgspec import msgpack

from shared.garden import crew
from shared.garden.harvest import FRESH, encode
from shared.garden.pictures.film import Film
from shared.garden.pictures.known import Looked
from shared.garden.pictures.recipe import recipe
from shared.garden.pictures.rooms import put
from shared.garden.store import stamp_of
from shared.garden.vault.acting import BEGINS, REMEDY, acts

HEAVIEST = 64 * 1024 * 1024  # bytes of a picture that is opened
WORTH_IT = 4  # pictures; each takes about as long as a hundred notes
CODE = (
    "develop.py",
    "drawing.py",
    "attributes.py",
    "inlaid.py",
    "strip.py",
    "pixels.py",
    "film.py",
)

crop_of = msgpack.Decoder(list[Looked]).decode
film_of = msgpack.Decoder(Film).decode


class Sight(NamedTuple):
    """A file to look at, and how it is used."""

    path: str
    file: Path
    is_picture: bool
    is_linked: bool


def look_at(wanted: Sequence[Sight], folder: Path) -> dict[str, Looked]:
    """Return what is to be known of files; those made of pictures are in `folder` then."""
    crops = crew.share(wanted, partial(look_at_share, folder=folder), worth_it=WORTH_IT)
    return {looked.path: looked for crop in crops for looked in crop_of(crop)}


def look_at_share(wanted: Sequence[Sight], folder: Path) -> bytes:
    """Look at some files, one after another."""
    return encode([look_at_one(each, folder) for each in wanted])


def look_at_one(wanted: Sight, folder: Path) -> Looked:
    """Look at one file; of one that cannot be read that is what is known."""
    path, file, is_picture, is_linked = wanted
    ending = path.rpartition(".")[2].lower()
    film, content = None, b""
    try:
        found = file.stat()
        stamp = stamp_of(found, since=time_ns() - FRESH)
        if not is_picture:
            film = as_it_is(file, ending)
        elif found.st_size > HEAVIEST:
            film = Film("", ending, trouble=too_heavy(found.st_size))
        else:
            content = file.read_bytes()
    except OSError as error:
        return Looked(path, "", 0, Film("", ending, trouble=f"cannot be read: {error.strerror}"))
    film = film or film_for(content, ending, folder, is_linked=is_linked)
    return Looked(path, stamp, found.st_size, film)


def as_it_is(file: Path, ending: str) -> Film:
    """Return what is known of a file that is no picture; one that may act goes out as text."""
    with file.open("rb") as opened:
        may_act = acts(ending, opened.read(BEGINS))
        opened.seek(0)
        mark = hashlib.file_digest(opened, "sha256").hexdigest()[:12]
    trouble = REMEDY if may_act else ""
    return Film(mark, "txt" if may_act else ending, is_whole=True, trouble=trouble)


def too_heavy(size: int) -> str:
    """Say that a file of so many bytes is not opened, and what to do."""
    return (
        f"has {size >> 20} MB, and pictures of more than {HEAVIEST >> 20} are not shown; "
        "save it with fewer pixels, or as a JPEG"
    )


def film_for(content: bytes, ending: str, folder: Path, *, is_linked: bool) -> Film:
    """Return the film that was made of the same bytes before, or make one."""
    mark = hashlib.sha256(content + recipe(*CODE)).hexdigest()[:12]
    memo = folder / f"{mark}.film"
    try:
        film = film_of(memo.read_bytes())
        if all((folder / part).is_file() for part in film.parts(is_linked=is_linked)):
            return film
    except (OSError, ValueError):
        pass  # there is none, or a broken one
    from shared.garden.pictures.develop import develop  # see above

    film = develop(content, ending, mark, folder, is_linked=is_linked)
    put(memo, encode(film))
    return film
