"""In two gardens of real notes the first result is the one that a person would expect."""

import asyncio
from pathlib import Path
from shutil import copytree

import pytest

from shared.garden.build import build
from shared.search.query import Reader
from tests.support.opened_index import open_index

HERE = Path(__file__).parent
OURS, FOAM = Path(__file__).parents[2] / "site", HERE / "vaults" / "foam-docs"
EXPECTED = {
    OURS: [
        ("ladder", "The ladder of seven attempts"),
        ("seven attempts", "The ladder of seven attempts"),
        ("rules of handlers", "Four rules of a handler"),
        ("consent", "Consent and the confirmation letter"),
        ("front matter", "Writing front matter"),
        ("garden.toml", "The file garden.toml"),
        ("find note", "Finding a note"),
        ("cards", "Pictures and cards"),
        ("transactional outbox", "One table, two identities"),
        ("maybe sent", "Maybe sent"),
        ("ladders", "The ladder of seven attempts"),
        ("rss feed", "How a note grows"),
        ("asyncio.timeout", "Four rules of a handler"),
        ("start", "Start here"),
        ("交易寄件匣", "交易寄件匣：同一張表的兩種身分"),
        ("寄件匣 outbox", "交易寄件匣：同一張表的兩種身分"),
        ("postgres 佇列", "交易寄件匣：同一張表的兩種身分"),
        ("成熟度", "一則筆記的成熟"),
        ("笔记的成熟", "一則筆記的成熟"),
        ("从这里开始", "從這裡開始"),
    ],
    FOAM: [
        ("backlinks", "Backlinks"),
        ("graph", "Graph Visualization"),
        ("daily notes", "Daily Notes"),
        ("templates", "Note Templates"),
        ("tags", "Tags"),
        ("install", "Installation"),
        ("install foam", "Installation"),
        ("search", "foam search"),
        ("search notes", "Search and Navigate Notes"),
        ("publish github pages", "GitHub Pages"),
        ("orphaned notes", "Orphaned Notes"),
        ("code of conduct", "Code of Conduct"),
        ("mermaid", "Diagrams in Markdown"),
        ("math", "Math Support"),
        ("cli", "Foam CLI"),
        ("netlify", "Publish to Netlify with Eleventy"),
        ("block anchor", "Block Anchors"),
        ("keybord shortcuts", "Keyboard Shortcuts"),
        ("wikilink", "Wikilinks"),
        ("how to install", "Installation"),
        ("visualizations", "Graph Visualization"),
        ("what is foam", "What is Foam?"),
        ("spell check", "Spell Checking"),
        ('"code-of-conduct"', "Code of Conduct"),
        ("azure devops", "Publish to Azure DevOps Wiki"),
    ],
}


@pytest.fixture(scope="module", params=[OURS, FOAM], ids=["ours", "foam"])
def garden(request, tmp_path_factory) -> tuple[Path, Path]:
    """Build a copy of a garden, whose git is not theirs."""
    folder = tmp_path_factory.mktemp("garden")
    site = copytree(request.param, folder / "site")
    url = "https://garden.example"
    build(site, folder / "out", site_url=url, functions_url=url)
    return request.param, folder / "out"


def test_the_first_result_is_what_a_person_expects(garden):
    site, out = garden

    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    async def first(reader: Reader, query: str) -> str:
        answer = await reader.answer(query)
        return (await reader.results(answer.numbers[:10], answer.meant or query))[0].title

    async def answers() -> list[tuple[str, str]]:
        reader = await open_index(file)
        return [(query, await first(reader, query)) for query, _ in EXPECTED[site]]

    assert asyncio.run(answers()) == EXPECTED[site]
