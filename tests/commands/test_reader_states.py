"""How commands name where a reader or a letter stands: each in one state, each time as it is."""

from datetime import UTC, datetime, timedelta

import pytest

from functions.commands import show
from functions.commands.held_up import how_long


@pytest.fixture
def two(garden):
    """Have two readers."""
    for address in ("ada@example.org", "bob@example.org"):
        garden.confirmed_reader(address)


def test_a_reader_whose_mail_came_back_is_counted_once_whatever_else_is_true(run, ask, two, db):
    """One bounced and had left; of a third nobody knows but the hash of the address."""
    db.execute(BOUNCED)
    readers = ask("status")["readers"]

    said = "Readers  1 confirmed, 0 unconfirmed, 0 unsubscribed, 1 suppressed; "
    assert f"{said}1 suppressed address of nobody here\n" in run("status").stdout
    assert readers == {"confirmed": 1, "suppressed": 1}
    assert sum(readers.values()) == len(ask("subscribers", "list"))


BOUNCED = """
    update subscribers set status = 'unsubscribed' where email = 'ada@example.org';
    insert into consent_events (subscriber_id, kind, source)
    select id, kind, 'import' from subscribers, unnest(array['unsubscribed', 'suppressed']) kind
     where email = 'ada@example.org';
    insert into suppressions (address_hash, reason) values ('\\x00', 'gone'), ('\\x01', 'gone')
"""


def test_what_is_due_does_not_go_out_ago():
    now = datetime.now(UTC)
    past, soon = now - timedelta(seconds=2), now + timedelta(minutes=9)

    assert show.goes_out(past).startswith(f"due since {past.astimezone():%H:%M:%S}: goes out once")
    assert show.goes_out(soon).startswith("goes out in 9 min (")
    assert how_long(past).endswith(", now over")
    assert how_long(soon).endswith(", 9 min from now")
