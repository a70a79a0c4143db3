"""What somebody wrote into the table with SQL commands no terminal of who looks after it."""

import json

from psycopg.types.json import Jsonb

from functions.commands import show

# It clears the screen, sets the title, and turns the direction of writing.
EVIL = "x\x1b[2J\x1b]0;owned\x07\x9b31m\u202edone\u2066\r"
HARMLESS = EVIL.translate({ord(c): "\ufffd" for c in "\x1b\x07\x9b\u202e\u2066\r"})

SHOWN_BY = [
    ["jobs", "list"],
    ["jobs", "show", 1],
    ["jobs", "queues"],
    ["jobs", "dead"],
    ["jobs", "metrics"],
    ["status"],
    ["doctor"],
]


def poison(db):
    """Write it wherever a text can be written."""
    db.execute("delete from background_jobs")
    db.execute(
        "insert into background_jobs (id, queue, kind, payload, dedup_key, status, finished_at,"
        " held_by) overriding system value"
        " values (1, %(evil)s, %(evil)s, %(json)s, %(evil)s, 'dead', now(), %(evil)s),"
        " (2, %(evil)s, %(evil)s, %(json)s, %(evil)s, 'pending', null, null)",
        {"evil": EVIL, "json": Jsonb({EVIL: EVIL})},
    )
    db.execute(
        "insert into job_attempts (job_id, attempt, outcome, error, finished_at)"
        " values (1, 1, 'failed', %s, now())",
        (EVIL,),
    )
    for table, name in (("job_queues", "queue"), ("job_kinds", "kind")):
        db.execute(
            f"insert into {table} ({name}, paused_until, paused_because)"
            " values (%(evil)s, now() + interval '1 day', %(evil)s)",
            {"evil": EVIL},
        )


def test_no_command_passes_on_what_would_command_a_terminal(run, db):
    poison(db)

    for words in SHOWN_BY:
        told = run(*words)
        assert show.UNSHOWN.findall(told.output) == [], words
        assert HARMLESS.split("[")[0] in told.output or words[0] in ("status", "doctor"), words


def test_json_has_it_escaped_and_whole(run, db):
    poison(db)

    for words in SHOWN_BY:
        told = run(*words, "--json")
        assert show.UNSHOWN.findall(told.output) == [], words
    (first, *_) = json.loads(run("jobs", "list", "--json").stdout)
    assert EVIL in (first["kind"], first["queue"])


def test_what_people_write_stays_as_it_is():
    text = "Gieße die Bäume 🌱: 日本語, שלום, a\tb\nand so on…"

    assert show.shown(text) == text
