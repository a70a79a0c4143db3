"""Whatever program has saved a file, its letters are read as they were meant."""

import codecs

import pytest

from shared.newsletter.moving.files import Asked, Part, Row, Unread, parts, rows
from tests.support.exports import saved

TEXT = "email,name\nann@bücher.example,Ännchen\n"
KEY = "ann@xn--bcher-kva.example"


def read(tmp_path, content: bytes) -> tuple[Part, list[object]]:
    [part] = parts(saved(tmp_path, "readers.csv", content))
    return part, list(rows(part, Asked()))


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"),
    ],
    ids=[
        *["utf-8", "utf-8 bom", "utf-16", "utf-16-be bom", "utf-16-le", "utf-16-be"],
        *["utf-32", "utf-32-be"],
    ],
)
def test_n60_a_file_of_excel_is_read_whatever_mark_it_begins_with(tmp_path, content):
    part, [row] = read(tmp_path, content)

    assert isinstance(row, Row)
    assert row.address.key == KEY
    assert part.warning is None


def test_n60_windows_1252_is_read_with_a_warning(tmp_path):
    part, [row] = read(tmp_path, TEXT.encode("cp1252"))

    assert isinstance(row, Row)
    assert row.address.key == KEY
    assert part.warning is not None
    assert "Windows-1252" in part.warning
    assert "in these addresses are right: 2." in part.warning


def test_n60_where_no_address_depends_on_the_guess_that_is_said(tmp_path):
    part, [row] = read(tmp_path, "email,name\nann@example.org,Ännchen\n".encode("cp1252"))

    assert isinstance(row, Row)
    assert part.warning is not None
    assert "so it does not matter" in part.warning


def test_n60_one_stray_byte_does_not_turn_the_others_into_other_addresses(tmp_path):
    """Read as Windows-1252, `bücher` of UTF-8 would be another domain, and perhaps somebody's."""
    stray = b"bob@m\xfcller.example,Bob\ncy@example.org,J\xf6rg\n"
    part, [ann, bob, cy] = read(tmp_path, TEXT.encode() + stray)

    assert isinstance(ann, Row)
    assert ann.address.key == KEY
    assert isinstance(bob, Unread)
    assert bob.line == "3"
    assert bob.why == (
        "Its address has the byte 0xFC, which is nothing in UTF-8, as which the file is read. "
        "Save it as UTF-8 where it comes from, and import that."
    )
    assert isinstance(cy, Row)
    assert part.warning is not None
    assert "lines 3, 4 are not" in part.warning


@pytest.mark.parametrize(
    ("content", "byte"),
    [
        (b"email\nann@b\x81cher.example\n", "the byte 0x81, which is nothing in Windows-1252"),
        ("email\nann@b\ufffdcher.example\n".encode(), "a letter that was lost before"),
        ("email\nann@b".encode("utf-16") + b"\x00\xd8" + "c.de\n".encode("utf-16-le"), "UTF-16"),
    ],
    ids=["windows", "lost", "utf-16"],
)
def test_n60_what_no_encoding_has_is_told_as_that_and_not_as_a_control_character(
    tmp_path, content, byte
):
    _, [row] = read(tmp_path, content)

    assert isinstance(row, Unread)
    assert byte in row.why
    assert "UTF-8" in row.why
    assert "control" not in row.why


def test_n60_a_letter_across_two_chunks_is_whole(tmp_path):
    filler = "x" * ((1 << 16) - len("email,name\na@example.org,") - 1)
    part, [row] = read(tmp_path, f"email,name\na@example.org,{filler}ü\n".encode())

    assert isinstance(row, Row)
    assert part.warning is None
