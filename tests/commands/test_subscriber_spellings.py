"""What `subscribers` says of an address typed otherwise, and of who asked for one note alone."""

from tests.support.garden import link_in

ADA = "ada@example.org"


def test_somebody_is_found_in_any_spelling_of_the_mailbox_and_acted_on_in_none(run, garden):
    garden.confirmed_reader(ADA)
    found = run("subscribers", "find", "Ada+notes@example.org")
    asked = [
        run("subscribers", *words, "ada+notes@example.org")
        for words in (["unsubscribe"], ["erase", "--yes"], ["data"])
    ]

    assert found.exit_code == 0
    assert found.stdout.startswith(f"Reader 1  {ADA}\n")
    assert {one.exit_code for one in asked} == {1}
    assert {one.stderr for one in asked} == {
        f"Nobody has that address here. The same mailbox is known as {ADA}.\n"
    }
    assert run("subscribers", "find", ADA).stdout.startswith(f"Reader 1  {ADA}\nStatus   confirmed")


def test_two_spellings_of_a_mailbox_are_two_readers_to_choose_from(run, db):
    db.execute(
        "insert into subscribers (email, address, mailbox)"
        " select mail, mail, 'ada@example.org'"
        "   from unnest(array['ada@example.org', 'ada+moss@example.org']) as mail"
    )
    found = run("subscribers", "find", "ada+notes@example.org")

    assert found.exit_code == 1
    assert f"is known as ada+moss@example.org, {ADA}." in found.stderr


def test_whose_one_note_has_grown_was_told_and_waits_for_nothing(run, ask, garden, site):
    garden.show(site.note("oak"))
    garden.client.post("/newsletter/subscribe", data={"email": ADA, "note": "oak"})
    garden.tick()
    [mail] = garden.inbox()
    garden.client.post(link_in(mail))
    waiting = run("subscribers", "list").stdout
    garden.show(site.note("oak", "evergreen"))
    garden.tick()
    shown = run("subscribers", "show", ADA).stdout

    assert "pending, waits for a note" in waiting
    assert "Status   pending, told of a note, " in shown
    assert "Next     gets no letter more: asked for On oak alone, and was told\n" in shown
    assert ask("subscribers", "list")[0]["wish"] == "granted"
