"""`thistledown bounces`: what came back, and a mailbox of it."""

import json

import pytest
from click.testing import CliRunner

from functions.commands.new_mails import new_mails
from functions.commands.thistledown import thistledown
from shared.newsletter.returning.marks import Mark, write_mark
from tests.support import returned
from tests.support.rows import add_readers, one


@pytest.fixture
def mark(garden, db) -> str:
    """Return the mark of a letter that went out to the one reader."""
    add_readers(db, 1)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status, message_id)"
        " values (1, 1, 'sent', '<x@garden.example>')"
    )
    return write_mark(garden.settings.secret_key[0], Mark("delivery", 1))


@pytest.fixture
def maildir(tmp_path, mark):
    """Return a Maildir in which three mails are new."""
    for name in ("new", "cur", "tmp"):
        (tmp_path / "bounced" / name).mkdir(parents=True)
    folder = tmp_path / "bounced"
    (folder / "new" / "1.a.host").write_bytes(returned.postfix(mark))
    (folder / "new" / "2.b.host").write_bytes(returned.out_of_office(mark))
    (folder / "new" / "3.c.host").write_bytes(returned.postfix("nobody"))
    return folder


def test_n45_a_maildir_is_read_once_and_filed_away(run, maildir, db):
    first, again = run("bounces", "read", maildir), run("bounces", "read", maildir)

    assert (first.exit_code, first.stdout) == (
        0,
        "Read 3 mails: 1 no failure, 1 not ours, 1 suppressed.\n",
    )
    assert again.stdout == "Read 0 mails.\n"
    assert sorted(path.name for path in (maildir / "cur").iterdir()) == [
        "1.a.host:2,S",
        "2.b.host:2,S",
        "3.c.host:2,S",
    ]
    assert one(db, "select count(*) from suppressions") == 1


def test_a_mail_that_was_filed_back_does_nothing(run, ask, maildir):
    run("bounces", "read", maildir)
    (maildir / "cur" / "1.a.host:2,S").rename(maildir / "new" / "1.a.host:2,S")
    (maildir / "new" / "a folder").mkdir()

    assert ask("bounces", "read", maildir) == {"known": 1}
    assert (maildir / "cur" / "1.a.host:2,S").is_file()


def test_a_mail_that_somebody_else_has_filed_meanwhile_is_no_error(maildir):
    filed = [file_away for _, file_away in new_mails(maildir)]
    for file_away in (*filed, *filed):
        file_away()

    assert list((maildir / "new").iterdir()) == []


def test_one_mail_is_read_from_standard_input(garden, run, mark, database, db):
    env = {"DATABASE_URL": database, "SECRET_KEY": garden.settings.secret_key[0]}
    runner = CliRunner()
    words = ["bounces", "read", "--json"]
    said = runner.invoke(thistledown, words, input=returned.qmail(mark), env=env)
    run("bounces")  # gives the garden its pool back

    assert json.loads(said.stdout) == {"suppressed": 1}
    assert one(db, "select source from bounce_events") == "mail"


def test_what_is_no_maildir_is_wrong_usage(run, tmp_path):
    result = run("bounces", "read", tmp_path)

    assert result.exit_code == 2
    assert "is no Maildir" in result.stderr
    assert run("bounces", "read", tmp_path / "missing").exit_code == 2


def test_n44_the_gardener_sees_what_came_back_and_what_the_transport_is_to_blame_for(
    run, ask, maildir, mark
):
    policy = returned.report(mark=mark, status="5.7.1", diagnostic="")
    (maildir / "new" / "4.d.host").write_bytes(policy)
    run("bounces", "read", maildir)
    shown, told = run("bounces").stdout, ask("bounces")

    assert "1 mail to 1 reader came back for good (mail)" in shown
    assert "the mail server, its DNS or the letter is to blame, no reader." in shown
    assert "5.7.1" in shown
    assert "1 address will not be written to again." in shown
    assert "Led to nothing: 1 (mail), of no mail that we sent." in shown
    assert told["suppressed"] == 1
    assert [one["code"] for one in told["report"]["refusals"]] == ["5.7.1"]


def test_nothing_is_said_in_a_sentence(run, ask):
    assert run("bounces").stdout.startswith("Nothing came back in the last 30 days.")
    assert ask("bounces")["report"]["events"] == []


def test_reading_wants_the_keys(run, maildir):
    assert "SECRET_KEY is not set" in run("bounces", "read", maildir, SECRET_KEY=None).stderr
