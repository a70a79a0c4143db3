"""`thistledown subscribers export`: everybody, for us or for another service."""

import stat

from tests.support.exports import every, saved
from tests.support.rows import readers

OLD = every["buttondown: buttondown-old.csv"].text


def brought(run, tmp_path) -> None:
    path = saved(tmp_path, "readers.csv", f"{OLD}=cmd@example.org,,,,,,,,,,,,\n")
    run("subscribers", "import", path, "--yes", "--consent", "double opt-in")
    run("subscribers", "import", saved(tmp_path, "more.txt", "=cmd@example.org\n"), "--yes")


def test_an_export_can_be_imported_again(run, tmp_path, db):
    brought(run, tmp_path)
    out = tmp_path / "out.csv"
    result = run("subscribers", "export", "--out", out)
    before = readers(db)
    db.execute("delete from suppressions; delete from subscribers")
    run("subscribers", "import", out, "--yes")

    assert "8 readers written." in result.stderr
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert readers(db) == before
    assert run("subscribers", "export").stdout_bytes == out.read_bytes()


def test_a_file_that_is_there_is_not_overwritten(run, tmp_path):
    out = saved(tmp_path, "out.csv", "mine")
    result = run("subscribers", "export", "--out", out)

    assert result.exit_code == 1
    assert "there already" in result.stderr
    assert out.read_text() == "mine"


def test_an_export_for_a_service_has_readers_alone_and_says_who_is_missing(run, tmp_path):
    brought(run, tmp_path)
    result = run("subscribers", "export", "--for", "listmonk")
    no = run("subscribers", "export", "--for", "mailchimp", "--state", "suppressed")

    assert [line.split(",")[0] for line in result.stdout.splitlines()] == [
        "email",
        "reg@example.org",
        "by.hand@example.org",
    ]
    assert "Not in it: 2 pending, 3 suppressed, 1 unsubscribed." in result.stderr
    assert len(no.stdout.splitlines()) == 4


def test_s31_an_address_like_a_formula_is_left_out_for_others_and_that_is_said(run, tmp_path):
    brought(run, tmp_path)
    result = run("subscribers", "export", "--for", "kit", "--state", "pending")

    assert "cmd" not in result.stdout
    assert "1 address a spreadsheet would take for a formula" in result.stderr
