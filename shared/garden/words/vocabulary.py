"""Which words the pages need, whatever language they speak."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.garden.note import Maturity
from shared.garden.words.calendar import Calendar
from shared.garden.words.counted import Counted


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    tag: str
    calendar: Calendar
    seedling: str
    budding: str
    evergreen: str
    planted: str
    tended: str
    reading: Counted
    notes: str
    tags: str
    linked_from: str
    subscribe_title: str
    subscribe_text: str
    email: str
    subscribe: str
    follow_title: str
    follow_text: str
    follow: str
    privacy: str
    feed: str
    home: str
    skip: str
    not_found_title: str
    not_found_text: str
    moved_text: str
    not_shown: str
    no_such_part: str  # the note and the heading that it lacks
    watch: str  # the host of a film, before what is said of it
    source: str
    diagram: str
    copy: str
    copied: str
    nothing_yet: str
    letters: str
    search: str
    search_hint: str
    maturity: str
    any_maturity: str
    search_failed: str
    search_needs_script: str
    found: Counted
    meant: str  # {} is a query
    nothing_found: str
    all_found: str
    more_found: str
    all_titles: str
    other_titles: str
    menu: str
    contents: str
    show: str
    all_notes: str
    all_of_bed: Counted
    leaves: str
    years: str
    recently_tended: str
    graph: str
    graph_title: str
    graph_text: str
    graph_skip: str
    graph_list: str
    graph_keys: str
    graph_left_out: str  # {} are how many notes, and links
    graph_all: str
    graph_every_tag: str
    graph_meadow: str
    zoom_in: str
    zoom_out: str
    zoom_all: str
    near: str
    near_whole: str
    links_both: str
    links_to: str
    and_more: Counted
    grown: str
    grown_title: str
    grown_text: str
    growth: str
    recently_grown: str
    by_git: str
    breadcrumbs: str
    folders: str
    in_folder: str
    tags_beside: str
    tags_below: str
    guess: str
    theme_system: str
    theme_light: str
    theme_dark: str
    callouts: Mapping[str, str]  # by the names that Obsidian knows
    signs: Mapping[str, str]  # by what stands in the box of an item: a space, or x when it is done

    def date(self, written: str) -> str:
        """Return a day or a month as it is read; ISO 8601 has written it."""
        return self.calendar.write(written)

    def of(self, maturity: Maturity) -> str:
        """Return the word for a maturity."""
        by_maturity = {
            Maturity.SEEDLING: self.seedling,
            Maturity.BUDDING: self.budding,
            Maturity.EVERGREEN: self.evergreen,
        }
        return by_maturity[maturity]
