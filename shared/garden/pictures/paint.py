"""Paint one card: a title, the plant of its maturity on a line of soil, the garden's name."""

import io
from functools import lru_cache

from PIL import Image, ImageColor, ImageDraw

from shared.garden.pictures.lines import broken, cut, ends_well
from shared.garden.pictures.motif import Look, Motif
from shared.garden.pictures.pixels import Quality, mapped, resized
from shared.garden.pictures.strokes import Shape, UnknownShape, shapes
from shared.garden.pictures.typeface import SCALE, Typeface, is_leftward

WIDTH, HEIGHT = 1200, 630  # pixels, as the Open Graph has them
EDGE = 84
GROUND = 500  # where the plant stands, from above
# The sizes of the title, by how many lines it may have then.
SIZES = ((92, 1), (84, 2), (76, 2), (70, 2), (76, 3), (68, 3), (60, 3), (54, 3))
LEADING = 1.26
PLANTS = {"seedling": 190, "budding": 275, "evergreen": 350}  # how high they are
ROW = 0.6  # how much smaller they are where all three stand in a row
LONGEST_NAME = 680
MOST_LETTERS = 400  # more have no room on a card, in whatever size
GAP = 56  # between the title and the plant
SMALL = 34  # the size of the garden's name, and of the word for the maturity
MARK = 56  # the size of the thistle
BESIDE = 16  # between that and the name
FINE = 4  # how much finer shapes are painted, for smooth edges
TINTS = 32  # between the colours of paper and ink


@lru_cache(maxsize=8)
def painter(look: Look) -> "Painter":
    """Return who paints the cards of a garden; its fonts and grounds serve the next build, too."""
    return Painter(look)


class Painter:
    """Paints the cards of one garden, one after another."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.colours = dict(look.hues)
        self.drawings = dict(look.drawings)
        self.typeface = lru_cache(maxsize=16)(Typeface)
        self.ground = lru_cache(maxsize=16)(self.paint_ground)

    def paint(self, motif: Motif) -> tuple[bytes, bool]:
        """Return a card as PNG, and whether its title could be set in the fonts of this machine."""
        typeface = self.typeface(motif.language)
        title = typeface.settable(motif.title[:MOST_LETTERS])
        leftwards = is_leftward(title)
        ground, room = self.ground(motif.maturity, motif.word, motif.language, leftwards)
        card = ground.copy()
        if title:
            self.write_title(card, title, typeface, room, leftwards=leftwards)
        encoded = io.BytesIO()
        card.save(encoded, "PNG", compress_level=4)
        return encoded.getvalue(), bool(title)

    def write_title(
        self, card: Image.Image, title: str, typeface: Typeface, room: float, *, leftwards: bool
    ) -> None:
        """Write the title as large as it fits, in the middle above the ground."""
        size, lines = fitted(title, typeface, room)
        step = size * LEADING
        base = (GROUND - step * len(lines)) / 2 + step * 0.72
        layer = Image.new("L", card.size)
        draw = ImageDraw.Draw(layer)
        for number, line in enumerate(lines):
            across = EDGE
            if leftwards:
                across = WIDTH - EDGE - typeface.measure(line) * size / SCALE
            typeface.write(draw, (across, base + number * step), line, size, 255)
        tints = mapped(layer, [value * TINTS // 256 for value in range(256)])
        card.paste(tints, (0, 0), mapped(tints, [0] + [255] * 255))

    def paint_ground(
        self, maturity: str, word: str, language: str, leftwards: bool
    ) -> tuple[Image.Image, float]:
        """Return a card without its title, and the room that is left for that."""
        colours = self.colours
        card = Image.new("RGB", (WIDTH, HEIGHT), colours["paper"])
        draw = ImageDraw.Draw(card)
        draw.rectangle((0, GROUND, WIDTH, HEIGHT), fill=colours["shade"])
        draw.rectangle((0, GROUND, WIDTH, GROUND + 2), fill=colours["soil"])
        self.sign(card, self.look.name if maturity else word, leftwards=leftwards)
        width = 0
        for each in [maturity] if maturity else reversed(PLANTS):
            size = round(PLANTS[each] * (1 if maturity else ROW))
            width += self.plant(card, each, size, width, leftwards=leftwards)
        if maturity:
            typeface = self.typeface(language)
            said = typeface.settable(word)
            across = EDGE if leftwards else WIDTH - EDGE - typeface.measure(said) * SMALL / SCALE
            typeface.write(draw, (across, GROUND + 77), said, SMALL, colours[maturity])
        return with_tints(card, colours["paper"], colours["ink"]), WIDTH - 2 * EDGE - width - GAP

    def sign(self, card: Image.Image, said: str, *, leftwards: bool) -> None:
        """Write the garden's name, or what it says of itself, beside the thistle or the logo."""
        typeface, colours = self.typeface(self.look.language), self.colours
        longest = WIDTH - 3 * EDGE - MARK if said != self.look.name else LONGEST_NAME
        name = shortest(typeface, said, longest * SCALE / SMALL)
        across = EDGE + self.mark(card, leftwards=leftwards)
        if leftwards:
            across = WIDTH - across - typeface.measure(name) * SMALL / SCALE
        typeface.write(ImageDraw.Draw(card), (across, GROUND + 77), name, SMALL, colours["ink"])

    def mark(self, card: Image.Image, *, leftwards: bool) -> int:
        """Paint the thistle, or what the garden wears instead; return the room that it takes."""
        own = self.look.own
        if own == b"":
            return 0
        logo = self.logo(own) if own else None
        width = logo.width if logo else MARK
        at = WIDTH - EDGE - width if leftwards else EDGE, GROUND + 36
        if logo:
            card.paste(logo.convert("RGB"), at, logo)
        else:
            self.paint_shapes(card, "thistle", at, MARK, self.colours["green"])
        return width + BESIDE

    @staticmethod
    def logo(content: bytes) -> Image.Image:
        """Return a picture as high as the thistle, and not much wider."""
        image = Image.open(io.BytesIO(content)).convert("RGBA")
        scale = min(MARK / image.height, 3 * MARK / image.width)
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        return resized(image, size, Quality.LANCZOS)

    def plant(
        self, card: Image.Image, maturity: str, height: int, before: int, *, leftwards: bool
    ) -> int:
        """Paint a plant on the ground, at the outer edge but for others; return its width."""
        width = round(height * 0.86)
        outer = EDGE + before - round(height * 0.07)
        place = outer if leftwards else WIDTH - outer - height
        at = place, GROUND - round(height * 15 / 16) + 2
        self.paint_shapes(card, maturity, at, height, self.colours[maturity])
        return width

    def paint_shapes(
        self, card: Image.Image, name: str, place: tuple[int, int], size: int, colour: str
    ) -> None:
        """Paint a drawing; one that has more than lines and curves is left out."""
        svg = self.drawings.get(name, "")
        try:
            found = shapes(svg)
        except UnknownShape:
            return
        box = 32 if 'viewBox="0 0 32 32"' in svg else 16
        scale = size * FINE / box
        layers: dict[str, Image.Image] = {}
        for shape in found:
            tint = shape.stroke or shape.fill or colour
            mask = layers.setdefault(tint, Image.new("L", (size * FINE, size * FINE)))
            paint_shape(ImageDraw.Draw(mask), shape, scale)
        for tint, mask in layers.items():
            smooth = resized(mask, (size, size), Quality.BOX)
            card.paste(Image.new("RGB", (size, size), tint), place, smooth)


