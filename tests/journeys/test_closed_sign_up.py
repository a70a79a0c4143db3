"""The switch: sign-up is closed, the form says so in plain words, and nobody new is stored."""

import pytest

from shared import tx
from shared.newsletter import garden as gardens
from tests.support.garden import Garden, link_in
from tests.support.rows import dump, readers


@pytest.fixture
def closed(garden: Garden) -> Garden:
    """A garden with a reader and somebody who has asked, whose form was closed then."""
    garden.confirmed_reader("ada@example.org")
    garden.subscribe("bob@example.org")
    garden.tick()
    switch(garden, gardens.close_sign_up)
    return garden


def switch(garden: Garden, turn) -> None:
    async def turned() -> None:
        async with tx.run():
            assert await turn()

    garden.call(turned)


@pytest.mark.parametrize("address", ["new@example.org", "ada@example.org", "bob@example.org"])
def test_the_form_says_so_whoever_asks_and_stores_nothing(closed: Garden, db, address: str):
    before = dump(db)
    page = closed.subscribe(address)
    program = closed.client.post("/newsletter/subscribe", json={"email": address})
    chinese = closed.subscribe(address, headers={"Accept-Language": "zh-TW"})

    assert page.status_code == program.status_code == 403
    assert "takes no new readers" in page.text
    assert "takes no new readers" in program.json()["detail"]
    assert "暫停" in chinese.text
    assert page.content == closed.subscribe("someone-else@example.org").content
    assert dump(db) == before


def test_who_has_asked_before_may_still_confirm_and_leave(closed: Garden, db):
    [mail] = closed.inbox()

    assert closed.client.post(link_in(mail)).status_code == 200
    assert readers(db)["bob@example.org"] == "confirmed"


def test_opened_again_it_takes_addresses_as_before(closed: Garden, db):
    switch(closed, gardens.open_sign_up)

    assert closed.subscribe("new@example.org").status_code == 200
    assert readers(db)["new@example.org"] == "pending"
