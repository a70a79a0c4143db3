"""The token of the second step: one address's, for an hour, and from one key."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.newsletter.keys import unsubscribe_token
from shared.newsletter.readers.form_tokens import MAXIMUM_AGE, form_token_age, new_form_token
from shared.newsletter.readers.never_again import Wish, never_again_token, read_never_again_token

OLD, NEW = "old-key" * 6, "new-key" * 6
NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
ADDRESS = "ada@example.org"

ages = st.timedeltas(timedelta(days=-1), timedelta(days=1))


@given(ages)
def test_it_tells_its_age_for_an_hour(age: timedelta):
    token = new_form_token([NEW], ADDRESS, now=NOW - age)
    told = form_token_age([NEW], token, ADDRESS, now=NOW)

    if age > MAXIMUM_AGE:
        assert told is None
    elif age <= MAXIMUM_AGE - timedelta(seconds=1):
        assert told is not None
        assert timedelta(0) <= told - age < timedelta(seconds=1)


@given(st.emails(), st.emails())
def test_it_is_good_for_one_address(one: str, other: str):
    token = new_form_token([NEW], one, now=NOW)

    assert form_token_age([NEW], token, one, now=NOW) == timedelta(0)
    assert one == other or form_token_age([NEW], token, other, now=NOW) is None


def test_it_outlives_the_rotation_of_its_key_and_ends_with_it():
    token = new_form_token([OLD], ADDRESS, now=NOW)

    assert form_token_age([NEW, OLD], token, ADDRESS, now=NOW) is not None
    assert form_token_age([NEW], token, ADDRESS, now=NOW) is None


@given(st.text(max_size=120))
def test_anything_else_is_no_token_and_no_error(text: str):
    assert form_token_age([NEW], text, ADDRESS) is None
    assert read_never_again_token([NEW], text) is None


@given(st.integers(1, 2**63 - 1), st.emails())
def test_the_wish_never_to_be_written_to_names_its_row_and_its_hashes(row: int, email: str):
    token = never_again_token([NEW, OLD], row, email, email)
    wish = read_never_again_token([OLD, NEW], token)

    assert isinstance(wish, Wish)
    assert wish.subscriber_id == row
    assert email not in token
    assert len(token) < 140
    assert wish.address_hash != wish.mailbox_hash
    assert read_never_again_token([OLD], token) is None


def test_no_kind_of_token_reads_as_another():
    tokens = [
        unsubscribe_token(NEW, 7, 9),
        never_again_token([NEW], 7, ADDRESS, ADDRESS),
        new_form_token([NEW], ADDRESS, now=NOW),
    ]

    assert [form_token_age([NEW], one, ADDRESS, now=NOW) is None for one in tokens] == [
        True,
        True,
        False,
    ]
    assert [read_never_again_token([NEW], one) is None for one in tokens] == [True, False, True]
