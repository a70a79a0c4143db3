"""Above the caps an address alone is not enough: one press more, and a machine has to wait."""

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from shared.newsletter.readers.caps import Caps
from shared.newsletter.readers.form_tokens import MAXIMUM_AGE, MINIMUM_AGE, new_form_token
from tests.support.garden import Garden, running
from tests.support.rows import column, dump, one
from tests.support.site import Site

SUBSCRIBE = "/newsletter/subscribe"
LATE = "late@example.org"


@pytest.fixture
def busy(database: str, site: Site, tmp_path: Path) -> Generator[Garden]:
    """A garden whose network has asked as often as it may without a step."""
    caps = Caps(everybody=50, network=8, network_bare=2)
    with running(database, site, tmp_path / "mail", caps=caps, peer="203.0.113.7") as garden:
        for number in range(2):
            assert garden.subscribe(f"reader{number}@example.org").status_code == 200
        yield garden


def token_of_age(garden: Garden, age: timedelta, address: str = LATE) -> str:
    return new_form_token(garden.settings.secret_key, address, now=datetime.now(UTC) - age)


RIPE = MINIMUM_AGE + timedelta(seconds=2)


class Form(HTMLParser):
    """What the one form of a page sends."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.buttons += tag == "button"
        if tag == "input":
            self.fields[str(found["name"])] = str(found["value"])


def test_the_page_has_one_button_that_carries_address_and_token(busy: Garden, db):
    before = dump(db)
    answer = busy.subscribe(LATE)
    form = Form(answer.text)

    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "3"
    assert form.buttons == 1
    assert form.fields.keys() == {"email", "token"}
    assert form.fields["email"] == LATE
    assert dump(db) == before


def test_who_presses_too_soon_keeps_the_token_and_gets_in_a_moment_later(busy: Garden, db):
    fresh = Form(busy.subscribe(LATE).text).fields
    too_soon = busy.client.post(SUBSCRIBE, data=fresh)
    again = Form(too_soon.text).fields
    ripe = token_of_age(busy, RIPE)
    pressed = busy.client.post(SUBSCRIBE, data={"email": LATE, "token": ripe})

    assert too_soon.status_code == 429
    assert again == fresh
    assert pressed.status_code == 200
    assert pressed.content == busy.client.post(SUBSCRIBE, data={**again, "token": ripe}).content
    assert one(db, f"select count(*) from subscribers where email = '{LATE}'") == 1


def test_n54_json_gets_the_same_refusal_as_a_challenge_and_sends_it_back(busy: Garden, db):
    refused = busy.client.post(SUBSCRIBE, json={"email": LATE})
    challenge = refused.json()
    too_soon = busy.client.post(SUBSCRIBE, json={"email": LATE, "token": challenge["token"]})
    ripe = token_of_age(busy, RIPE)
    solved = busy.client.post(SUBSCRIBE, json={"email": LATE, "token": ripe})

    assert (refused.status_code, too_soon.status_code, solved.status_code) == (429, 429, 200)
    assert challenge.keys() == {"title", "detail", "remedy", "token", "wait_seconds"}
    assert too_soon.json()["token"] == challenge["token"]
    assert column(db, "select kind || ' ' || source from consent_events order by id")[2:] == [
        "requested json"
    ]


@pytest.mark.parametrize(
    "made",
    [
        lambda garden: token_of_age(garden, MAXIMUM_AGE + timedelta(seconds=2)),
        lambda garden: token_of_age(garden, -timedelta(minutes=5)),
        lambda garden: token_of_age(garden, RIPE, "other@example.org"),
        lambda garden: token_of_age(garden, RIPE)[:-1],
        lambda garden: "nonsense",
        lambda garden: new_form_token(
            ["the key of another garden 0123456789"], LATE, now=datetime.now(UTC) - RIPE
        ),
    ],
    ids=["too old", "of the future", "another address", "cut off", "nonsense", "another garden"],
)
def test_no_other_token_is_a_step(busy: Garden, db, made):
    before = dump(db)
    answer = busy.client.post(SUBSCRIBE, data={"email": LATE, "token": made(busy)})

    assert answer.status_code == 429
    assert Form(answer.text).buttons == 1
    assert dump(db) == before


def test_the_spelling_may_change_between_the_two_steps(busy: Garden):
    fields = {"email": f" {LATE.upper()}. ", "token": token_of_age(busy, RIPE)}

    assert busy.client.post(SUBSCRIBE, data=fields).status_code == 200


def test_n53_a_thousand_mailboxes_of_one_network_stay_under_its_cap_steps_and_all(busy: Garden, db):
    statuses = []
    for number in range(20):
        address = f"victim{number}@example.org"
        fields = {"email": address, "token": token_of_age(busy, RIPE, address)}
        statuses.append(busy.client.post(SUBSCRIBE, data=fields).status_code)
    full = busy.client.post(SUBSCRIBE, data=fields)
    busy.tick()

    assert statuses == [200] * 6 + [429] * 14  # eight, of which two came without a step
    assert "within the last hour" in full.text
    assert "<button" not in full.text
    assert 0 < int(full.headers["Retry-After"]) <= 3600
    assert len(busy.inbox()) == 8


def test_below_the_caps_nobody_is_asked_for_a_token_and_a_wrong_one_does_no_harm(garden: Garden):
    bare = garden.subscribe("ada@example.org")
    strange = garden.client.post(SUBSCRIBE, data={"email": "bob@example.org", "token": "x"})

    assert bare.status_code == strange.status_code == 200
    assert bare.content == strange.content
    assert "<button" not in bare.text


def test_the_step_is_asked_for_in_chinese(busy: Garden):
    answer = busy.subscribe(LATE, headers={"Accept-Language": "zh-TW"})

    assert "請再按一次" in answer.text


def test_s1_the_step_says_nothing_of_an_address_either(busy: Garden, db):
    db.execute("update subscribers set status = 'confirmed' where id = 1")
    pages = []
    for address in ("reader0@example.org", "reader1@example.org", LATE):
        answer = busy.subscribe(address)
        token = Form(answer.text).fields["token"]
        pages.append(answer.text.replace(address, "ADDRESS").replace(token, "TOKEN"))

    assert len({*pages}) == 1
