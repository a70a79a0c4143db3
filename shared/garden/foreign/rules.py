"""What `garden.toml` says about the generator of the pages: which, and how it is set up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast, get_args

from shared.garden.vault.answers import choice
from shared.garden.vault.written import Written

Generator = Literal["quartz", "hugo", "jekyll", "eleventy", "obsidian-publish"]
Case = Literal["keep", "lower"]

GENERATORS: tuple[Generator, ...] = get_args(Generator)
KEYS = ("generator", "permalink", "ugly_urls", "case")
CASES: Mapping[Generator, Case] = {"hugo": "lower"}
# Whose pages lie where a pattern says, and who can be told to keep or to lower capitals.
PATTERNED = ("hugo", "jekyll", "eleventy")
CASED = ("quartz", "hugo")
UGLY = ("hugo",)
QUARTZ_4 = "quartz.config.ts"
QUARTZ_5 = ("quartz.config.yaml", "quartz.config.yml")
# Where the notes are when `notes` does not say it; an empty name is the folder of garden.toml.
NOTES_OF: Mapping[Generator, str] = {
    "quartz": "content",
    "hugo": "content",
    "jekyll": "",
    "eleventy": "",
    "obsidian-publish": "",
}
ALL = ""  # the pattern of whatever has none of its own


@dataclass(frozen=True, slots=True)
class Rules:
    """A generator, and the settings of it that decide where a page lies."""

    generator: Generator
    permalinks: Mapping[str, str] = field(default_factory=dict[str, str])  # by section
    is_ugly: bool = False
    case: Case = "keep"

    def pattern(self, section: str) -> str:
        """Return the pattern of a section or collection, else the one for all, else nothing."""
        return self.permalinks.get(section) or self.permalinks.get(ALL, "")


def read_rules(written: Written) -> Rules | None:
    """Return the rules of the generator that is named; None when it is our own."""
    name = written.text("generator")
    if name and name not in GENERATORS:
        known = ", ".join(f'"{each}"' for each in GENERATORS)
        written.error(f"generator {name!r} is not known; write one of {known}", "generator")
    if name not in GENERATORS:
        complain_of_strays(written, "", KEYS[1:])
        return None
    strays = {"permalink": PATTERNED, "case": CASED, "ugly_urls": UGLY}
    complain_of_strays(written, name, [key for key, whose in strays.items() if name not in whose])
    return Rules(
        generator=name,
        permalinks=read_permalinks(written),
        is_ugly=read_ugly(written),
        case=read_case(written, CASES.get(name, "keep")),
    )


def read_moved(written: Written, site: Path) -> Rules | None:
    """Return the rules of the generator whose addresses are to lead on; of Quartz alone, so far."""
    match written.values.get("moved_from", ""):
        case "quartz":
            is_fifth = any((site / name).is_file() for name in QUARTZ_5)
            return Rules("quartz", case="lower" if is_fifth else "keep")
        case "":
            return None
        case other:
            written.error(
                f'moved_from is {other!r}; write "quartz", or take the line out', "moved_from"
            )
            return None


def is_quartz(site: Path) -> bool:
    """Tell whether a folder is one in which Quartz makes pages."""
    return any((site / name).is_file() for name in (QUARTZ_4, *QUARTZ_5))


def complain_of_strays(written: Written, name: str, keys: "list[str] | tuple[str, ...]") -> None:
    """Refuse a setting that the generator does not have: it was meant for something."""
    for key in keys:
        if key in written.values:
            whose = f"{name} has no `{key}`" if name else f"`{key}` needs a `generator`"
            written.error(f"{whose}; take the line out", key)


def read_permalinks(written: Written) -> dict[str, str]:
    """Return the pattern of each section: one text is that of all."""
    value = written.values.get("permalink")
    table = cast("dict[str, object]", value) if isinstance(value, dict) else {ALL: value}
    patterns: dict[str, str] = {}
    for section, pattern in table.items():
        if isinstance(pattern, str) and pattern.strip():
            patterns[section] = pattern.strip()
        elif "permalink" in written.values:
            keys = ("permalink", section) if section else ("permalink",)
            written.error('a permalink is a text in quotes, such as "/:year/:title/"', *keys)
    return patterns


def read_ugly(written: Written) -> bool:
    """Return whether pages are called `name.html`."""
    value = written.values.get("ugly_urls", False)
    if not isinstance(value, bool):
        written.error("`ugly_urls` is true or false, without quotes", "ugly_urls")
    return value is True


def read_case(written: Written, default: Case) -> Case:
    """Return what becomes of capitals."""
    return choice(written, "case", get_args(Case), default)
