"""A mail that breaks every parser is still a mail in the inbox, and does nothing there."""

import itertools
import random
from email.message import EmailMessage

import pytest

from shared.mail.maildir import deliver
from shared.mail.transport import Mail

NAMES = [
    *("From", "To", "Cc", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version"),
    *("Content-Type", "Content-Disposition", "Content-Transfer-Encoding"),
    *("List-Unsubscribe", "X-Anything"),
]

VALUES = [
    *("", "<", "<>", "[", "<@", "a@", '"', "(", "((((", ":", ";", ",,", "a:;", "<a@[", "<a@[1]>"),
    *("=?utf-8?q?=", "=?utf-8?b?%%?=", "=?x?y?z?=", "=?utf-8?q?=00?=", "=?utf-8?q?=0a_x?="),
    *("=?utf-7?q?+2AA-?=", "=?utf-8?q?=ED=A0=80?=", "=?undefined?q?a?=", "=?idna?q?a=FF?="),
    *("text/html; charset=idna", "text/html; charset=undefined", "text/html; charset=rot13"),
    *("text/html; charset=utf-7", 'text/html; charset="\x00"', "text/html; charset*=x'y'%zz"),
    *("multipart/alternative; boundary=", "multipart/mixed", "message/rfc822", "message/partial"),
    *("attachment; filename*0*=a; filename*1*=b", "attachment; filename=../../x", "base64"),
    *("quoted-printable", "x-uuencode", "Mon, 99 Foo 99999 99:99:99 +9999", "\u202e" * 50),
    *("<javascript:alert(1)>", '<http://evil/"><script>>', "<http://[::1>", "<http://a:999999/>"),
    *("<script>alert(1)</script>", '"><script>alert(1)</script>', "a" * 5000, "\udcff\udcfe"),
]

BODIES = ["", "<p>x</p>", "begin 644 x\n", "=ZZ", "--b\nContent-Type: text/html\n\nx", "\x00\udcff"]
VIEWS = ["", "?view=text", "?view=headers", "?view=source", "/html"]


def look(dev, raw: str) -> list[str]:
    """Deliver a mail, look at it in every way, and return the pages that are ours."""
    content = raw.encode("utf-8", "surrogateescape")
    file = deliver(dev.home.mail, Mail("a@garden.example", "b@example.org", "<1@x>", content))
    paths = ["/_dev/mail", *(f"/_dev/mail/{file.name}{view}" for view in VIEWS)]
    answers = {path: dev.client.get(path) for path in paths}
    file.unlink()
    assert {answer.status_code for answer in answers.values()} <= {200, 404}, raw
    return [answer.text for path, answer in answers.items() if not path.endswith("/html")]


@pytest.mark.parametrize("name", NAMES)
def test_no_header_breaks_the_inbox_or_runs_in_it(dev, name: str):
    one_click = "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n"
    for value in VALUES:
        pages = look(dev, f"{one_click}{name}: {value}\n\n<p>x</p>")
        assert not [page for page in pages if "<script" in page or 'action="javascript' in page]


def test_no_mixture_of_them_does_either(dev):
    chance = random.Random(20261129)
    lines = [f"{name}: {value}\n" for name, value in itertools.product(NAMES, VALUES)]
    for _ in range(150):
        raw = "".join(chance.sample(lines, 6)) + "\n" + chance.choice(BODIES)
        assert not [page for page in look(dev, raw) if "<script" in page]


def test_what_is_well_is_shown_as_before(dev):
    message = EmailMessage()
    message["From"] = "Ádá's garden <ada@garden.example>"
    message["To"] = "b@example.org"
    message["Subject"] = "A long subject with 青苔 in it that is folded over several lines " * 3
    message.set_content("x")
    pages = look(dev, message.as_bytes().decode("ascii"))

    for shown in ("A long subject with 青苔 in it", "Ádá", "ada@garden.example", "b@example.org"):
        assert [page for page in pages if shown in page.replace("&#39;", "'")]
