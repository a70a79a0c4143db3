"""Formulas: set at build time as MathML, and readable as TeX where they cannot be."""

import re

import pytest

from shared.garden.writing.mathml import BadFormula, mathml

HARMFUL = (
    r"\href{javascript:alert(1)}{x}",
    r"\begin{align}a\label{x}\\ \eqref{x}\end{align}",
    r"\text{<script>alert(1)</script>}",
    r"\text{\textsc{<img src=x onerror=alert(1)>}}",
    r"\color{red}x \textcolor{blue}{y}",
    r"\style{color:red}{x} \class{a}{x}",
    r'\text{" onclick="alert(1)}',
    r"\begin{array}{|c|}\hline a\\ \hdashline b\end{array}",
)


@pytest.mark.parametrize("formula", HARMFUL)
def test_a_formula_brings_no_link_no_script_no_id_and_no_style(formula):
    try:
        made = mathml(formula, stands_alone=True)
    except BadFormula:
        return
    for tag in re.findall(r"<[^>]*>", made):
        assert not re.match(r"</?(a|script|img)\b", tag), tag
        assert not re.search(r'\s(style|id|href|on\w+)="', tag), tag


def test_what_math_core_says_in_styles_is_said_in_classes():
    made = mathml(r"\begin{aligned}a&=b\end{aligned} \color{red}x", stands_alone=True)

    assert 'class="m-end m-by"' in made
    assert 'mathcolor="#FF0000"' in made


def test_an_equation_has_a_number_only_where_its_author_gives_it_one():
    assert "(1)" not in mathml(r"\begin{align}a&=b\\c&=d\end{align}", stands_alone=True)
    assert "(7)" in mathml(r"E = m \tag{7}", stands_alone=True)


def test_a_formula_is_set_within_a_line_and_alone(grow):
    body = grow({"a.md": "so $x^2$\n\n$$\nx^2\n$$"}).body("a")

    assert "so <math><msup>" in body
    assert '<span class="formula" tabindex="0"><math display="block"><msup>' in body


def test_a_wrong_formula_is_a_warning_with_its_place_and_its_source_stays(grow):
    source = "---\ntitle: a\n---\n字 $a\\foo$\n\n> $$\n> x\n> \\frac{1\n> $$\n\n- `$` $\\bar$"
    built = grow({"a.md": source})

    said = "this formula is shown as its source"
    assert built.warnings == [
        f'a.md:4:5: {said}: Unknown command "\\foo".',
        f'a.md:8:10: {said}: Expected closing token "}}", but reached end of input.',
        f"a.md:11:12: {said}: Expected argument but reached end of input.",
    ]
    assert '<code class="math">a\\foo</code>' in built.body("a")
    assert built.errors == []


def test_a_letter_has_the_source(grow):
    built = grow({"a.md": "---\nmaturity: evergreen\n---\n$x^2$"})

    assert "<code>x^2</code>" in built.entry("a")["mail_html"]
    assert "<math" not in built.entry("a")["mail_html"]


def test_a_long_derivation_is_set_as_well():
    rows = r"\\".join(rf"\sqrt{{x_{{{n}}}}} &= \frac{{{n}}}{{2}}" for n in range(300))

    assert rows.count("\\") > 1_000
    assert "<msqrt>" in mathml(rf"\begin{{align}}{rows}\end{{align}}", stands_alone=True)


def test_a_stop_stays_on_the_line_of_its_formula(grow):
    body = grow({"a.md": "so $x$. Then $y$ and *$z$*, <b>"}).body("a")

    assert '<span class="held"><math><mi>x</mi></math>.</span> Then <math>' in body
    assert "</math> and <em>" in body


@pytest.mark.parametrize(
    ("tex", "typed"),
    [
        (r"\theta = V_w / V_t", "θ = V_w / V_t"),
        (r"e^{i\pi}+1=0", "e^(iπ)+1=0"),
        (r"\mathcal{L}(\theta) \in \mathbb{R}^{n}", "ℒ(θ) ∈ ℝ^n"),
        (r"\frac{\partial f}{\partial x}", "…"),
        (r"\sqrt{x}", "…"),
        (r"\foo", "…"),
    ],
)
def test_in_plain_text_a_formula_is_as_one_would_type_it_or_left_out(grow, tex, typed):
    built = grow({"a.md": f"Water: ${tex}$ says [[b]].", "b.md": "x"})

    assert built.note("a").excerpt == f"Water: {typed} says b."
    assert f"Water: {typed} says <mark>b</mark>." in built.page("b")


def test_the_font_of_formulas_is_small_ours_and_fetched_only_where_it_is_named(grow):
    built = grow({"a.md": "$x$"})

    files = list(built.out.glob("assets/math*.woff2"))
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) < 72 * 1024
    [sheet] = built.out.glob("assets/garden-*.css")
    said = sheet.read_text()
    assert all(f'url("{file.name}")' in said for file in files)
    assert said.count('"Garden Math"') == 3  # two files, and formulas alone ask for them
