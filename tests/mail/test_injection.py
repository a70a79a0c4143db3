"""Whatever a title, a name or a note says, it stays words: no header, no template, no markup."""

import ast
import re
from pathlib import Path

import pytest
from markupsafe import Markup

from shared.mail import rendering
from shared.mail.headers import BadHeader
from tests.support.letters import NOTE, confirm, evergreen, html_of, parsed, text_of

ROOT = Path(__file__).parents[2]
HOSTILE = [
    "A\r\nBcc: injected@example.com",
    "A ☃ subject=?UTF-8?Q?=0A?=Bcc: injected@example.com",
    "A ☃ subject=?UTF-8?Q?=0D=0A?=Bcc: injected@example.com",
    "A\n\nBcc: injected@example.com",
    "A\x00",
    "A\x0b",
    "A\u2028",
    "=?utf-8?q?a=0d=0aBcc:x@example.com?=",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_c13_s13_a_note_title_that_could_become_a_header_is_refused(title):
    with pytest.raises(BadHeader, match="Subject"):
        evergreen([NOTE | {"title": title}])


@pytest.mark.parametrize("words", HOSTILE)
def test_s13_so_is_any_other_name_on_the_way_to_a_header(words):
    with pytest.raises(BadHeader):
        confirm(garden_title=words)
    with pytest.raises(BadHeader):
        evergreen(sender=f"{words} <gardener@garden.example.com>")
    with pytest.raises(BadHeader):
        evergreen(list_id=f"{words} <garden.example.com>")
    with pytest.raises(BadHeader):
        evergreen(unsubscribe_url=f"https://functions.example.net/{words}")


@pytest.mark.parametrize(
    "title", ["{{7*7}}", "{{config}}", "{% include 'confirm.txt' %}", "{{ self.__init__ }}"]
)
def test_c21_s14_a_template_in_a_title_stays_words(title):
    mail = evergreen([NOTE | {"title": title, "mail_html": Markup("<p>{{7*7}} {{config}}</p>")}])

    assert title in parsed(mail)["Subject"]
    assert title in text_of(mail)
    assert title in html_of(mail).replace("&#39;", "'")
    assert "{{7*7}} {{config}}" in text_of(mail)
    assert "49" not in text_of(mail)


def test_n73_markup_in_a_title_is_escaped_in_html_and_literal_in_text():
    title = '<img src=x onerror=1> & "q"'
    mail = evergreen([NOTE | {"title": title}])

    assert title in text_of(mail)
    assert title in parsed(mail)["Subject"]
    assert "<img src=x" not in html_of(mail)
    assert "&lt;img src=x onerror=1&gt; &amp; &#34;q&#34;" in html_of(mail)


def test_html_that_nobody_sanitised_is_sanitised_here():
    hostile = "<p>seen</p><script>alert(1)</script></div></td></table><div style='display:none'>"
    mail = evergreen([NOTE | {"mail_html": hostile}])

    assert "<p>seen</p></div>" in html_of(mail)
    assert "alert" not in html_of(mail) + text_of(mail)
    assert html_of(mail).count("</table>") == 3  # the frame, and how the note grew


def test_s14_no_template_is_ever_made_of_data():
    modules = [*(ROOT / "shared").rglob("*.py"), *(ROOT / "functions").rglob("*.py")]
    offenders = [
        f"{path.name}:{node.lineno}"
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "from_string"
    ] + [
        path.name
        for path in (ROOT / "templates" / "mail").iterdir()
        if re.search(r"\|\s*safe\b|autoescape", path.read_text(encoding="utf-8"))
    ]

    assert offenders == []


def test_c21_s14_templates_reach_no_object_of_the_program():
    assert rendering.environment().globals == {}
    assert rendering.environment().sandboxed
