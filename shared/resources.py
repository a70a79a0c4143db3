"""Where templates and the example garden lie: in the checkout, or inside the installed wheel."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates(name: str) -> Path:
    """Return one folder of templates: `garden`, `pages`, `mail`; `house` is what they share."""
    return folder("templates") / name


def stylesheet(*parts: str) -> str:
    """Return the look that all pages share, and after it the parts of some of them."""
    return "".join(templates(part).read_text("utf-8") for part in ("house/look.css", *parts))


def site() -> Path:
    """Return the garden that comes with Thistledown: its own documentation."""
    return folder("site")


def folder(name: str) -> Path:
    """Prefer what the wheel carries beside the package; a checkout has it one floor up."""
    installed = PACKAGE / f"_{name}"
    return installed if installed.is_dir() else PACKAGE.parent / name
