"""What stands beside the text on the page of a note, as plain data for its template."""

from shared.garden.garden import Garden
from shared.garden.graph.near import Nearby
from shared.garden.history.growth import timeline
from shared.garden.note import Note
from shared.garden.pages.beds import SHOWN, beds
from shared.garden.pages.leaves import LEAF
from shared.garden.woven.folders import Folder


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
        crumbs = self.garden.folders.crumbs(note.folder)
        folder = self.garden.folders.behind(note)
        return {
            "by_git": note.by_git,
            "card": note.card,
            "crumbs": crumbs[:-1] if folder and folder.path == note.folder else crumbs,
            "growth": stages,
            "is_by_git": any(stage.source == "git" for stage in stages),
            "near": self.nearby.of(note),
            "within": self.within(note, folder) if folder else {},
        }

    def within(self, note: Note, folder: Folder) -> dict[str, object]:
        """Return what is in the folder that a note speaks for: of many notes the first."""
        order = [one for _, bed in beds(folder.notes, self.garden.config) for one in bed]
        notes = [one for one in order if one is not note]
        shown = notes[: SHOWN if folder.has_page else LEAF]
        return {
            "folders": sorted((each.name, each.lead, each.count) for each in folder.folders),
            "notes": [(one.title, one.href, one.language, one.maturity) for one in shown],
            "all": folder.href if folder.has_page and len(notes) > len(shown) else "",
            "count": len(folder.notes),
        }
