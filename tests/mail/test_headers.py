"""The header gate: what a gardener types may never become a header of its own."""

from email import message_from_bytes
from email.header import decode_header, make_header
from email.policy import default

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.mail import headers
from shared.mail.headers import BadHeader

BODY = b"Content-Type: text/plain\r\n\r\nHello.\r\n"
# What a newline in disguise looks like: plain, encoded, or as one of Unicode's line separators.
SMUGGLED = [
    "A\r\nBcc: injected@example.com",
    "A\nBcc: injected@example.com",
    "A\rBcc: injected@example.com",
    "A ☃ subject=?UTF-8?Q?=0A?=Bcc: injected@example.com",
    "A ☃ subject=?UTF-8?Q?=0D=0A?=Bcc: injected@example.com",
    "=?utf-8?q?a=0d=0aBcc:x@example.com?=",
    "A\x00",
    "A\x0bB",
    "A\x0cB",
    "A\x1cB",
    "A\x7fB",
    "A\x85Bcc: injected@example.com",
    "A\u2028Bcc: injected@example.com",
    "A\u2029Bcc: injected@example.com",
    "A\ud800",
]
LETTERS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=120)


@pytest.mark.parametrize("value", SMUGGLED)
@pytest.mark.parametrize("name", ["Subject", "From", "List-Id", "List-Unsubscribe", "X-Anything"])
def test_c13_a_value_that_could_end_its_header_is_refused_by_name(name, value):
    with pytest.raises(BadHeader, match=name) as refused:
        headers.gate(name, value)

    assert "injected" not in refused.value.public


@pytest.mark.parametrize("value", SMUGGLED)
def test_no_way_of_writing_a_header_goes_round_the_gate(value):
    for write in (
        lambda: headers.text("Subject", value),
        lambda: headers.mailbox("From", value, "gardener@garden.example"),
        lambda: headers.added("List-Id", f"{value} <garden.example>"),
        lambda: headers.added("List-Unsubscribe", f"<https://garden.example/{value}>"),
        lambda: headers.added("Feedback-ID", value),
    ):
        with pytest.raises(BadHeader):
            write()


@pytest.mark.parametrize("name", ["To", "bcc", "CC", "Subject", "Content-Type", "Message-ID"])
def test_a_caller_cannot_set_what_makes_the_envelope(name):
    with pytest.raises(BadHeader, match="not for a caller"):
        headers.added(name, "x")


@pytest.mark.parametrize("name", ["X Y", "X:Y", "X\r\nBcc", "", "Ünicode"])
def test_a_name_that_is_no_header_name_is_refused(name):
    with pytest.raises(BadHeader):
        headers.added(name, "x")


def test_bytes_that_say_more_than_was_meant_are_refused():
    with pytest.raises(BadHeader, match="not, one by one"):
        headers.write({"Subject": "A\r\nBcc: injected@example.com"}, BODY)
    with pytest.raises(BadHeader, match="not, one by one"):
        headers.write({"Subject": "A", "subject": "B"}, BODY)
    with pytest.raises(BadHeader, match="not, one by one"):
        headers.write({"Subject": "A\r\n\r\nBcc: injected@example.com"}, BODY)


def test_a_line_longer_than_mail_allows_is_refused():
    with pytest.raises(BadHeader, match="longer"):
        headers.write({"X-Long": "x" * 1000}, BODY)


@settings(deadline=None)  # a busy machine is not what is under test
@given(LETTERS)
def test_words_outside_ascii_come_back_as_they_went_in(title):
    try:
        written = headers.text("Subject", title)
    except BadHeader:
        return
    content = headers.write({"Subject": written}, BODY)

    raw = message_from_bytes(content)["Subject"]
    assert str(make_header(decode_header(raw))).split() == title.split()
    for line in content.split(b"\r\n"):
        assert line.isascii()
        assert all(len(word) <= 75 for word in line.split() if word.startswith(b"=?"))


@settings(deadline=None)  # a busy machine is not what is under test
@given(LETTERS)
def test_a_display_name_never_becomes_a_second_address(display):
    try:
        written = headers.mailbox("From", display, "gardener@garden.example")
    except BadHeader:
        return
    parsed = message_from_bytes(headers.write({"From": written}, BODY), policy=default)

    assert [address.addr_spec for address in parsed["From"].addresses] == [
        "gardener@garden.example"
    ]


def test_n14_a_long_unsubscribe_link_is_written_raw_and_folded_only_between_links():
    link = "https://functions.example.net/newsletter/unsubscribe?token=" + "x" * 90
    both = f"<{link}>, <mailto:leave@garden.example>"

    written = headers.added("List-Unsubscribe", both)

    assert written == f"<{link}>,\r\n <mailto:leave@garden.example>"
    assert headers.added("List-Unsubscribe", f"<{link}>") == f"<{link}>"


@pytest.mark.parametrize(
    "value",
    [
        "/newsletter/unsubscribe",
        "<newsletter/unsubscribe>",
        "https://x.example/",
        "<https://ü.example/>",
    ],
)
def test_n15_an_unsubscribe_link_that_is_not_absolute_ascii_is_refused(value):
    with pytest.raises(BadHeader, match="List-Unsubscribe"):
        headers.added("List-Unsubscribe", value)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Marginalia <garden.example.com>", "Marginalia <garden.example.com>"),
        ("<garden.example.com>", "<garden.example.com>"),
        ('Ann\'s "garden" <g.example>', '"Ann\'s \\"garden\\"" <g.example>'),
        ("花園 <g.example>", "=?utf-8?b?6Iqx5ZyS?= <g.example>"),
    ],
)
def test_the_identifier_of_a_list_stays_raw_whatever_its_name(value, written):
    assert headers.added("List-Id", value) == written


@pytest.mark.parametrize(
    "value",
    [
        "abc@example.com",
        "<a@b.example>",
        "<" + "a" * 20 + "@b.example",
        "<" + "ü" * 20 + "@b.example>",
    ],
)
def test_a_message_id_has_an_exact_form(value):
    with pytest.raises(BadHeader, match="Message-ID"):
        headers.message_id(value)
