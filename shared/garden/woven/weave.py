"""Weave the notes together: every link gets its target, every target its backlink."""

from functools import lru_cache
from urllib.parse import SplitResult, unquote, urlsplit

from shared.garden.markdown.outline import as_written
from shared.garden.note import Attachment, Backlink, Link, Maturity, Note
from shared.garden.problem import Problems
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.drawings import NOT_DRAWN, picture_of
from shared.garden.vault.withheld import refusal
from shared.garden.woven.folders import Folders
from shared.garden.woven.guess import Guesser
from shared.garden.woven.links import Directory, fragment_id

Target = Note | Attachment | str | None

SAFE_SCHEMES = {"http", "https", "mailto", "tel"}
SAFE = "http, https, mailto and tel"
# Addresses that the functions or the build answer, though no note has them.
ANSWERED = {
    "newsletter",
    "feed.xml",
    "feed.json",
    "grown",
    "grown.xml",
    "graph",
    "graph.json",
    "search",
    "sitemap.xml",
    "notes.json",
}
QUOTED = 100  # backlinks of one note that say more than a title
ORDER = [Maturity.EVERGREEN, Maturity.BUDDING, Maturity.SEEDLING]


class Weaver:
    """Resolves the links of one note after another."""

    def __init__(
        self,
        notes: list[Note],
        hidden: frozenset[str],
        attachments: Attachments,
        problems: Problems,
        folders: Folders | None = None,
    ) -> None:
        self.folders = folders  # None where they have no pages
        self.directory = Directory(notes)
        self.hidden = hidden  # how wikilinks would name private notes; only to stay quiet
        self.attachments = attachments
        self.problems = problems
        self.guesser = Guesser(notes, attachments)

    def weave(self, notes: list[Note]) -> None:
        """Resolve the links of all notes, then give every note its backlinks."""
        sources: dict[int, list[tuple[Note, Link]]] = {}
        for note in notes:
            for target, link in self.targets(note):
                note.resolved_links[target.slug] = target.title
                if target is not note and note.should_index:
                    sources.setdefault(id(target), []).append((note, link))
        for note in notes:
            leads = sorted(sources.get(id(note), []), key=by_maturity)
            note.backlinks += [backlink(*lead) for lead in leads[:QUOTED]]
            note.backlinks += [backlink(source, None) for source, _ in leads[QUOTED:]]

    def targets(self, note: Note) -> list[tuple[Note, Link]]:
        """Resolve the links of one note; return each note it leads to once, with a telling link."""
        note.unweave()
        found: dict[int, tuple[Note, Link]] = {}
        for link in note.links:
            resolve = self.wikilink if link.kind in ("wikilink", "embed") else self.url
            target, fragment = resolve(note, link)
            note.targets.append(target)
            note.fragments.append(self.place(note, link, target, fragment))
            if isinstance(target, Note):
                _, first = found.setdefault(id(target), (target, link))
                if link.said and not first.said:
                    found[id(target)] = target, link
        return list(found.values())

    def wikilink(self, note: Note, link: Link) -> tuple[Target, str]:
        """Return the note or file that `[[...]]` or `![[...]]` means, and the place in it."""
        name, _, fragment = link.url.partition("#")
        name = name.strip()
        target: Target = note
        if name and link.kind == "embed":
            target = self.attachments.find(name, note.folder) or self.find_note(note, link, name)
            target = target or picture_of(name, note.folder, self.attachments)
        elif name:
            target = self.find_note(note, link, name) or self.attachments.find(name, note.folder)
        if target is None and not self.is_quiet(note, link, name):
            what = "embed" if link.kind == "embed" else "wikilink"
            said = f'{what} "{link.url}" leads nowhere'
            code = "broken-embed" if link.kind == "embed" else "broken-link"
            self.warn(note, link, said, code, self.guesser.name(name))
        return target, fragment

    def is_quiet(self, note: Note, link: Link, name: str) -> bool:
        """Tell whether it is no mistake that nothing has this name; say so of what is withheld."""
        written = as_written(name)
        if written.rpartition("/")[2] in self.attachments.withheld:
            what = "embed" if link.kind in ("embed", "image") else "link"
            self.warn(note, link, f"{what} {link.url!r} {refusal(written)}")
            return True
        stem = written.removesuffix(".md")
        if link.kind in ("embed", "image") and stem in self.attachments.drawn:
            self.warn(note, link, f"embed {link.url!r} {NOT_DRAWN}")
        return stem in self.hidden

    def find_note(self, note: Note, link: Link, name: str) -> Note | None:
        """Find a note by name; say so when more than one would do."""
        match = self.directory.find(name, note.folder)
        if match and len(match.candidates) > 1:
            paths = ", ".join(candidate.path for candidate in match.candidates)
            said = f'ambiguous wikilink "{name}" ({paths}); {match.note.path} taken'
            self.warn(note, link, said, "ambiguous-link")
        return match.note if match else None

    def place(self, note: Note, link: Link, target: Target, fragment: str) -> str:
        """Return the id of the heading or block of the target that is meant."""
        if not fragment.strip() or not isinstance(target, Note):
            return ""
        found = fragment_id(target, fragment.strip())
        if found is None:
            said = f'"{target.title}" has no heading or block "{fragment}"'
            meant = self.guesser.heading(target, fragment.strip())
            self.warn(note, link, said, "broken-heading", meant)
        return found or ""

    def url(self, note: Note, link: Link) -> tuple[Target, str]:
        """Return the note, file or address of a Markdown link or image; drop dangerous ones."""
        try:
            parts, address = taken_apart(link.url)
        except ValueError:
            self.warn(note, link, f"{link.url!r} is not an address", "broken-link")
            return None, ""
        if parts.scheme or parts.netloc:
            if address is None:
                said = f"{link.kind} {link.url[:40]!r} is left out: only {SAFE} lead anywhere"
                self.warn(note, link, said, "unsafe-link")
            return address, ""
        path, fragment = unquote(parts.path), unquote(parts.fragment)
        is_answered = path.startswith("/") and path.split("/")[1] in ANSWERED
        if is_answered and "/" not in path.strip("/"):
            return link.url, ""
        target = self.find_local(note, link, path)
        if target is None and is_answered:
            return link.url, ""
        if target is None and not self.is_quiet(note, link, path):
            what = "image" if link.kind == "image" else "link"
            guess = self.guesser.file if link.kind == "image" else self.guesser.path
            said = f"{what} {link.url!r} leads nowhere"
            self.warn(note, link, said, f"broken-{what}", guess(path))
        return target, fragment

    def find_local(self, note: Note, link: Link, path: str) -> Target:
        """Find what a relative link or an image means."""
        if not path:
            return note
        if path == "/":
            return "/"
        if link.kind == "image":
            found = self.attachments.find(path, note.folder)
            return found or picture_of(path, note.folder, self.attachments)
        found = self.directory.find_file(path, note.folder)
        found = found or self.attachments.find(path, note.folder)
        return found or (self.folders and self.folders.address(path, note.folder)) or None

    def warn(self, note: Note, link: Link, message: str, code: str = "", meant: str = "") -> None:
        """Report a link with its place, and what it was probably meant to say."""
        said = f'{message}; did you mean "{meant}"?' if meant else message
        self.problems.warn(note.path, link.line, link.column, said, code=code, meant=meant)


@lru_cache(maxsize=16384)
def taken_apart(url: str) -> tuple[SplitResult, str | None]:
    """Return the parts of a URL, and the whole of it if it leads out of the garden, and may.

    Raises:
        ValueError: when it is none.

    """
    parts = urlsplit(url.strip())
    scheme = parts.scheme or "https"
    is_safe = scheme in SAFE_SCHEMES and (parts.scheme or parts.netloc)
    return parts, parts._replace(scheme=scheme).geturl() if is_safe else None


def by_maturity(lead: tuple[Note, Link]) -> tuple[int, str]:
    """Sort evergreens first."""
    note, _ = lead
    return ORDER.index(note.maturity), note.title


def backlink(note: Note, link: Link | None) -> Backlink:
    """Describe a note to the one it links to, with the words of the link."""
    described = note.slug, note.title, note.maturity, note.href, note.language
    return Backlink(*described, link.said, link.begin, link.end) if link else Backlink(*described)
