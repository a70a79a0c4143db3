"""Notes of version 0.2.0 say nothing of their growth, and are told of all the same."""

from pathlib import Path

from shared import newsletter

MIGRATION = Path(newsletter.__file__).parent / "migrations" / "0011_growth.sql"
OLD = """
    insert into notes (id, slug, url, title, maturity, content_hash, short_id)
    values ('oak.md', 'x', 'https://garden.example/x/', 'x', 'seedling', 'sha256:x', 'x')
"""
COLUMNS = "budding_at", "why", "minutes", "grew_out_of"


def test_notes_from_before_are_kept_and_have_nothing_made_up(db):
    for name in COLUMNS:
        db.execute(f"alter table notes drop column {name}")
    db.execute(OLD)
    db.execute(MIGRATION.read_text("utf-8"))

    [row] = db.execute("select budding_at, why, minutes, grew_out_of from notes").fetchall()
    assert row == {"budding_at": None, "why": "", "minutes": None, "grew_out_of": []}
