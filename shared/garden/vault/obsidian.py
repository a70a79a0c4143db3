"""What a vault's own settings say is no note: templates, and what its owner has excluded.

Obsidian keeps them in `.obsidian/`, as JSON: https://help.obsidian.md/configuration-folder.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import cast

from shared.garden.patience import Patience, TooLong
from shared.garden.problem import Problems
from shared.garden.vault.settings_file import settings_text

FOLDER = ".obsidian"
# Where templates are, as the core plugins and the one that most people add have it.
TEMPLATES = (
    ("templates.json", "folder"),
    ("plugins/templater-obsidian/data.json", "templates_folder"),
)
DAILY = ("daily-notes.json", "template")  # one note, by its path
EXCLUDED = ("app.json", "userIgnoreFilters")
STRICT = ("app.json", "strictLineBreaks")
SINGLE = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]")  # in an expression: what is one sign
REPEATING = "*+{"
# A beginning and an end that find whatever is there, and so might as well be missing.
AROUND = re.compile(r"\A\^?\.\*(?![?*+{])|(?<!\\)\.\*\$?\Z")
LONGEST = 300  # characters of an expression
MOST = 2  # repetitions in it; each multiplies the time by the length of a path
MOST_CHOICES = 6  # each of which may double it
PATIENCE = 10  # seconds of the processor for all paths; a thousand of them take one hundredth


def passing_over(site: Path, notes: Path, problems: Problems) -> Callable[[Path], bool]:
    """Return what tells whether the settings around the notes say that a file is none of them."""
    vault = vault_of(site, notes)
    matches = list(rules(vault, problems)) if vault else []
    if vault is None or not matches:
        return lambda _: False

    with_patience = Patience(PATIENCE)

    def is_passed_over(file: Path) -> bool:
        path = unicodedata.normalize("NFC", file.relative_to(vault).as_posix())
        try:
            with with_patience:
                return any(match(path) for match in matches)
        except TooLong:
            refuse(problems, f"takes far too long with {path!r}")
            matches[:] = [lambda _: True]
            return True

    return is_passed_over


def keeps_lines(site: Path, notes: Path) -> bool:
    """Tell whether Obsidian shows the lines of a paragraph as they are written, as it does unasked.

    https://help.obsidian.md/settings: "Strict line breaks".
    """
    vault = vault_of(site, notes)
    return vault is not None and said(vault, *STRICT, Problems()) is not True


def vault_of(site: Path, notes: Path) -> Path | None:
    """Return the nearest folder from the notes up to the garden that has settings."""
    folders = [notes, *notes.parents]
    within = folders[: folders.index(site) + 1] if site in folders else [notes]
    return next((folder for folder in within if (folder / FOLDER).is_dir()), None)


def rules(vault: Path, problems: Problems) -> Iterator[Callable[[str], object]]:
    """Yield for each setting what finds the paths that it speaks of."""
    for name, key in TEMPLATES:
        folder = text(said(vault, name, key, problems)).strip("/")
        if folder:
            yield lambda path, start=f"{folder}/": path.startswith(start)
    note = text(said(vault, *DAILY, problems)).strip("/").removesuffix(".md")
    if note:
        yield lambda path, name=f"{note}.md": path == name
    filters = said(vault, *EXCLUDED, problems)
    for each in cast("list[object]", filters) if isinstance(filters, list) else []:
        if text(each)[:1] == "/" and not is_quick(text(each)[1:-1]):
            refuse(problems, f"has {each!r}, which may never end")
            yield lambda _: True
        elif found := matching(text(each)):
            yield found
        elif each:
            place = f"{FOLDER}/{EXCLUDED[0]}"
            problems.warn(place, 1, 1, f"`{EXCLUDED[1]}` has {each!r}, which cannot be read")


def refuse(problems: Problems, why: str) -> None:
    """Complain of filters of which nobody knows what they keep at home."""
    said_of = f"`{EXCLUDED[1]}` {why}; until then no note is shown"
    problems.error(f"{FOLDER}/{EXCLUDED[0]}", 1, 1, said_of)


def matching(written: str) -> Callable[[str], object] | None:
    """Return what finds paths by a filter: `/an expression/`, or how they begin."""
    if len(written) > 2 and written[0] == written[-1] == "/":
        try:
            return re.compile(AROUND.sub("", written[1:-1]), re.IGNORECASE).search
        except re.error:
            return None
    return (lambda path: path.startswith(written)) if written.strip("/") else None


def is_quick(expression: str) -> bool:
    """Tell whether an expression surely comes to an end: a vault may be a stranger's.

    Few repetitions and choices, and no repetition of a group that itself may repeat or choose.
    """
    if len(expression) > LONGEST:
        return False
    around, group, repeated, choices, before = list[bool](), False, 0, 0, ""
    for sign, following in pairwise(f"{SINGLE.sub('x', AROUND.sub('', expression))} "):
        repeats = sign in REPEATING
        repeated += repeats
        choices += sign == "|" or (sign == "?" and before not in {"(", *REPEATING})
        before = sign
        group |= repeats or sign == "|"
        if sign == "(":
            around.append(group)
            group = False
        elif sign == ")":
            if group and following in REPEATING:
                return False
            group |= around.pop() if around else False
    return repeated <= MOST and choices <= MOST_CHOICES


def said(vault: Path, name: str, key: str, problems: Problems) -> object:
    """Return what a file of settings says under a key, or nothing."""
    try:
        values: object = json.loads(settings_text(vault / FOLDER / name))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, RecursionError):
        problems.warn(f"{FOLDER}/{name}", 1, 1, "cannot be read; it is as if it were not there")
        return None
    return cast("dict[str, object]", values).get(key) if isinstance(values, dict) else None


def text(value: object) -> str:
    """Return a text as paths are compared, or an empty one."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else ""
