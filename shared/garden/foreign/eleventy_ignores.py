"""What Eleventy is told to make no page of: `.gitignore` and `.eleventyignore`, as it reads them.

A line is a glob from the folder that its file is in, and what it names is left out with all below
it. Other than for git, a bare name means that place alone, capitals make no difference, and a line
that begins with `!` brings nothing back: https://www.11ty.dev/docs/ignores/, and by trial.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from shared.garden.problem import Problems
from shared.garden.vault.settings_file import settings_text

IGNORES = ".eleventyignore"
GITIGNORE = ".gitignore"
CONFIGURATIONS = (".eleventy.js", *(f"eleventy.config.{end}" for end in ("js", "mjs", "cjs")))
WITHOUT_GIT = re.compile(r"\bsetUseGitIgnore\(\s*false\s*\)")

COUNTS = {"@": "", "?": "?", "+": "+", "*": "*"}
CLOSES = {"(": ")", "{": "}"}
# What has a further star behind it in its step of the path: the first that fits is as good as any.
PASSED = re.compile(r"\*([^*?+@!(){}\[\]\\|/,]+)(?=\*(?![*(]))")
# In what repeats, nothing that may itself be one thing or another; else no path might ever fit.
MANIFOLD = re.compile(r"[*+]\((?![^()*?+|{}\[\]]*\))")
LONGEST = 300  # characters of a line
MOST = 4  # stars and groups in it; each multiplies the time by the length of a path


def ignored(site: Path, notes: Path, problems: Problems) -> Callable[[Path], bool]:
    """Return what tells whether Eleventy, run in `site`, passes a file over.

    Its input may be any folder from there down to the notes, and has a file of its own.
    """
    inputs = [site, *(site.joinpath(*steps) for steps in ways(notes.relative_to(site).parts))]
    files = [folder / IGNORES for folder in inputs]
    if uses_gitignore(site):
        files.append(site / GITIGNORE)
    patterns = [one for file in files for one in lines(site, file)]
    if endless := [one for one in patterns if not is_quick(one)]:
        said = f"has {endless[0][:LONGEST]!r}, which may never end; until then no note is shown"
        problems.error(IGNORES, 1, 1, said)
        return lambda _: True
    if not patterns:
        return lambda _: False
    whole = re.compile(f"(?:{'|'.join(map(translated, patterns))})(?:/.*)?", re.IGNORECASE)
    return lambda file: whole.fullmatch(file.relative_to(site).as_posix()) is not None


def ways(steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the way to each folder on the way to one."""
    return (steps[: number + 1] for number in range(len(steps)))


def uses_gitignore(site: Path) -> bool:
    """Tell whether the configuration leaves it at what Eleventy does by itself."""
    return not any(WITHOUT_GIT.search(text(site / name)) for name in CONFIGURATIONS)


def lines(site: Path, file: Path) -> Iterator[str]:
    """Yield the patterns of a file, as paths below the site."""
    folder = file.parent.relative_to(site).as_posix()
    for line in map(str.strip, text(file).split("\n")):
        if line and line[0] not in "#!":
            yield posixpath.normpath(f"{folder}/{line}").strip("/")


def text(file: Path) -> str:
    """Return a file's text, nothing where there is none; one that cannot be read ignores all."""
    try:
        return settings_text(file, "replace")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError:
        return "**"


def is_quick(pattern: str) -> bool:
    """Tell whether a glob surely comes to an end: a garden may be a stranger's."""
    stars = re.findall(r"(?<![^/])\*\*(?![^/])|\*", PASSED.sub("-", pattern))
    groups = pattern.count("(") + pattern.count("{")
    return (
        len(pattern) <= LONGEST and max(len(stars), groups) <= MOST and not MANIFOLD.search(pattern)
    )


def translated(pattern: str) -> str:
    """Return a regular expression for a glob, in the signs that picomatch has."""
    found, at = "", 0
    while at < len(pattern):
        part, at = next_part(pattern, at)
        found += part
    return found


def next_part(pattern: str, at: int) -> tuple[str, int]:
    """Translate the next sign or group, and return where to go on."""
    sign, follows = pattern[at], pattern[at + 1 : at + 2]
    if found := of_folders(pattern, at):
        return found
    if sign in "@?+*!" and follows == "(" and (group := grouped(pattern, at + 1)):
        choices, end = group
        if sign != "!":
            return f"(?:{choices}){COUNTS[sign]}", end
        return f"(?!(?:{choices}){translated(pattern[end:])}(?:/|$))[^/]*", end
    if found := PASSED.match(pattern, at):
        return f"(?>[^/]*?{re.escape(found[1])})", found.end()
    if sign in "({" and (group := grouped(pattern, at)):
        return f"(?:{group[0]})", group[1]
    if sign == "[" and (end := pattern.find("]", at + 2)) > 0:
        written = pattern[at + 1 : end]
        inside = re.sub(r"[\\\[&~|]", r"\\\g<0>", written[1:] if written[0] in "!^" else written)
        klass = f"[^/{inside}]" if written[0] in "!^" else f"[{inside}]"
        return f"(?:{re.escape(f'[{written}]')}|{klass})", end + 1
    if sign == "\\" and follows:
        return re.escape(follows), at + 2
    return {"*": "[^/]*", "?": "[^/]"}.get(sign, re.escape(sign)), at + 1


def of_folders(pattern: str, at: int) -> tuple[str, int] | None:
    """Translate two stars that are a whole step of the path."""
    if not pattern.startswith("**", at) or pattern[at - 1 : at] not in ("", "/"):
        return None
    if pattern.startswith("/", at + 2):
        return "(?:[^/]+/)*", at + 3
    return (".*", at + 2) if at + 2 == len(pattern) else None


def grouped(pattern: str, at: int) -> tuple[str, int] | None:
    """Translate what stands in brackets from here, choice by choice; None where they never end."""
    opens, depth, begin = pattern[at], 0, at + 1
    choices: list[str] = []
    for here in range(at, len(pattern)):
        sign = pattern[here]
        depth += (sign == opens) - (sign == CLOSES[opens])
        if (depth == 1 and sign == ("|" if opens == "(" else ",")) or depth == 0:
            choices.append(translated(pattern[begin:here]))
            begin = here + 1
        if depth == 0:
            is_one = opens == "{" and len(choices) == 1
            return None if is_one else ("|".join(choices), here + 1)
    return None
