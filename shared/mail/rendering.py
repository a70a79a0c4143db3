"""The one template environment of mail: sandboxed, strict, and fed from template files alone."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from jinja2.sandbox import SandboxedEnvironment

from shared.mail.fragment import fragment
from shared.mail.months import day, days, moment, month
from shared.mail.plain import plain, underline, wrap
from shared.mail.readable import host_of
from shared.resources import templates

NAME = re.compile(r"[a-z][a-z0-9-]*")
SUBJECT = "Subject: "


@dataclass(frozen=True, slots=True)
class Letter:
    """What the two template files of a mail say to one reader."""

    subject: str
    text: str
    html: str
    language: str


def render(name: str, context: Mapping[str, Any], language: str) -> Letter:
    """Fill in both files of a mail, in the reader's language if it was written in it."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a mail.")
    stem, chosen = translated(name, language)
    values = {**context, "language": chosen}
    subject = environment().get_template(f"{stem}.subject").render(values)
    text = environment().get_template(f"{stem}.txt").render(values)
    html = environment().get_template(f"{stem}.html").render(values)
    return Letter(subject, text.strip() + "\n", html, chosen)


class LetterFiles(FileSystemLoader):
    """Serve the first line of `name.txt` as `name.subject`, and the rest as `name.txt`.

    Rendered apart, a newline inside a title cannot end the subject and begin the letter: it
    reaches the header gate as it is, and is refused there.
    """

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the asked half of a file."""
        stem, _, kind = template.rpartition(".")
        if kind == "html" or stem.startswith("_"):
            return super().get_source(environment, template)
        source, path, fresh = super().get_source(environment, f"{stem}.txt")
        first, _, rest = source.partition("\n")
        if not first.startswith(SUBJECT):
            raise ValueError(f"The first line of {stem}.txt must be `Subject: ...`.")
        return (first.removeprefix(SUBJECT) if kind == "subject" else rest), path, fresh


def translated(name: str, language: str) -> tuple[str, str]:
    """Return the file stem and the language of the best translation there is."""
    chosen = "zh-Hant" if language.lower().split("-")[0] == "zh" else "en"
    if chosen == "en":
        return name, chosen
    try:
        environment().get_template(f"{name}.{chosen}.txt")
    except TemplateNotFound:
        return name, "en"
    return f"{name}.{chosen}", chosen


@cache
def environment() -> SandboxedEnvironment:
    """Return the environment; titles and notes are values in it, never templates."""
    made = SandboxedEnvironment(
        loader=LetterFiles(templates("mail")),
        undefined=StrictUndefined,
        autoescape=is_html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.clear()  # no range, no lipsum, no namespace: a letter needs none of them
    filters: dict[str, Any] = made.filters  # typed as a union of Jinja's own signatures
    filters.update(fragment=fragment, plain=plain, wrap=wrap, underline=underline)
    filters.update(host=host_of, bytes=size, month=month, day=day, days=days, moment=moment)
    return made


def is_html(name: str | None) -> bool:
    """Tell which templates escape what they are given."""
    return name is not None and name.endswith(".html")


def size(text: str) -> int:
    """Return how many bytes a text takes on the wire, before its transfer encoding."""
    return len(text.encode())
