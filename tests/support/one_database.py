"""One database for many tests, emptied between them: a fresh one each would take most of the time.

Whoever imports these fixtures has this `database` instead of a fresh one.
"""

from collections.abc import Generator

import psycopg
import pytest

from tests.support.postgres import Cluster

EMPTY = """
    truncate garden, subscribers, mailboxes, counted_in_hour, consent_events, consent_texts,
             suppressions, silent_mailboxes, notes,
             notifications, announced_notes, deliveries,
             bounce_events, bounces_ignored, received_webhooks, sns_topics,
             background_jobs, job_attempts, job_actions, job_queues,
             job_kinds, job_breakers, job_origin, job_schedules, job_slots
     restart identity cascade
"""


@pytest.fixture(scope="session")
def shared_database(cluster: Cluster) -> Generator[str]:
    with cluster.fresh_database() as url:
        yield url


@pytest.fixture
def database(shared_database: str) -> str:
    with psycopg.connect(shared_database, autocommit=True) as connection:
        connection.execute(EMPTY)
    return shared_database
