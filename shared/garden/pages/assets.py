"""The styles, pictures and scripts of the pages, under names that change with their content."""

import hashlib
import re
from pathlib import Path

from shared import resources
from shared.garden.pages.braces import unclosed
from shared.garden.pages.theme import files_of

STYLES = "garden.css"
OURS = {".svg", ".js", ".woff2"}
THEIRS = OURS | {".avif", ".gif", ".jpeg", ".jpg", ".png", ".webp"}
DARK = "@media (prefers-color-scheme: dark) {\n"
COLOUR = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,8});")


def read_assets(theme: Path | None = None) -> dict[str, bytes]:
    """Return what all pages share, by the names the templates use; a theme's own files win."""
    ours = sorted(resources.templates("garden").iterdir())
    theirs = files_of(theme) if theme else []
    assets = {file.name: file.read_bytes() for file in ours if file.suffix in OURS}
    assets |= {file.name: file.read_bytes() for file in theirs if file.suffix in THEIRS}
    styles = stylesheet(ours, theirs).encode()
    for name, content in assets.items():
        styles = styles.replace(f'"{name}"'.encode(), f'"{hashed(name, content)}"'.encode())
    return {**assets, STYLES: styles}


def stylesheet(ours: list[Path], theirs: list[Path]) -> str:
    """Join the house's look, `garden.css`, every other sheet by its name, and a theme's sheets.

    What one of a theme leaves open is closed at its end, so that it spoils no other.
    """
    house = resources.stylesheet()
    first = sorted(ours, key=lambda file: file.name != STYLES)
    sheets = {
        file.name: file.read_text("utf-8", "replace")
        for file in [*first, *theirs]
        if file.suffix == ".css"
    }
    for file in theirs:
        if file.name in sheets and (left := unclosed(sheets[file.name])):
            sheets[file.name] += f"\n{left.end}\n"
    return "".join([house, by_scheme(house), *sheets.values()])


def by_scheme(house: str) -> str:
    """Name the colours of day and night together, so that a reader may choose between them.

    Browsers before 2024 do not know `light-dark()`: they go by the system alone.
    """
    day, _, rest = house.partition(DARK)
    night = dict(COLOUR.findall(rest.partition("\n}\n")[0]))
    pairs = [f"--{name}:light-dark({hue},{night[name]})" for name, hue in COLOUR.findall(day)]
    return f"@supports (color: light-dark(#000, #fff)) {{ :root {{ {';'.join(pairs)} }} }}\n"


def hashed(name: str, content: bytes) -> str:
    """Return a file name that changes with the content."""
    stem, _, ending = name.partition(".")
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
