"""Files beside the notes: those that no note shows, and pictures that nobody waits for."""

from collections.abc import Iterator, Sequence

from shared.garden.check.finding import Finding
from shared.garden.note import Attachment, Note

LARGEST = 3_000_000  # bytes; 24 seconds on a line of a million bits
AS_THEY_ARE = {"gif", "svg"}  # of all others the pages show smaller ones, made when it is built


def about_files(attachments: Sequence[Attachment], notes: Sequence[Note]) -> Iterator[Finding]:
    """Yield what is to say of files, given all that are shown somewhere."""
    shown = {id(target) for note in notes for target in note.targets}
    for each in attachments:
        is_whole = each.path.rpartition(".")[2].lower() in AS_THEY_ARE
        if id(each) not in shown:
            yield Finding(each.path, 1, 1, "unused-attachment", "no public note shows it")
        elif is_whole and (size := each.file.stat().st_size) > LARGEST:
            said = f"readers load all {size / 1e6:.1f} MB of it; a film or less of it is faster"
            yield Finding(each.path, 1, 1, "large-image", said)
