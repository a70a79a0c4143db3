"""Every mail and page on the narrowest telephone: all of it fits, and a finger finds it."""

import pytest
from playwright.sync_api import Browser

from tests.support.pictures import NARROWEST, Window, faults
from tests.support.seen_documents import documents

pytestmark = pytest.mark.browser


def test_every_mail_and_page_fits_the_narrowest_telephone_and_a_finger(browser: Browser, tmp_path):
    window = Window(browser, NARROWEST, "light")
    complaints: list[str] = []
    window.page.on("console", lambda message: complaints.append(message.text))
    found = {
        f"{one.name} {one.language}": wrong
        for one in documents(tmp_path)
        # Chinese may end a line anywhere; `bin/screenshots` looks at both.
        if one.language == "en" and (wrong := faults(window.open(one)))
    }

    assert found == {}
    assert [one for one in complaints if "Content Security Policy" in one] == []
