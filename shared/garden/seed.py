"""From one file to one note, by itself: front matter read, text written, nothing of the others."""

import hashlib
from functools import partial

from msgspec import Struct

from shared.garden.foreign import titles
from shared.garden.foreign.days import day_in_name
from shared.garden.foreign.heads import read_head
from shared.garden.foreign.opening import opening_of
from shared.garden.foreign.placing import placed
from shared.garden.foreign.source import NoAddress, NoPage
from shared.garden.foreign.templating import without_templating
from shared.garden.foreign.titles import name_of, title_of
from shared.garden.markdown.contents import contents
from shared.garden.markdown.excerpt import excerpt
from shared.garden.markdown.outline import Body, as_written, outline
from shared.garden.markdown.parser import parse as parse_markdown
from shared.garden.markdown.reading_time import minutes
from shared.garden.markdown.tree import Node, TooDeep
from shared.garden.note import Maturity, Note, maturity_words
from shared.garden.patience import Patience, TooLong
from shared.garden.problem import Problem, Problems
from shared.garden.search.said import found_by, said
from shared.garden.vault.config import Config
from shared.garden.vault.dates import Moment
from shared.garden.vault.drawings import is_drawing
from shared.garden.vault.facts import ORIGINS, Facts
from shared.garden.vault.front_matter import BadFrontMatter, FrontMatter, tidy
from shared.garden.vault.misspelt import refuse_several, slips
from shared.garden.vault.private import Visibility, visibility
from shared.garden.woven.slugs import href, slug_of
from shared.garden.writing.blocks import BLOCKS
from shared.garden.writing.inline import INLINE
from shared.garden.writing.text import Text
from shared.garden.writing.writer import Write, Writer

WRITE: dict[str, Write] = {**INLINE, **BLOCKS}
# Seconds of the processor for one note, and more for a long one: ten thousand times what is usual.
PATIENCE, MORE = 10, 60 / 1_000_000  # per byte
NO_TEXT = "holds bytes that are no text (NUL); they are left out"


class Seed(Struct, array_like=True):
    """What came of one file: a note, unless it is private or has an error."""

    note: Note | None
    errors: list[Problem]
    warnings: list[Problem]
    is_drawing: bool = False  # which is no note, and no secret


