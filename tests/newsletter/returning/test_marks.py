"""The mark of a mail: whoever finds it on what comes back knows which mail it was, if it is us."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.newsletter.returning.marks import Mark, read_mark, write_mark

OLD, NEW, FOREIGN = ("old-key" * 6, "new-key" * 6, "foreign" * 6)

marks = st.builds(Mark, of=st.sampled_from(["delivery", "subscriber"]), id=st.integers(1, 2**62))


@given(marks, st.sampled_from(["{}", "<{}@garden.example>", "bounces+{}@x.example", "<{}.ab12@x>"]))
def test_n45_a_mark_names_its_mail_wherever_it_stands(mark: Mark, place: str):
    written = place.format(write_mark(NEW, mark))

    assert read_mark([NEW], ["to: nobody@example.org", written]) == mark
    assert read_mark([NEW], [written.upper()]) == mark


@given(marks)
def test_a_mark_outlives_the_rotation_of_its_key_and_ends_with_it(mark: Mark):
    written = write_mark(OLD, mark)

    assert read_mark([NEW, OLD], [written]) == mark
    assert read_mark([NEW], [written]) is None
    assert read_mark([], [written]) is None


def test_s18_a_mark_with_any_one_bit_changed_is_none():
    packed = base64.b32decode(write_mark(NEW, Mark("delivery", 9)).upper())
    for position in range(len(packed)):
        for bit in range(8):
            changed = bytearray(packed)
            changed[position] ^= 1 << bit
            assert read_mark([NEW, OLD], [base64.b32encode(changed).decode()]) is None


def test_a_mark_shows_neither_a_number_nor_its_neighbour():
    written = [write_mark(NEW, Mark("delivery", n)) for n in range(1, 200)]
    packed = [base64.b32decode(one.upper()) for one in written]

    assert {len(one) for one in written} == {32}
    assert len({one[:12] for one in packed}) == len({one[12:] for one in packed}) == 199
    assert not any(bytes(7) in one for one in packed)


def test_one_mark_is_as_long_as_an_envelope_allows():
    longest = f"{'b' * 31}+{write_mark(NEW, Mark('subscriber', 2**62))}"

    assert len(longest) == 64  # RFC 5321, 4.5.3.1.1


@given(st.lists(st.text(max_size=60), max_size=5))
def test_anything_else_is_no_mark_and_no_error(places: list[str]):
    assert read_mark([NEW, OLD], places) is None


@pytest.mark.parametrize("around", ["a{}", "{}b", "2{}", "{0}{0}"])
def test_a_mark_inside_a_longer_word_is_none(around: str):
    assert read_mark([NEW], [around.format(write_mark(NEW, Mark("delivery", 9)))]) is None


def test_the_mark_of_another_garden_is_none():
    assert read_mark([NEW, OLD], [write_mark(FOREIGN, Mark("delivery", 9))]) is None
