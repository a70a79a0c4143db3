"""Where the notes of a garden stand when it is seen from above."""

from itertools import combinations
from math import hypot

import pytest

from shared.garden.graph.beds import MEADOW, beds_of
from shared.garden.graph.chosen import chosen_links, chosen_notes
from shared.garden.graph.net import Net, net_of
from shared.garden.graph.plan import Plan, lay_out
from shared.garden.note import Maturity, Note
from tests.garden.graph_notes import garden, link, note


def planned(notes: list[Note]) -> tuple[Net, Plan]:
    net = net_of(notes)
    bed_of = beds_of(net, chosen_notes(net))
    return net, lay_out(net, bed_of, chosen_links(net, bed_of))


def named_beds(notes: list[Note]) -> dict[str, str]:
    net = net_of(notes)
    return {net.notes[each].slug: bed.name for each, bed in beds_of(net, chosen_notes(net)).items()}


def test_evergreens_come_first_then_the_best_connected():
    a, b, c = note("a"), note("b"), note("c", maturity=Maturity.EVERGREEN)
    link((a, b), (b, a), (c, b))
    assert [each.slug for each in net_of([a, b, c]).notes] == ["c", "b", "a"]


def test_a_link_counts_once_and_one_to_oneself_or_to_nowhere_not_at_all():
    a, b = note("a"), note("b")
    a.targets = [b, b, a, None, "https://example.org/", "/"]
    net = net_of([a, b])
    assert (net.out, net.into) == ([[1], []], [[], [0]])


def test_an_unlisted_note_is_nobody_s_neighbour():
    a, hidden = note("a"), note("hidden", should_index=False)
    link((a, hidden), (hidden, a))
    net = net_of([a, hidden])
    assert net.notes == [a]
    assert net.near(0) == []


def test_the_same_garden_gives_the_same_plan_in_whichever_order_it_is_read():
    notes = garden(120)
    (net, plan), (other, same) = planned(notes), planned(notes[::-1])
    assert plan.beds == same.beds
    spots = {net.notes[number].id: spot for number, spot in plan.spots.items()}
    assert spots == {other.notes[number].id: spot for number, spot in same.spots.items()}


def grow_older(notes: list[Note]) -> None:
    notes[6].maturity = Maturity.BUDDING


def add_a_link(notes: list[Note]) -> None:
    link((notes[5], notes[17]))


def add_a_note(notes: list[Note]) -> None:
    notes.append(note("new", tags=["tag 2"]))
    link((notes[-1], notes[3]), (notes[-1], notes[9]))


@pytest.mark.parametrize("change", [grow_older, add_a_link, add_a_note])
@pytest.mark.parametrize("size", [200, 500])
def test_a_small_change_moves_little(size, change):
    changed = garden(size)
    change(changed)
    (net, plan), (other, after) = planned(garden(size)), planned(changed)
    places = {other.notes[number].id: spot for number, spot in after.spots.items()}
    stayed = sum(places[net.notes[number].id] == spot for number, spot in plan.spots.items())
    assert stayed > 0.85 * size


def test_no_two_plants_stand_on_one_another_and_each_in_its_bed():
    _, plan = planned(garden(400))
    for one, other in combinations(plan.spots.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) > plan.step
    for number, spot in plan.spots.items():
        bed = plan.beds[plan.bed_of[number]]
        assert hypot(spot.x - bed.x, spot.y - bed.y) < bed.radius
    for one, other in combinations(plan.beds.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius


def test_evergreens_stand_nearer_to_the_middle_of_their_bed():
    net, plan = planned(garden(400))
    away: dict[Maturity, list[float]] = {maturity: [] for maturity in Maturity}
    for number, spot in plan.spots.items():
        bed = plan.beds[plan.bed_of[number]]
        distance = hypot(spot.x - bed.x, spot.y - bed.y) / bed.radius
        away[net.notes[number].maturity].append(distance)
    seedling, budding, evergreen = (sum(each) / len(each) for each in away.values())
    assert evergreen < budding < seedling


def test_a_bed_is_a_tag_or_a_folder_that_tells_something():
    notes = [
        note(f"a{each}", tags=["all", "soil/deep" if each < 4 else "sun"]) for each in range(8)
    ]
    assert named_beds(notes) == {f"a{each}": "soil" if each < 4 else "sun" for each in range(8)}

    filed = [note(f"vault/{'in' if each < 4 else 'out'}/{each}") for each in range(8)]
    assert set(named_beds(filed).values()) == {"in", "out"}


def test_a_note_without_a_tag_stands_with_those_it_is_linked_with():
    notes = [note(f"a{each}", tags=["soil" if each < 4 else "sun"]) for each in range(8)]
    with_links, alone = note("x"), note("y")
    link((with_links, notes[0]), (with_links, notes[1]), (notes[7], with_links))
    beds = named_beds([*notes, with_links, alone])
    assert (beds["x"], beds["y"]) == ("soil", MEADOW.name)


def test_without_tags_and_folders_beds_lie_around_the_best_connected():
    notes = [note(f"n{each}") for each in range(12)]
    link(*((each, notes[0]) for each in notes[1:6]), *((each, notes[6]) for each in notes[7:]))
    beds = named_beds(notes)
    assert {beds[f"n{each}"] for each in range(6)} == {"Note n0"}
    assert {beds[f"n{each}"] for each in range(6, 12)} == {"Note n6"}


def test_of_a_large_garden_the_best_connected_are_drawn():
    notes = garden(700, links=4)
    hub = note("hub")
    link(*((each, hub) for each in notes))
    net = net_of([*notes, hub])
    shown = chosen_notes(net)
    links = chosen_links(net, beds_of(net, shown))
    assert len(shown) == 600
    assert net.notes.index(hub) in shown
    least = min(net.degree(number) for number in shown)
    assert all(net.degree(number) <= least for number in set(range(701)) - set(shown))
    assert len(links) == 1500
    assert {end for pair in links for end in pair} == set(shown)  # each has its best link
