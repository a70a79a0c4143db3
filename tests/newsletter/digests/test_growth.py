"""What a letter says of a note's growth: what its author says, or what was seen to happen here."""

from datetime import UTC, datetime
from typing import Any

from tests.support.year import Year

FROZEN = """
    select note - '{excerpt,mail_html,changed,event,short_id,tended_at}'::text[] as note
      from notifications cross join jsonb_array_elements(letter) as note
     where kind = %(kind)s
     order by notifications.id
"""
ORIGIN = {"title": "On elm", "url": "https://garden.example.com/elm/"}


async def through_all_stages(year: Year, **said: Any) -> None:
    """Let a note move on at an hour of which the day is another in Taipei."""
    await year.join({"mail": "now"}, {"mail": "week", "pace": "weekly"})
    await year.grow("oak", "seedling", planted_at="2024-03-02", **said)
    await year.announce()
    year.until(2026, 6, 30, 20)
    await year.grow("oak", "budding")
    await year.announce()
    year.until(2026, 7, 31, 20)
    await year.grow("oak", "evergreen")
    await year.announce()
    year.until(2026, 8, 2, 9)
    await year.look()


def frozen(db, kind: str = "evergreen") -> dict[str, Any]:
    [row, *_] = db.execute(FROZEN, {"kind": kind}).fetchall()
    return row["note"]


def test_a_note_that_was_seen_to_move_on_says_so_by_the_gardens_clock(live, db):
    live(through_all_stages, "Asia/Taipei", datetime(2026, 6, 1, 6, tzinfo=UTC))

    assert frozen(db) == {
        "section": "grown",
        "title": "On oak",
        "url": "https://garden.example.com/oak/",
        "planted_at": "2024-03-02",
        "budding_at": "2026-07-01",
        "evergreen_at": "2026-08-01",
        "why": "",
        "minutes": None,
        "grew_out_of": [],
    }


def test_what_the_author_says_goes_before_and_a_digest_has_it_too(live, db):
    said = {
        "budding_at": "2025-06-14",
        "why": "Two winters\nhave passed.",
        "minutes": 6,
        "grew_out_of": [ORIGIN],
    }
    live(lambda year: through_all_stages(year, **said))

    for kind in ("evergreen", "weekly"):
        note = frozen(db, kind)
        assert note["budding_at"] == "2025-06-14"
        assert note["why"] == "Two winters have passed."
        assert (note["minutes"], note["grew_out_of"]) == (6, [ORIGIN])


def test_what_was_budding_from_the_start_has_no_day_of_it(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"})
        await year.grow("oak", "budding")
        await year.announce()
        year.until(2026, 7, 1, 12)
        await year.grow("oak", "evergreen")
        await year.announce()

    live(story)

    note = frozen(db)
    assert (note["planted_at"], note["budding_at"]) == (None, None)
    assert note["evergreen_at"] == "2026-07-01"
