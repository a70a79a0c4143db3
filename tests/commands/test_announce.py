"""`thistledown announce` against functions that really listen."""

import json
import os
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.dev_server import command, mature
from tests.support.rows import add_readers
from tests.support.settings import ANNOUNCE_TOKEN


def notes_told(db):
    return [row["note_id"] for row in db.execute("select note_id from announced_notes order by 1")]


def test_the_first_announcement_is_a_warm_silent_baseline(functions, db):
    result = functions.announce()

    assert result.exit_code == 0
    assert "Welcome: 2 notes taken in. Evergreen already: 1; nobody is told" in result.output
    assert db.execute("select count(*) from notifications").fetchone() == {"count": 0}


def test_what_became_evergreen_is_told_once(functions, db):
    add_readers(db, 2)
    functions.announce()
    mature(functions.folder, "moss", "evergreen")
    told = functions.announce()
    again = functions.announce()

    assert "On moss  https://garden.example/moss/" in told.output
    assert "One letter to 2 confirmed readers, now. No page was uploaded" in told.output
    assert "nobody is told anything" in again.output
    assert [told.exit_code, again.exit_code] == [0, 0]
    assert db.execute("select count(*) from notifications").fetchone() == {"count": 1}


def test_a_dry_run_says_what_would_be_told_and_changes_nothing(functions, db):
    functions.announce()
    mature(functions.folder, "moss", "evergreen")
    result = functions.announce("--dry-run")

    assert "Would tell nobody, since nobody has confirmed yet." in result.output
    assert db.execute("select count(*) from notifications").fetchone() == {"count": 0}
    assert db.execute("select maturity from notes where title = 'On moss'").fetchone() == {
        "maturity": "seedling"
    }
    told = json.loads(functions.announce("--yes", "--json").stdout)
    assert told["notification_id"] == 1


def test_four_notes_at_once_need_a_yes(functions, db):
    functions.announce()
    for name in ("ash", "birch", "cedar", "elm"):
        mature(functions.folder, name, "evergreen")
    asked = functions.announce()
    asked_by_a_program = functions.announce("--json")
    told = functions.announce("--yes")

    assert [asked.exit_code, asked_by_a_program.exit_code, told.exit_code] == [3, 3, 0]
    assert "On cedar  https://garden.example/cedar/" in asked.output
    assert "say it again with --yes. Nothing was announced." in asked.stderr
    assert len(json.loads(asked_by_a_program.stdout)["newly_evergreen"]) == 4
    assert len(notes_told(db)) == 5


def test_who_says_no_is_told_that_nothing_was_announced(functions, db):
    add_readers(db, 1)
    functions.announce()
    for name in ("ash", "birch", "cedar", "elm"):
        mature(functions.folder, name, "evergreen")
    ours, terminal = os.openpty()
    os.write(ours, b"n\n")
    env = {
        "SITE_URL": "https://garden.example",
        "FUNCTIONS_URL": functions.url,
        "ANNOUNCE_TOKEN": ANNOUNCE_TOKEN,
    }
    refused = command("announce", "--site", str(functions.folder), stdin=terminal, **env)
    os.close(terminal)
    os.close(ours)

    assert refused.returncode == 1
    assert "Announce these 4 notes?" in refused.stdout
    assert refused.stderr == "Nothing was announced.\n"
    assert len(notes_told(db)) == 1


def test_the_json_has_all_that_a_program_needs(functions):
    functions.announce()
    mature(functions.folder, "moss", "evergreen")
    answer = json.loads(functions.announce("--json").stdout)

    assert answer["baseline"] is False
    assert [note["title"] for note in answer["newly_evergreen"]] == ["On moss"]
    assert answer.keys() >= {"notification_id", "hold_until", "readers", "digest", "dry_run"}


def test_a_wrong_token_is_said_in_a_sentence(functions):
    result = functions.announce(ANNOUNCE_TOKEN="something-else-entirely-0123456789")

    assert result.exit_code == 1
    assert "expects another ANNOUNCE_TOKEN" in result.stderr


def test_functions_that_do_not_listen_are_not_reached(functions):
    result = functions.announce("--to", "http://127.0.0.1:9")

    assert result.exit_code == 4
    assert "http://127.0.0.1:9 does not answer: Connection refused." in result.stderr


def test_an_address_without_a_scheme_is_refused(functions):
    result = functions.announce("--to", "garden.example")

    assert result.exit_code == 2
    assert "--to is 'garden.example'; write it in full" in result.stderr


def test_without_a_token_nothing_is_tried(functions, tmp_path):
    result = functions.announce("--data", tmp_path / "none", ANNOUNCE_TOKEN=None)

    assert result.exit_code == 2
    assert "ANNOUNCE_TOKEN is not set" in result.stderr
    assert not (tmp_path / "none").exists()


def test_a_broken_note_keeps_everything_from_being_announced(functions, db):
    (functions.folder / "notes" / "broken.md").write_text("---\ntitle: [oops\n---\n", "utf-8")
    result = functions.announce()

    assert result.exit_code == 1
    assert "notes/broken.md:2:8: error: front matter is not YAML" in result.stderr
    assert "Nothing was announced" in result.stderr
    assert db.execute("select count(*) from notes").fetchone() == {"count": 0}


def test_a_folder_that_nobody_opened_is_listed_and_refused(functions, db):
    result = functions.announce("--site", functions.folder / "notes")

    assert result.exit_code == 1
    assert "  On moss\n  On oak\n2 notes would be public." in result.stderr
    assert db.execute("select count(*) from notes").fetchone() == {"count": 0}


class Stranger(BaseHTTPRequestHandler):
    """Answers what no functions would, and remembers which tokens it was shown."""

    shown: list[str] = []  # noqa: RUF012 - one server, one list

    def do_POST(self) -> None:
        self.shown.append(self.headers["Authorization"])
        if self.path.startswith("/moved"):
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/there")
        else:
            self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>Welcome to nginx</h1>")

    do_GET = do_POST  # noqa: N815 - http.server calls it so

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Generator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_stranger_in_the_functions_place_is_noticed(functions, stranger):
    result = functions.announce("--to", stranger)

    assert result.exit_code == 4
    assert "is not Thistledown" in result.stderr


def test_the_token_is_not_carried_to_where_a_redirect_leads(functions, stranger):
    Stranger.shown.clear()
    result = functions.announce("--to", f"{stranger}/moved")

    assert result.exit_code == 4
    assert "sends us on to http://localhost:" in result.stderr
    assert len(Stranger.shown) == 1
