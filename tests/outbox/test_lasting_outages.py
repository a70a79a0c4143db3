"""An outage that lasts until a person mends it: the breaker opens at once, and costs no attempt."""

import logging

from shared import outbox
from tests.support.gates import Letter, breaker, burned, fill, held, in_seconds, statuses
from tests.support.jobs import on


class NoKey(Exception):
    """A door that opens to nobody until somebody brings another key."""

    is_outage = is_lasting = True
    public = "the key does not fit"


class Door:
    """What letters go through; it counts who came."""

    def __init__(self, *, is_mended: bool = False) -> None:
        self.is_mended = is_mended
        self.came = 0

    async def send(self, job: object) -> None:
        self.came += 1
        if not self.is_mended:
            raise NoKey

    def jobs(self, name: str | None = "door") -> outbox.Handlers:
        return outbox.Handlers([outbox.Handler(Letter, self.send, timeout=1, breaker=name)])

    async def tick(self, after: float = 0.0, name: str | None = "door") -> outbox.Report:
        return await outbox.tick(self.jobs(name), budget=20, now=in_seconds(after))


def test_n35_the_first_one_opens_the_breaker_and_no_attempt_is_burned(database, db, caplog):
    door = Door()

    async def story():
        await fill(500)
        await door.tick()

    with caplog.at_level(logging.ERROR, "thistledown.outbox"):
        on(database, story)

    opened = breaker(db, "door")
    assert opened["status"] == "open"
    assert "the key does not fit" in opened["last_error"]
    assert burned(db) == 0
    assert db.execute("select sum(attempts) from background_jobs").fetchone()["sum"] == 0
    assert statuses(db) == {"pending": 500}
    assert held(db)["breaker:door"] >= 500 - door.came
    assert door.came <= 20  # those that were under way together
    assert "an outage, the last: NoKey" in caplog.text or "outages in a row" in caplog.text


def test_it_rests_for_the_longest_and_a_probe_costs_nothing_either(database, db):
    door = Door()

    async def story():
        await fill(50)
        await door.tick()
        came = door.came
        await door.tick(800)
        early = door.came
        await door.tick(1000)
        return came, early, door.came

    came, early, probed = on(database, story)

    assert (early, probed) == (came, came + 1)
    assert breaker(db, "door")["status"] == "open"
    assert burned(db) == 0


def test_mended_one_command_lets_all_of_them_go(database, db):
    door = Door()

    async def story():
        await fill(50)
        await door.tick()
        door.is_mended = True
        resumed = await outbox.resume(breaker="door")
        await door.tick(5)
        await door.tick(10)
        return resumed

    assert on(database, story)
    assert statuses(db) == {"succeeded": 50}
    assert breaker(db, "door")["status"] == "closed"


def test_without_a_breaker_it_is_an_ordinary_failure(database, db):
    door = Door()

    async def story():
        await fill(3)
        await door.tick(name=None)

    on(database, story)

    assert burned(db) == 3
    assert door.came == 3


def test_an_outage_says_of_itself_that_it_lasts(database, db):
    async def fails(job: object) -> None:
        raise outbox.Outage("the account is closed", is_lasting=True)

    async def story():
        await fill(2)
        jobs = outbox.Handlers([outbox.Handler(Letter, fails, timeout=1, breaker="door")])
        await outbox.tick(jobs, budget=20)

    on(database, story)

    assert breaker(db, "door")["status"] == "open"
    assert burned(db) == 0


def test_a_mark_without_the_other_is_an_ordinary_failure(database, db):
    class Odd(Exception):
        is_lasting = True

    async def fails(job: object) -> None:
        raise Odd

    async def story():
        await fill(2)
        jobs = outbox.Handlers([outbox.Handler(Letter, fails, timeout=1, breaker="door")])
        await outbox.tick(jobs, budget=20)

    on(database, story)

    assert burned(db) == 2
    assert db.execute("select from job_breakers").fetchall() == []
