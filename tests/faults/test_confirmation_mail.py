"""A confirmation on its way through a mail server that is not always kind."""

from tests.support.post import Post, link_of
from tests.support.rows import column, deliveries, minutes_pass, one

ADDRESS = "ada@example.org"


def test_a_confirmation_to_an_unknown_mailbox_ends_it_in_silence(post: Post, db):
    post.server.mode = "rcpt-550-5.1.1"
    first = post.garden.subscribe(ADDRESS)
    post.garden.tick()
    minutes_pass(db, 2 * 24 * 60)
    second = post.garden.subscribe(ADDRESS)
    post.attempts(1, "ok")

    assert first.content == second.content
    assert post.outcomes() == ["succeeded", "succeeded"]
    assert post.copies() == []
    assert one(db, "select count(*) from suppressions") == 1
    assert column(db, "select status from subscribers") == ["pending"]


def test_n49_a_confirmation_that_bounces_is_closed_and_the_next_letter_skips_the_address(
    post: Post, db
):
    post.readers(ADDRESS)
    post.garden.subscribe(ADDRESS)
    post.attempts(1, "rcpt-550-5.1.1")
    is_open = "select confirmation_requested_at > confirmation_mailed_at from subscribers"
    closed = one(db, is_open) is False
    post.plan()
    post.attempts(1, "ok")

    assert closed
    assert column(db, "select kind from consent_events order by id") == ["requested", "suppressed"]
    assert deliveries(db) == [("skipped", "suppressed", 0)]
    assert post.copies() == []


def test_of_the_confirmations_of_a_greylisted_reader_the_last_link_works(post: Post, db):
    post.garden.subscribe(ADDRESS)
    post.attempts(3, "greylist")

    assert len(post.copies()) == 1
    assert post.outcomes() == ["failed", "failed", "succeeded"]
    assert post.garden.client.post(link_of(post.server.mails[0])).status_code == 200


def test_two_copies_of_a_confirmation_have_two_names_and_one_good_link(post: Post):
    post.garden.subscribe(ADDRESS)
    post.attempts(1, "lost-answer")
    post.attempts(1, "ok")
    old, new = (link_of(mail) for mail in post.server.mails)

    assert len({*post.copies()}) == 2
    assert post.garden.client.post(old).status_code == 404
    assert post.garden.client.post(new).status_code == 200
