"""`thistledown subscribers import`: first in plain words, then with --yes, and back with --undo."""

import json

from tests.support.exports import EXPORTS, every, saved
from tests.support.garden import link_in, text_of
from tests.support.rows import column, dump, one, readers

OLD = every["buttondown: buttondown-old.csv"]


def moved(run, tmp_path, text: str = OLD.text, *words: object):
    return run("subscribers", "import", saved(tmp_path, "readers.csv", text), *words)


def test_a_dry_run_says_in_plain_words_what_a_file_comes_to(run, tmp_path, db):
    """As many people as the page about Buttondown tells of, and three lines that are none."""
    head = "email,subscriber_type,creation_date,ip_address\n"
    rows = [f"r{n}@example.org,regular,2024-01-01,203.0.113.7\n" for n in range(871)]
    rows += [f"p{n}@example.org,unactivated,2024-01-01,\n" for n in range(20)]
    rows += [f"u{n}@example.org,unsubscribed,2024-01-01,\n" for n in range(9)]
    for line in (17, 204, 551):
        rows.insert(line - 2, "nobody at all,regular,2024-01-01,\n")
    before = dump(db)
    result = moved(run, tmp_path, head + "".join(rows))

    assert result.exit_code == 3
    assert (
        "readers.csv, Buttondown: 871 confirmed, 20 never confirmed, 9 said no, "
        "3 lines cannot be read: 17, 204, 551." in result.stdout
    )
    assert "Nothing was written. To do it: the same command with --yes." in result.stdout
    assert dump(db) == before


def test_with_yes_it_is_done_and_can_be_undone(run, ask, tmp_path, db):
    done = moved(run, tmp_path, OLD.text, "--yes")
    [listed] = ask("subscribers", "imports")

    assert done.exit_code == 0
    assert "Readers from now on: 1\n" in done.stdout
    assert "1 of those who wait are confirmed there" in done.stdout
    assert "Of the 4 who said no 3 bounced, complained or were blocked." in done.stdout
    assert (listed["confirmed"], listed["pending"], listed["unsubscribed"]) == (1, 2, 1)
    assert "3 suppressed" in run("subscribers", "imports").stdout
    undone = run("subscribers", "import", "--undo", listed["id"], "--yes")
    assert undone.exit_code == 0
    assert "Gone, as they came with it alone: 7\n" in undone.stdout
    assert readers(db) == {}
    assert run("subscribers", "import", "--undo", listed["id"]).exit_code == 1
    assert run("subscribers", "import", "--undo", 99).exit_code == 1


def test_a_dry_run_by_name_is_no_refusal(run, tmp_path):
    assert moved(run, tmp_path, OLD.text, "--dry-run").exit_code == 0
    assert moved(run, tmp_path, OLD.text, "--dry-run", "--yes").exit_code == 0
    assert "Nothing has been imported." in run("subscribers", "imports").stdout


def test_another_services_file_is_refused_before_anything_is_written(run, tmp_path, db):
    before = dump(db)
    for words in ((), ("--yes",), ("--dry-run",)):
        result = moved(run, tmp_path, OLD.text, "--from", "ghost", *words)
        said = " ".join(result.stderr.split())

        assert result.exit_code == 2
        assert "Its first line is that of Buttondown, and not of Ghost." in said
        assert "Leave --from away, or say --insist" in said
    assert dump(db) == before
    assert moved(run, tmp_path, OLD.text, "--from", "ghost", "--insist").exit_code == 3


def test_machines_get_the_same_as_json(run, tmp_path):
    result = moved(run, tmp_path, f"{OLD.text}nobody at all,,,,,,,,,,,,\n", "--dry-run", "--json")
    told = json.loads(result.stdout)

    assert told["says"] == {"confirmed": 2, "pending": 1, "unsubscribed": 1, "suppressed": 3}
    assert [line["line"] for line in told["unread"]] == ["9"]
    assert (told["format"], told["unproven"], told["import_id"]) == ("Buttondown", 1, None)


