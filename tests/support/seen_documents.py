"""Every mail and page as a browser gets it: what lies at which path, in each language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

from functions.dev.caught_mail import caught
from shared.mail.languages import LANGUAGES
from tests.support.chosen_letters import digest
from tests.support.garden_pages import garden_pages
from tests.support.letters import LETTERS, html_of
from tests.support.page_states import PAGES, asked

# The pace in which the kept letters do not have a digest.
LETTERS_SEEN = LETTERS | {
    "digest.en.monthly": lambda: digest("en", "monthly"),
    "digest.zh-Hant.weekly": lambda: digest("zh-Hant", "weekly"),
}
# Gardens speak more languages than mails do. One that is written from right to left shows what that
# turns; of the others a few pages show all that their letters change.
GARDEN_LANGUAGES = [*LANGUAGES, "ar", "ja", "ko", "zh-Hans"]
WHOLE = GARDEN_LANGUAGES[:3]
SOME = ("index", "note.evergreen", "note.mixed", "grown", "search")
FIRST_SECOND = 1_790_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser gets for a path: a body and its headers."""

    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Document:
    """A mail or page in one language, which lies at / with what is framed in it elsewhere."""

    kind: str
    name: str
    language: str
    answers: Mapping[str, Answer]


def documents(folder: Path) -> Iterator[Document]:
    """Render every mail and page in every language; inbox and garden are made in a folder."""
    for name, write in LETTERS_SEEN.items():
        kind, language, *variant = name.split(".")
        answers = {"/": Answer(html_of(write()).encode())}
        yield Document("mail", ".".join([kind, *variant]), language, answers)
    for language in GARDEN_LANGUAGES:
        for name, files in garden_pages(folder / f"garden.{language}", language).items():
            answers = {
                at: Answer(body, {"content-type": kind}) for at, (body, kind) in files.items()
            }
            if language in WHOLE or name in SOME:
                yield Document("garden", name, language, answers)
    for language in LANGUAGES:
        maildir = fill(folder / language, language)
        for name in PAGES:
            yield Document("pages", name, language, page_answers(name, language, maildir))


def fill(maildir: Path, language: str) -> Path:
    """Let an inbox catch every mail of a language."""
    for name in ("cur", "new", "tmp"):
        (maildir / name).mkdir(parents=True)
    for name, write in LETTERS.items():
        if name.split(".")[1] == language:
            (maildir / "new" / file_name(name)).write_bytes(write().content)
    return maildir


def file_name(letter: str) -> str:
    """Return under which name a letter is caught, one second after the one before."""
    number = list(LETTERS).index(letter)
    return f"{FIRST_SECOND + number}.{number}.host"


def page_answers(name: str, language: str, maildir: Path) -> dict[str, Answer]:
    """Return a page, and for a caught mail also what it has in its frame."""
    base, _, view = name.partition(".")
    if base != "inbox-mail":
        nothing = maildir / "nothing"
        return {"/": answer(name, asked(language, nothing if view == "empty" else maildir))}
    # The digest: it has headers of every kind, and all that a letter may hold.
    name_of_file = file_name(f"digest.{language}")
    key = next(one.key for one in caught(maildir) if one.path.name == name_of_file)
    path = f"/_dev/mail/{key}"
    return {
        "/": answer(name, asked(language, maildir, path, f"view={view or 'html'}")),
        f"{path}/html": answer(name, asked(language, maildir, f"{path}/html")),
    }


def answer(name: str, request: Request) -> Answer:
    """Return what the application answers."""
    response = PAGES[name](request)
    return Answer(bytes(response.body), dict(response.headers))
