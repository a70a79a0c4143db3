"""The three plants as they look from above; each is a shape of its own, not a colour alone."""

from collections.abc import Iterable

from shared.garden.note import Maturity

# Capitals, because no heading has an id with one.
SIGNS = {Maturity.EVERGREEN: "E", Maturity.BUDDING: "B", Maturity.SEEDLING: "S"}
ROUND = 'fill="{}" stroke="currentColor" stroke-linecap="round"'
HIT = '<circle class="hit" r="11"/>'  # what lies between leaves belongs to their plant
DRAWN = {
    # A crown of eight boughs, lit from one side.
    Maturity.EVERGREEN: f'<g id="E">{HIT}<circle r="5.2" {ROUND.format("currentColor")}'
    ' stroke-width="4.4" stroke-dasharray="0 4.084"/>'
    '<path class="lit" d="M-3.6-1.4A4 4 0 0 1 1.2-3.9"/></g>',
    # Five petals around an eye.
    Maturity.BUDDING: f'<g id="B">{HIT}<circle r="4.5" {ROUND.format("none")}'
    ' stroke-width="5" stroke-dasharray="0 5.655"/><circle class="eye" r="2.4"/></g>',
    # Two first leaves.
    Maturity.SEEDLING: f'<g id="S">{HIT}<path fill="currentColor"'
    ' d="M0 0C-1-5-5-6-8-4-8 0-4 2 0 0 1-5 5-6 8-4 8 0 4 2 0 0"/></g>',
}


def plants(grown: Iterable[Maturity]) -> str:
    """Return the plants of a picture for `<use>`; one that is not in it weighs nothing."""
    return f"<defs>{''.join(DRAWN[each] for each in dict.fromkeys(grown))}</defs>"
