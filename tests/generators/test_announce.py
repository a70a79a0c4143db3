"""`thistledown announce` in a folder whose pages another generator makes."""

import json

from functions.commands.announce import described
from functions.commands.target import Target
from functions.dev.home import Home
from tests.support.foreign import write
from tests.support.foreign_vault import TOML, Vault
from tests.support.settings import ANNOUNCE_TOKEN


def planned(db) -> int:
    return db.execute("select count(*) from notifications").fetchone()["count"]


def test_the_first_time_every_note_is_looked_up_and_nothing_is_refused(vault: Vault, db):
    vault.list("/", "/tree-notes/old-oak")
    result = vault.announce()

    assert result.exit_code == 0
    assert "Welcome: 3 notes taken in" in result.output
    expected = f"Tree Notes/Old Oak.md: expected at {vault.site.url}/Tree-Notes/Old-Oak"
    assert expected in result.stderr
    assert f"筆記.md: expected at {vault.site.url}/%E7%AD%86%E8%A8%98" in result.stderr
    assert "2 notes of 3 not in the site's sitemap" in result.stderr
    assert 'write case = "lower" into garden.toml' in result.stderr
    assert planned(db) == 0


def test_a_note_that_is_in_the_sitemap_is_announced_at_its_generators_address(vault: Vault, db):
    vault.list("/", "/Tree-Notes/Old-Oak", "/%E7%AD%86%E8%A8%98")
    baseline = vault.announce()
    vault.mature("Tree Notes/Old Oak", "evergreen")
    told = vault.announce()

    assert "sitemap" not in baseline.output
    assert told.exit_code == 0
    assert f"On Tree Notes/Old Oak  {vault.site.url}/Tree-Notes/Old-Oak" in told.output
    assert planned(db) == 1


def test_a_note_that_is_not_there_is_named_and_stops_the_announcement(vault: Vault, db):
    vault.list("/", "/Tree-Notes/Old-Oak", "/筆記")
    vault.announce()
    vault.mature("Tree Notes/New Elm", "evergreen")
    dry = vault.announce("--dry-run")
    refused = vault.announce()
    by_a_program = vault.announce("--json")
    before = planned(db)
    told = vault.announce("--yes")

    assert json.loads(by_a_program.stdout)["missing"] == [
        {
            "id": "Tree Notes/New Elm.md",
            "title": "On Tree Notes/New Elm",
            "url": f"{vault.site.url}/Tree-Notes/New-Elm",
        }
    ]
    assert dry.exit_code == 0
    assert "expected at" in dry.stderr
    assert refused.exit_code == by_a_program.exit_code == 3
    assert f"New Elm.md: expected at {vault.site.url}/Tree-Notes/New-Elm" in refused.stderr
    assert "1 note of 1 not in the site's sitemap. Publish the site first." in refused.stderr
    assert "Say it again with --yes if that is right. Nothing was announced." in refused.stderr
    assert before == 0
    assert told.exit_code == 0
    assert planned(db) == 1


def test_without_a_sitemap_that_is_said_and_nothing_is_refused(vault: Vault, db):
    vault.announce()
    vault.mature("Tree Notes/Old Oak", "evergreen")
    result = vault.announce()

    assert "/sitemap.xml answers 404: the addresses of the pages are not checked." in result.stderr
    assert result.exit_code == 0
    assert planned(db) == 1


def test_a_sitemap_of_another_host_says_so(vault: Vault):
    vault.site.pages["/sitemap.xml"] = "<urlset><loc>https://www.garden.example/x</loc></urlset>"
    result = vault.announce()

    assert "It lists pages of https://www.garden.example: is SITE_URL right?" in result.stderr


def test_of_many_missing_notes_some_are_named_and_all_are_counted(vault: Vault):
    vault.list("/nothing")
    for number in range(30):
        vault.mature(f"note {number}", "seedling")
    result = vault.announce()

    assert result.stderr.count("expected at") == 20
    assert "33 notes (and 13 more) of 33 not in" in result.stderr


def test_with_nothing_new_no_sitemap_is_fetched(vault: Vault):
    vault.announce()
    vault.site.asked.clear()
    result = vault.announce()

    assert "nobody is told anything" in result.output
    assert vault.site.asked == []


def test_n39_three_hundred_evergreen_notes_are_a_silent_baseline_and_a_mass_flip_is_asked_about(
    vault: Vault, db
):
    for number in range(300):
        vault.mature(f"old/note {number}", "evergreen")
    baseline = vault.announce()
    jobs = db.execute("select count(*) from background_jobs").fetchone()["count"]
    for number in range(5):
        vault.mature(f"old/new {number}", "evergreen")
    vault.list(*(f"/old/new-{number}" for number in range(5)))
    flipped = vault.announce()

    assert "303 notes taken in. Evergreen already: 301; nobody is told" in baseline.output
    assert jobs == 0
    assert flipped.exit_code == 3
    assert "5 notes would be announced at once" in flipped.stderr
    assert planned(db) == 0


def test_s26_a_folder_that_nobody_has_said_may_be_shown_lists_what_would_be(vault: Vault, db):
    write(vault.folder, {"garden.toml": TOML.replace('publish = "all"\n', "")})
    write(vault.folder / "content", {"Diary.md": "---\ndraft: true\n---\nDear diary"})
    result = vault.announce()

    assert result.exit_code == 1
    assert "On Tree Notes/Old Oak" in result.stderr
    assert "3 notes would be public. If that is right, write publish" in result.stderr
    assert "Diary" not in result.output
    assert db.execute("select count(*) from notes").fetchone()["count"] == 0


def test_a_mistake_in_garden_toml_is_said_with_its_line_and_nothing_is_announced(vault: Vault):
    write(vault.folder, {"garden.toml": TOML.replace("quartz", "quarz")})
    result = vault.announce()

    assert result.exit_code == 1
    assert "garden.toml:3:1: error: generator 'quarz' is not known" in result.stderr


def test_at_the_address_of_dev_are_our_own_pages(vault: Vault, capsys, tmp_path):
    target = Target("http://127.0.0.1:8000", "http://127.0.0.1:8000", ANNOUNCE_TOKEN)
    report = described(vault.folder, target, Home(tmp_path / "data"))

    assert not report.is_foreign
    assert "/tree-notes/old-oak/" in [note.href for note in report.notes]
    assert "Set SITE_URL to announce the pages of your generator" in capsys.readouterr().err


def test_the_answer_for_programs_is_the_functions_own(vault: Vault):
    assert json.loads(vault.announce("--json").stdout)["baseline"] is True
