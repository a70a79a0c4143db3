"""`graph.json`: the listed notes and their links, for other tools."""

from msgspec import Struct, json

from shared.garden.graph.net import Net
from shared.garden.note import Maturity

VERSION = 1


class Node(Struct):
    """A note."""

    id: str
    title: str
    url: str
    maturity: Maturity
    tags: list[str]


class Link(Struct):
    """One note leads to another; both are ids."""

    source: str
    target: str


class Graph(Struct):
    """The file."""

    version: int
    directed: bool
    multigraph: bool
    nodes: list[Node]
    links: list[Link]


def graph_json(net: Net, site_url: str) -> bytes:
    """Return the file, nodes and links by their ids, so that a change is a small difference."""
    order = sorted(range(len(net.notes)), key=lambda number: net.notes[number].id)
    ids = [note.id for note in net.notes]
    nodes = [
        Node(note.id, note.title, site_url + note.href, note.maturity, note.tags)
        for note in map(net.notes.__getitem__, order)
    ]
    links = [
        Link(ids[source], target)
        for source in order
        for target in sorted([ids[each] for each in net.out[source]])
    ]
    return json.encode(Graph(VERSION, True, False, nodes, links))
