"""Fonts of this machine for the titles on cards: bold ones, serif first, chosen by language."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
# Files by name, the most beautiful first. After a bar: the faces of a collection that will do.
LATIN = (
    "SourceSerif4-Bold.otf",
    "SourceSerif4-Bold.ttf",
    "NotoSerif-Bold.ttf",
    "Charter.ttc|Charter Bold",
    "Georgia Bold.ttf",
    "georgiab.ttf",
    "LiberationSerif-Bold.ttf",
    "DejaVuSerif-Bold.ttf",
)
HAN = (
    "NotoSerifCJK-Bold.ttc|Noto Serif CJK {0} Bold",
    "NotoSerifCJK{1}-Bold.otf",
    "NotoSerif{0}-Bold.otf",
    "NotoSerif{0}-Bold.ttf",
    "NotoSansCJK-Bold.ttc|Noto Sans CJK {0} Bold",
    "NotoSansCJK{1}-Bold.otf",
    "NotoSans{0}-Bold.otf",
    "NotoSans{0}-Bold.ttf",
    "PingFang.ttc|PingFang {0} Semibold",
)
OF_SYSTEMS = {
    "TC": ("Songti.ttc|Songti TC Bold", "msjhbd.ttc|Microsoft JhengHei Bold"),
    "HK": ("Songti.ttc|Songti TC Bold", "msjhbd.ttc|Microsoft JhengHei Bold"),
    "SC": ("Songti.ttc|Songti SC Bold", "msyhbd.ttc|Microsoft YaHei Bold"),
    "JP": ("YuGothB.ttc|Yu Gothic Bold", "Hiragino Sans GB.ttc|Hiragino Sans GB W6"),
    "KR": ("malgunbd.ttf", "AppleSDGothicNeo.ttc|Apple SD Gothic Neo Bold"),
}
ALL_ELSE = (
    "NotoNaskhArabic-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSerifHebrew-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSerifThai-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSerifDevanagari-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "DejaVuSans-Bold.ttf",
    "GeezaPro.ttc|Geeza Pro Bold",
    "segoeuib.ttf",
    "Arial Unicode.ttf",
)
REGIONS = {
    "ja": "JP",
    "ko": "KR",
    "zh-hans": "SC",
    "zh-cn": "SC",
    "zh-sg": "SC",
    "zh-hk": "HK",
    "zh-mo": "HK",
    "zh-hant-hk": "HK",
}


class FontFile(NamedTuple):
    """A file with a font, and which face of it is meant where it has several."""

    file: str
    face: str
    stamp: str  # changes when another font takes its place


def fonts_for(language: str) -> list[FontFile]:
    """Return the fonts for titles in a language, the best first."""
    there = files_with_fonts()
    found: list[FontFile] = []
    for name in names_for(language):
        file, _, face = name.partition("|")
        if file in there:
            path, size = there[file]
            found.append(FontFile(path, face, f"{file}.{size}"))
    return found


def names_for(language: str) -> Iterator[str]:
    """Yield which fonts would do, the best first."""
    tag = language.lower()
    region = next((REGIONS[each] for each in REGIONS if tag.startswith(each)), "TC")
    han = [each.format(region, region.lower()) for each in HAN] + [*OF_SYSTEMS[region]]
    is_han = tag.split("-")[0] in ("zh", "ja", "ko")
    yield from (*han, *LATIN) if is_han else (*LATIN, *han)
    yield from ALL_ELSE


@lru_cache(maxsize=1)
def files_with_fonts() -> dict[str, tuple[str, int]]:
    """Return the path and the size of every font file, by its name."""
    found: dict[str, tuple[str, int]] = {}
    for root in FOLDERS:
        for folder, _, names in os.walk(Path(root).expanduser()):
            for name in names:
                if name.endswith((".ttf", ".otf", ".ttc")) and name not in found:
                    path = f"{folder}/{name}"
                    found[name] = path, os.stat(path).st_size
    return found
