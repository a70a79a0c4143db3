"""N68: nobody has a language to ask the tables with, neither a stranger nor a file."""

import logging

import pytest

from shared.newsletter.moving.columns import BadFile
from shared.newsletter.moving.files import Asked, Unread, parts, rows
from tests.support.doors import doors
from tests.support.exports import saved
from tests.support.garden import Garden
from tests.support.rows import dump

QUERY = "' OR 1=1--"


def test_n68_a_query_for_an_address_is_no_query_at_any_door(garden: Garden, db, caplog):
    garden.confirmed_reader("ada@example.org")
    before = dump(db)
    caplog.set_level(logging.WARNING)
    for door in doors(garden.client.app):
        answer = door.knock(garden.client, params={"email": QUERY, "token": QUERY})
        assert answer.status_code < 500, door
        assert "ada@example.org" not in answer.text, door

    assert {**dump(db), "counted_in_hour": []} == {**before, "counted_in_hour": []}
    assert not [one for one in caplog.records if "psycopg" in str(one.exc_info)]


def test_n68_a_file_asks_the_tables_nothing_either(tmp_path):
    path = saved(tmp_path, "readers.csv", f'email,{QUERY}\n{QUERY},x\n"{QUERY}"@example.org,y\n')
    [part] = parts(path)

    assert [type(one) for one in rows(part, Asked())] == [Unread, Unread]
    with pytest.raises(BadFile):
        list(rows(part, Asked(columns={QUERY: "email"})))