def test_the_gardeners_word_is_asked_for_once_and_holds_no_address(run, tmp_path, db):
    text = "email,subscriber_type\nann@example.org,regular\n"
    refused = moved(run, tmp_path, text, "--yes", "--consent", "ask ann@example.org")
    moved(run, tmp_path, text, "--yes", "--consent", "double opt-in at Buttondown")

    assert refused.exit_code == 2
    assert readers(db) == {"ann@example.org": "confirmed"}
    assert "Stated: double opt-in at Buttondown" in run("subscribers", "imports").stdout


def test_what_cannot_be_imported_is_wrong_usage(run, tmp_path):
    for text, words, said in (
        ("Name,Town\nAnn,Oslo\n", (), "--columns email=NAME"),
        ("Name,Town\nAnn,Oslo\n", ("--columns", "email=Mail"), "no column 'Mail'"),
        ("Name,Town\nAnn,Oslo\n", ("--columns", "Mail"), "email=NAME"),
        ("Name,Town\nAnn,Oslo\n", ("--columns", "post=Mail"), "'post' is none"),
    ):
        result = moved(run, tmp_path, text, *words)
        assert result.exit_code == 2
        assert said in result.stderr
    assert run("subscribers", "import").exit_code == 2


def test_a_number_that_no_import_can_have_is_refused(run):
    for words in (("import", "--undo"), ("remind",)):
        result = run("subscribers", *words, 10**20)

        assert result.exit_code == 1
        assert result.stderr == f"There is no import {10**20}.\n"


def test_an_import_wants_the_keys_that_know_who_was_erased(run, tmp_path):
    path = saved(tmp_path, "readers.csv", OLD.text)

    assert "SECRET_KEY is not set" in run("subscribers", "import", path, SECRET_KEY=None).stderr


def test_somebody_is_found_with_what_the_import_did(run, tmp_path):
    moved(run, tmp_path, OLD.text, "--yes")
    found = run("subscribers", "find", "LEFT@example.org")

    assert found.exit_code == 0
    assert "left" in found.stdout
    assert "import 1, line 5 of readers.csv" in found.stdout
    assert run("subscribers", "find", "nobody@example.org").exit_code == 1


def test_those_who_never_confirmed_are_asked_once_a_few_an_hour(run, garden, tmp_path, db):
    garden.show()
    moved(run, tmp_path, OLD.text, "--yes")
    asks = run("subscribers", "remind")

    assert asks.exit_code == 3
    assert "2 people are asked to confirm, one every 14 s: the last in about" in asks.stdout
    assert one(db, "select count(*) from background_jobs") == 0

    assert run("subscribers", "remind", 1, "--yes").exit_code == 0
    garden.tick()
    runs = column(db, "select run_at from background_jobs where kind = 'newsletter.confirm-mail'")
    assert round((max(runs) - min(runs)).total_seconds()) == 14
    db.execute("update background_jobs set run_at = now() where status = 'pending'")
    garden.tick()
    mails = garden.inbox()
    assert {mail["Subject"] for mail in mails} == {"Do you want the letters from A test garden?"}
    assert {mail["To"] for mail in mails} == {"by.hand@example.org", "never@example.org"}
    assert run("subscribers", "remind", "--yes").exit_code == 1, "each is asked once"

    garden.client.post(link_in(mails[0]))
    assert readers(db)[str(mails[0]["To"])] == "confirmed"


def test_nobody_is_asked_while_sign_up_is_closed(run, garden, tmp_path, db):
    moved(run, tmp_path, OLD.text, "--yes")
    run("subscribers", "close")
    run("subscribers", "remind", "--yes")
    garden.tick()

    assert column(db, "select kind || ' ' || status from background_jobs") == [
        "newsletter.remind pending"
    ]


def test_a_letter_says_truly_where_its_reader_has_confirmed(run, garden, site, tmp_path):
    garden.show(site.note("oak"))
    moved(run, tmp_path, OLD.text, "--yes")
    garden.confirmed_reader("ann@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.tick()
    said = {str(mail["To"]): " ".join(text_of(mail, "plain").split()) for mail in garden.inbox()}

    assert "you confirmed on 13 March 2024 at Buttondown that" in said["reg@example.org"]
    assert "at Buttondown" not in said["ann@example.org"]


def test_n64_an_import_alone_sends_nothing(run, garden, tmp_path):
    for export in EXPORTS:
        moved(run, tmp_path, export.text, "--yes")
    garden.tick()

    assert garden.inbox() == []
