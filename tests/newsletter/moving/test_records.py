"""A table is read record by record, and a broken one costs nobody else anything."""

import io

import pytest

from shared.newsletter.moving.records import Lines, Record, take, take_delimiter

HEADER = "name,email\n"


def read(text: str) -> list[Record]:
    """Return the records below the header."""
    lines = Lines(io.StringIO(text, newline=""))
    delimiter = take_delimiter(lines)
    header = take(lines, delimiter)
    assert header is not None
    assert header.cells is not None
    found = []
    while record := take(lines, delimiter, len(header.cells)):
        found.append(record)
    return found


def cells(text: str) -> list[list[str] | None]:
    return [record.cells for record in read(text)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_n62_a_quoted_line_break_and_a_quoted_comma_are_part_of_a_cell(end):
    text = f'name,email{end}"Lee, Ann{end}Baker",ann@example.com{end}Bob,bob@example.com{end}{end}'

    assert cells(text) == [
        [f"Lee, Ann{end}Baker", "ann@example.com"],
        ["Bob", "bob@example.com"],
        ["", ""],
    ]


def test_n62_one_bad_row_in_100_000_is_named_by_its_line_and_the_others_are_kept():
    rows = [f"Reader {number},reader{number}@example.org\n" for number in range(100_000)]
    rows[54_319] = '"Reader,reader@example.org\n'
    records = read("".join([HEADER, *rows]))

    assert [record.line for record in records if record.cells is None] == [54_321]
    assert len(records) == 100_000


def test_n62_a_quote_that_nobody_closes_ends_with_its_line_also_before_a_cell_of_two_lines():
    text = f'{HEADER}"Lee,lee@example.com\nBob,bob@example.com\n"Ann\nBaker",ann@example.com\n'
    records = read(text)

    assert [(record.line, record.cells) for record in records] == [
        (2, None),
        (3, ["Bob", "bob@example.com"]),
        (4, ["Ann\nBaker", "ann@example.com"]),
    ]
    assert "quotation mark" in records[0].why


def test_n62_a_quote_that_a_later_line_seems_to_close_costs_its_own_line_only():
    text = 'town,name,email\n"Oslo,Lee,lee@example.com\nBergen,5" tall,bob@example.com\n'
    almost = 'town,name,email\n"Oslo,Lee,lee@example.com\nBergen,5",bob@example.com\n'

    assert cells(text)[1] == ["Bergen", '5" tall', "bob@example.com"]
    assert cells(almost) == [None, ["Bergen", '5"', "bob@example.com"]]


def test_n62_no_more_of_a_file_is_held_than_the_longest_cell_may_take():
    class Counted(io.StringIO):
        taken = 0

        def readline(self, size=-1, /):
            self.taken += 1
            return super().readline(size)

    rows = "Bob,bob@example.com\n" * 10_000
    stream = Counted(f'"never closed,a@example.com\n{rows}', newline="")
    record = take(Lines(stream), ",", 2)

    assert record is not None
    assert record.cells is None
    assert stream.taken <= 100


def test_inches_in_the_middle_of_a_cell_are_no_quotes():
    assert cells(f'{HEADER}5" pipe,a@example.com\n') == [['5" pipe', "a@example.com"]]


@pytest.mark.parametrize(("delimiter", "line"), [(";", "a;b"), ("\t", "a\tb"), ("|", "a|b")])
def test_n62_columns_are_parted_by_what_the_first_line_has(delimiter, line):
    assert cells(f"name{delimiter}email\n{line}\n") == [["a", "b"]]


def test_a_first_line_may_name_the_delimiter_as_excel_does():
    assert cells("sep=;\nname;email,with comma\na;b\n") == [["a", "b"]]


def test_what_has_more_columns_than_the_header_is_no_record():
    assert cells(f"{HEADER}Lee, Ann,ann@example.com\nBob,bob@example.com,,\n") == [
        None,
        ["Bob", "bob@example.com"],
    ]


def test_a_file_that_was_cut_off_loses_its_last_line_only():
    """Half an address may be somebody else's."""
    text = "email,name,state\nann@example.com,Ann,confirmed\nbob@example.co"

    assert cells(text) == [["ann@example.com", "Ann", "confirmed"], None]
    assert cells(f"{text}\n")[1] == ["bob@example.co", "", ""]


def test_a_line_without_an_end_to_speak_of_is_given_up():
    records = read(f"{HEADER}{'x' * 3_000_000}\nBob,bob@example.com\n")

    assert [(record.line, record.cells is None) for record in records] == [(2, True), (3, False)]
