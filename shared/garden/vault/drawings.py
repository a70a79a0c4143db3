"""Drawings of Excalidraw: notes to Obsidian, and pictures to readers where one was exported.

The plugin keeps a drawing as Markdown with its data in it, and writes `name.excalidraw.svg` or
`.png` beside it, two of them for light and dark, if its settings say so ("Auto-export").
"""

from shared.garden.markdown.outline import as_written
from shared.garden.note import Attachment
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.front_matter import FrontMatter

KEY = "excalidraw-plugin"
ENDING = ".excalidraw"
EXPORTED = (".svg", ".png", ".light.svg", ".light.png", ".dark.svg", ".dark.png")
NOT_DRAWN = (
    "is a drawing, and no picture of it lies beside it; let Excalidraw export one, in its settings "
    'under "Auto-export"'
)


def is_drawing(path: str, front_matter: FrontMatter) -> bool:
    """Tell whether a note is a drawing."""
    is_named_so = path.casefold().rpartition(".")[0].endswith(ENDING)
    return is_named_so or bool(front_matter.every(KEY))


def picture_of(name: str, folder: str, attachments: Attachments) -> Attachment | None:
    """Return the picture that was exported of a drawing, as a note in `folder` names that.

    Of a drawing that is private there is none to see.
    """
    stem = name.removesuffix(".md")
    written = as_written(stem)
    if written not in attachments.drawn and written.rpartition("/")[2] not in attachments.withheld:
        return None
    found = (attachments.find(stem + ending, folder) for ending in EXPORTED)
    return next(filter(None, found), None)
