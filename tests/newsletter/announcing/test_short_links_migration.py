"""Notes of version 0.2.0 get their short links when the database is migrated."""

from pathlib import Path

from shared import newsletter
from shared.newsletter.announcing.short_links import short_id_of

MIGRATION = Path(newsletter.__file__).parent / "migrations" / "0007_short_links.sql"
OLD = """
    insert into notes (id, slug, url, title, maturity, content_hash)
    values (%s, 'x', 'https://garden.example/x/', 'x', 'seedling', 'sha256:x')
"""


def test_notes_from_before_get_the_links_that_new_ones_would(db):
    db.execute("alter table notes drop column short_id, drop column opening")
    names = ["oak.md", "筆記/成熟度 🌱.md"]
    for name in names:
        db.execute(OLD, (name,))
    db.execute(MIGRATION.read_text("utf-8"))
    found = db.execute("select id, short_id, opening from notes").fetchall()

    assert {row["id"]: row["short_id"] for row in found} == {
        name: short_id_of(name) for name in names
    }
    assert {row["opening"] for row in found} == {""}
