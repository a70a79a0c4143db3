"""Composing: the same words for the same reader, and nobody else's words anywhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from shared.mail import rendering
from shared.mail.address import BadAddress
from shared.mail.compose import LetterTooLarge, compose
from tests.support.letters import (
    LETTERS,
    NOTE,
    SECOND,
    SNAPSHOTS,
    confirm,
    evergreen,
    html_of,
    parsed,
    snapshot,
    text_of,
)

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", LETTERS)
def test_each_letter_reads_as_it_did(name):
    mail = LETTERS[name]()

    assert snapshot(mail) == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")
    assert html_of(mail) == (SNAPSHOTS / f"{name}.html").read_text(encoding="utf-8")


def test_a_forgotten_variable_fails_instead_of_leaving_a_hole():
    with pytest.raises(UndefinedError):
        compose(
            "confirm",
            sender="g@garden.example",
            to="a@b.example",
            context={"garden_title": "Marginalia"},
            message_id="<d.0123456789abcdef@garden.example>",
        )


@pytest.mark.parametrize("name", ["../confirm", "confirm.zh-Hant", "_frame", "", "Confirm"])
def test_only_a_plain_name_finds_a_template(name):
    with pytest.raises(ValueError, match="not the name of a mail"):
        rendering.render(name, {}, "en")


def test_n19_a_title_outside_ascii_is_written_in_encoded_words():
    mail = evergreen([NOTE | {"title": "Überwintern 🌱 дуб"}])

    head = mail.content.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    assert all(len(word) <= 75 for word in re.findall(rb"=\?[^ ]*\?=", head))
    assert parsed(mail)["Subject"] == "Überwintern 🌱 дуб"


@pytest.mark.parametrize("letter", ["a", "長", "é "])
def test_n20_a_paragraph_of_20_kb_without_a_newline_has_no_long_line(letter):
    long = Markup("<p>{}</p>").format(letter * (20_000 // len(letter.encode())))
    mail = evergreen([NOTE | {"mail_html": long}])

    assert max(len(line) for line in mail.content.split(b"\r\n")) <= 145  # List-Unsubscribe
    body = mail.content.partition(b"\r\n\r\n")[2]
    assert max(len(line) for line in body.split(b"\r\n")) <= 76


def test_n20_a_link_of_2000_letters_has_no_long_line():
    link = Markup('<p><a href="https://garden.example.com/?q={}">x</a></p>').format("%3C" * 700)
    body = evergreen([NOTE | {"mail_html": link}]).content.partition(b"\r\n\r\n")[2]

    assert max(len(line) for line in body.split(b"\r\n")) <= 76


def test_html_that_is_not_marked_as_such_is_html_all_the_same():
    plain, marked = (evergreen([NOTE | {"mail_html": of("<p>a</p>")}]) for of in (str, Markup))

    assert html_of(plain) == html_of(marked)


def test_n21_a_retry_is_the_same_letter_and_every_reader_has_an_own_one():
    first, again = evergreen(), evergreen()
    other = evergreen(reader="ben@reader.example", token="b" * 43)

    def undated(mail):
        return re.sub(rb"Date: [^\r]*", b"", mail.content)

    assert undated(first) == undated(again)
    assert first.message_id == again.message_id != other.message_id


def test_a_note_too_long_for_a_letter_comes_as_its_excerpt():
    long = NOTE | {"mail_html": Markup("<p>{}</p>").format("word " * 16_000)}
    mail = evergreen([long])

    assert "word word" not in html_of(mail)
    assert NOTE["excerpt"] in html_of(mail)
    assert NOTE["excerpt"] in text_of(mail)


def test_a_letter_that_would_be_cut_off_is_not_written():
    with pytest.raises(LetterTooLarge):
        evergreen([NOTE | {"excerpt": "x" * 100_000, "mail_html": ""}])


def test_two_notes_are_both_named_and_many_are_counted():
    assert parsed(evergreen([NOTE, SECOND]))["Subject"] == "Overwintering · Pruning"

    many = [NOTE | {"title": f"A rather long title, number {n}"} for n in range(5)]
    assert parsed(evergreen(many))["Subject"] == ("A rather long title, number 0 and 4 more")
    assert all(note["title"] in text_of(evergreen(many)) for note in many)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("de", "en"),
        ("zh", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("ZH-hk", "zh-Hant"),
    ],
)
def test_the_language_is_the_readers_where_there_is_a_translation(asked, written):
    assert parsed(confirm(language=asked))["Content-Language"] == written


def test_one_address_only_and_only_an_address():
    for to in ("a@b.example, c@d.example", "Anna <a@b.example>", "jörg@b.example"):
        with pytest.raises(BadAddress):
            confirm(reader=to)


def test_an_international_domain_is_written_in_ascii():
    mail = confirm(reader="anna@bücher.example")

    assert mail.recipient == "anna@xn--bcher-kva.example"
    assert parsed(mail)["To"] == mail.recipient


def test_a_mail_keeps_its_address_and_its_links_out_of_a_repr():
    shown = repr(confirm())

    assert "anna" not in shown
    assert "kkk" not in shown


def test_a_web_handler_that_never_writes_letters_does_not_pay_for_them():
    program = (
        "import sys; import shared.mail.compose, shared.mail.transport, shared.mail.address; "
        "heavy = ('jinja2', 'email.message', 'aiosmtplib', 'idna', 'ssl'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    asked = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert asked.stdout == "[]\n"
