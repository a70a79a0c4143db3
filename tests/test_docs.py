"""What exists is documented, and what is documented exists."""

import importlib
import json
import pkgutil
import re
import tomllib
from dataclasses import fields
from datetime import timedelta
from types import ModuleType

from functions import jobs, routes
from functions.app import ROUTES
from functions.commands import exits
from functions.dev import inbox
from functions.jobs import JOBS, SCHEDULES
from shared.garden.check.finding import CODES
from shared.newsletter.announcing import manifest
from shared.outbox import (
    LADDER,
    Report,
)
from shared.outbox.showing.exposition import prometheus
from shared.outbox.showing.metrics import Summary
from tests.support.documents import ROOT, blocks, commands, options, read, sections

TABLES = {
    "background_jobs",
    "job_attempts",
    "subscribers",
    "consent_events",
    "suppressions",
    "notes",
    "notifications",
    "announced_notes",
    "deliveries",
}
COLUMNS = {
    "id",
    "queue",
    "kind",
    "payload",
    "status",
    "attempts",
    "run_at",
    "dedup_key",
    "lease_id",
    "leased_until",
    "created_at",
    "finished_at",
}


def members(package: ModuleType, name: str) -> list[object]:
    """What the modules of a package call `name`, of those that have it."""
    found = (
        importlib.import_module(f"{package.__name__}.{one.name}")
        for one in pkgutil.iter_modules(package.__path__)
    )
    return [getattr(module, name) for module in found if hasattr(module, name)]


def test_every_route_and_method_is_documented_and_no_other_is():
    text = read("docs/routes.md")
    served = {
        f"{method} {route.path}"
        for route in (*ROUTES, *inbox.routes(ROOT))
        for method in route.methods - {"HEAD"}
    }
    described = re.findall(r"^\| \[?`((?:GET|POST) [^`]+)`", text, re.MULTILINE)

    assert set(described) - {"GET /"} == served
    for route in ROUTES:
        for method in route.methods - {"HEAD"}:
            assert f"`{method} {route.path}`" in sections(text), route.path


def test_every_module_with_a_route_or_a_handler_is_in_the_table_of_contents():
    handled = {handler.job.kind for handler in members(jobs, "handler")}

    assert all(route in ROUTES for route in members(routes, "route"))
    assert len(members(routes, "route")) == len(ROUTES)
    assert handled == set(JOBS.kinds)
    assert members(jobs, "schedule") == SCHEDULES


def test_every_kind_of_job_is_documented_with_its_queue_and_its_timeout():
    text = read("docs/jobs.md")

    for kind in JOBS.kinds:
        handler = JOBS.get(kind)
        row = f"| `{kind}` | {handler.job.queue} | {handler.timeout:g} s |"
        assert row in text, row


def test_every_schedule_is_documented_with_its_hour_and_its_key():
    rows = read("docs/jobs.md").splitlines()

    for one in SCHEDULES:
        [row] = [row for row in rows if row.startswith(f"| `{one.job.kind}` |")]
        assert f"{one.at} {one.zone}" in row
        assert f"`{one.dedup_key}`" in row


def test_the_ladder_in_the_docs_is_the_ladder():
    rows = re.findall(r"^\| \d \| (.+?) \| (.+?) \|$", read("docs/operating.md"), re.MULTILINE)
    since = [sum(LADDER[:count], timedelta()) for count in range(len(LADDER) + 1)]

    assert rows == [
        (spoken(wait) if wait else "none", spoken(whole))
        for wait, whole in zip([timedelta(), *LADDER], since, strict=True)
    ]
    assert spoken(since[-1]) == "32 h 36 min"
    assert "32 h 36 min" in (jobs_page := read("docs/jobs.md"))
    assert " | ".join(spoken(rung).replace("min", "m") for rung in LADDER) in jobs_page


def spoken(span: timedelta) -> str:
    hours, minutes = divmod(round(span.total_seconds()) // 60, 60)
    parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes)
    return " ".join(parts) or "0"


def test_every_command_and_option_is_documented_and_no_other_is():
    described = sections(read("docs/commands.md"))
    existing = {f"`thistledown {path}`": command for path, command in commands()}
    groups = {"`thistledown jobs`", "`thistledown subscribers`"}

    assert existing.keys() - groups == {name for name in described if name.startswith("`")}
    for name in existing.keys() - groups:
        told = set(re.findall(r"`(--[a-z-]+)", described[name]))
        assert told >= options(existing[name]), name


def test_the_exit_codes_and_the_ticks_report_are_documented():
    described = sections(read("docs/commands.md"))
    codes = {value for name, value in vars(exits).items() if name.isupper()}

    assert set(re.findall(r"^\| (\d) ", described["Exit codes"], re.MULTILINE)) == {
        *map(str, codes)
    }
    report = described["`thistledown tick`"]
    assert [field.name for field in fields(Report) if f"`{field.name}`" not in report] == []


def test_every_code_of_a_check_is_documented_with_its_severity_and_no_other_is():
    described = sections(read("docs/commands.md"))["`thistledown check`"]
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning|hint) \|", described, re.MULTILINE)

    assert dict(rows) == CODES


def test_every_mail_is_documented():
    described = sections(read("docs/mails.md"))
    names = {
        path.name.partition(".")[0] for path in (ROOT / "templates" / "mail").glob("[a-z]*.txt")
    }

    assert {f"`{name}`" for name in names} == {name for name in described if name[0] == "`"}


def test_every_table_is_documented_and_the_promised_names_exist():
    described = sections(read("docs/operating.md"))["The tables"]
    statements = "".join(path.read_text() for path in (ROOT / "shared").rglob("*/migrations/*.sql"))
    created = dict(
        re.findall(r"^create table (\w+) \((.*?)^\)", statements, re.MULTILINE | re.DOTALL)
    )

    for table in re.findall(r"^drop table (\w+)", statements, re.MULTILINE):
        del created[table]

    assert [table for table in created if f"`{table}`" not in described] == []
    assert [table for table in TABLES if table not in created] == []
    for column in COLUMNS:
        assert re.search(rf"^    {column} ", created["background_jobs"], re.MULTILINE), column
        assert f"`{column}`" in described, column


def test_the_example_of_the_manifest_is_accepted_and_shows_every_field():
    text = read("docs/manifest.md")
    example = json.loads(blocks(text, "json")[0])

    accepted = manifest.read(example, site_url="https://garden.example.com")

    assert len(accepted.notes) == 2
    for field in fields(manifest.ListedNote):
        assert field.name in example["notes"][0]
        assert f"`{field.name}`" in sections(text)["Field by field"], field.name


def test_every_dependency_has_its_reason():
    project = tomllib.loads(read("pyproject.toml"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["local"]]
    reasons = sections(read("docs/why.md"))["Dependencies"]

    names = [re.split(r"[\[>=< ]", one)[0] for one in needed]
    assert [name for name in names if f"**{name}**" not in reasons] == []


def test_every_metric_is_documented_and_no_other_is():
    nothing = Summary([], [], [], [], [], 0, 0, 0, 0, None, 0.0)
    told = set(re.findall(r"^# HELP (\w+)", prometheus(nothing), re.MULTILINE))

    assert told == set(
        re.findall(r"`(outbox_\w+)[{`]", sections(read("docs/operating.md"))["Metrics"])
    )
