"""Tokens and keyed hashes: what is signed stays good under every key, and nothing else is."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.newsletter.keys import (
    Unsubscription,
    address_hash,
    address_hashes,
    confirm_token_hash,
    new_confirm_token,
    read_unsubscribe_token,
    unsubscribe_token,
)

OLD, NEW, FOREIGN = ("old-key" * 6, "new-key" * 6, "foreign" * 6)

ids = st.integers(min_value=1, max_value=2**63 - 1)


@given(ids, ids)
def test_a_token_says_whom_it_unsubscribes(subscriber: int, delivery: int):
    token = unsubscribe_token(NEW, subscriber, delivery)

    assert read_unsubscribe_token([NEW], token) == Unsubscription(subscriber, delivery)
    assert len(token) < 64


@given(ids, ids)
def test_a_token_outlives_the_rotation_of_its_key_and_ends_with_it(subscriber: int, delivery: int):
    token = unsubscribe_token(OLD, subscriber, delivery)

    assert read_unsubscribe_token([NEW, OLD], token) == Unsubscription(subscriber, delivery)
    assert read_unsubscribe_token([NEW], token) is None
    assert read_unsubscribe_token([], token) is None


def test_a_token_with_any_one_bit_changed_is_none():
    packed = decoded(unsubscribe_token(NEW, 7, 9))
    for position in range(len(packed)):
        for bit in range(8):
            changed = bytearray(packed)
            changed[position] ^= 1 << bit
            assert read_unsubscribe_token([NEW, OLD], encoded(bytes(changed))) is None


def test_a_token_cut_or_lengthened_is_none():
    packed = decoded(unsubscribe_token(NEW, 7, 9))

    assert [read_unsubscribe_token([NEW], encoded(packed[:n])) for n in range(len(packed))] == [
        None
    ] * len(packed)
    assert read_unsubscribe_token([NEW], encoded(packed + b"\x00")) is None


def test_the_head_of_one_token_does_not_fit_the_mac_of_another():
    one, other = (decoded(unsubscribe_token(NEW, 7, delivery)) for delivery in (1, 2))

    assert read_unsubscribe_token([NEW], encoded(one[:20] + other[20:])) is None


@given(st.text(max_size=100) | st.just(new_confirm_token()))
def test_anything_else_is_no_token_and_no_error(text: str):
    assert read_unsubscribe_token([NEW, OLD], text) is None


@pytest.mark.parametrize("purpose", ["suppression", "unsubscribe"])
def test_a_hash_for_one_purpose_is_good_for_no_other(purpose: str):
    token = decoded(unsubscribe_token(NEW, 7, 9))

    assert address_hash(NEW, purpose)[:24] != token[-24:]
    assert address_hash(NEW, "a@example.org") != address_hash(OLD, "a@example.org")


def test_an_address_is_known_under_every_key():
    assert address_hashes([NEW, OLD], "a@example.org") == [
        address_hash(NEW, "a@example.org"),
        address_hash(OLD, "a@example.org"),
    ]


def test_s3_confirm_tokens_hold_256_bits_and_differ():
    tokens = {new_confirm_token() for _ in range(10_000)}
    ones = sum(int.from_bytes(decoded(token)).bit_count() for token in tokens)

    assert len(tokens) == 10_000
    assert {len(decoded(token)) for token in tokens} == {32}
    assert abs(ones / (10_000 * 256) - 0.5) < 0.005
    assert all(token not in confirm_token_hash(token).hex() for token in tokens)


def decoded(token: str) -> bytes:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))


def encoded(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_the_key_of_another_garden_opens_nothing():
    assert read_unsubscribe_token([NEW, OLD], unsubscribe_token(FOREIGN, 7, 9)) is None
