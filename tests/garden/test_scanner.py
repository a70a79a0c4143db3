"""Code that is read by joined rules has the tokens that Pygments itself finds."""

import re
from pathlib import Path

import pytest
from pygments.lexer import RegexLexer, bygroups
from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
from pygments.token import Keyword, Name, Text

from shared.garden.writing import scanner

ROOT = Path(__file__).parents[2]
WRITTEN = [
    "shared/garden/writing/scanner.py",
    "templates/garden/search.js",
    "templates/garden/graph.css",
    "templates/garden/note.html",
    "pyproject.toml",
    "bin/dev",
    "README.md",
]
MIXED = """\
fn main() { let x: &'a str = r#"hi"#; println!("{x}"); }  // 註解
class A extends B<C> { @Override public int f() throws E { return 0x1F; } }
def f = "a #{b} \\u00e9" if x =~ /re/i
SELECT * FROM t WHERE a = 'b' -- c
{"a": [1, 2.5e3, null, true], "b": f"{x!r:>{width}} {{y}}"}
<?php echo "x $y"; ?> <b class="c">&amp;</b>
\\section{x} $a^2$ % c
--- a/b
@@ -1 +1 @@
(defun f (x) (+ x 1)) ; c
module M where f :: Int -> Int
'''open, and never closed
"""
NAMES = (
    *("bash", "c", "css", "diff", "elixir", "go", "haskell", "html", "java", "javascript", "json"),
    *("lua", "make", "perl", "php", "python", "ruby", "rust", "sql", "tex", "toml", "yaml"),
)


@pytest.fixture(autouse=True)
def from_the_first_character(monkeypatch: pytest.MonkeyPatch) -> None:
    """Join rules at once, however little there is to read."""
    monkeypatch.setattr(scanner, "MUCH", 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_tokens_are_those_of_pygments(name):
    lexer = get_lexer_by_name(name, stripnl=False)
    for text in [MIXED, *((ROOT / file).read_text("utf-8")[:2000] for file in WRITTEN)]:
        known = [(token, piece) for _, token, piece in lexer.get_tokens_unprocessed(text)]
        assert list(scanner.tokens(lexer, text)) == known


def test_most_of_these_languages_are_read_by_joined_rules():
    joined = [name for name in NAMES if scanner.is_plain(get_lexer_by_name(name))]
    assert len(joined) > len(NAMES) / 2


class Odd(RegexLexer):
    """Rules with all that cannot be joined, and with brackets that open no group."""

    flags = re.MULTILINE | re.IGNORECASE
    tokens = {  # noqa: RUF012 - so Pygments has it
        "root": [
            (r"(['\"])(.*?)\1", bygroups(Keyword, Name)),
            (r"(?P<sign>[+-])(?P=sign)", Keyword),
            (r"[(\])]|[^\w\s(]", Keyword.Type),
            (r"\((?=(a)(b)?)", Keyword.Pseudo, ("inner", "inner")),
            (r"(?s)(<).*?(>)", bygroups(Keyword, Name)),
            (r"(?x) ( \d ) # digits (", Keyword.Constant),
            (r"(x)(y)?(z)", bygroups(Name, Keyword, Name)),
            (r"q", Name, "#push"),
            (r"w", Name, "#pop"),
            (r"\w", Name.Other),
        ],
        "inner": [(r"a", Name, "#pop"), (r"(b)(?=\))", Text, "#pop:2")],
    }


@pytest.mark.parametrize(
    "text",
    ["'a' \"b\" 'c\"", "+- ++ --", "(] )", "(ab) (aB)", "<a\nb>", "1 2", "xz xyz XZ", "qqwww w\nx"],
)
def test_groups_of_all_kinds_keep_their_meaning(text):
    lexer = Odd()
    known = [(token, piece) for _, token, piece in lexer.get_tokens_unprocessed(text)]
    assert list(scanner.tokens(lexer, text)) == known


def test_little_code_is_left_to_pygments(monkeypatch):
    monkeypatch.setattr(scanner, "MUCH", 100)
    lexer = get_lexer_by_name("python", stripnl=False)
    scanner.rules_of.cache_clear()
    list(scanner.tokens(lexer, "x = 1\n" * 10))
    assert scanner.rules_of.cache_info().currsize == 0
    list(scanner.tokens(lexer, "x = 1\n" * 10))
    assert scanner.rules_of.cache_info().currsize > 0