def paint_shape(draw: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    """Paint one shape: filled, unless it is a mere line."""
    points = [(point.real * scale, point.imag * scale) for point in shape.points]
    if shape.fill or not shape.stroke:
        draw.polygon(points, fill=255)
    if shape.stroke:
        width = round(2 * scale)
        draw.line(points, fill=255, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - scale, y - scale, x + scale, y + scale), fill=255)


def fitted(title: str, typeface: Typeface, room: float) -> tuple[int, list[str]]:
    """Return the size of a title, and its lines; what is too long is cut."""
    found: tuple[int, list[str]] | None = None
    for size, most in SIZES:
        lines = broken(title, room * SCALE / size, typeface.measure)
        if lines and len(lines) <= most and (found is None or len(lines) == len(found[1])):
            if ends_well(lines):
                return size, lines
            found = found or (size, lines)
    if found:
        return found
    size = SIZES[-1][0]
    return size, cut(title, room * SCALE / size, typeface.measure)


def shortest(typeface: Typeface, text: str, width: float) -> str:
    """Return a text in one line, cut where it is too long."""
    said = typeface.settable(text[:MOST_LETTERS])
    while typeface.measure(said) > width:
        said = said.rstrip("… ")[:-1] + "…"
    return said


def with_tints(card: Image.Image, paper: str, ink: str) -> Image.Image:
    """Return a card with few colours, the first of which lead from paper to ink.

    Text is written into it by number then, which saves most of the time that PNG takes.
    """
    plain = card.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    colours = plain.getpalette() or []
    for corner in ((0, 0), (0, HEIGHT - 1)):  # of which the average was taken with its edges
        number, exact = plain.getpixel(corner), card.getpixel(corner)
        if isinstance(number, int) and isinstance(exact, tuple):
            colours[3 * number : 3 * number + 3] = map(int, exact)
    light, dark = ImageColor.getrgb(paper)[:3], ImageColor.getrgb(ink)[:3]
    ramp = [
        round(first + (last - first) * tint / (TINTS - 1))
        for tint in range(TINTS)
        for first, last in zip(light, dark, strict=True)
    ]
    moved = mapped(plain, [min(255, number + TINTS) for number in range(256)])
    moved.putpalette([*ramp, *colours][: 3 * 256])
    return moved
