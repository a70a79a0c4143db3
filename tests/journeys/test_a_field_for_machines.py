"""A field that no person sees: who fills it is answered like anybody, and nothing happens."""

import pytest

from functions.web.forms import TRAP
from tests.support.documents import ROOT
from tests.support.garden import Garden
from tests.support.rows import dump as everything

SUBSCRIBE = "/newsletter/subscribe"
ADDRESS = {"email": "ada@example.org"}


def dump(db) -> dict[str, list[str]]:
    """Return every row but the count of requests, in which nobody is named."""
    rows = everything(db)
    counted = rows.pop("counted_in_hour")
    assert all(row.startswith("(requests,") for row in counted)
    return rows


@pytest.mark.parametrize("filled", ["Buy now", "0", "http://spam.example"])
@pytest.mark.parametrize("how", ["data", "json"])
def test_s2_who_fills_it_gets_the_same_answer_and_leaves_no_trace(
    garden: Garden, db, how: str, filled: str
):
    before = dump(db)
    trapped = garden.client.post(SUBSCRIBE, **{how: {**ADDRESS, TRAP: filled}})
    after = dump(db)
    honest = garden.client.post(SUBSCRIBE, **{how: ADDRESS})

    assert after == before
    assert trapped.status_code == honest.status_code == 200
    assert trapped.content == honest.content
    assert {*trapped.headers.items()} == {*honest.headers.items()}


@pytest.mark.parametrize("filled", [7, True, ["x"], {"a": 1}, [""]])
def test_a_program_falls_into_it_with_any_value(garden: Garden, db, filled):
    before = dump(db)
    answer = garden.client.post(SUBSCRIBE, json={**ADDRESS, TRAP: filled})

    assert answer.status_code == 200
    assert dump(db) == before


@pytest.mark.parametrize("fields", [{TRAP: ""}, {TRAP: "  "}, {}])
def test_an_empty_one_is_what_browsers_send(garden: Garden, db, fields):
    garden.client.post(SUBSCRIBE, data={**ADDRESS, **fields})

    assert db.execute("select count(*) from subscribers").fetchone() == {"count": 1}


def test_null_in_json_is_empty(garden: Garden, db):
    garden.client.post(SUBSCRIBE, json={**ADDRESS, TRAP: None})

    assert db.execute("select count(*) from subscribers").fetchone() == {"count": 1}


def test_no_person_sees_it_and_no_browser_fills_it(garden: Garden):
    page = garden.client.get("/newsletter/confirm?token=unknown").text

    assert f'<input hidden name="{TRAP}" tabindex="-1" autocomplete="off">' in page


@pytest.mark.parametrize(
    "piece", ["form.html", "form.zh-Hant.html", "hugo/letters.html", "quartz/Letters.tsx"]
)
def test_a_pasted_form_hides_it_from_whatever_styles_the_page_has(piece: str):
    """A site that makes every input a block would show it, and honest people would fill it in."""
    source = (ROOT / "docs" / "keep-your-generator" / piece).read_text("utf-8")
    [field] = [line for line in source.splitlines() if f'name="{TRAP}"' in line]

    assert "<input hidden style=" in field
    assert "none" in field
