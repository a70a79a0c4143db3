"""What stands beside the text on the page of a note, as plain data for its template."""

from shared.garden.garden import Garden
from shared.garden.graph.near import Nearby
from shared.garden.growth import timeline
from shared.garden.note import Note


class Beside:
    """Finds what the template `note.html` shows besides the note itself.

    All of it is part of the page's key, so it must be plain: texts, numbers, lists, dicts, structs.
    """

    def __init__(self, garden: Garden) -> None:
        self.garden = garden
        self.nearby = Nearby(garden.net, garden.config.language)

    def of(self, note: Note) -> dict[str, object]:
        """Return what is shown beside one note, by the names that the template uses."""
        stages = timeline(note)
        return {
            "by_git": note.by_git,
            "card": note.card,
            "crumbs": self.garden.folders.crumbs(note.folder),
            "growth": stages,
            "is_by_git": any(stage.source == "git" for stage in stages),
            "near": self.nearby.of(note),
        }
