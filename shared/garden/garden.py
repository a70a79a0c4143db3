"""The notes of a garden, woven together, and all that is needed to write them down."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.garden.graph.net import Net
from shared.garden.harvest import Texts
from shared.garden.history.growth import Transition
from shared.garden.letters import Letter
from shared.garden.note import Note
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.config import Config
from shared.garden.woven.folders import Folders
from shared.garden.woven.movers import Lead
from shared.garden.woven.tags import Tag
from shared.garden.woven.weave import Weaver


@dataclass(frozen=True, slots=True)
class Garden:
    """Every note that has a page, and what leads to it."""

    config: Config
    notes: list[Note]
    texts: Texts
    tags: list[Tag]
    tag_pages: Mapping[str, str]
    moved: Mapping[str, Lead]  # the slugs of pages that lead on
    left_behind: Mapping[str, Lead]  # paths of another generator's pages, which may have none now
    attachments: Attachments
    left_out: list[str]
    letters: list[Letter]
    grown: list[Transition]
    folders: Folders
    net: Net
    weaver: Weaver  # which knows every name that a link may use
