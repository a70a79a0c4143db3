"""Holding back, cancelling, and asking before much is said at once."""

from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

import pytest

from shared import tx
from shared.newsletter.announcing import notifications
from tests.support.garden import Garden, running
from tests.support.rows import column, dump, one
from tests.support.site import Site


@pytest.fixture
def held(database: str, site: Site, tmp_path: Path) -> Generator[Garden]:
    """A garden whose announcements wait for ten minutes, with one reader."""
    hold = timedelta(minutes=10)
    with running(database, site, tmp_path / "mail", announce_hold=hold) as garden:
        garden.confirmed_reader("ada@example.org")
        garden.show(site.note("oak"), site.note("elm"))
        yield garden


HOLD_IS_OVER = """
    with held as (update notifications set hold_until = clock_timestamp())
    update background_jobs set run_at = clock_timestamp()
     where kind = 'newsletter.announce' and status = 'pending'
"""


def test_a_held_announcement_waits_for_its_time(held: Garden, db):
    answer = held.show(held.site.note("oak", "evergreen"), held.site.note("elm")).json()
    held.tick()
    before = len(held.inbox())
    db.execute(HOLD_IS_OVER)
    held.tick()

    assert answer["hold_until"] is not None
    assert before == 0
    assert len(held.inbox()) == 1


def test_a_cancelled_announcement_tells_nobody_and_can_be_made_later(held: Garden, db):
    planned = held.show(held.site.note("oak", "evergreen"), held.site.note("elm")).json()
    cancelled = held.call(lambda: notifications.cancel(planned["notification_id"]))
    twice = held.call(lambda: notifications.cancel(planned["notification_id"]))
    db.execute(HOLD_IS_OVER)
    held.tick()
    silent = len(held.inbox())
    again = held.show(held.site.note("oak", "evergreen"), held.site.note("elm")).json()
    db.execute(HOLD_IS_OVER)
    held.tick()
    too_late = held.call(lambda: notifications.cancel(again["notification_id"]))

    assert (cancelled, twice, too_late) == (True, False, False)
    assert titles_of(held) == [["On oak"], ["On oak"]]  # also of what was cancelled
    assert silent == 0
    assert [note["id"] for note in again["newly_evergreen"]] == ["oak"]
    assert [mail["Subject"] for mail in held.inbox()] == ["On oak"]
    assert column(db, "select status from notifications order by id") == ["cancelled", "announced"]
    assert column(
        db, "select status from background_jobs where kind = 'newsletter.announce' order by id"
    ) == ["cancelled", "succeeded"]


def titles_of(held: Garden) -> list[list[str]]:
    async def listed() -> list[list[str]]:
        async with tx.run():
            return [one.titles for one in await notifications.listed()]

    return held.call(listed)


def test_a_note_that_unripens_while_held_is_taken_out_of_the_letter(held: Garden, db):
    held.show(held.site.note("oak", "evergreen"), held.site.note("elm", "evergreen"))
    held.show(held.site.note("oak", "budding"), held.site.note("elm", "evergreen"))
    db.execute(HOLD_IS_OVER)
    held.tick()

    assert [mail["Subject"] for mail in held.inbox()] == ["On elm"]
    assert column(db, "select note_id from announced_notes") == ["elm"]


@pytest.mark.parametrize("how", ["unripened", "vanished"])
def test_an_announcement_of_nothing_is_cancelled_and_the_note_can_come_later(
    held: Garden, db, how: str
):
    held.show(held.site.note("oak", "evergreen"), held.site.note("elm"))
    left = [held.site.note("oak")] if how == "unripened" else []
    held.show(*left, held.site.note("elm"))
    db.execute(HOLD_IS_OVER)
    held.tick()
    silent = len(held.inbox())
    held.show(held.site.note("oak", "evergreen"), held.site.note("elm"))
    db.execute(HOLD_IS_OVER)
    held.tick()

    assert silent == 0
    assert len(held.inbox()) == 1
    assert column(db, "select status from notifications order by id") == ["cancelled", "announced"]


def test_announcing_again_while_held_plans_nothing_new(held: Garden, db):
    notes = [held.site.note("oak", "evergreen"), held.site.note("elm")]
    held.show(*notes)
    again = held.show(*notes).json()
    db.execute(HOLD_IS_OVER)
    held.tick()

    assert again["notification_id"] is None
    assert len(held.inbox()) == 1


FOUR = ("oak", "elm", "fir", "yew")


def test_more_than_three_at_once_are_not_announced_without_their_digest(garden: Garden, db):
    garden.confirmed_reader("ada@example.org")
    garden.show(*map(garden.site.note, FOUR))
    before = dump(db)
    manifest = garden.site.manifest(*(garden.site.note(name, "evergreen") for name in FOUR))
    asked = garden.announce(manifest)
    wrong = garden.announce(manifest, "?confirm=0000000000000000")
    unchanged = dump(db) == before
    garden.site.publish(*manifest["notes"])
    confirmed = garden.announce({**manifest, "confirm": asked.json()["digest"]})
    garden.tick()

    assert (asked.status_code, wrong.status_code) == (409, 409)
    assert [note["id"] for note in asked.json()["newly_evergreen"]] == ["elm", "fir", "oak", "yew"]
    assert unchanged
    assert confirmed.status_code == 200
    assert len(garden.inbox()) == 1
    assert one(db, "select count(*) from announced_notes") == 4


def test_a_digest_is_good_for_its_own_set_only(garden: Garden):
    garden.show(*map(garden.site.note, (*FOUR, "ash")))
    four = [garden.site.note(name, "evergreen") for name in FOUR]
    digest = garden.announce(garden.site.manifest(*four)).json()["digest"]
    five = [*four, garden.site.note("ash", "evergreen")]

    assert garden.show(*five, query=f"?confirm={digest}").status_code == 409
    assert garden.show(*four, query=f"?confirm={digest}").status_code == 200


def test_three_at_once_need_no_digest(garden: Garden):
    garden.show(*map(garden.site.note, FOUR))

    assert garden.show(*(garden.site.note(n, "evergreen") for n in FOUR[:3])).status_code == 200


@pytest.mark.parametrize("many", [1, 4])
def test_a_dry_run_answers_everything_and_writes_nothing(garden: Garden, db, many: int):
    garden.confirmed_reader("ada@example.org")
    garden.show(*map(garden.site.note, FOUR))
    before = dump(db)
    answer = garden.show(
        *(garden.site.note(name, "evergreen") for name in FOUR[:many]), query="?dry_run=1"
    )

    assert answer.status_code == 200
    assert answer.json()["dry_run"] is True
    assert len(answer.json()["newly_evergreen"]) == many
    assert answer.json()["readers"] == 1
    assert dump(db) == before


def test_a_dry_run_of_the_first_manifest_is_no_baseline(garden: Garden, db):
    before = dump(db)
    answer = garden.show(garden.site.note("oak", "evergreen"), query="?dry_run=1").json()

    assert answer["baseline"] is True
    assert answer["evergreen_already"] == 1
    assert dump(db) == before
