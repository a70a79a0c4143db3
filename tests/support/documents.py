"""Read the documentation the way a test needs it: by heading, by block, by what it names."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from functions.commands.thistledown import thistledown

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def headings(text: str) -> list[str]:
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.*)$", prose, re.MULTILINE)


def anchor(heading: str) -> str:
    """Return the name of a heading in a link, as Markdown hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def sections(text: str) -> dict[str, str]:
    """Return what stands under each heading, up to the next one."""
    parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)


def commands(
    group: click.Group = thistledown, path: str = ""
) -> Iterator[tuple[str, click.Command]]:
    """Yield every command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (whole := f"{path} {name}".strip()), command
        if isinstance(command, click.Group):
            yield from commands(command, whole)


def options(command: click.Command) -> set[str]:
    return {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
        if name.startswith("--")
    }
