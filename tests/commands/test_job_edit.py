"""`thistledown jobs edit`: a payload is corrected, and the trail says what it was."""

import getpass

from tests.support.dead import die

LETTER = "newsletter.evergreen-mail"


def test_a_payload_is_corrected_and_the_trail_says_by_whom(run, ask, db):
    [job] = die(db, kind=LETTER, error="Undecodable: x (payload.py:1)")
    wrong = run("jobs", "edit", job, "--set", "delivery_id=seven", "--unset", "plant")
    secret = run("jobs", "edit", job, "--set", "api_key=x")
    right = run("jobs", "edit", job, "--set", "delivery_id=7", "--unset", "plant")
    again = run("jobs", "edit", job, "--set", "delivery_id=8")
    told = ask("jobs", "show", job)

    assert wrong.exit_code == secret.exit_code == again.exit_code == 1
    assert wrong.stderr.startswith(f"Job {job} stays as it is: ")
    assert "looks like a secret" in secret.stderr
    assert right.stdout == (
        f"Job {job} is corrected and has seven fresh attempts, the first at the next tick.\n"
    )
    assert again.stderr == f"Job {job} is pending, not dead: only dead letters can be corrected.\n"
    assert (told["payload"], told["status"]) == ({"delivery_id": 7}, "pending")
    [line] = told["actions"]
    assert (line["action"], line["by"]) == ("edited", getpass.getuser())
    assert line["detail"] == {"changed": {"delivery_id": None, "plant": 1}}


def test_a_field_that_nobody_knows_is_named_with_what_takes_it_out(run, db):
    [job] = die(db, kind=LETTER)
    refused = run("jobs", "edit", job, "--set", "delivery_id=8")

    assert refused.exit_code == 1
    assert "has an unknown field 'plant'" in refused.stderr
    assert refused.stderr.endswith(" Take it out: --unset plant\n")


def test_a_place_deep_in_a_payload_is_corrected(run, ask, db):
    [job] = die(db, kind="strange.kind")
    db.execute("""update background_jobs set payload = '{"beds": [{"row": "a"}, {"row": "b"}]}'""")
    result = run("jobs", "edit", job, "--set", "beds.1.row=c", "--unset", "beds.0")

    assert result.exit_code == 2  # what was taken out has moved the others
    assert run("jobs", "edit", job, "--set", "beds.1.row=c").exit_code == 0
    assert ask("jobs", "show", job)["payload"] == {"beds": [{"row": "a"}, {"row": "c"}]}
