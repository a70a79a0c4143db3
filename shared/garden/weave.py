"""Weave the notes together: every link gets its target, every target its backlink."""

from urllib.parse import unquote, urlsplit

from shared.garden.attachments import Attachments
from shared.garden.links import Directory, fragment_id
from shared.garden.note import Attachment, Backlink, Maturity, Note
from shared.garden.outline import as_written
from shared.garden.problem import Problems
from shared.garden.tree import Node

SAFE_SCHEMES = {"http", "https", "mailto", "tel"}
# Addresses that the functions or the build answer, though no note has them.
ANSWERED = {"newsletter", "feed.xml", "sitemap.xml", "notes.json"}
ORDER = [Maturity.EVERGREEN, Maturity.BUDDING, Maturity.SEEDLING]


class Weaver:
    """Resolves the links of one note after another."""

    def __init__(
        self,
        notes: list[Note],
        hidden: frozenset[str],
        attachments: Attachments,
        problems: Problems,
    ) -> None:
        self.directory = Directory(notes)
        self.hidden = hidden  # how wikilinks would name private notes; only to stay quiet
        self.attachments = attachments
        self.problems = problems

    def weave(self, notes: list[Note]) -> None:
        """Resolve the links of all notes, then give every note its backlinks."""
        sources: dict[int, list[Note]] = {}
        for note in notes:
            for target in self.targets(note):
                note.resolved_links[target.slug] = target.title
                if target is not note and note.should_index:
                    sources.setdefault(id(target), []).append(note)
        for note in notes:
            for source in sorted(sources.get(id(note), []), key=by_maturity):
                note.backlinks.append(backlink(source))

    def targets(self, note: Note) -> list[Note]:
        """Resolve the links of one note; return each note it leads to once."""
        found: dict[int, Note] = {}
        for node in note.links:
            if node.kind in ("wikilink", "embed"):
                self.resolve_wikilink(note, node)
            else:
                self.resolve_url(note, node)
            if isinstance(node.target, Note):
                found.setdefault(id(node.target), node.target)
        return list(found.values())

    def resolve_wikilink(self, note: Note, node: Node) -> None:
        """Point `[[...]]` and `![[...]]` at a note, or at a file."""
        name, _, fragment = node.url.partition("#")
        name = name.strip()
        if not name:
            node.target = note
        elif node.kind == "embed":
            node.target = self.attachments.find(name, note.folder)
            node.target = node.target or self.find_note(note, node, name)
        else:
            node.target = self.find_note(note, node, name)
            node.target = node.target or self.attachments.find(name, note.folder)
        if node.target is None and as_written(name).removesuffix(".md") not in self.hidden:
            what = "embed" if node.kind == "embed" else "wikilink"
            self.warn(note, node, f'{what} "{node.url}" leads nowhere')
        self.resolve_fragment(note, node, fragment)

    def find_note(self, note: Note, node: Node, name: str) -> Note | None:
        """Find a note by name; say so when more than one would do."""
        match = self.directory.find(name, note.folder)
        if match and len(match.candidates) > 1:
            paths = ", ".join(candidate.path for candidate in match.candidates)
            self.warn(note, node, f'ambiguous wikilink "{name}" ({paths}); {match.note.path} taken')
        return match.note if match else None

    def resolve_fragment(self, note: Note, node: Node, fragment: str) -> None:
        """Point at a heading or a block of the target."""
        if not fragment.strip() or not isinstance(node.target, Note):
            return
        found = fragment_id(node.target, fragment.strip())
        if found is None:
            self.warn(note, node, f'"{node.target.title}" has no heading or block "{fragment}"')
        node.fragment = found or ""

    def resolve_url(self, note: Note, node: Node) -> None:
        """Point a Markdown link or image at a note, a file or the web; drop dangerous ones."""
        try:
            parts = urlsplit(node.url.strip())
        except ValueError:
            self.warn(note, node, f"{node.url!r} is not an address")
            return
        if parts.scheme or parts.netloc:
            if (parts.scheme or "https") in SAFE_SCHEMES:
                node.target = parts._replace(scheme=parts.scheme or "https").geturl()
            return
        path, fragment = unquote(parts.path), unquote(parts.fragment)
        if path.startswith("/") and path.split("/")[1] in ANSWERED:
            node.target = node.url
            return
        node.target = self.find_local(note, node, path)
        if node.target is None and as_written(path).removesuffix(".md") not in self.hidden:
            what = "image" if node.kind == "image" else "link"
            self.warn(note, node, f"{what} {node.url!r} leads nowhere")
        self.resolve_fragment(note, node, fragment)

    def find_local(self, note: Note, node: Node, path: str) -> Note | Attachment | str | None:
        """Find what a relative link or an image means."""
        if not path:
            return note
        if path == "/":
            return "/"
        if node.kind == "image":
            return self.attachments.find(path, note.folder)
        found = self.directory.find_file(path, note.folder)
        return found or self.attachments.find(path, note.folder)

    def warn(self, note: Note, node: Node, message: str) -> None:
        """Report a link with its place."""
        self.problems.warn(note.path, node.line, note.column_of(node), message)


def by_maturity(note: Note) -> tuple[int, str]:
    """Sort evergreens first."""
    return ORDER.index(note.maturity), note.title


def backlink(note: Note) -> Backlink:
    """Describe a note to the one it links to."""
    return Backlink(note.slug, note.title, note.maturity, note.href, note.language)
