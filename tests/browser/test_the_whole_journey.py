"""From a note in the garden to a letter in the inbox, and out again, without JavaScript."""

import pytest
from playwright.sync_api import Page

from tests.support.dev_server import Dev, until

pytestmark = pytest.mark.browser


def letter_in_the_inbox(page: Page, subject: str) -> Page:
    """Look into the inbox until a letter is there, and open it."""

    def arrived() -> bool:
        page.goto("/".join([*page.url.split("/")[:3], "_dev/mail"]))
        return page.get_by_text(subject).count() > 0

    until(arrived, seconds=30)
    page.get_by_text(subject).first.click()
    return page


def follow(letter: Page, link: str) -> Page:
    """Press a link of the letter, which opens a page of its own."""
    letter.bring_to_front()
    with letter.context.expect_page() as opened:
        letter.frame_locator("iframe").get_by_role("link", name=link, exact=True).click()
    return opened.value


def test_a_reader_subscribes_confirms_is_told_once_and_leaves(dev: Dev, reader):
    ada = reader()
    page = ada.open("/")
    page.get_by_role("link", name="Maybe sent").first.click()
    page.locator("#email").fill("ada@example.org")
    page.get_by_role("button", name="Subscribe").click()
    assert "inbox" in page.get_by_role("heading").first.inner_text().lower()

    question = follow(letter_in_the_inbox(page, "Please confirm"), "Yes, send me the letters")
    assert question.get_by_role("button").count() == 1
    question.get_by_role("button").click()
    question.get_by_role("heading", name="You are subscribed").wait_for()

    note = dev.site / "notes" / "maybe-sent.md"
    told = note.read_text("utf-8").replace("maturity: budding", "maturity: evergreen", 1)
    note.write_text(told, "utf-8")
    announced = dev.run("announce", "--site", str(dev.site))
    again = dev.run("announce", "--site", str(dev.site))
    assert "One letter to 1 confirmed reader, now." in announced.stdout
    assert "nobody is told anything" in again.stdout

    letter = letter_in_the_inbox(page, "Maybe sent")
    grown = follow(letter, "Read it in the garden")
    assert grown.url == f"{dev.url}/maybe-sent/"
    leaving = follow(letter, "Unsubscribe")
    leaving.get_by_role("button", name="Unsubscribe").click()
    leaving.get_by_role("heading", name="You are unsubscribed").wait_for()

    assert "0 confirmed, 0 unconfirmed, 1 unsubscribed" in dev.run("status").stdout
    assert "1 reader = 1 sent + 0 skipped + 0 failed + 0 waiting" in dev.run("status").stdout
    assert len(list((dev.data / "mail" / "new").iterdir())) == 2
    assert ada.complaints == []
    assert ada.strangers == []
