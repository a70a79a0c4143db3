"""The pasted form in a browser: on a page that was loaded, and on one that a script exchanged."""

import pytest

from tests.support.browsing import a_browser
from tests.support.documents import ROOT
from tests.support.foreign_vault import Vault

pytestmark = pytest.mark.browser

# What Quartz's navigation does: fetch the next page, and put its body in the place of this one.
SOFT = """
addEventListener("click", async event => {
  const link = event.target.closest("a")
  if (!link) return
  event.preventDefault()
  const text = await (await fetch(link.href)).text()
  history.pushState({}, "", link.href)
  document.body.replaceWith(new DOMParser().parseFromString(text, "text/html").body)
})
"""
PAGE = "<!doctype html><html><head>{script}</head><body><h1>{name}</h1>{link}{form}</body></html>"


def test_the_form_subscribes_a_reader_also_after_the_page_was_exchanged(vault: Vault, db):
    form = (ROOT / "docs" / "keep-your-generator" / "form.html").read_text("utf-8")
    form = form.replace("https://letters.example.com", vault.functions_url)
    link = '<a href="/second/">on</a>'
    script = f"<script>{SOFT}</script>"
    vault.site.pages |= {
        "/": PAGE.format(script=script, name="First", link=link, form=form),
        "/second/": PAGE.format(script="", name="Second", link="", form=form),
    }
    with a_browser() as browser:
        page = browser.new_page()
        page.goto(f"{vault.site.url}/")
        page.get_by_text("on", exact=True).click()
        page.get_by_role("heading", name="Second").wait_for()
        page.get_by_label("One letter").fill("ada@example.org")
        page.get_by_role("button", name="Subscribe").click()
        page.get_by_role("heading", name="Look into your inbox").wait_for()

    assert db.execute("select email, status from subscribers").fetchall() == [
        {"email": "ada@example.org", "status": "pending"}
    ]
