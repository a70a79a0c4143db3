"""`thistledown subscribers close` and `open`, and what `status` says of it."""


def test_closing_says_what_it_means_and_how_to_undo_it(run, garden):
    said = run("subscribers", "close")

    assert said.exit_code == 0
    assert said.stdout.startswith("Closed: the form says so, to everybody.")
    assert "thistledown jobs pause --kind newsletter.confirm-mail" in said.stdout
    assert "thistledown subscribers open" in said.stdout
    assert garden.subscribe("ada@example.org").status_code == 403


def test_status_shows_it_until_it_is_opened_again(run, ask, garden):
    before = run("status").stdout
    run("subscribers", "close")
    shown = run("status").stdout
    machines = ask("status")["garden"]["sign_up_closed_at"]
    opened = run("subscribers", "open")

    assert "Sign-up" not in before
    assert "closed since" in shown
    assert "thistledown subscribers open" in shown
    assert machines
    assert opened.exit_code == 0
    assert "Sign-up" not in run("status").stdout
    assert garden.subscribe("ada@example.org").status_code == 200


def test_twice_is_refused_with_a_sentence(run, garden):
    assert run("subscribers", "open").exit_code == 1
    run("subscribers", "close")
    again = run("subscribers", "close")

    assert again.exit_code == 1
    assert again.stderr == "Sign-up is closed already.\n"
