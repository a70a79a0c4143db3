"""A garden in development as its gardener changes it: each change comes to the open pages."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

from functions.dev import tending as module
from functions.dev.tending import Tending
from tests.support.tended import Tended, new_tending, until, watched

LEAF = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

Doing = Callable[[Tended], Awaitable[None]]


def while_watched(folder: Path, doing: Doing, **notes: str) -> Tending:
    """Do something to a garden that is watched."""
    tending = new_tending(folder, probe="", **notes)

    async def run() -> None:
        async with watched(tending) as tended:
            await doing(tended)

    asyncio.run(run())
    return tending


def test_a_broken_note_is_told_and_gone_until_it_is_mended(tmp_path: Path):
    async def doing(garden: Tended) -> None:
        garden.write("oak.md", "---\ntags: [oops\n---\nIt stands.\n")
        await until(lambda: any("oak.md:" in line for line in garden.problems))
        assert not garden.page("oak")
        garden.write("oak.md", "---\ntags: [tree]\n---\nIt stands again.\n")
        await until(lambda: "It stands again." in garden.page("oak") and not garden.problems)

    while_watched(tmp_path, doing, oak="It stands.\n")


def test_a_broken_garden_toml_is_told_and_nothing_is_lost(tmp_path: Path):
    async def doing(garden: Tended) -> None:
        garden.write("garden.toml", "title = \n")
        await until(lambda: any("garden.toml:1:" in line for line in garden.problems))
        garden.write("oak.md", "It stands, and is seen.\n")
        await until(lambda: "and is seen" in garden.page("oak"))
        assert garden.problems
        garden.write("garden.toml", 'title = "Arboretum"\npublish = "all"\n')
        await until(lambda: "Arboretum" in garden.page("oak") and not garden.problems)

    while_watched(tmp_path, doing, oak="It stands.\n")


def test_notes_are_planted_renamed_removed_and_turned_private(tmp_path: Path):
    async def doing(garden: Tended) -> None:
        garden.write("elm.md", "Beside [[oak]].\n")
        await until(lambda: "Beside" in garden.page("elm") and "/elm/" in garden.page("oak"))
        (garden.site / "elm.md").rename(garden.site / "ash.md")
        await until(lambda: garden.page("ash") and not garden.page("elm"))
        garden.write("ash.md", "---\ndraft: true\n---\nBeside [[oak]].\n")
        await until(lambda: not garden.page("ash") and "/ash/" not in garden.page("oak"))
        (garden.site / "oak.md").unlink()
        await until(lambda: not garden.page("oak"))

    while_watched(tmp_path, doing, oak="It stands.\n")


def test_pictures_styles_and_templates_come_to_the_pages(tmp_path: Path):
    def styles(garden: Tended) -> str:
        return garden.page("oak").partition("/assets/garden-")[2][:12]

    async def doing(garden: Tended) -> None:
        assert "<img" not in garden.page("oak")
        garden.write("leaf.svg", LEAF)
        await until(lambda: "<img" in garden.page("oak"))
        before = styles(garden)
        garden.write("theme/garden.css", "body { color: green }\n")
        await until(lambda: styles(garden) not in ("", before))
        garden.write("theme/footer.html", "<footer>In my own words.</footer>\n")
        await until(lambda: "In my own words." in garden.page("oak"))
        garden.write("theme/footer.html", "<footer>{{ oops }}</footer>\n")
        await until(lambda: "In my own words." not in garden.page("oak"))
        assert garden.page("oak")

    while_watched(tmp_path, doing, oak="![[leaf.svg]]\n")


def test_two_hundred_files_at_once_are_few_builds(tmp_path: Path):
    async def doing(garden: Tended) -> None:
        built = garden.builds()
        for number in range(200):
            garden.write(f"tree-{number}.md", f"Tree {number} stands.\n")
        await until(lambda: "Tree 199 stands." in garden.page("tree-199"))
        assert all(garden.page(f"tree-{number}") for number in range(200))
        assert garden.builds() - built <= 4

    while_watched(tmp_path, doing)


def test_what_is_saved_during_a_build_is_shown_at_once_and_stays(tmp_path: Path, monkeypatch):
    begun, may_end = threading.Event(), threading.Event()
    build = module.build

    def slow_build(*words, **options):
        report = build(*words, **options)
        begun.set()
        assert may_end.wait(60)
        return report

    async def doing(garden: Tended) -> None:
        monkeypatch.setattr(module, "build", slow_build)
        garden.write("oak.md", "It was saved once.\n")
        await until(begun.is_set)
        assert "once" in garden.page("oak")
        garden.write("oak.md", "It was saved twice.\n")
        await until(lambda: "twice" in garden.page("oak"))
        told = garden.tending.builds.news
        may_end.set()
        await until(told.is_set)
        assert "twice" in garden.page("oak")
        await until(lambda: "twice" in garden.page("ivy"))

    while_watched(tmp_path, doing, oak="It stands.\n", ivy="![[oak]]\n")


def test_what_is_saved_while_the_first_build_runs_is_built_too(tmp_path: Path, monkeypatch):
    site = new_tending(tmp_path, probe="", oak="It stands.\n")
    tending = Tending(site.home, site.site, site.settings, say=lambda line: None)
    build, is_watched = module.build, threading.Event()

    def slow_build(*words, **options):
        report = build(*words, **options)
        assert is_watched.wait(60)
        return report

    async def run() -> None:
        monkeypatch.setattr(module, "build", slow_build)
        garden, stopping = Tended(tending), asyncio.Event()
        watching = asyncio.create_task(tending.watch(stopping))
        building = asyncio.create_task(tending.rebuild())
        await until(
            lambda: tending.unbuilt, meanwhile=lambda: garden.write("oak.md", "It was saved.\n")
        )
        is_watched.set()
        await building
        await until(lambda: "It was saved." in garden.page("oak"))
        stopping.set()
        await watching

    asyncio.run(run())


def test_every_build_is_in_the_same_thread(tmp_path: Path, monkeypatch):
    build, threads = module.build, set[int]()

    def noted(*words, **options):
        threads.add(threading.get_ident())
        return build(*words, **options)

    async def doing(garden: Tended) -> None:
        monkeypatch.setattr(module, "build", noted)
        resting = [asyncio.create_task(asyncio.to_thread(threads.__len__)) for _ in range(3)]
        for turn in range(3):
            await asyncio.to_thread(garden.write, "oak.md", f"Turn {turn}, ![[probe]].\n")
            await garden.tending.rebuild()
        await asyncio.gather(*resting)

    while_watched(tmp_path, doing, oak="It stands.\n")

    assert len(threads) == 1


def test_a_build_that_fails_is_told_and_the_next_one_works(tmp_path: Path, monkeypatch):
    build = module.build

    def failing(*words, **options):
        raise OSError("no room")

    async def doing(garden: Tended) -> None:
        monkeypatch.setattr(module, "build", failing)
        garden.write("elm.md", "It stands, too.\n")
        await until(lambda: any("no room" in line for line in garden.problems))
        monkeypatch.setattr(module, "build", build)
        garden.write("ash.md", "A third one.\n")
        await until(lambda: garden.page("ash") and garden.page("elm") and not garden.problems)

    while_watched(tmp_path, doing)
