"""`thistledown status` names MAIL_PER_DAY where a full day is in the way, and what helps then."""

import json
import re
from dataclasses import replace

import pytest

from functions.commands.held_up import lines_of_gates
from shared.newsletter.delivering import pace
from shared.outbox import Gates, KindGate
from shared.settings import current, use
from tests.support.gates import in_seconds

LETTER = "newsletter.evergreen-mail"


@pytest.fixture
def announced(garden):
    """Give a function that announces a note to the readers under a cap of a day."""

    def announced(most, strangers=0):
        use(replace(current(), mail_per_day=most))
        for n in range(strangers):
            garden.subscribe(f"made-up{n}@example.org", headers={"X-Forwarded-For": f"203.0.{n}.7"})
        garden.tick()
        garden.show(garden.site.note("oak"))
        garden.show(garden.site.note("oak", "evergreen"))
        garden.tick()

    return announced


def test_status_says_that_the_letter_went_in_spite_of_six_strangers(run, garden, announced):
    garden.confirmed_reader("ada@example.org")
    announced(5, strangers=6)
    shown = run("status").stdout

    assert "1 sent" in shown
    assert "The day's MAIL_PER_DAY is used up" not in shown
    assert "5 jobs newsletter.confirm-mail, the next in " in shown


def test_status_says_that_strangers_have_had_their_share(run, garden, announced):
    quiet = run("status").stdout
    announced(5, strangers=2)
    one_waits = run("status").stdout
    announced(5, strangers=6)
    shown = run("status").stdout

    assert "asked for" not in quiet
    assert "Held     1 mail that a stranger asked for waits until " in one_waits
    assert re.search(
        r"Held     5 mails that strangers asked for wait until .*00:\n"
        r" +Such mails have a share of the day's MAIL_PER_DAY, and today's is used up\.\n",
        shown,
    )
    assert json.loads(run("status", "--json").stdout)["put_off"]["mails"] == 5


def test_status_says_that_the_day_is_used_up_and_what_helps(run, called, garden, announced):
    garden.confirmed_reader("ada@example.org")
    garden.confirmed_reader("bob@example.org")
    announced(1)
    shown = run("status").stdout

    assert re.search(
        rf"Held     Paused until .*: {LETTER}, .*\n"
        r" +MAIL_PER_DAY: 1 mail has gone today, the rest follows tomorrow\.\n"
        r" +The day's MAIL_PER_DAY is used up; letters go on at .*00, or raise it\.\n"
        r" +Raised, and the functions started anew\? "
        rf"{re.escape(called)} jobs resume --kind {LETTER}\n",
        shown,
    )
    assert "To go on" not in shown


def test_a_pause_of_a_person_has_the_plain_hint(tmp_path):
    told = lines_of_gates(gate("the provider moves"), tmp_path)

    assert told[-1].startswith("  To go on: ")
    assert "MAIL_PER_DAY" not in "\n".join(told)


@pytest.mark.parametrize("because", [None, "", "MAIL_PER_DAYS: no", "never MAIL_PER_DAY: 5"])
def test_only_the_reason_of_a_full_day_is_taken_for_one(because):
    assert not pace.is_rest(because)


def gate(because):
    """Return gates of which one is shut, for this reason."""
    kind = KindGate(kind=LETTER, paused_until=in_seconds(60), paused_because=because, held=1)
    return Gates(paused_since=None, paused_because=None, queues=[], kinds=[kind], breakers=[])
