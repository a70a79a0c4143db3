"""People whom an import left waiting are asked once, and within the caps that the form has."""

from datetime import timedelta

from shared.newsletter.moving import reminding
from shared.newsletter.moving.reminding import Asked
from shared.newsletter.readers import caps
from shared.newsletter.readers.caps import Caps
from tests.newsletter.moving.conftest import KEY, Move
from tests.support.jobs import on
from tests.support.rows import column, one

FEW = Caps(everybody=6)  # so three an hour are asked

RUNS = """
    select extract(epoch from run_at - min(run_at) over ())::int from background_jobs
     where kind = 'newsletter.confirm-mail' order by run_at
"""


def ask(move: Move, import_id: int = 1, allowed: Caps = FEW) -> Asked:
    return on(move.database, lambda: reminding.ask_some(import_id, [KEY], allowed))


def an_hour_passes(db) -> None:
    db.execute("update counted_in_hour set hour = hour - interval '1 hour'")


def test_half_of_an_hours_cap_is_asked_spread_over_the_hour_and_the_rest_in_the_next(
    move: Move, db
):
    move.bring_in("".join(f"r{number}@example.org\n" for number in range(4)), "list.txt")

    assert reminding.pace(FEW) == timedelta(minutes=20)
    assert ask(move) == Asked(3, go_on=True)
    assert column(db, RUNS) == [0, 1200, 2400]
    an_hour_passes(db)
    assert ask(move) == Asked(1, go_on=False)
    assert ask(move) == Asked(0, go_on=False)
    assert column(db, "select distinct source from consent_events") == ["gardener"]


def test_when_the_form_has_used_the_hour_up_they_wait_for_the_next(move: Move, db):
    move.bring_in("ann@example.org\n", "list.txt")
    db.execute(
        "insert into counted_in_hour values"
        " ('everybody', date_trunc('hour', clock_timestamp(), 'UTC'), 6)"
    )

    assert ask(move) == Asked(0, go_on=True)
    an_hour_passes(db)
    assert ask(move) == Asked(1, go_on=False)


def test_one_mailbox_is_asked_once_whatever_its_spellings(move: Move, db):
    move.bring_in("ann@example.org\nann+a@example.org\nann+b@example.org\n", "list.txt")

    assert ask(move) == Asked(1, go_on=False)
    assert one(db, "select count(*) from background_jobs") == 1


def test_who_has_confirmed_left_or_asked_by_themselves_is_not_asked(move: Move, db):
    move.bring_in("".join(f"{name}@example.org\n" for name in ("yes", "no", "asked")), "list.txt")
    db.execute("update subscribers set status = 'confirmed' where id = 1")
    db.execute("update subscribers set status = 'unsubscribed' where id = 2")
    db.execute("update subscribers set confirmation_requested_at = now() where id = 3")

    assert ask(move) == Asked(0, go_on=False)
    assert move.run(reminding.waiting) == []


def test_the_people_of_one_import_are_asked_and_not_those_of_another_or_of_one_undone(
    move: Move, db
):
    """Who was written to before the undoing stays in the table, and is not asked either."""
    move.bring_in("ann@example.org\n", "list.txt")
    move.bring_in("bob@example.org\n", "list.txt")
    db.execute("insert into notifications (hold_until) values (now())")
    db.execute("insert into deliveries (notification_id, subscriber_id) values (1, 1)")
    move.undo(1)

    assert [found.import_id for found in move.run(reminding.waiting)] == [2]
    assert ask(move, 1) == Asked(0, go_on=False)
    assert ask(move, 2) == Asked(1, go_on=False)


def test_asking_takes_from_the_cap_of_the_form(move: Move, db):
    move.bring_in("".join(f"r{number}@example.org\n" for number in range(3)), "list.txt")
    ask(move)

    assert one(db, "select counted from counted_in_hour where scope = 'everybody'") == 3
    assert caps.cap_parameters(FEW)["most_for_everybody"] == 6
