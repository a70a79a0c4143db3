"""What `announce` asks before it goes on: is a note an old one, are so many right."""

import sys
from typing import Any

import click

from functions.commands.exits import REFUSED
from functions.commands.show import complain, say

NOTHING = "Nothing was announced."


def agreement(
    answer: dict[str, Any], *, yes: bool, not_renamed: bool, as_json: bool
) -> list[str] | None:
    """Return what is to be sent back as `confirm`; None when nobody has agreed to anything."""
    if answer.get("renamed"):
        return about_renames(answer["renamed"], yes=yes, not_renamed=not_renamed, as_json=as_json)
    return [answer["digest"]] if yes or agreed(answer, as_json=as_json) else None


def about_renames(
    pairs: list[dict[str, Any]], *, yes: bool, not_renamed: bool, as_json: bool
) -> list[str] | None:
    """Return the answer for each new note that may be an old one; two notes are said by a dash."""
    if not_renamed or yes:
        return [f"-{pair['digest']}" if not_renamed else pair["digest"] for pair in pairs]
    if as_json:
        return None
    name(pairs)
    if not sys.stdin.isatty():
        return None
    return [answered(pair) for pair in pairs]


def answered(pair: dict[str, Any]) -> str:
    """Ask about one note."""
    is_same = click.confirm(f"Is {pair['title']} the note {pair['was']['title']}, renamed?")
    return pair["digest"] if is_same else f"-{pair['digest']}"


def name(pairs: list[dict[str, Any]]) -> None:
    """Say which notes may be which."""
    for pair in pairs:
        say(f"  {pair['title']}  {pair['url']}")
        say(f"  is much like {pair['was']['title']} ({pair['was']['id']}), which has gone.")


def agreed(answer: dict[str, Any], *, as_json: bool) -> bool:
    """Show a long list, and ask if somebody is there to answer."""
    if as_json:
        return False
    for note in answer["newly_evergreen"]:
        say(f"  {note['title']}  {note['url']}")
    if not sys.stdin.isatty():
        return False
    if not click.confirm(f"Announce these {len(answer['newly_evergreen'])} notes?"):
        complain(NOTHING)
        sys.exit(REFUSED)
    return True
