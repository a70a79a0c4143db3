"""What a bulk mail must carry in 2026, asserted on the bytes that leave the house."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from shared.mail.months import day
from tests.support.letters import (
    CHINESE,
    LETTERS,
    NOTE,
    confirm,
    evergreen,
    html_of,
    parsed,
    text_of,
)

LINK = re.compile(r"https?://[^\s<>\"，。）]+")
ALL = pytest.mark.parametrize("write", LETTERS.values(), ids=LETTERS)


def plainly(text: str) -> str:
    """Return a text with the same blank wherever there is one."""
    return " ".join(text.split())


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def links(self):
        return {attributes["href"] for tag, attributes in self.found if tag == "a"}


@ALL
def test_1_and_2_one_sender_one_reader_and_nobody_in_copy(write):
    message = parsed(write())

    assert [a.addr_spec for a in message["From"].addresses] == ["gardener@garden.example.com"]
    assert message["From"].addresses[0].display_name == "The gardener"
    assert [a.addr_spec for a in message["To"].addresses] == ["anna@reader.example"]
    assert message["Cc"] is None
    assert message["Bcc"] is None


@ALL
def test_3_a_subject_for_people(write):
    subject = parsed(write())["Subject"]

    assert 0 < len(subject) <= 150
    assert not subject.lower().startswith(("re:", "fwd:"))


def test_3_a_subject_that_is_too_long_is_shortened():
    subject = parsed(evergreen([NOTE | {"title": "word " * 100}]))["Subject"]

    assert len(subject) <= 150
    assert subject.endswith("…")


@ALL
def test_4_date_and_identity(write):
    message = parsed(write())

    age = datetime.now(UTC) - parsedate_to_datetime(message["Date"])
    assert abs(age) < timedelta(minutes=5)
    assert re.fullmatch(r"<[A-Za-z0-9._-]{16,}@garden\.example\.com>", message["Message-ID"])
    assert "anna" not in message["Message-ID"]


def test_5_6_and_7_the_list_headers_are_raw_and_exact():
    head = evergreen().content.partition(b"\r\n\r\n")[0].decode()

    unfolded = re.sub(r"\r\n[ \t]", " ", head)
    values = dict(line.split(": ", 1) for line in unfolded.split("\r\n"))
    assert re.fullmatch(r"<https://[^>\s]+>(, <mailto:[^>\s]+>)?", values["List-Unsubscribe"])
    assert values["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert values["List-Id"] == "Marginalia <garden.example.com>"
    assert "=?" not in values["List-Unsubscribe"]
    assert "anna" not in values["List-Unsubscribe"]


@ALL
def test_8_no_vacation_reply_is_asked_for(write):
    message = parsed(write())

    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"


@ALL
def test_10_text_first_html_last_both_in_utf_8(write):
    message = parsed(write())

    assert message["MIME-Version"] == "1.0"
    assert message["Content-Language"] in ("en", "zh-Hant")
    assert message.get_content_type() == "multipart/alternative"
    kinds = [(p.get_content_type(), p.get_content_charset()) for p in message.iter_parts()]
    assert kinds == [("text/plain", "utf-8"), ("text/html", "utf-8")]


@ALL
def test_11_each_header_once_in_short_ascii_lines(write):
    mail = write()
    head = mail.content.partition(b"\r\n\r\n")[0]

    names = [name.lower() for name in parsed(mail)]
    assert len(names) == len(set(names))
    assert mail.content.isascii()
    for line in head.split(b"\r\n"):
        assert len(line) <= (998 if line.startswith(b"List-Unsubscribe:") else 78)


@ALL
def test_14_both_parts_are_full_and_carry_the_same_links(write):
    mail = write()
    text, html = text_of(mail), html_of(mail)

    assert set(LINK.findall(text)) == Tags(html).links()
    assert not re.search(r"&[a-z]+;|&#\d+;", text)
    assert len(text) > 200
    assert all(len(line) <= 78 for line in text.splitlines() if "://" not in line)


@pytest.mark.parametrize("notes", [[NOTE], [NOTE, CHINESE]])
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_15_and_16_way_out_reason_and_address_stand_in_both_parts(notes, language):
    mail = evergreen(notes, language=language)

    for part in (text_of(mail), html_of(mail)):
        assert "https://functions.example.net/newsletter/unsubscribe?token=" in part
        assert ("Unsubscribe" if language == "en" else "取消訂閱") in part
        assert plainly(day("2026-05-01", language)) in plainly(part)
        assert "1 Garden Path, Greenhouse" in part
        assert "The gardener" in part


def test_16_without_a_postal_address_no_empty_place_is_left_for_one():
    for nothing in (None, ""):
        mail = evergreen(postal_address=nothing)
        assert "None" not in text_of(mail) + html_of(mail)


@ALL
def test_17_nothing_runs_nothing_is_fetched_and_every_link_is_absolute(write):
    html = html_of(write())
    tags = Tags(html)

    refused = {"script", "form", "iframe", "link", "object", "embed", "input", "button", "base"}
    assert not refused & {tag for tag, _ in tags.found}
    assert not re.search(r"url\(|@import|\bon[a-z]+=", html)
    for link in tags.links():
        assert urlsplit(link).scheme == "https"
        assert urlsplit(link).hostname in ("garden.example.com", "functions.example.net")


@ALL
def test_18_pictures_speak_and_the_page_says_its_language(write):
    mail = write()
    tags = Tags(html_of(mail))

    assert all(a.get("alt") and a.get("width") for tag, a in tags.found if tag == "img")
    assert ("html", {"lang": parsed(mail)["Content-Language"]}) in tags.found
    assert re.search(r"<title>.+</title>", html_of(mail))


@ALL
def test_19_small_enough_and_in_lines_nobody_rewraps(write):
    mail = write()
    body = mail.content.partition(b"\r\n\r\n")[2]

    assert len(html_of(mail).encode()) <= 90_000
    assert max(len(line) for line in body.split(b"\r\n")) <= 76
    for part in parsed(mail).iter_parts():
        assert part["Content-Transfer-Encoding"] in ("quoted-printable", "base64")


def test_21_two_readers_letters_differ_only_in_what_is_theirs():
    anna = evergreen(reader="anna@reader.example", token="a" * 43)
    ben = evergreen(reader="ben@elsewhere.example", token="b" * 43)

    for part in (text_of, html_of):
        assert part(anna).replace("a" * 43, "TOKEN") == part(ben).replace("b" * 43, "TOKEN")
    assert {name for name in parsed(anna) if parsed(anna)[name] != parsed(ben)[name]} - {
        "Date"
    } == {"To", "Message-ID", "List-Unsubscribe", "Content-Type"}
    assert b"ben" not in anna.content


@pytest.mark.parametrize("language", ["en", "zh-HK"])
def test_22_the_confirm_mail_has_one_button_one_quiet_link_and_says_what_to_ignore(language):
    mail = confirm(language=language)
    at = "https://functions.example.net/newsletter"
    links = [f"{at}/confirm?token={'k' * 43}", f"{at}/not-me?token={'n' * 91}"]
    shown = [a for tag, a in Tags(html_of(mail)).found if tag == "a"]

    assert [a["href"] for a in shown] == links
    assert [a["class"] for a in shown] == ["button", "underlink"]
    assert LINK.findall(text_of(mail)) == links
    for part in (text_of(mail), html_of(mail)):
        until = day("2026-12-06", "en" if language == "en" else "zh-Hant")
        assert plainly(until) in plainly(part)
        assert ("Ignore this if it was not you" if language == "en" else "請忽略") in part
    assert parsed(mail)["List-Unsubscribe"] is None
