"""No byte of a private note in the output: every file of it is searched for what they say.

What the gardener has written in a public note is no leak, nor is what public notes are called, nor
are the words of our own pages.
"""

import codecs
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shared import resources
from shared.garden.check.finding import Finding
from shared.garden.check.shingles import (
    Shingle,
    Sought,
    data_words,
    page_words,
    windows,
    words,
)
from shared.garden.vault.front_matter import BadFrontMatter, load, split, tidy

LENGTH = 6  # words of a body in one piece
STEP = 3  # so that nine words in a row are always found, wherever they begin
NAMED = (1, 2, 3, 3, 3, LENGTH)  # how many words of a name of so many are looked for
# What a link says is the name of another note, and no secret.
LINK = re.compile(r"\[\[[^\[\]]*\]\]|\]\([^()\s]*\)|https?://\S+")
MOST = 20  # files that are named for one note
LOOKED_AT = 8192  # bytes, in which it shows whether a file is text
WIDE = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
JSON = ("{", "[")  # with which it begins

Source = tuple[str, Path]


@dataclass(frozen=True, slots=True)
class Secret:
    """A few words that only a private note says, and where."""

    path: str
    what: str
    line: int = 1


def leaks(
    private: Iterable[Source], public: Iterable[Path], out: Path, names: Iterable[str] = ()
) -> Iterator[Finding]:
    """Yield each private note of which something stands in a file of the output.

    `names` are those by which pages call what is public.
    """
    secrets = secrets_of(private)
    if not secrets:
        return
    sought = Sought(secrets)
    for file in [*public, *our_own()]:
        sought.drop(sought.within(words(text_of(file))))
    for name in names:
        sought.drop(sought.within(words(name)))
    named: dict[str, int] = {}
    for file in sorted(out.rglob("*")):
        if file.is_file():
            place = file.relative_to(out).as_posix()
            found = sought.within([*words(place.replace("/", "¶")), "¶", *said_in(file)])
            for finding in findings(found, secrets, place):
                named[finding.path] = named.get(finding.path, 0) + 1
                if named[finding.path] <= MOST:
                    yield finding


def said_in(file: Path) -> list[str]:
    """Return the words of a file of the output; whatever it is called, text is read."""
    content = text_of(file, is_any=True)
    if content.lstrip().startswith(JSON):
        return data_words(content)
    return page_words(html.unescape(content) if file.suffix == ".xml" else content)


def findings(
    found: set[Shingle], secrets: Mapping[Shingle, Secret], place: str
) -> Iterator[Finding]:
    """Yield for each note what gives it away in one file, the title before the body."""
    told: set[str] = set()
    for shingle, secret in secrets.items() if found else ():
        if shingle in found and secret.path not in told:
            told.add(secret.path)
            said = f"{secret.what} of a note that is not public stands in {place} of the output"
            yield Finding(secret.path, secret.line, 1, "leak", f"{said}: {' '.join(shingle)!r}")


def secrets_of(private: Iterable[Source]) -> dict[Shingle, Secret]:
    """Return what private notes are called and what they say; the first that says it has it."""
    secrets: dict[Shingle, Secret] = {}
    for path, file in private:
        for shingle, secret in told_by(path, text_of(file)):
            if any(word.isalpha() for word in shingle):  # a date or a number is nobody's
                secrets.setdefault(shingle, secret)
    return secrets


def told_by(path: str, source: str) -> Iterator[tuple[Shingle, Secret]]:
    """Yield title, file name and body of one note, in short pieces."""
    try:
        head, body, line = split(source)
        title = load(head).text("title")
    except BadFrontMatter:
        title, body, line = "", source, 1
    names = (("the title", title), ("the file name", path.rpartition("/")[2].rpartition(".")[0]))
    for what, said in names:
        if row := words(said)[:LENGTH]:
            yield tuple(row[: NAMED[len(row) - 1]]), Secret(path, what)
    yield from pieces(path, body, line)


def pieces(path: str, body: str, line: int) -> Iterator[tuple[Shingle, Secret]]:
    """Yield a body by a few words each, none across a link; of a short one, all of it."""
    text = LINK.sub(lambda link: "¶" + "\n" * link[0].count("\n"), body)
    row: list[str] = []
    lines: list[int] = []
    for number, said in enumerate(text.split("\n"), line):
        found = words(said)
        row += found
        lines += [number] * len(found)
    length = min(len(row), LENGTH)
    for start, shingle in enumerate(windows(row, length)) if length > 1 else ():
        is_due = start % STEP == 0 or start == len(row) - length
        if is_due and "¶" not in shingle:
            yield shingle, Secret(path, "the text", lines[start])


def our_own() -> Iterator[Path]:
    """Yield the files whose words stand on every page, whatever the notes say."""
    yield from Path(__file__).parents[1].rglob("*.py")
    for name in ("garden", "house"):
        yield from (file for file in resources.templates(name).rglob("*") if file.is_file())


def text_of(file: Path, *, is_any: bool = False) -> str:
    """Return the text of a file, nothing of one that cannot be read; `is_any`: or that has none."""
    try:
        content = file.read_bytes()
    except OSError:
        return ""
    coding = next((name for mark, name in WIDE if content.startswith(mark)), "utf-8")
    if is_any and coding == "utf-8" and not is_text(content):
        return ""
    return unicodedata.normalize("NFC", tidy(content.decode(coding, "replace")))


def is_text(content: bytes) -> bool:
    """Tell text from pictures and archives by how it begins."""
    begin = content[:LOOKED_AT]
    if b"\0" in begin:
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(begin)
    except UnicodeDecodeError:
        return False
    return True
