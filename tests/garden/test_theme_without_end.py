"""A theme's template that never ends, or wants all memory, is given up, and ours is shown."""

import sys

import pytest

from shared.garden.pages import theme
from shared.garden.pages.room import refuse_large
from shared.garden.pages.theme import Templates
from shared.garden.problem import Problems

LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
DOUBLING = (
    '{% set n = namespace(x="aaaa") %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}'
)
LARGE = ['{{ "a" * 9000000000 }}', "{{ 9000000000 * [1] }}", "{{ 3 ** 99999999 }}"]
# The system itself keeps to the memory, where it is Linux.
LARGER = [
    DOUBLING,
    '{{ "%09000000000d" | format(1) }}',
    '{{ "a" | center(9000000000) }}',
    '{{ "{:09000000000d}".format(1) }}',
]


@pytest.fixture
def dressed(tmp_path, monkeypatch):
    """Return the templates of a garden with one of its own, and what is said of it."""

    def of(template: str) -> tuple[Templates, Problems]:
        (tmp_path / "note.html").write_text(template)
        problems = Problems()
        templates = Templates(tmp_path, {}, problems)
        templates.own["not-found.html"] = tmp_path / "note.html"
        monkeypatch.setattr(Templates, "ours", Ours())
        return templates, problems

    return of


class Ours:
    """Stands for all our templates."""

    def get_template(self, name: str) -> "Ours":
        return self

    def render(self, context: object) -> str:
        return "OURS"


@pytest.mark.parametrize(
    ("template", "wanted"),
    [(LOOP, "long"), *((each, "much memory") for each in LARGE)]
    + [(each, "much memory") for each in LARGER if sys.platform == "linux"],
)
def test_a_template_without_end_is_given_up_with_the_whole_theme(
    dressed, monkeypatch, template, wanted
):
    if template == LOOP:
        monkeypatch.setattr(theme, "PATIENCE", 0.3)
    templates, problems = dressed(template)

    assert [templates.render(name, {}) for name in ("note.html", "not-found.html")] == ["OURS"] * 2
    assert [str(each) for each in problems.warnings] == [
        f"theme/note.html:1:1: it takes far too {wanted}; no template of the theme is asked any "
        "more (our own is shown)"
    ]


def test_what_is_small_is_worked_out(dressed):
    templates, problems = dressed('{{ 2 ** 8 }} {{ "-" * 3 }} {{ 3 * 4 }} {{ 2 ** -1 }}')

    assert templates.render("note.html", {}) == "256 --- 12 0.5"
    assert problems.warnings == []


def test_what_one_sign_makes_is_bounded_wherever_it_runs():
    for large in (("*", "a", 10**8), ("*", 10**8, [1]), ("**", 10, 10**6)):
        with pytest.raises(MemoryError):
            refuse_large(*large)
    for small in (("*", "a", 10**5), ("*", 10**9, 10**9), ("**", 10, 20), ("**", 2.0, 9.0)):
        refuse_large(*small)
