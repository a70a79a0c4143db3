"""Which files are letters: those in a folder `letters`, beside the notes or at their top.

In a garden none of them is a page unless it says so; `letters = false` says that there are none.
A folder of notes without `garden.toml` has no letters, and is told what they would be with one.
"""

from pathlib import Path

from shared.garden.problem import Problems
from shared.garden.vault.config import Config
from shared.garden.vault.written import FILE

LETTERS = "letters"
AS_NOTES = (
    "is a page like any other note, for there is no garden.toml. With one, what lies in {}/ is a "
    "letter to readers and stays at home, unless that says `letters = false`"
)
AS_LETTERS = (
    "is a letter to readers, as is all in {}/, and has no page unless it says `public: true`. "
    "`letters = false` in garden.toml makes notes of them; `letters = true` ends this warning"
)

Files = list[tuple[str, Path]]


def parted(notes: Files, site: Path, config: Config, problems: Problems) -> tuple[Files, Files]:
    """Return the notes, and the letters at their top; another generator knows no letters there."""
    written = [(path, file) for path, file in notes if is_letter(path)]
    if not written or config.rules or config.letters is False:
        return notes, []
    first = written[0][0]
    folder = first.partition("/")[0]
    if config.letters is None and not (site / FILE).is_file():
        problems.warn(first, 1, 1, AS_NOTES.format(folder))
        return notes, []
    if config.letters is None:
        problems.warn(first, 1, 1, AS_LETTERS.format(folder))
    letters = [(f"{LETTERS}/{path.partition('/')[2]}", file) for path, file in written]
    return [each for each in notes if not is_letter(each[0])], letters


def is_letter(path: str) -> bool:
    """Tell whether a file lies in a folder `letters` at the top, in whatever case it is written."""
    return path.casefold().startswith(f"{LETTERS}/")
