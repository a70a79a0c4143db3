"""The page on taking the queue along, docs/outbox.md: its steps run, its tables are complete."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.testing import perform
from tests.examples.test_lifted_out import ROOT, install_psycopg
from tests.support import backup
from tests.support.documents import blocks, read, sections
from tests.support.jobs import Water, enqueue, handlers, on

PAGE = read("docs/outbox.md")
SECTIONS = sections(PAGE)
NAME = re.compile(r"`(?:await |async with )?(\w+)(?:\([^`]*\))?:?`")

# As after `pip install`: no site-packages but psycopg.
PYTHON = """#!/bin/sh
PYTHONPATH={libraries} exec {python} -S -W error "$@"
"""

SERVE = """
import asyncio, os, signal, sys
from bookshop import ChargeCard, charge_card, order
from shared import outbox, tx

async def main(url):
    asyncio.get_running_loop().call_later(1, os.kill, os.getpid(), signal.SIGTERM)
{block}

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
def place(cluster, tmp_path: Path):
    """Give an empty folder with a shell's environment in it, and an empty database."""
    programs = tmp_path / "programs"
    programs.mkdir()
    libraries = tmp_path / "libraries"
    install_psycopg(libraries)
    script(programs / "python", PYTHON.format(libraries=libraries, python=sys.executable))
    (programs / "psql").symlink_to(backup.programs() / "psql")
    script(programs / "pip", '#!/bin/sh\necho "$@" > asked_of_pip\n')
    folder = tmp_path / "project"
    folder.mkdir()
    cluster.run("create database {}", tmp_path.name)
    url = cluster.url.replace("/postgres?", f"/{tmp_path.name}?")
    path = f"{programs}:{os.environ['PATH']}"
    try:
        yield folder, {"HERE": str(ROOT), "URL": url, "PATH": path}
    finally:
        cluster.run("drop database {} with (force)", tmp_path.name)


def script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def shell(text: str, place) -> str:
    folder, environment = place
    said = subprocess.run(
        ["sh", "-eu", "-c", text], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


@pytest.mark.parametrize("way", ["psql", "python"])
def test_its_steps_take_the_queue_along(place, way):
    folder, environment = place
    copy, migrate, example = blocks(PAGE, "sh")
    in_python, serve = blocks(PAGE, "python")
    [expected] = blocks(PAGE, "text")

    shell(copy, place)
    if way == "psql":
        shell(migrate, place)
    else:
        head = "import sys, psycopg\nfrom pathlib import Path\nurl = sys.argv[1]\n"
        (folder / "migrate.py").write_text(head + in_python)
        shell('python migrate.py "$URL"', place)

    assert (folder / "asked_of_pip").read_text() == "install psycopg[binary]\n"
    assert shell(example, place) == expected
    (folder / "worker.py").write_text(SERVE.format(block=indent(serve, "    ")))
    shell('python worker.py "$URL"', place)
    with psycopg.connect(environment["URL"]) as connection:
        assert connection.execute("select status from orders").fetchall() == [("paid",)]


def test_it_lists_the_whole_of_the_transactions():
    listed = set(NAME.findall(SECTIONS["Transactions"]))

    assert set(tx.__all__) <= listed


def rows() -> list[set[str]]:
    """Return the functions of each row of the last table."""
    lines = SECTIONS["Which function needs one"].splitlines()
    cells = [line.split("|")[2] for line in lines if line.startswith("| ") and line[2] != "|"]
    return [set(NAME.findall(cell)) for cell in cells]


def test_every_function_is_in_one_row_and_every_name_is_public():
    listed = [name for row in rows() for name in row]
    functions = {name for name in outbox.__all__ if inspect.isfunction(getattr(outbox, name))}

    assert len(rows()) == 4
    assert len(listed) == len(set(listed))
    assert functions <= set(listed) <= set(outbox.__all__)


async def succeed_in_a_handler():
    async def work(job):
        await outbox.succeed()

    performed = await perform(outbox.Handler(Water, work), Water())
    raise performed.raised


ONLY_INSIDE = {
    "enqueue": lambda: outbox.enqueue(Water()),
    "enqueue_from": lambda: outbox.enqueue_from(Water, "select '{}'::jsonb, null::text"),
    "enqueue_many": lambda: outbox.enqueue_many([(None, Water())]),
    "fan_out": lambda: outbox.fan_out("all", Water, "select '{}'::jsonb, null::text"),
    "wake_up": outbox.wake_up,
    "succeed": succeed_in_a_handler,
}
EITHER = {
    "actions": lambda: outbox.actions(1),
    "cancel": lambda: outbox.cancel(job_id=1),
    "dead_groups": outbox.dead_groups,
    "diagnose": outbox.diagnose,
    "drop": lambda: outbox.drop(1),
    "drop_all": lambda: outbox.drop_all(kind="test.none"),
    "edit": lambda: outbox.edit(1, {}),
    "failing": outbox.failing,
    "gates": outbox.gates,
    "held_back": outbox.held_back,
    "history": lambda: outbox.history(1),
    "jobs": outbox.jobs,
    "limits": lambda: outbox.limits("bulk", max_running=9),
    "note": lambda: outbox.note(1, "seen"),
    "pause": lambda: outbox.pause(kind="test.none"),
    "release": lambda: outbox.release(kind="test.none"),
    "result": lambda: outbox.result(1, int),
    "resume": lambda: outbox.resume(kind="test.none"),
    "retry": lambda: outbox.retry(1),
    "run_now": lambda: outbox.run_now(1),
    "summary": outbox.summary,
    "waiting": outbox.waiting,
}
ONLY_OUTSIDE = {
    "tick": lambda: outbox.tick(handlers()),
    "serve": lambda: outbox.serve(handlers(), None),
    "prune": outbox.prune,
    "enqueue_alone": lambda: outbox.enqueue_alone(Water()),
    "enqueue_scheduled": lambda: outbox.enqueue_scheduled(
        [outbox.Schedule("daily", Water(), "07:00")]
    ),
}


async def inside(function):
    async with tx.run():
        return await function()


def test_the_rows_say_what_is_so(database):
    async def story():
        for function in ONLY_INSIDE.values():
            with pytest.raises(tx.NoTransaction):
                await function()
        for function in EITHER.values():
            await function()
            await inside(function)
        for function in ONLY_OUTSIDE.values():
            with pytest.raises(RuntimeError):
                await inside(function)

    assert rows()[:3] == [set(ONLY_INSIDE), set(EITHER), set(ONLY_OUTSIDE)]
    on(database, lambda: enqueue(Water()))
    on(database, story)
