"""What is handed out can be taken in again: the same people, states and consent."""

import csv
import io
from datetime import UTC, datetime

import pytest

from shared.newsletter.moving import layouts
from shared.newsletter.moving.exporting import Reader
from shared.newsletter.moving.files import Asked, parts, rows
from shared.newsletter.moving.guard import guarded, is_formula, unguarded
from shared.newsletter.moving.layouts import LAYOUTS, OURS
from shared.newsletter.moving.states import Row
from shared.newsletter.records import erasing
from shared.newsletter.records.consent import Origin
from tests.newsletter.moving.conftest import KEY, Move
from tests.support.exports import EXPORTS, saved
from tests.support.rows import readers

TRICKY = [
    "=hyperlink@x.test",
    "+1@x.test",
    "-1@x.test",
    "'quoted@x.test",
    "'=both@x.test",
    "''=twice@x.test",
    "O'Hara@x.test",
]


def forget(db) -> None:
    db.execute("delete from suppressions; delete from subscribers")


def test_each_services_people_come_out_and_go_in_again_as_they_were(move: Move, db):
    for export in EXPORTS:
        forget(db)
        columns = {"email": "Mail"} if export.service == "csv" else {}
        move.bring_in(export.text, export.name, columns=columns, consent="double opt-in")
        standing, out = readers(db), move.export()
        forget(db)
        tally = move.bring_in(out, "thistledown.csv")

        assert (tally.format, tally.unread) == ("Thistledown", [])
        assert readers(db) == standing, export.name
        assert move.export() == out, export.name


def test_who_was_erased_is_not_handed_out(move: Move):
    move.bring_in("ann@x.test\nbob@x.test\n", "list.txt")
    origin = Origin("gardener")
    move.run(lambda: erasing.erase([KEY], 1, because="asked", origin=origin))

    assert [line.split(",")[0] for line in move.export().splitlines()] == ["email", "bob@x.test"]


def test_what_readers_have_chosen_goes_with_them(move: Move, db):
    move.bring_in("ann@x.test\nbob@x.test\n", "list.txt")
    db.execute(
        "update subscribers set pace = 'weekly', topics = '{wood,moss}', notes_language = 'zh',"
        " paused_until = '2099-01-01 12:00+00' where id = 1"
    )
    out = move.export()
    forget(db)
    move.bring_in(out, "thistledown.csv")

    assert ",weekly,wood;moss,zh,2099-01-01T12:00:00+00:00" in out
    assert move.export() == out


def test_s31_an_address_that_a_spreadsheet_would_run_goes_round_inert(move: Move, db):
    move.bring_in("".join(f"{address}\n" for address in ["a@x.test", *TRICKY]), "list.txt")
    standing, out = readers(db), move.export()

    for row in csv.reader(io.StringIO(out)):
        assert not [cell for cell in row if is_formula(cell)]
    forget(db)
    move.bring_in(out, "thistledown.csv")
    assert readers(db) == standing
    assert move.export() == out


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " ="]
)
def test_s31_what_begins_like_a_formula_is_guarded_and_comes_back_whole(sign):
    cell = f"{sign}HYPERLINK(0)"

    assert guarded(cell) == f"'{cell}"
    assert unguarded(guarded(cell)) == cell


@pytest.mark.parametrize("cell", ["", "'", "''", "'=1", "plain", "a=1"])
def test_s31_what_is_guarded_comes_back_whole_whatever_it_began_with(cell):
    assert unguarded(guarded(cell)) == cell


def reader(address: str, state: str = "confirmed", source: str = "=cmd()") -> Reader:
    at = datetime(2025, 5, 1, 10, tzinfo=UTC)
    return Reader(1, address, "en", state, at, source, None, None, None)


@pytest.mark.parametrize("service", LAYOUTS)
def test_s31_no_service_gets_a_formula_and_none_another_address(service):
    """They do not take a guard off: `'=a@x.test` would be somebody else."""
    layout = LAYOUTS[service]
    text, left_out = layouts.lines(layout, [reader("a@x.test"), reader("=a@x.test")])
    rows = list(csv.reader(io.StringIO(layouts.header(layout) + text)))

    assert left_out == 1
    assert [len(row) for row in rows] == [len(layout.columns)] * 2
    assert rows[1][0] == "a@x.test"
    assert not [cell for row in rows for cell in row if is_formula(cell)]


@pytest.mark.parametrize("service", sorted(LAYOUTS))
def test_an_export_for_a_service_has_the_columns_of_that_service(service, tmp_path):
    """But for two that take bare addresses, which say nothing of whose they are."""
    layout = LAYOUTS[service]
    text = layouts.header(layout) + layouts.lines(layout, [reader("a@x.test", source="form")])[0]
    [part] = parts(saved(tmp_path, "out.csv", text))
    [row] = rows(part, Asked())

    assert part.format.name == ("csv" if service in ("substack", "kit") else service)
    assert isinstance(row, Row)
    assert row.address.key == "a@x.test"


def test_our_table_has_lines_as_rfc_4180_wants_them():
    assert layouts.header(OURS).endswith("paused_until\r\n")
