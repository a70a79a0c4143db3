"""From files to notes: front matter read, private notes left behind, slugs given."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from shared.garden.config import Config
from shared.garden.excerpt import excerpt
from shared.garden.facts import ORIGINS, Facts
from shared.garden.foreign import titles
from shared.garden.foreign.heads import read_head
from shared.garden.foreign.opening import opening_of
from shared.garden.foreign.placing import placed
from shared.garden.foreign.source import NoAddress, NoPage
from shared.garden.foreign.templating import without_templating
from shared.garden.foreign.titles import name_of, title_of
from shared.garden.front_matter import BadFrontMatter, FrontMatter, tidy
from shared.garden.markdown import parse as parse_markdown
from shared.garden.note import Maturity, Note, maturity_words
from shared.garden.outline import as_written, outline
from shared.garden.private import Visibility, visibility
from shared.garden.problem import Problems
from shared.garden.read import Vault
from shared.garden.slugs import complaint, href, slug_of
from shared.garden.tree import Node, TooDeep


@dataclass(slots=True)
class Planted:
    """Every note that gets a page, and how wikilinks would name those that do not."""

    notes: list[Note] = field(default_factory=list[Note])
    hidden: set[str] = field(default_factory=set[str])
    left_out: list[str] = field(default_factory=list[str])  # the paths of those with an error


class Planter:
    """Reads one file after another.

    `is_foreign` gives each note the address of its page on another generator's site, not on ours.
    """

    def __init__(self, config: Config, problems: Problems, *, is_foreign: bool = False) -> None:
        self.config = config
        self.is_foreign = is_foreign
        self.problems = problems
        self.words = maturity_words(config.maturity)

    def plant(self, vault: Vault) -> Planted:
        """Read all notes; what is wrong with one never stops the others."""
        planted = Planted()
        for path, file in vault.notes:
            wrong = len(self.problems.errors)
            note = self.read(path, file)
            is_wrong = len(self.problems.errors) > wrong
            if is_wrong:
                planted.left_out.append(path)
            if note is None or is_wrong:
                name = as_written(path.rpartition(".")[0])
                planted.hidden |= {name, name.rpartition("/")[2]}
            else:
                planted.notes.append(note)
        self.drop_twins(planted)
        return planted

    def read(self, path: str, file: Path) -> Note | None:
        """Read one note; None when it is private or cannot be read."""
        try:
            text = tidy(file.read_bytes().decode("utf-8"))
            front_matter, body, first_line = read_head(text, self.config.rules)
            seen = visibility(path, front_matter, self.config.publish, self.problems)
            place = self.place(path, front_matter)
            if seen is Visibility.PRIVATE or place is None:
                return None
            tree = parse_markdown(without_templating(body, self.config.rules), first_line)
        except BadFrontMatter as error:
            self.problems.error(path, error.line, error.column, str(error))
        except UnicodeDecodeError as error:
            self.problems.error(path, *place_of(error), "is not UTF-8 text")
        except (TooDeep, OSError) as error:
            self.problems.error(path, 1, 1, str(error))
        else:
            note = self.make(path, front_matter, body, tree, place)
            note.text_line = first_line
            note.should_index = seen is Visibility.LISTED
            note.content_hash = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
            return note
        return None

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
        self, path: str, front_matter: FrontMatter, body: str, tree: Node, place: tuple[str, str]
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
            body=body,
            tree=tree,
            content_hash="",
            language=facts.language(),
            author=front_matter.text("author") or self.config.author,
            maturity=facts.maturity(),
            planted_at=facts.planted_at(),
            budding_at=facts.budding_at(),
            tended_at=facts.tended_at(),
            aliases=front_matter.texts("aliases", "alias"),
            changed=facts.changed(),
            why=facts.why(),
            origins=facts.origins(),
        )
        for key in ("slug", "permalink", "id", "aliases", "alias", ORIGINS):
            value = front_matter.first(key)
            if value:
                note.places[key] = value.line, value.column
        tags = outline(note)
        note.tags = [tag.lstrip("#") for tag in front_matter.texts("tags", "tag")] + tags
        take_title(note)
        self.name(note)
        if self.config.rules and note.maturity is Maturity.EVERGREEN:
            note.opening = opening_of(note.tree, body, self.config.rules)
        note.excerpt = excerpt(note.tree, front_matter.text("description", "excerpt", "summary"))
        return note

    def name(self, note: Note) -> None:
        """Call a note without a title after its file."""
        if note.title:
            return
        note.title = name_of(note.path, self.config.rules)
        wrong = titles.complaint(note.title, self.config.rules)
        if wrong and note.maturity is Maturity.EVERGREEN:
            self.problems.warn(note.path, 1, 1, wrong)

    def drop_twins(self, planted: Planted) -> None:
        """Leave out what has no URL of its own, or the id of another."""
        kept: list[Note] = []
        addresses: dict[str, Note] = {}
        ids: dict[str, Note] = {}
        for note in planted.notes:
            wrong, key = None if self.is_foreign else complaint(note.slug), "slug"
            address = note.href if self.is_foreign else f"/{note.slug.casefold()}/"
            twin, namesake = addresses.get(address), ids.get(note.id)
            if twin:
                wrong = f"{twin.path} and {note.path} want the same URL {unquote(address)}"
            elif namesake:
                wrong = f"{namesake.path} and {note.path} have the same id {note.id!r}"
                key = "id"
            if wrong:
                self.problems.error(note.path, *note.place_of(key), wrong)
                planted.left_out.append(note.path)
                continue
            addresses[address] = ids[note.id] = note
            kept.append(note)
        planted.notes = kept


def take_title(note: Note) -> None:
    """Let a first heading be the title, unless the front matter has another."""
    blocks = note.tree.children
    first = blocks[0] if blocks else None
    if first and first.kind == "heading" and first.level == 1:
        words = " ".join(first.words().split())
        if words and as_written(note.title) in ("", as_written(words)):
            note.title, note.title_id = note.title or words, first.id
            note.tree.children = blocks[1:]


def place_of(error: UnicodeDecodeError) -> tuple[int, int]:
    """Return line and column of the first byte that is no text."""
    before = error.object[: error.start]
    return before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
