"""A terminal of 80 columns gets sentences folded between words, and commands that are whole."""

import re

import pytest

from shared.newsletter.keys import address_hash
from tests.support.dead import die
from tests.support.gates import in_seconds

LETTER = "newsletter.confirm-mail"
LONG = "TransportFailed: Nothing was sent: no connection to 127.0.0.1:25 (refused). " * 2

OPEN = """
    insert into job_breakers (breaker, kinds, status, failures, trips, opened_at, open_until,
                              last_error)
    values ('mail', '{newsletter.confirm-mail}', 'open', 5, 1, clock_timestamp(), %s, %s)
"""

FAILED = """
    with failed as (update background_jobs set attempts = 1 where status = 'pending' returning id)
    insert into job_attempts (job_id, attempt, outcome, error)
    select id, 1, 'failed', %s from failed
"""


CAME_BACK = """
    insert into bounce_events (kind, source, name, subscriber_id, code)
    select kind, 'postmark', kind::bytea, min(subscribers.id), '5.7.1'
      from subscribers, unnest('{permanent,soft,policy,complaint}'::text[]) as kind
     group by kind;
    insert into bounces_ignored values (current_date, 'postmark', 'no failure', 1234567);
    insert into sns_topics (topic)
    values ('arn:aws:sns:eu-central-1:123456789012:bounces-of-a-garden-with-a-long-name')
"""

SUPPRESSED = "insert into suppressions (address_hash, reason) values (%s, %s)"


@pytest.fixture
def trouble(run, garden, site, db):
    """Announce a note, and let everything go wrong that a screen can show."""
    garden.show(site.note("oak"))
    garden.confirmed_reader("ada@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out()
    garden.subscribe("bob@example.org")
    die(db, 5, kind="newsletter.evergreen-mail", error=LONG)
    db.execute(FAILED, [LONG])
    db.execute(OPEN, [in_seconds(600), LONG])
    db.execute(SUPPRESSED, [address_hash(garden.settings.secret_key[0], "ada@example.org"), LONG])
    db.execute(CAME_BACK)
    run("jobs", "pause", "--queue", "bulk", "--until", "30m", "--because", "the provider " * 9)
    run("jobs", "pause", "--kind", LETTER, "--until", "2099-01-01")


@pytest.mark.parametrize(
    "words",
    [
        ["status"],
        ["bounces"],
        ["jobs", "queues"],
        ["announcements"],
        ["announcements", "show", "1"],
        ["subscribers", "show", "ada@example.org"],
    ],
    ids=" ".join,
)
def test_no_line_is_wider_and_no_command_is_broken(run, called, trouble, words):
    shown = run(*words, COLUMNS="80", FORCE_COLOR="1", TERM="dumb").stdout
    piped = run(*words).stdout
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()

    assert [line for line in lines if len(line) > 80] == []
    assert len(lines) > len(piped.splitlines()) or max(map(len, piped.splitlines())) <= 80
    for command in re.findall(rf"{re.escape(called)} [^\n]+", piped):
        assert any(command in line for line in lines)
