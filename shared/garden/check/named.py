"""What is called by a name: what all may know, and private notes that their gardener tells of."""

from collections.abc import Iterable, Iterator, Sequence

from shared.garden.check.finding import Finding
from shared.garden.markdown.outline import as_written
from shared.garden.note import Link, Note
from shared.garden.report import Report
from shared.garden.vault.private import FOLDER, is_kept_apart


def public_names(report: Report, shown: Sequence[Note]) -> Iterator[str]:
    """Yield how pages call the garden, the notes that are `shown`, and the files in them."""
    yield from (report.config.title, report.config.author, report.config.description)
    for note in shown:
        yield from (note.path, note.slug, note.title)
        yield from (*note.aliases, *note.written_tags, *note.tags, *note.headings)
        yield from (link.label for link in note.links)
    yield from (each.path.rpartition("/")[2] for each in report.attachments if each.href)


def names_told(
    notes: Sequence[Note], private: Iterable[str], left_out: Iterable[str] = ()
) -> Iterator[Finding]:
    """Yield links whose words are the name of a private note; `private` are the paths of those.

    Those that are `left_out` for an error may be meant to be public.
    """
    hidden = set(map(called, private))
    unsure = set(map(called, left_out))
    for note in notes:
        for link, target in zip(note.links, note.targets, strict=True):
            if target is None and link.kind == "wikilink" and (name := name_in(link)) in hidden:
                what = "a note that is left out," if name in unsure else "the private note"
                said = f'names {what} "{link.url}"; readers see that name, and no link'
                if name in as_written(link.label):
                    yield Finding(note.path, link.line, link.column, "private-name", said)


def called(path: str) -> str:
    """Return the name of a file as a wikilink may have it."""
    return as_written(path.rpartition(".")[0]).rpartition("/")[2]


def name_in(link: Link) -> str:
    """Return the file's name in a wikilink."""
    written = as_written(link.url.partition("#")[0])
    return written.removesuffix(".md").rpartition("/")[2]


def kept_apart(private: Iterable[str]) -> Iterator[Finding]:
    """Yield each folder whose name alone keeps notes at home, by the first of them."""
    first: dict[str, str] = {}
    for path in sorted(private):
        if is_kept_apart(path):
            steps = path.split("/")
            end = [step.casefold() for step in steps].index(FOLDER) + 1
            first.setdefault("/".join(steps[:end]), path)
    for folder, path in first.items():
        said = f"notes in {folder}/ stay at home; `publish: true` in one of them publishes it"
        yield Finding(path, 1, 1, "private-folder", said)
