"""Formulas as Obsidian's MathJax knows them: chemistry, definitions, and some other words."""

import time

import pytest

from shared.garden.writing.chemistry import with_chemistry
from shared.garden.writing.dialect import translated


@pytest.mark.parametrize(
    ("written", "tex"),
    [
        (r"\ce{H2O}", r"{\mathrm{H}_{2}\mathrm{O}}"),
        (r"\ce{2 H+}", r"{2\ \mathrm{H}^{+}}"),
        (r"\ce{SO4^2-}", r"{\mathrm{SO}_{4}^{2-}}"),
        (r"\ce{A + B -> C}", r"{\mathrm{A} {}+{} \mathrm{B} \longrightarrow \mathrm{C}}"),
        (r"\ce{A <=> B}", r"{\mathrm{A} \rightleftharpoons \mathrm{B}}"),
        (r"\ce{A ->[x][y] B}", r"{\mathrm{A} \xrightarrow[{\mathrm{y}}]{{\mathrm{x}}} \mathrm{B}}"),
        (r"\ce{^{14}_6C}", r"{{}^{14}_{6}\mathrm{C}}"),
        (r"\ce{CH2=CH-Cl}", r"{\mathrm{CH}_{2}{=}\mathrm{CH}{-}\mathrm{Cl}}"),
        (r"\ce{CuSO4.5H2O}", r"{\mathrm{CuSO}_{4}{\cdot}5\mathrm{H}_{2}\mathrm{O}}"),
        (r"\ce{O2 ^}", r"{\mathrm{O}_{2}\ \uparrow }"),
        (r"\ce{Fe(OH)2 (aq)}", r"{\mathrm{Fe}(\mathrm{OH})_{2}\ (\mathrm{aq})}"),
        (r"x + \ce{@}", r"x + \ce{@}"),
    ],
)
def test_chemistry_becomes_tex(written, tex):
    assert with_chemistry(written) == tex


@pytest.mark.parametrize(
    "formula",
    [
        r"\ce{SO4^2- + 2 H+ <=> H2SO4}",
        r"\newcommand{\R}{\mathbb{R}} \R",
        r"\newcommand{\f}[1]{x_{#1}} \f{2}",
        r"\renewcommand\new{x} \new",
        r"\DeclareMathOperator*{\most}{most\,of} \most_x",
        r"\sum_{\substack{i<n\\j>\sqrt{2}}} i",
        r"\pmb{x}\unicode{x263a}\require{physics}\label{a}",
        r"\href{https://x.example}{y} \pu{3 m/s} \smash{b} \rlap{c} \large d",
    ],
)
def test_what_only_mathjax_knows_is_set_all_the_same(grow, formula):
    built = grow({"a.md": f"${formula}$"})

    assert "<math>" in built.body("a")
    assert "href" not in built.body("a")
    assert built.warnings == []


def test_what_a_formula_defines_holds_in_those_that_follow_and_in_no_other_note(grow):
    text = (
        "$$\n\\newcommand{\\V}[1]{\\mathbf{#1}}\n\\def\\half{\\frac12}\n$$\n\n$\\V{x}$ $\\half$ $y$"
    )
    built = grow({"a.md": text, "b.md": "$\\V{x}$"})

    assert built.body("a").count("<math") == 3
    assert "𝐱" in built.body("a")
    assert "<mfrac>" in built.body("a")
    assert [each.partition(": ")[0] for each in built.warnings] == ["b.md:1:2"]


def test_a_mistake_behind_definitions_is_told_where_it_is(grow):
    built = grow({"a.md": "$\\def\\a{x}$ $\\a + \\nosuch$"})

    [warning] = built.warnings
    assert warning.startswith("a.md:1:19: ")


@pytest.mark.parametrize(
    "piece",
    [
        "\\ce{",
        "\\ce{a^",
        "\\newcommand",
        "\\newcommand{",
        "\\substack{",
        "\\def\\a{",
        "->[",
        "\\a ",
    ],
)
def test_g34_a_formula_without_end_is_translated_in_time(piece):
    before = time.process_time()

    translated("\\ce{" + piece * 10_000)
    translated("\\ce{" + piece * 10_000 + "}" * 10_000)
    assert time.process_time() - before < 3


def test_g34_many_definitions_are_too_many(grow):
    text = "\n\n".join(
        f"$\\def\\a{'b' * (n % 50)}{{{'x' * 1_000}}}$ $\\a{'b' * (n % 50)}$" for n in range(300)
    )
    before = time.process_time()

    assert grow({"a.md": text}).exists("a")
    assert time.process_time() - before < 8


def test_what_is_around_or_across_something_is_drawn_by_the_stylesheet(grow):
    body = grow({"a.md": "$\\boxed{x}$ $\\xcancel{y}$"}).body("a")

    assert '<math><mrow class="m-box"><mi>x</mi></mrow></math>' in body
    assert '<mrow class="m-updiagonalstrike m-downdiagonalstrike"><mi>y</mi></mrow>' in body


def test_in_an_excerpt_chemistry_is_typed_and_a_definition_says_nothing(grow):
    text = "---\nmaturity: evergreen\n---\n$$\\newcommand{\\R}{x}$$\n\nOf $\\ce{H2O -> x}$ so."
    built = grow({"a.md": text})

    assert built.entry("a")["excerpt"] == "Of H2O -> x so."