class Sower:
    """Reads one file after another.

    `is_foreign` gives each note the address of its page on another generator's site, not on ours.
    `are_letters` says that they are none: of letters, `public: false` says that there is no page.
    """

    def __init__(
        self, config: Config, *, is_foreign: bool = False, are_letters: bool = False
    ) -> None:
        self.config = config
        self.is_foreign = is_foreign
        self.are_letters = are_letters
        self.words = maturity_words(config.maturity)
        self.problems = Problems()
        self.terms = ""  # by which the note read last is found
        self.is_drawing = False  # what was read last

    def sow(self, path: str, content: bytes) -> tuple[Seed, Text | None]:
        """Make a note of the bytes of one file, and its text."""
        self.problems, self.terms, self.is_drawing = Problems(), "", False
        try:
            with Patience(PATIENCE + MORE * len(content)):
                note, text = self.read(path, content)
        except TooLong as error:
            self.problems.error(path, 1, 1, f"{error} to be read; it is left out")
            note, text = None, None
        except Exception as error:  # whatever a stranger's note does, it never stops the others
            self.problems.error(path, 1, 1, f"cannot be read: {type(error).__name__}: {error}")
            note, text = None, None
        if note and b"\0" in content:
            self.problems.warn(path, *place_at(content, content.index(0)), NO_TEXT)
        if self.problems.errors:
            note, text = None, None
        problems = self.problems
        return Seed(note, problems.errors, problems.warnings, self.is_drawing), text

    def unreadable(self, path: str, error: OSError) -> Seed:
        """Return what comes of a file that cannot be read."""
        return Seed(None, [Problem(path, 1, 1, str(error))], [])

    def read(self, path: str, content: bytes) -> tuple[Note | None, Text | None]:
        """Return a note and its text, nothing when it is private or cannot be read."""
        try:
            source = tidy(content.decode("utf-8"))
            front_matter, markdown, first_line = read_head(source, self.config.rules)
            seen = self.seen(path, front_matter)
            place = self.place(path, front_matter)
            self.is_drawing = is_drawing(path, front_matter) and seen is not Visibility.PRIVATE
            if seen is Visibility.PRIVATE or place is None or self.is_drawing:
                return None, None
            refuse_several(front_matter)
            tree = parse_markdown(
                without_templating(markdown, self.config.rules), first_line, self.config.line_breaks
            )
        except BadFrontMatter as error:
            self.problems.error(path, error.line, error.column, str(error))
        except UnicodeDecodeError as error:
            self.problems.error(path, *place_at(content, error.start), "is not UTF-8 text")
        except TooDeep as error:
            self.problems.error(path, error.line, 1, str(error))
        else:
            body = Body(markdown, first_line)
            note = self.make(path, front_matter, body, tree, place)
            note.should_index = seen is Visibility.LISTED
            note.content_hash = "sha256:" + hashlib.sha256(source.encode()).hexdigest()
            self.take_words(note, tree)
            ids = {*note.ids, *note.blocks.values()}
            writer = Writer(WRITE, note.language, partial(self.warn, path, body))
            return note, writer.document(tree, ids - {note.title_id})
        return None, None

    def seen(self, path: str, front_matter: FrontMatter) -> Visibility:
        """Return who sees a note."""
        publish, words = self.config.publish, self.words
        is_letter = self.are_letters
        return visibility(path, front_matter, publish, words, self.problems, is_letter=is_letter)

    def take_words(self, note: Note, tree: Node) -> None:
        """Learn how long a note takes to read, and by what it is found."""
        words = said(tree)
        note.minutes = minutes(words.read, note.language)
        if note.should_index and not self.is_foreign:
            self.terms = found_by(note, words)

    def warn(self, path: str, body: Body, node: Node, offset: int, message: str) -> None:
        """Say what is wrong within a node; of what another generator shows nothing is said."""
        if not self.is_foreign:
            self.problems.warn(path, *body.place_in(node, offset), message)

    def place(self, path: str, front_matter: FrontMatter) -> tuple[str, str] | None:
        """Return slug and href of a note; None when its generator makes no page of it."""
        slug = slug_of(front_matter.text("slug", "permalink") or path.rpartition(".")[0])
        ours = slug, href(slug)
        if self.config.rules is None:
            return ours
        try:
            theirs = placed(path, front_matter, self.config)
        except NoPage:
            return None
        except NoAddress as error:
            return self.unplaced(path, front_matter, error) if self.is_foreign else ours
        return theirs if self.is_foreign else ours

    def unplaced(self, path: str, front_matter: FrontMatter, error: NoAddress) -> None:
        """Say that nobody knows where a page is: an error only once its note could be announced."""
        facts = Facts(path, front_matter, self.config, self.words, Problems())
        is_ripe = facts.maturity() is Maturity.EVERGREEN
        say = self.problems.error if is_ripe else self.problems.warn
        line, column = (error.value.line, error.value.column) if error.value else (1, 1)
        say(path, line, column, f"{error}. Until then the note is left out")

    def make(
        self, path: str, front_matter: FrontMatter, body: Body, tree: Node, place: tuple[str, str]
    ) -> Note:
        """Make a note of what was read."""
        slug, where = place
        facts = Facts(path, front_matter, self.config, self.words, self.problems)
        note = Note(
            path=path,
            id=front_matter.text("id") or path,
            slug=slug,
            href=where,
            title=title_of(path, front_matter, self.config.rules),
            content_hash="",
            language=facts.language(),
            author=", ".join(front_matter.texts("author")) or self.config.author,
            maturity=facts.maturity(),
            planted=iso(facts.planted_at()) or day_in_name(path, self.config.rules),
            budding=iso(facts.budding_at()),
            evergreen=iso(facts.evergreen_at()),
            tended=iso(facts.tended_at()),
            aliases=front_matter.texts("aliases", "alias"),
            changed=facts.changed(),
            why=facts.why(),
            origins=facts.origins(),
        )
        for value, meant in slips(front_matter):
            said = f"nothing reads `{value.key}`; did you mean `{meant}`?"
            self.problems.warn(path, value.line, value.column, said)
        for key in ("slug", "permalink", "id", "aliases", "alias", ORIGINS):
            value = front_matter.first(key)
            if value:
                note.places[key] = value.line, value.column
        tags = outline(note, tree, body)
        note.written_tags = [tag.lstrip("#") for tag in front_matter.texts("tags", "tag")] + tags
        take_title(note, tree)
        note.contents = contents(tree)
        self.name(note)
        if self.config.rules and note.maturity is Maturity.EVERGREEN:
            note.opening = opening_of(tree, body.source, self.config.rules)
        note.excerpt = excerpt(tree, front_matter.text("description", "excerpt", "summary"))
        return note

    def name(self, note: Note) -> None:
        """Call a note without a title after its file."""
        if note.title:
            return
        note.title = name_of(note.path, self.config.rules)
        wrong = titles.complaint(note.title, self.config.rules)
        if wrong and note.maturity is Maturity.EVERGREEN:
            self.problems.warn(note.path, 1, 1, wrong)


def iso(moment: Moment | None) -> str:
    """Write a day or a moment."""
    return moment.isoformat() if moment else ""


def take_title(note: Note, tree: Node) -> None:
    """Let a first heading be the title, unless the front matter has another."""
    blocks = tree.children
    first = blocks[0] if blocks else None
    if first and first.kind == "heading" and first.level == 1:
        words = " ".join(first.words().split())
        if words and as_written(note.title) in ("", as_written(words)):
            note.title, note.title_id = note.title or words, first.id
            tree.children = blocks[1:]


def place_at(content: bytes, place: int) -> tuple[int, int]:
    """Return line and column of a byte."""
    return content.count(b"\n", 0, place) + 1, place - (content.rfind(b"\n", 0, place) + 1) + 1
