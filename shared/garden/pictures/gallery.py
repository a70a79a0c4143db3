"""Give every file that notes use its place among the assets; of pictures, smaller ones, too."""

from pathlib import Path
from urllib.parse import quote

from shared.garden.garden import Garden
from shared.garden.machines.limits import HEAVIEST
from shared.garden.note import Attachment, Shown
from shared.garden.pictures.film import Film
from shared.garden.pictures.known import Looked, keep_pictures, known_pictures
from shared.garden.pictures.look import Sight, look_at
from shared.garden.pictures.rooms import names_in, sweep
from shared.garden.pictures.uses import Use, uses_of
from shared.garden.problem import Problems
from shared.garden.store import Store, stamp_of
from shared.garden.vault.attachments import Attachments
from shared.garden.woven.slugs import segment


def hang(garden: Garden, folder: Path, store: Store, problems: Problems) -> None:
    """Find out how each file is shown; what is made of pictures is kept in `folder`."""
    attachments = garden.attachments
    uses = uses_of([*garden.notes, *(letter.note for letter in garden.letters)])
    if not uses:
        return
    known, there = known_pictures(store), names_in(folder)
    unknown = [
        Sight(file.path, file.file, use.is_picture, use.is_linked)
        for file, use in uses.items()
        if not is_known(file, use, known.get(file.path), there)
    ]
    fresh = look_at(unknown, folder)
    looked = {file: fresh.get(file.path) or known[file.path] for file in uses}
    for file, use in uses.items():
        Frame(attachments, file, folder).hang(looked[file].film, use)
        complain(file, use, looked[file], problems)
    if fresh:
        keep_pictures(store, looked.values())
        sweep(folder, {made.name for made in attachments.derived.values()})


def is_known(file: Attachment, use: Use, looked: Looked | None, there: set[str]) -> bool:
    """Tell whether a file is as it was looked at, and all that was made of it is there."""
    try:
        if looked is None or looked.stamp != stamp_of(file.file.stat()):
            return False
    except OSError:
        return False
    return not use.is_picture or there.issuperset(looked.film.parts(is_linked=use.is_linked))


class Frame:
    """Gives one file, and all that is made of it, addresses that change with its content."""

    def __init__(self, attachments: Attachments, file: Attachment, folder: Path) -> None:
        self.attachments = attachments
        self.file = file
        self.folder = folder
        name = file.path.rpartition("/")[2].rpartition(".")[0]
        self.stem = segment(name)[:40].rstrip(".") or "file"

    def hang(self, film: Film, use: Use) -> None:
        """Say how a file is shown, and which of its files are to be written."""
        file = self.file
        if not use.is_picture:
            name = f"{film.mark}.{segment(film.ending)[:20]}"
            file.href = self.address(name) if film.is_whole else ""
            self.attachments.copied[self.place(name)] = file.file
            return
        for part in film.parts(is_linked=use.is_linked):
            self.attachments.derived[self.place(part)] = self.folder / part
        names = [*film.narrow_to_wide, film.whole] if film.is_whole else film.narrow_to_wide
        file.href = self.address(names[-1]) if names else ""
        file.shown = None if film.trouble else self.shown(film)

    def shown(self, film: Film) -> Shown:
        """Say which of its files show a picture, by their widths."""
        still = self.address(film.still_name) if film.still else ""
        whole = self.address(film.whole)
        by_width = zip(map(self.address, film.narrow_to_wide), film.widths, strict=True)
        return Shown(
            width=film.width,
            height=film.height,
            src=still if film.widths else whole,
            srcset=list(by_width),
            mailed=still or ("" if film.ending == "svg" else whole),
        )

    def place(self, name: str) -> str:
        """Return the name of a file among the assets: what it was called, and what is in it."""
        return f"{self.stem}-{name}"

    def address(self, name: str) -> str:
        """Return where a file is found, below the site's own path."""
        return "/assets/" + quote(self.place(name), safe="()'!~")


def complain(file: Attachment, use: Use, looked: Looked, problems: Problems) -> None:
    """Say what is wrong with a file wherever a note shows it."""
    film = looked.film
    wrong = film.trouble
    if looked.size > HEAVIEST and not wrong and (use.is_linked or not film.widths):
        remedy = "save it smaller" if use.is_picture else "keep it elsewhere, and link to it"
        wrong = f"has {looked.size >> 20} MB; free hosts of static sites take 25 at most: {remedy}"
    code = "broken-image" if use.is_picture and not film.is_whole and film.trouble else ""
    for path, line, column in use.places if wrong else ():
        problems.warn(path, line, column, f'"{file.path}" {wrong}', code=code)
