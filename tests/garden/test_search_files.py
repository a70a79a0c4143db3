"""The files of the search: few are loaded, none is large, and they change with the notes."""

import asyncio
import json

from shared.garden.note import Maturity, Note
from shared.garden.search.index import index
from shared.search.files import MANIFEST, code, coded, codes_of_gaps, decoded
from shared.search.query import Reader
from shared.search.tokenise import terms

MOST = 200_000  # bytes that a query loads
QUERIES = (
    "花園",
    "常青筆記的成熟度",
    "w1",
    "w",
    "python 佇列 w17 w250",
    "一丁丂七丄丅丆万丈三上下丌不与丏丐丑丒专且丕世丗丘丙",
    " ".join(f"w{number}" for number in range(40)),
)


def planted(count: int) -> dict[str, bytes]:
    """The index of notes of which each has 300 terms, common and rare ones, by a fixed rule."""
    notes, said = [], []
    for number in range(count):
        path = f"{number}.md"
        body = {f"w{number * step % (step * 7 + 3)}" for step in range(1, 151)}
        for step in range(1, 76):
            first = 0x4E00 + (number * 31 + step * step) % (step * 40)
            body |= {chr(first) + chr(first + step), chr(first + step) + chr(first)}
        body |= terms("花園裡的常青筆記，成熟度，python 佇列")
        title = f"一篇關於花園與苔蘚的筆記，編號 {number}"
        known = {"excerpt": "這是一段摘錄，" * 12, "maturity": list(Maturity)[number % 3]}
        notes.append(Note(path, path, path, f"/note-{number}/", title, "", "zh-Hant", "", **known))
        found = terms(title)
        said.append((path, "\n".join((" ".join(found), "", " ".join(sorted(body - found))))))
    return index(notes, said, lambda note: 30_000)


def loaded(files: dict[str, bytes], query: str) -> int:
    """How many bytes a browser loads to show the first ten results of a query."""
    seen: dict[str, bytes] = {}

    async def file(path: str) -> str:
        seen[path] = files[path]
        return files[path].decode()

    async def find() -> None:
        reader = Reader(json.loads(await file(MANIFEST)), file)
        await reader.results((await reader.find(query))[:10], query)

    asyncio.run(find())
    return sum(map(len, seen.values()))


def test_with_five_thousand_notes_a_query_loads_little_and_the_files_are_few_and_small():
    files = planted(5000)

    assert {query: size for query in QUERIES if (size := loaded(files, query)) > MOST} == {}
    assert len(files) < 2000
    assert max(map(len, files.values())) < 64 * 1024


def test_of_lists_as_long_as_in_a_huge_garden_only_the_first_are_loaded():
    words = sorted(f"w{number}" for number in range(12))
    about = {"folder": "f", "notes": 60_000, "grown": [0, 0, 60_000], "together": 8}
    files = {f"f/t{number}.txt": f"{word}\t{'A' * 60_000}" for number, word in enumerate(words)}
    about |= {"starts": words, "sizes": code(60) * 12}
    asked: list[str] = []

    async def file(path: str) -> str:
        asked.append(path)
        return files[path]

    reader = Reader(about, file)
    found = asyncio.run(reader.find(" ".join(words)))

    assert len(asked) == 1
    assert len(found) == 60_000


def test_the_same_notes_make_the_same_files_whatever_order_they_come_in(grow):
    first = planted(50)

    assert planted(50) == first
    shared = planted(51).keys() & first.keys() - {MANIFEST}
    assert [name.partition("-")[0] for name in shared] == ["assets/han"]  # the same in all gardens


def test_an_edit_changes_the_name_of_the_folder_and_a_second_build_does_not(grow):
    def folder() -> str:
        built = grow({"a.md": "one", "b.md": "two"} | changed)
        [kept] = [path.name for path in (built.out / "assets").glob("search-*") if path.is_dir()]
        return kept

    changed: dict[str, str] = {}
    before = folder()
    assert folder() == before
    changed["b.md"] = "three"
    assert folder() != before


def test_a_garden_without_notes_has_an_index_that_finds_nothing():
    files = index([], [], lambda note: 0)

    assert loaded(files, "moss") == len(files[MANIFEST])


def test_lists_are_read_as_they_were_written():
    gaps = codes_of_gaps(70_000)

    for numbers in (
        [],
        [0],
        [0, 1, 2],
        [31, 32, 63, 64, 1000, 1100, 69_999],
        [*range(0, 4000, 33)],
    ):
        assert decoded(coded([-1, *numbers], gaps)) == numbers
