"""Put the pictures of one mail or page side by side, so that a person sees them at a glance."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from playwright.sync_api import Browser

WIDE = 4  # pictures in a row; where there are more of them they are wide, and shown smaller
STYLE = """
body { margin: 12px; background: #777; font: 14px sans-serif; color: #fff; }
div { display: flex; gap: 10px; align-items: flex-start; margin-bottom: 12px; }
figure { margin: 0; } figcaption { margin-bottom: 3px; } img { display: block; zoom: .72; }
.small img { zoom: .3; }
"""


def make_sheets(
    browser: Browser, folder: Path, taken: Mapping[str, Sequence[Path]], per_row: int
) -> None:
    """Write one sheet for each name, with a row for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    page = browser.new_page(viewport={"width": 1560, "height": 400})
    for name, paths in taken.items():
        rows = [paths[at : at + per_row] for at in range(0, len(paths), per_row)]
        kind = "small" if per_row > WIDE else ""
        shown = "".join(row(one) for one in rows)
        page.set_content(f'<style>{STYLE}</style><main class="{kind}">{shown}</main>')
        page.screenshot(path=folder / f"{name}.png", full_page=True)
    page.close()


def row(paths: Sequence[Path]) -> str:
    """Return one row of pictures, each under its name."""
    return f"<div>{''.join(figure(path) for path in paths)}</div>"


def figure(path: Path) -> str:
    """Return one picture."""
    image = b64encode(path.read_bytes()).decode()
    source = f"data:image/png;base64,{image}"
    return f'<figure><figcaption>{escape(path.stem)}</figcaption><img src="{source}"></figure>'
