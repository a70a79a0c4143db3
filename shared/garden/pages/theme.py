"""A garden's own look: the folder `theme/` beside garden.toml, whose files win over ours.

A template of it begins from ours, or has it as a part, by the name `ours/note.html`.
A template of it may show what it likes and reach nothing else: somebody may build a garden that
is not their own. Where it fails, ours takes its place.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from traceback import walk_tb
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
)
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from shared import resources
from shared.garden.pages.braces import unclosed
from shared.garden.pages.compiled import compiled
from shared.garden.pages.escaping import NAME, EscapingGenerator, escaped
from shared.garden.pages.room import refuse_large, room
from shared.garden.patience import Patience, TooLong
from shared.garden.problem import Problems
from shared.garden.vault.written import FILE
from shared.garden.woven.nearest import Nearest

FOLDER = "theme"
HOUSE = ("garden", "house")  # where our templates are
OURS = "ours/"  # before the name of a template: ours, and not the garden's own
WRONG = (
    TemplateError, ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError,
    TooLong, TypeError, ValueError,
)  # fmt: skip
PATIENCE = 30  # seconds of the processor for one page; one of a thousand notes takes a hundredth
# Whose things a template may ask for more. A path on the disk, say, could be read and written.
PLAIN = {"builtins", "datetime", "jinja2", "markupsafe", "shared", "zoneinfo"}


def theme_of(site: Path) -> Path | None:
    """Return the folder of a garden's own look, if it is a garden and has one."""
    folder = site / FOLDER
    is_there = folder.is_dir() and (site / FILE).is_file()
    return folder if is_there and folder.resolve().is_relative_to(site.resolve()) else None


def files_of(theme: Path) -> list[Path]:
    """Return the files of a theme; a link that leads out of it is none."""
    inside = theme.resolve()
    return [
        file
        for file in sorted(theme.iterdir())
        if file.is_file() and file.resolve().is_relative_to(inside)
    ]


class Sandbox(ImmutableSandboxedEnvironment):
    """Lets templates reach plain things alone, and change none."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Do a sum that a template wants, unless it would be endless."""
        refuse_large(operator, left, right)
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may have an attribute of an object."""
        is_plain = type(obj).__module__.partition(".")[0] in PLAIN
        return is_plain and super().is_safe_attribute(obj, attr, value)


class Templates:
    """The templates of a garden: its own before ours."""

    def __init__(
        self,
        theme: Path | None,
        known: Mapping[str, object],
        problems: Problems,
        cache: Path | None = None,
    ) -> None:
        self.theme = theme
        self.cache = cache
        self.known = known
        self.problems = problems
        self.is_given_up = False  # once a template of theirs was without end
        files = files_of(theme) if theme else []
        self.own = {file.name: file for file in files if file.suffix == ".html"}
        self.look_over([file for file in files if file.suffix == ".css"])

    def look_over(self, sheets: Sequence[Path]) -> None:
        """Warn of templates that nothing shows, and of sheets that leave something open."""
        folders = [resources.templates(name) for name in HOUSE]
        house = sorted({file.name for folder in folders for file in folder.glob("*.html")})
        texts = {name: file.read_text("utf-8", "replace") for name, file in self.own.items()}
        for name in sorted(self.own.keys() - set(house)):
            used = any(f'"{name}"' in text or f"'{name}'" in text for text in texts.values())
            if not used:
                meant = Nearest(house).nearest(name)
                hint = f"; did you mean `{meant}`?" if meant else ""
                said = f"no page is made of a template `{name}`{hint}"
                self.problems.warn(f"{FOLDER}/{name}", 1, 1, said)
        for sheet in sheets:
            text = sheet.read_text("utf-8", "replace")
            if left := unclosed(text):
                line, column = place_in(text, left.at)
                said = "what begins here is never closed; it was closed at the end of the file"
                self.problems.warn(f"{FOLDER}/{sheet.name}", line, column, said)

    def render(self, name: str, context: Mapping[str, object]) -> str:
        """Render a template; when a garden's own fails, say so and render ours."""
        if not self.own or self.is_given_up:
            return self.ours.get_template(name).render(context)
        try:
            with Patience(PATIENCE), room():
                return self.theirs.get_template(name).render(context)
        except WRONG as error:
            self.is_given_up = isinstance(error, TooLong | MemoryError)
            place, line = self.place_of(error, name)
            said = f"{complaint(error, place)} (our own is shown)"
            self.problems.warn(f"{FOLDER}/{place}", line, 1, said)
            return self.ours.get_template(name).render(context)

    def place_of(self, error: Exception, name: str) -> tuple[str, int]:
        """Return the template of the garden's own in which something failed, and the line."""
        if lineno := getattr(error, "lineno", None):
            return str(getattr(error, "name", name)), int(lineno)
        frames = [
            (Path(frame.f_code.co_filename).name, line)
            for frame, line in walk_tb(error.__traceback__)
            if Path(frame.f_code.co_filename).parent == self.theme
        ]
        return frames[-1] if frames else (name, 1)

    @cached_property
    def ours(self) -> Environment:
        """Return the environment in which nothing is a garden's own."""
        environment = self.environment(Environment, {})
        if self.cache:
            environment.bytecode_cache = compiled(self.cache)
        return environment

    @cached_property
    def theirs(self) -> Environment:
        """Return the environment in which the garden's own templates come first."""
        return self.environment(Sandbox, self.own)

    def environment(
        self, make: Callable[..., Environment], before: Mapping[str, Path]
    ) -> Environment:
        """Return an environment in which nothing is undefined and all text escaped."""

        def own(name: str) -> tuple[str, str, None] | None:
            file = before.get(name)
            return (file.read_text("utf-8"), str(file), None) if file else None

        house = FileSystemLoader([resources.templates(name) for name in HOUSE])
        environment = make(
            loader=ChoiceLoader([FunctionLoader(own), PrefixLoader({OURS[:-1]: house}), house]),
            undefined=StrictUndefined,
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=-1,
        )
        environment.code_generator_class = EscapingGenerator
        environment.filters[NAME] = escaped
        partials = frozenset([*before, *house.list_templates()])
        for name, what in {**self.known, "partials": partials}.items():
            kind = environment.filters if callable(what) else environment.globals
            kind[name] = what  # pyright: ignore[reportArgumentType] - typed after its defaults
        return environment


def complaint(error: Exception, place: str) -> str:
    """Say what is wrong with a template of a garden's own."""
    if isinstance(error, RecursionError):
        return f"it leads to itself without end; what it replaces is called `{OURS}{place}`"
    if isinstance(error, TooLong | MemoryError):
        wanted = "far too long" if isinstance(error, TooLong) else "far too much memory"
        return f"it takes {wanted}; no template of the theme is asked any more"
    if isinstance(error, TemplateNotFound):
        return f"there is no template `{error.name}`"
    return str(error)


def place_in(text: str, at: int) -> tuple[int, int]:
    """Return the line and the column of a place in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
