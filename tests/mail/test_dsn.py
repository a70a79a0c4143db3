"""Mails that come back are read in every form, and only a report of a failure is one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.mail.notices import dsn
from shared.mail.notices.notice import clearest_code, kind_of
from tests.support import returned

MARK = "abcdefghijklmnopqrstuvwxyz234567"


def marked(notice) -> bool:
    return any(MARK in place for place in notice.places)


@pytest.mark.parametrize("form", returned.FORMS)
def test_n45_a_report_of_every_form_is_found_and_so_is_the_mail_it_is_about(form: str):
    notice = dsn.read(returned.FORMS[form](MARK))

    assert notice.kind == "permanent"
    assert notice.code in ("5.1.1", "5.1.10")
    assert marked(notice)


@pytest.mark.parametrize("form", returned.FORMS)
def test_n45_a_report_is_found_in_a_mail_that_was_forwarded(form: str):
    wrapped = b"Subject: Fwd\nContent-Type: message/rfc822\n\n" + returned.FORMS[form](MARK)
    notice = dsn.read(wrapped)

    assert marked(notice)
    assert notice.kind == ("permanent" if form != "qmail" else "nothing")  # its form is the top's


def test_n45_the_mailbox_that_a_report_came_to_is_the_first_place_to_look():
    mail = returned.report(mark=MARK, by="envelope")

    assert MARK in dsn.read(mail).places[0]
    assert MARK in dsn.read(b"X-Original-To: b+" + MARK.encode() + b"@x.example\n" + mail).places[0]


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_n45_headers_in_an_encoded_text_are_read(encoding: str):
    import base64
    import quopri

    told = f"What was sent:\n> Return-path:\n <bounces+{MARK}@garden.example>\n".encode()
    encoded = base64.encodebytes(told) if encoding == "base64" else quopri.encodestring(told)
    head = f"Subject: no\nContent-Type: text/plain\nContent-Transfer-Encoding: {encoding}\n\n"

    assert marked(dsn.read(head.encode() + encoded))


@pytest.mark.parametrize(
    ("action", "status", "kind"),
    [
        ("failed", "5.1.1", "permanent"),
        ("Failed", "5.1.2", "permanent"),
        ("failed", "5.2.1", "permanent"),
        ("failed", "5.4.4", "permanent"),
        ("failed", "5.2.2", "soft"),
        ("failed", "5.4.1", "soft"),
        ("failed", "4.4.7", "soft"),
        ("failed", "5.5.0", "soft"),
        ("failed", "5.0.0", "soft"),
        ("failed", "5.7.1", "policy"),
        ("failed", "4.7.0", "policy"),
        ("failed", "5.6.3", "policy"),
        ("failed", "5.3.4", "policy"),
        ("failed", "5.1.8", "policy"),
        ("failed", "", "soft"),
        ("delayed", "5.1.1", "nothing"),
        ("delayed", "4.4.1", "nothing"),
        ("relayed", "2.0.0", "nothing"),
        ("delivered", "2.0.0", "nothing"),
        ("expanded", "2.0.0", "nothing"),
    ],
)
def test_n48_only_what_has_failed_is_a_failure_and_its_code_says_whose(action, status, kind):
    mail = returned.report(mark=MARK, action=action, status=status, diagnostic="")

    assert dsn.read(mail).kind == kind


@pytest.mark.parametrize(
    ("status", "diagnostic", "code"),
    [
        ("5.0.0", "smtp; 550 5.1.1 gone", "5.1.1"),
        ("5.1.1 (bad)", "smtp; 554 5.7.1 spam", "5.1.1"),
        ("", "smtp; 550-5.1.1 gone", "5.1.1"),
        ("", "smtp; 550 #5.1.1 gone", "5.1.1"),
        ("", "smtp; 550 sent from 5.1.1.7 and 192.5.1.1", None),
        ("", "x-unix; 4.94.2", None),
        ("5.0.0", "", "5.0.0"),
        ("05.1.1", "", None),
        ("5.1.01", "", "5.1.1"),
    ],
)
def test_n44_the_clearest_code_of_a_report_counts(status, diagnostic, code):
    assert clearest_code(status, diagnostic) == code


def test_n44_without_a_code_nobody_is_struck_off_at_once():
    assert kind_of(None) == "soft"
    assert kind_of("5.0.0") == "soft"


def test_behind_an_alias_that_still_works_nobody_is_gone():
    more = "\nFinal-Recipient: rfc822; other@reader.example\nAction: {}\nStatus: {}\n"

    def both(action: str, status: str) -> str:
        return dsn.read(returned.report(mark=MARK, more=more.format(action, status))).kind

    assert both("relayed", "2.0.0") == "nothing"
    assert both("failed", "5.2.2") == "soft"
    assert both("failed", "5.1.1") == "permanent"


def test_qmail_without_a_code_counts_for_the_moment():
    assert dsn.read(returned.qmail(MARK, why="Sorry, no mailbox here.")).kind == "soft"
    assert dsn.read(returned.qmail(MARK, why="Sorry, none here. (#5.1.1)")).kind == "permanent"


def test_n46_an_out_of_office_says_nothing():
    assert dsn.read(returned.out_of_office(MARK)).kind == "nothing"


def test_a_persons_answer_that_quotes_a_report_says_nothing():
    mail = b"From: a@b.example\nTo: us@garden.example\n\n> Hi. This is the qmail\n> Status: 5.1.1\n"

    assert dsn.read(mail).kind == "nothing"


@pytest.mark.parametrize(
    ("said", "kind"),
    [("abuse", "complaint"), ("ABUSE", "complaint"), ("not-spam", "nothing"), ("", "nothing")],
)
def test_n51_a_button_that_says_spam_is_a_complaint(said, kind):
    notice = dsn.read(returned.complaint(MARK, said=said))

    assert notice.kind == kind
    assert marked(notice)


@pytest.mark.parametrize(
    "mail",
    [
        b"",
        b"\x00\xff" * 1000,
        b"Content-Type: multipart/report; boundary=\n\n--\n--\n",
        b"Content-Type: message/delivery-status\n\n",
        b"Content-Type: message/feedback-report\n\n",
        b"Content-Type: message/rfc822\n\n" * 5000,
        b"".join(
            b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)
        ),
        b"Content-Type: text/plain; charset=\x00\n\n\xff",
        b"Content-Type: text/plain; charset=nothing\nContent-Transfer-Encoding: base64\n\n%%%\xff",
        b"To: \xff\xfe\nMessage-ID: =?x?q?=ff?=\n\n",
    ],
    ids=range(10),
)
def test_what_is_no_mail_at_all_says_nothing_and_breaks_nothing(mail: bytes):
    assert dsn.read(mail).kind == "nothing"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.integers(min_value=0, max_value=1800))
def test_a_report_with_any_bytes_in_it_breaks_nothing(noise: bytes, at: int):
    mail = returned.postfix(MARK)

    dsn.read(noise)
    dsn.read(mail[:at] + noise + mail[at:])


def wrapped(mail: bytes, times: int) -> bytes:
    for n in range(times):
        head = b'Content-Type: multipart/mixed; boundary="w%d"\n\n--w%d\n' % (n, n)
        mail = head + b"Content-Type: message/rfc822\n\n" + mail + b"\n--w%d--\n" % n
    return mail


def test_a_mail_of_nothing_but_boundaries_is_not_taken_apart():
    report = returned.postfix(MARK)

    assert dsn.read(wrapped(report, 5)).kind == "permanent"
    assert dsn.read(wrapped(report, 45)).kind == "nothing"
