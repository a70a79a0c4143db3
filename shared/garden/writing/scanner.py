"""Read code by the rules of Pygments, with one regular expression for many of them.

Pygments tries the rules of a state one after another, each by a call. Here they are the
alternatives of one expression, which tries them in the same order and finds the same, in a seventh
of the time. To join them takes as long as to read some code, so it is done once there is much.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, cast

from pygments.lexer import Lexer, RegexLexer
from pygments.token import Error, Whitespace

MUCH = 10_000  # characters of one language
ROOT = "root"
TOKEN = type(Error)
Token = Any  # the types of Pygments are untyped
Match = Callable[[str, int], "re.Match[str] | None"]

# What counts the groups of its expression, names them, or has comments in it.
UNJOINABLE = re.compile(r"\\[1-9]|\(\?(?:P|\(|#|[aiLmsu]*x)")
FLAGGED = re.compile(r"\(\?([aiLmsu]+)\)")
# A bracket that opens a group; what may look like one is passed over.
CAPTURING = re.compile(r"(\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?)|\(")

read = Counter[Lexer]()  # how many characters a lexer has read


class Rule(NamedTuple):
    """What is looked for, what token or tokens it makes, and which states are left and entered."""

    match: Match
    action: Any
    steps: Sequence[str]


class Rules(NamedTuple):
    """Rules that one expression tries; the last group that it closes is the number of one."""

    match: Match
    rules: Sequence[Rule]


def tokens(lexer: Lexer, text: str) -> Iterator[tuple[Token, str]]:
    """Yield the tokens that a lexer finds in a text."""
    read[lexer] += len(text)
    if is_plain(lexer) and read[lexer] > MUCH:
        return scan(cast(RegexLexer, lexer), text)
    return ((token, piece) for _, token, piece in lexer.get_tokens_unprocessed(text))


def is_plain(lexer: Lexer) -> bool:
    """Tell whether a lexer reads by its rules alone."""
    reads = type(lexer).get_tokens_unprocessed
    return reads is RegexLexer.get_tokens_unprocessed and not flags_of(lexer) & re.VERBOSE


def scan(lexer: RegexLexer, text: str) -> Iterator[tuple[Token, str]]:
    """Yield the tokens of a text, by rules that are joined."""
    states, place = [ROOT], 0
    tried = rules_of(lexer, ROOT)
    while True:
        for together in tried:
            found = together.match(text, place)
            if found:
                break
        else:
            if place == len(text):
                return
            yield stray(text[place], states), text[place]
            tried = rules_of(lexer, states[-1])
            place += 1
            continue
        rules = together.rules
        rule = rules[(found.lastindex or 1) - 1] if len(rules) > 1 else rules[0]
        _, action, steps = rule
        if action.__class__ is TOKEN:
            yield action, found[0]
        elif action is not None:  # it asks for the groups of its own expression
            again = rule.match(text, place)
            yield from ((token, piece) for _, token, piece in action(lexer, again))
        place = found.end()
        if steps:
            move(states, steps)
            tried = rules_of(lexer, states[-1])


def stray(character: str, states: list[str]) -> Token:
    """Return what a character is that no rule knows: the end of a line ends every state."""
    if character != "\n":
        return Error
    states[:] = [ROOT]
    return Whitespace


def move(states: list[str], steps: Sequence[str]) -> None:
    """Leave states and enter others; the first is never left."""
    for step in steps:
        if step != "#pop":
            states.append(states[-1] if step == "#push" else step)
        elif len(states) > 1:
            states.pop()


@lru_cache(maxsize=1024)
def rules_of(lexer: RegexLexer, state: str) -> list[Rules]:
    """Return the rules of a state, neighbours joined where they can be."""
    found: list[tuple[str, Rule]] = []
    for match, action, change in cast(Any, lexer)._tokens[state]:
        found.append((joinable(match), Rule(match, action, steps_of(change))))
    joined: list[Rules] = []
    for can_join, group in groupby(found, key=lambda each: bool(each[0])):
        several = list(group)
        if can_join and len(several) > 1:
            expression = "|".join(f"{pattern}()" for pattern, _ in several)
            whole = re.compile(expression, flags_of(lexer))
            joined.append(Rules(whole.match, [rule for _, rule in several]))
        else:
            joined += [Rules(rule.match, [rule]) for _, rule in several]
    return joined


def joinable(match: Match) -> str:
    """Return an expression without groups of its own; an empty one when it cannot be without."""
    pattern = cast(Any, match).__self__.pattern
    if UNJOINABLE.search(pattern):
        return ""
    flags = FLAGGED.match(pattern)
    bare = CAPTURING.sub(lambda found: found[1] or "(?:", pattern[flags.end() if flags else 0 :])
    return f"(?{flags[1] if flags else ''}:{bare})"


def steps_of(change: Any) -> Sequence[str]:
    """Return as steps one by one what Pygments writes as a number, a word or several."""
    if change is None:
        return ()
    if isinstance(change, int):
        return ["#pop"] * -change
    return [change] if isinstance(change, str) else change


def flags_of(lexer: Lexer) -> int:
    """Return the flags of every expression of a lexer."""
    return int(getattr(lexer, "flags", 0))
