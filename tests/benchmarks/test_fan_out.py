"""Fan out to 100,000 readers: the job newsletter.announce against one plain insert-select."""

import asyncio
import time

import psycopg
import pytest

from functions.jobs.announce import announce
from shared import settings, tx
from shared.newsletter import garden
from shared.newsletter.payloads import Announce
from shared.outbox.job import set_current
from tests.support import jobs
from tests.support.ratio import by_turns, compared, timed
from tests.support.settings import settings_for
from tests.support.site import site

pytestmark = pytest.mark.benchmark

READERS = 100_000
MOST = 1.5  # times the plain insert-select: what each reader wants is looked up besides

READ = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    select address, address, address, 'confirmed', now()
      from (select 'reader-' || n || '@example.org' from generate_series(1, %(readers)s) n)
           as made (address)
"""

NOTE = """
    insert into notes (id, slug, url, title, maturity, content_hash, mail_html, short_id)
    values (%(id)s, %(slug)s, %(url)s, %(title)s, 'evergreen', %(content_hash)s, %(mail_html)s,
            'oak')
"""

GROWN = "insert into note_events (note_id, kind) values ('oak', 'grown')"

PLAN = """
    with planned as (insert into notifications (hold_until) values (now()) returning id),
         told as (
             insert into announced_notes (note_id, notification_id) select 'oak', id from planned),
         job as (
             insert into background_jobs (queue, kind, payload, dedup_key)
             select 'bulk', 'newsletter.announce', jsonb_build_object('notification_id', id),
                    'newsletter-announce-' || id
               from planned)
    select id from planned
"""

PLAIN = """
    with delivery as (
        insert into deliveries (notification_id, subscriber_id)
        select %(notification_id)s, id from subscribers where status = 'confirmed' order by id
        returning id, subscriber_id
    ), told as (
        insert into told_notes (event_id, subscriber_id, delivery_id, position)
        select event.id, subscriber_id, delivery.id, 1
          from delivery cross join (select min(id) as id from note_events) as event)
    insert into background_jobs (queue, kind, payload, dedup_key)
    select 'bulk', 'newsletter.evergreen-mail', jsonb_build_object('delivery_id', id),
           'newsletter-evergreen-' || id
      from delivery
"""

COUNTS = """
    select (select count(*) from deliveries) as deliveries,
           (select count(*) from background_jobs where kind = 'newsletter.evergreen-mail') as jobs,
           (select status from notifications) as status
"""

INSERTING_JOBS = """
    select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and state = 'active' and query ilike '%insert into background_jobs%'
       and pg_relation_size('background_jobs') > 4000000
"""


@pytest.fixture
def planned(database, db):
    """Give a function that leaves nothing but the readers and one planned notification."""
    with site() as shown:
        oak = shown.note("oak", "evergreen")
        shown.publish(oak)
        made = settings_for(database, "smtp://mail.invalid", shown.url)
        settings.use(made)
        jobs.on(database, lambda: garden.claim(made))
        db.execute(NOTE, oak)
        psycopg.ClientCursor(db).execute(READ, {"readers": READERS})
        db.execute("vacuum analyze subscribers")
        db.execute(GROWN)

        def plan() -> int:
            db.execute(
                "truncate deliveries, bounce_events, background_jobs, job_attempts,"
                " announced_notes, notifications cascade"
            )
            found = db.execute(PLAN).fetchone()
            db.execute("checkpoint")
            return found["id"]

        yield plan


async def announced(notification_id: int) -> None:
    """Work the job as a tick does."""
    running = await jobs.claim_one()
    set_current(running)
    await announce(Announce(notification_id))


def test_a_fan_out_costs_little_more_than_a_plain_insert_select(database, db, planned):
    everybody = {"deliveries": READERS, "jobs": READERS}

    def floor():
        notification_id = planned()
        with psycopg.connect(database, prepare_threshold=None) as connection:
            cost = timed(
                lambda: (
                    connection.execute(PLAIN, {"notification_id": notification_id}),
                    connection.commit(),
                )
            )
        assert db.execute(COUNTS).fetchone() == {**everybody, "status": "planned"}
        return cost

    def ours():
        notification_id = planned()
        cost = timed(lambda: jobs.on(database, lambda: announced(notification_id)))
        assert db.execute(COUNTS).fetchone() == {**everybody, "status": "announced"}
        return cost

    wall = compared(by_turns(7, floor, ours))

    print(f"\nfan-out: {READERS:,} readers: {wall.per_second(READERS)}")
    assert wall.times <= MOST


def test_a_fan_out_that_is_killed_in_the_middle_leaves_nothing(database, db, planned):
    notification_id = planned()

    async def killed():
        working = asyncio.create_task(announced(notification_id))
        deadline = time.monotonic() + 60
        while not (found := db.execute(INSERTING_JOBS).fetchone()):
            assert time.monotonic() < deadline
            assert not working.done()
            await asyncio.sleep(0.002)
        db.execute("select pg_terminate_backend(%s)", (found["pid"],))
        with pytest.raises(tx.ConnectionLost):
            await working

    jobs.on(database, killed)

    assert db.execute(COUNTS).fetchone() == {"deliveries": 0, "jobs": 0, "status": "planned"}
