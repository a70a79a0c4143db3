"""Of many jobs one that cannot or must not be stored is named, and none of them is."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from shared import outbox
from tests.support.bulk import Note, ask
from tests.support.jobs import on


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize(
    ("pair", "problem"),
    [
        (("a", Note("a\x00b")), "payload.text holds a NUL"),
        (("a", Note("\ud800")), "surrogate"),
        (("a", Note(float("nan"))), "payload.text is nan"),
        (("a", Note({"token": 1})), "payload.text.token looks like a secret"),
        (("a", Note("x" * 66_000)), "payload has"),
        (("a", Note(b"")), "payload.text is a bytes"),
        (("", Note()), "dedup_key has 0 bytes"),
        (("k" * 501, Note()), "dedup_key has 501 bytes"),
        (("a\x00", Note()), "dedup_key holds a NUL"),
    ],
)
def test_one_that_cannot_be_stored_is_named_and_none_is(database, db, pair, problem, ids):
    async def story():
        with pytest.raises(outbox.BadPayload, match=problem):
            await ask([*[(None, Note(n, n)) for n in range(600)], pair], ids=ids)

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["fine", '嫩芽 \\ "\n'], None),
        (["fine", "y" * 20_000], None),
        (["fine", "y" * 66_000], "payload has 6.... bytes"),
        (["fine", "嫩" * 22_000], "payload has 6.... bytes"),
        (["fine", "\x00"], "payload.text holds a NUL"),
        (["fine", "\udfff"], "surrogate"),
    ],
)
def test_a_column_of_texts_is_checked_as_each_text_would_be(database, db, texts, problem):
    async def story():
        if problem is None:
            return await ask([(None, Note(text)) for text in texts])
        with pytest.raises(outbox.BadPayload, match=problem):
            await ask([(None, Note(text)) for text in texts])

    on(database, story)

    found = db.execute("select payload ->> 'text' as text from background_jobs order by id")
    assert [one["text"] for one in found.fetchall()] == ([] if problem else texts)


def test_a_class_with_a_field_that_looks_like_a_secret_is_refused(database):
    async def story():
        with pytest.raises(outbox.BadPayload, match=r"Leaky: payload\.api_key looks like a secret"):
            await ask([(None, Leaky(n)) for n in range(3)])

    on(database, story)


@dataclass(frozen=True)
class Leaky:
    kind: ClassVar[str] = "test.leaky"
    queue: ClassVar[str] = "bulk"

    api_key: int
