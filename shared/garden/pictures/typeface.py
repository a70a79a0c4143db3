"""Set text in the fonts of this machine: each character in the first font that has it."""

import unicodedata
from functools import lru_cache
from itertools import groupby

from PIL import ImageDraw, ImageFont, features

from shared.garden.pictures.fonts import FontFile, fonts_for
from shared.garden.pictures.pixels import dots

SCALE = 100  # pixels; the size at which text is measured
MISSING = "\U0010fffe"  # no character, of which no font has a picture
SHAPED = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF))  # scripts that join their letters
SELECTORS = {0xFE0E: None, 0xFE0F: None}  # which ask for a picture with colours, or without
PICTORIAL = {"So", "Sk", "Cf", "Cn", "Mn", "Me"}  # emoji and what holds them together

Run = tuple[int, str]  # the number of a font, and what is set in it


class Typeface:
    """All fonts for one language as if they were one."""

    def __init__(self, language: str) -> None:
        self.files = fonts_for(language)
        self.font = lru_cache(maxsize=64)(self.open)
        self.number_of = lru_cache(maxsize=4096)(self.find_number)
        self.advance = lru_cache(maxsize=4096)(self.find_advance)
        self.number_for_all = lru_cache(maxsize=256)(self.find_number_for_all)
        self.shaped_width = lru_cache(maxsize=1024)(self.find_shaped_width)

    def open(self, number: int, size: int) -> ImageFont.FreeTypeFont:
        """Return a font in a size, in pixels."""
        return open_face(self.files[number], size)

    def settable(self, text: str) -> str:
        """Return a text without emoji that no font has; nothing when it has no letters left.

        Where letters of the text are in no font, nothing is left of it either: half a title would
        say something else.
        """
        text = unicodedata.normalize("NFC", text.translate(SELECTORS))
        if is_shaped(text):
            is_set = features.check("raqm") and self.number_for_all(text) is not None
            return text if is_set else ""
        missing = {each for each in text if not each.isspace() and self.number_of(each) < 0}
        if any(unicodedata.category(each) not in PICTORIAL for each in missing):
            return ""
        return " ".join("".join(each for each in text if each not in missing).split())

    def find_number_for_all(self, text: str) -> int | None:
        """Return the first font that has all letters: they are joined across words."""
        for number in range(len(self.files)):
            if all(has(self.font(number, SCALE), each) for each in set(text) if is_seen(each)):
                return number
        return None

    def find_number(self, character: str) -> int:
        """Return the first font that has a character, -1 when none has."""
        for number in range(len(self.files)):
            if has(self.font(number, SCALE), character):
                return number
        return -1

    def find_advance(self, character: str) -> float:
        """Return how wide a character is at 100 pixels."""
        number = max(0, self.number_of(character))
        return self.font(number, SCALE).getlength(character)

    def measure(self, text: str) -> float:
        """Return how wide a text is at 100 pixels."""
        if is_shaped(text):
            return self.shaped_width(text)
        return sum(map(self.advance, text))

    def find_shaped_width(self, text: str) -> float:
        """Return how wide joined letters are at 100 pixels."""
        return self.font(self.number_for_all(text) or 0, SCALE).getlength(text)

    def runs(self, text: str) -> list[Run]:
        """Part a text by the fonts it is set in; blanks go with what is before them."""
        if is_shaped(text):
            return [(self.number_for_all(text) or 0, text)]
        numbers: list[int] = []
        for each in text:
            is_blank = each.isspace() and numbers
            numbers.append(numbers[-1] if is_blank else max(0, self.number_of(each)))
        groups = groupby(zip(numbers, text, strict=True), key=lambda pair: pair[0])
        return [(number, "".join(each for _, each in pairs)) for number, pairs in groups]

    def write(
        self,
        draw: ImageDraw.ImageDraw,
        place: tuple[float, float],
        text: str,
        size: int,
        fill: str | int,
    ) -> None:
        """Write a line on its base line, rightwards from a place."""
        across, down = place
        for number, said in self.runs(text):
            font = self.font(number, size)
            draw.text((across, down), said, fill=fill, font=font, anchor="ls")
            across += font.getlength(said)


def open_face(file: FontFile, size: int) -> ImageFont.FreeTypeFont:
    """Open a font; of a collection, the face that is meant."""
    if not file.face:
        return ImageFont.truetype(file.file, size)
    for index in range(32):
        font = ImageFont.truetype(file.file, size, index=index)
        if " ".join(filter(None, font.getname())) == file.face:
            return font
    raise OSError(file)


def has(font: ImageFont.FreeTypeFont, character: str) -> bool:
    """Tell whether a font has a character: what it has not all looks alike."""
    there, missing = font.getmask(character), font.getmask(MISSING)
    return there.size != missing.size or dots(there) != dots(missing)


def is_seen(character: str) -> bool:
    """Tell letters from blanks and from marks that only steer."""
    return not character.isspace() and unicodedata.category(character) != "Cf"


@lru_cache(maxsize=1024)
def is_shaped(text: str) -> bool:
    """Tell whether letters change with their neighbours, or run from right to left."""
    return any(
        unicodedata.bidirectional(each) in ("R", "AL")
        or any(first <= ord(each) <= last for first, last in SHAPED)
        for each in text
        if each > "\u0590"
    )


def is_leftward(text: str) -> bool:
    """Tell whether a text begins at the right."""
    strong = (unicodedata.bidirectional(each) for each in text)
    return next((each for each in strong if each in ("L", "R", "AL")), "L") != "L"
