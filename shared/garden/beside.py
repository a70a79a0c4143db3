"""What stands beside the text on the page of a note, as plain data for its template."""

from shared.garden.garden import Garden
from shared.garden.note import Note


class Beside:
    """Finds what the template `note.html` shows besides the note itself.

    All of it is part of the page's key, so it must be plain: texts, numbers, lists, dicts, structs.
    """

    def __init__(self, garden: Garden) -> None:
        self.garden = garden

    def of(self, note: Note) -> dict[str, object]:
        """Return what is shown beside one note, by the names that the template uses."""
        return {"by_git": note.by_git}
