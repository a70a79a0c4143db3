"""What holds for each kind of mail that there is, so that none can be forgotten."""

import re
from urllib.parse import urlsplit

import pytest

from shared.mail.languages import LANGUAGES
from tests.support.documents import ROOT
from tests.support.letters import FUNCTIONS, GARDEN, LETTERS, SNAPSHOTS, evergreen, html_of, text_of

MAILS = ROOT / "templates" / "mail"
KINDS = sorted({path.name.partition(".")[0] for path in MAILS.glob("[a-z]*.txt")})

LINK = re.compile(r"https?://[^\s<>\"，。）]+")


@pytest.mark.parametrize("kind", KINDS)
def test_n16_every_kind_of_mail_is_kept_as_it_reads_in_every_language(kind: str):
    for language in LANGUAGES:
        name = f"{kind}.{language}"
        assert name in LETTERS
        assert (SNAPSHOTS / f"{name}.txt").is_file()
        assert (SNAPSHOTS / f"{name}.html").is_file()


def test_n16_the_headers_of_bulk_mail_stand_in_the_kept_letters():
    """They vanished unnoticed elsewhere, in a tidying-up: here a letter without them differs."""
    for path in SNAPSHOTS.glob("evergreen.*.txt"):
        head = path.read_text("utf-8").partition("\n\n")[0]
        names = {line.partition(":")[0] for line in head.splitlines()}
        assert names >= {"List-Unsubscribe", "List-Unsubscribe-Post", "List-Id"}, path.name


def test_n15_the_way_out_is_absolute_and_where_the_functions_are():
    head = re.sub(r"\r\n[ \t]", " ", evergreen().content.partition(b"\r\n\r\n")[0].decode())
    [value] = re.findall(r"(?m)^List-Unsubscribe: <([^>]+)>", head)

    assert urlsplit(value).scheme == "https"
    assert f"https://{urlsplit(value).netloc}" == FUNCTIONS


@pytest.mark.parametrize("name", LETTERS)
def test_n70_what_has_a_token_leads_to_the_functions_and_all_else_to_the_garden(name: str):
    mail = LETTERS[name]()
    for part in (text_of(mail), html_of(mail)):
        for link in LINK.findall(part):
            home = FUNCTIONS if "token=" in link else GARDEN
            assert link.startswith(home), link
