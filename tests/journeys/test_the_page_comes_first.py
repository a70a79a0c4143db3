"""A letter must not arrive before the page that it leads to."""

import pytest

from shared.newsletter.announcing import notifications
from tests.support.garden import Garden
from tests.support.jobs import make_due
from tests.support.rows import deliveries, one


@pytest.fixture
def planned(garden: Garden, db) -> dict:
    """One reader, and a note that has become evergreen but whose page is not there yet."""
    garden.confirmed_reader("ada@example.org")
    garden.announce(garden.site.manifest(garden.site.note("oak")))
    oak = garden.site.note("oak", "evergreen", content_hash="sha256:new")
    garden.announce(garden.site.manifest(oak))
    return oak


JOB = "select * from background_jobs where kind = 'newsletter.announce'"


def test_a_missing_page_is_waited_for_without_burning_an_attempt(garden: Garden, db, planned):
    report = garden.tick()
    [job] = db.execute(JOB).fetchall()
    none_yet = deliveries(db)
    garden.site.publish(planned)
    make_due(db)
    garden.tick()

    assert report.snoozed >= 1
    assert (job["status"], job["attempts"]) == ("pending", 0)
    assert none_yet == []
    assert len(garden.inbox()) == 1


def test_a_page_that_shows_the_old_version_is_waited_for(garden: Garden, db, planned):
    garden.site.publish({**planned, "content_hash": "sha256:old"})
    garden.tick()
    early = len(garden.inbox())
    garden.site.publish(planned)
    make_due(db)
    garden.tick()

    assert early == 0
    assert len(garden.inbox()) == 1


def test_a_page_of_another_generator_must_show_the_title(garden: Garden, db, planned):
    garden.site.pages["/oak/"] = "<h1>Coming soon</h1>"
    garden.tick()
    early = len(garden.inbox())
    garden.site.pages["/oak/"] = "<h1>On oak</h1>"
    make_due(db)
    garden.tick()

    assert early == 0
    assert len(garden.inbox()) == 1


def test_a_redirect_within_the_site_is_followed_and_one_out_of_it_is_not(
    garden: Garden, db, planned
):
    elsewhere = garden.site.url.replace("127.0.0.1", "localhost")
    garden.site.publish({**planned, "url": f"{garden.site.url}/quercus/"})
    garden.site.redirects["/oak/"] = f"{elsewhere}/quercus/"
    garden.tick()
    led_away = len(garden.inbox())
    garden.site.redirects["/oak/"] = "/quercus/"
    make_due(db)
    garden.tick()

    assert led_away == 0
    assert len(garden.inbox()) == 1


def test_every_page_of_a_letter_must_be_there(garden: Garden, db):
    garden.confirmed_reader("ada@example.org")
    oak, elm = garden.site.note("oak", "evergreen"), garden.site.note("elm", "evergreen")
    garden.announce(garden.site.manifest(garden.site.note("oak"), garden.site.note("elm")))
    garden.announce(garden.site.manifest(oak, elm))
    garden.site.publish(oak)
    garden.tick()
    early = len(garden.inbox())
    garden.site.publish(elm)
    make_due(db)
    garden.tick()

    assert early == 0
    assert len(garden.inbox()) == 1


def test_after_a_day_of_waiting_the_job_fails_and_says_what_to_do(garden: Garden, db, planned):
    db.execute("update notifications set hold_until = clock_timestamp() - interval '25 hours'")
    for _ in range(7):
        make_due(db)
        garden.tick()
    [job] = db.execute(JOB).fetchall()
    error = one(db, "select error from job_attempts where outcome = 'failed' order by id limit 1")

    assert (job["status"], job["attempts"]) == ("dead", 7)
    assert f"{garden.site.url}/oak/ answers 404" in error
    assert "Publish the garden, then retry this job" in error


def test_a_manifest_that_comes_during_the_check_is_checked_again(garden: Garden, db, planned):
    """The page changes once more: the letter waits for the page of the newest manifest."""
    newest = garden.site.note("oak", "evergreen", content_hash="sha256:newest", title="New")
    garden.site.publish(planned)
    garden.announce(garden.site.manifest(newest))
    garden.tick()
    early = len(garden.inbox())
    garden.site.publish(newest)
    make_due(db)
    garden.tick()

    assert early == 0
    assert [mail["Subject"] for mail in garden.inbox()] == ["New"]


def test_a_cancellation_during_the_check_is_heeded(garden: Garden, db, planned):
    garden.site.publish(planned)
    garden.site.when_asked = lambda: garden.call(lambda: notifications.cancel(1))
    garden.tick()

    assert deliveries(db) == []
    assert garden.inbox() == []
    assert one(db, "select status from notifications") == "cancelled"


def test_a_manifest_that_slips_in_after_the_check_is_not_told_unchecked(
    garden: Garden, db, planned
):
    newest = garden.site.note("oak", "evergreen", content_hash="sha256:newest", title="New")
    garden.site.publish(planned)
    garden.site.when_asked = lambda: announce_once(garden, newest)
    garden.tick()
    early = len(garden.inbox())
    garden.site.publish(newest)
    make_due(db)
    garden.tick()

    assert early == 0
    assert [mail["Subject"] for mail in garden.inbox()] == ["New"]


def announce_once(garden: Garden, note) -> None:
    garden.site.when_asked = lambda: None
    assert garden.announce(garden.site.manifest(note)).status_code == 200
