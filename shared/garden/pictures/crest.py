"""What a garden wears instead of the thistle: its own logo, and the icon of its pages."""

from collections.abc import Iterator
from pathlib import Path

from shared.garden.note import Attachment, Shown
from shared.garden.pages.site import Crest, Emblem
from shared.garden.pictures.film import Film
from shared.garden.pictures.gallery import Frame
from shared.garden.pictures.look import Sight, look_at_one
from shared.garden.pictures.rooms import names_in
from shared.garden.pictures.uses import Use
from shared.garden.problem import Problems
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.config import Config
from shared.garden.vault.written import FILE, Said

KINDS = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
ENDINGS = ("svg", "png")


class Herald:
    """Gives the logo and the icon of a garden their places among the assets.

    They are cleaned and made small as the pictures of notes are, and kept in `folder`.
    """

    def __init__(
        self,
        config: Config,
        site: Path,
        attachments: Attachments,
        folder: Path,
        problems: Problems,
    ) -> None:
        self.config = config
        self.site = site
        self.attachments = attachments
        self.folder = folder
        self.problems = problems

    def crest(self) -> Crest:
        """Return what the garden wears; without an icon the logo is one."""
        config = self.config
        if config.logo is None and config.icon is None:
            return Crest()
        names_in(self.folder)
        logo = self.emblem("logo", config.logo) if config.logo else None
        icon = self.emblem("icon", config.icon) if config.icon else logo
        return Crest(logo, icon, None if logo is None else self.painted(logo, icon))

    def emblem(self, key: str, said: Said) -> Emblem | None:
        """Return one picture; what cannot be shown is an error, and then it is the thistle."""
        if not said.text:
            return Emblem()
        file = next(self.files(said.text), None)
        ending = said.text.rpartition(".")[2].lower()
        if file is None or ending not in ENDINGS:
            wrong = "is no SVG or PNG" if file else "is no file beside it or among the notes"
        else:
            attachment = Attachment(f"{key}.{ending}", file)
            film = self.hang(attachment)
            if attachment.shown:
                return shown_as(attachment.shown, film)
            wrong = film.trouble
        self.problems.error(FILE, *said.place, f"{key} is {said.text!r}, which {wrong}")
        return None

    def files(self, said: str) -> Iterator[Path]:
        """Yield the files that a text may mean; none lies outside of the garden."""
        for folder in (self.site, self.config.notes):
            inside, file = folder.resolve(), (folder / said).resolve()
            if file.is_relative_to(inside) and file.is_file():
                yield file

    def hang(self, attachment: Attachment) -> Film:
        """Find out how a picture is shown."""
        sight = Sight(attachment.path, attachment.file, is_picture=True, is_linked=True)
        film = look_at_one(sight, self.folder).film
        if not film.trouble:
            use = Use(is_picture=True, is_linked=True)
            Frame(self.attachments, attachment, self.folder).hang(film, use)
        return film

    def painted(self, *emblems: Emblem | None) -> bytes:
        """Return the first that is made of pixels, as cards show it; of drawings nothing."""
        for each in emblems:
            if each and each.kind not in ("", KINDS["svg"]):
                return self.attachments.derived[each.whole.rpartition("/")[2]].read_bytes()
        return b""


def shown_as(shown: Shown, film: Film) -> Emblem:
    """Return how a picture is shown: small in the header, and larger elsewhere."""
    small = shown.srcset[0][0] if shown.srcset else shown.src
    whole = shown.mailed or shown.src
    kind = KINDS.get(whole.rpartition(".")[2], "")
    width = film.still_width or film.width
    height = round(film.height * width / film.width) if film.width else 0
    return Emblem(small, whole, kind, width, height)
