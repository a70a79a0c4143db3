"""`thistledown subscribers erase`: for good, and never by a slip."""

ADA = "ada@example.org"


def test_it_asks_before_it_erases(run, garden, db):
    garden.confirmed_reader(ADA)
    asked = run("subscribers", "erase", ADA)

    assert asked.exit_code == 3
    assert asked.stderr == (
        f"Reader 1, {ADA} (confirmed), would be forgotten for good. If that is meant, say --yes.\n"
    )
    assert run("subscribers", "erase", "nobody@example.org").exit_code == 1
    assert db.execute("select email from subscribers").fetchone() == {"email": ADA}


def test_it_says_what_stays_and_who_may_come_back(run, garden, site):
    garden.show(site.note("oak"))
    garden.confirmed_reader(ADA)
    garden.confirmed_reader("bob@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.tick()
    asked = run("subscribers", "erase", "Ada@Example.org", "--yes")
    complained = run("subscribers", "erase", "bob@example.org", "--complaint", "--yes")

    assert asked.stdout == (
        "Erased: the address is nowhere in the database any more. Number 1 stays, with 1 letter "
        "counted. Its owner may subscribe again; an import cannot bring it back.\n"
    )
    assert complained.stdout.endswith("Nothing is ever sent there again, whoever asks.\n")


def test_who_asks_later_hears_that_the_address_was_erased(run, ask, garden):
    garden.confirmed_reader(ADA)
    run("subscribers", "erase", ADA, "--yes")
    shown = run("subscribers", "show", ADA)

    assert shown.exit_code == 0
    assert shown.stdout.startswith("Reader 1 had this address and was erased ")
    assert shown.stdout.endswith(", as its owner asked.\n")
    assert ask("subscribers", "show", ADA)["erased"][0]["because"] == "asked"
    assert run("subscribers", "erase", ADA, "--yes").stderr == "Nobody has that address here.\n"


def test_who_complained_is_told_apart_and_named_as_refused(run, called, garden):
    garden.confirmed_reader(ADA)
    run("subscribers", "erase", ADA, "--complaint", "--yes")
    shown = run("subscribers", "show", ADA).stdout

    assert ", after a complaint.\n" in shown
    assert f"because: complaint. Mended? {called} subscribers release {ADA}\n" in shown


def test_the_sum_of_a_letter_closes_after_an_erasure(run, ask, garden, site):
    garden.show(site.note("oak"))
    for name in ("ada", "bob", "eve"):
        garden.confirmed_reader(f"{name}@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out()
    run("subscribers", "erase", ADA, "--yes")
    waiting = run("announcements", "show", 1).stdout
    before = ask("announcements", "show", 1)

    assert "3 readers = 0 sent + 0 skipped + 0 failed + 3 waiting (" in waiting
    assert sum(one["deliveries"] for one in before["shares"]) == before["sum"]["candidates"] == 3


def test_a_letter_that_waited_for_who_was_erased_is_skipped_for_that_reason(run, garden, site, db):
    garden.show(site.note("oak"))
    for name in ("ada", "bob"):
        garden.confirmed_reader(f"{name}@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out()
    run("subscribers", "erase", ADA, "--yes")
    db.execute("update background_jobs set run_at = now() where status = 'pending'")
    garden.tick()

    assert [mail["To"] for mail in garden.inbox()] == ["bob@example.org"]
    assert (
        "2 readers = 1 sent + 1 skipped (1 erased) + 0 failed + 0 waiting"
        in run("announcements", "show", 1).stdout
    )
