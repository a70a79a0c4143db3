"""In which layer each box of a chart lies: below all that leads to it, but for what leads back."""

from collections.abc import Sequence

Edge = tuple[int, int]


def turned(count: int, edges: Sequence[Edge]) -> list[tuple[Edge, bool]]:
    """Tell of every edge whether it leads back, so that without these there is no circle."""
    leads: list[list[int]] = [[] for _ in range(count)]
    for number, (a, _) in enumerate(edges):
        leads[a].append(number)
    state, back = [0] * count, set[int]()
    for root in range(count):
        waiting = [(root, iter(leads[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while waiting:
            here, ahead = waiting[-1]
            number = next(ahead, None)
            if number is None:
                state[here] = 2
                waiting.pop()
                continue
            there = edges[number][1]
            if state[there] == 1:
                back.add(number)
            elif not state[there]:
                state[there] = 1
                waiting.append((there, iter(leads[there])))
    return [(edge, number in back) for number, edge in enumerate(edges)]


def ranks(count: int, down: Sequence[Edge]) -> list[int]:
    """Return the layer of every box: one below the lowest that leads to it."""
    found, missing = [0] * count, [0] * count
    leads: list[list[int]] = [[] for _ in range(count)]
    for a, b in down:
        leads[a].append(b)
        missing[b] += 1
    ready = [box for box in range(count) if not missing[box]]
    while ready:
        box = ready.pop()
        for below in leads[box]:
            found[below] = max(found[below], found[box] + 1)
            missing[below] -= 1
            if not missing[below]:
                ready.append(below)
    return found
