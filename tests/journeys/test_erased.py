"""After an erasure the address is in no table, wherever its owner had been before."""

from collections.abc import Generator

import pytest

from shared import outbox, tx
from shared.newsletter.delivering import deliveries
from shared.newsletter.readers import subscribers
from shared.newsletter.records import erasing
from shared.newsletter.records.consent import Origin
from tests.support.backup import dumped
from tests.support.post import Post, link_of, posting
from tests.support.rows import column, minutes_pass, readers, total

TYPED = "Canary.Zoe+Garden@Example.ORG"
EMAIL = "canary.zoe+garden@example.org"


@pytest.fixture
def post(database, db, site, tmp_path) -> Generator[Post]:
    with posting(database, db, site, tmp_path) as sending:
        yield sending


def erase(post: Post, because: erasing.Because = "asked") -> None:
    async def erased() -> erasing.Erased | None:
        async with tx.run():
            reader = await subscribers.id_of(EMAIL)
            assert reader is not None
            keys = post.garden.settings.secret_key
            return await erasing.erase(keys, reader, because=because, origin=Origin("gardener"))

    assert post.garden.call(erased) is not None


def live(post: Post, db) -> None:
    """Ask, confirm, be refused until the letter is dead, get it all the same, and wait for one."""
    post.readers("bob@example.org")
    post.garden.subscribe(TYPED, headers={"Referer": "https://garden.example/oak/"})
    post.attempts(7, "rcpt-550-5.7.1")
    for dead in column(db, "select id from background_jobs where status = 'dead'"):
        post.garden.call(lambda dead=dead: outbox.retry(dead))
    post.attempts(1, "lost-answer")
    post.attempts(1, "ok")
    post.garden.client.post(link_of(post.server.mails[-1]))
    post.plan()
    post.attempts(7, "rcpt-550-5.7.1")
    minutes_pass(db, 11)
    post.garden.subscribe(TYPED.lower())
    oak, elm = (post.garden.site.note(name, "evergreen") for name in ("oak", "elm"))
    post.garden.show(oak, elm)
    post.garden.fan_out()


def test_n65_after_an_erasure_a_dump_names_the_address_nowhere_and_every_sum_closes(
    post: Post, database, db
):
    live(post, db)
    before = dumped(database).lower()
    erase(post)
    after = dumped(database).lower()
    post.attempts(1, "ok")

    assert before.count("canary") == 3  # email, address, mailbox
    assert "canary" not in after
    assert "canary" not in dumped(database).lower()
    assert column(db, "select distinct status from background_jobs order by 1") == [
        "dead",
        "succeeded",
    ]
    assert sums(post) == [(2, 0, 0, 2, 0), (2, 1, 1, 0, 0)]
    assert column(db, "select reason from deliveries where status = 'skipped'") == ["erased"]


def sums(post: Post) -> list[tuple[int | None, ...]]:
    """Return of each letter to how many it went, and how many it was sent to, skipped and so on."""

    async def summed() -> list[tuple[int | None, ...]]:
        async with tx.run():
            totals = [await deliveries.total(one) for one in (1, 2)]
        return [
            (one.candidates, one.sent, one.skipped, one.failed, one.pending)
            for one in totals
            if one is not None
        ]

    return post.garden.call(summed)


@pytest.mark.parametrize(("because", "returns"), [("asked", True), ("complaint", False)])
def test_n65_who_was_erased_may_come_back_unless_it_was_for_a_complaint(
    post: Post, db, because, returns
):
    post.garden.subscribe(TYPED)
    post.attempts(1, "ok")
    post.garden.client.post(link_of(post.server.mails[-1]))
    erase(post, because)
    post.server.mails.clear()
    answer = post.garden.subscribe(TYPED)
    post.attempts(1, "ok")
    for mail in post.server.mails:
        post.garden.client.post(link_of(mail))

    assert answer.status_code == 200
    assert len(post.server.mails) == int(returns)
    assert readers(db) == {
        "erased-1": "unsubscribed",
        EMAIL: "confirmed" if returns else "pending",
    }


def test_the_way_out_of_a_letter_that_was_kept_names_nobody_any_more(post: Post, db):
    post.garden.subscribe(TYPED)
    post.attempts(1, "ok")
    post.garden.client.post(link_of(post.server.mails[-1]))
    post.plan()
    post.attempts(1, "ok")
    erase(post)
    answer = post.garden.client.post(
        link_of(post.server.mails[-1]), headers={"Accept": "text/html"}
    )

    assert answer.status_code == 200
    assert "***" not in answer.text
    assert "erased" not in answer.text
    assert total(db)["sent"] == 1
