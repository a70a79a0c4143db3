"""What becomes of an address is one link away on every page that the functions answer with."""

import pytest

from tests.support.choosing import ADA, mailed
from tests.support.garden import Garden

NOTICE = "https://garden.example/privacy/?a=1&b=2"
LINK = '<a href="https://garden.example/privacy/?a=1&amp;b=2">Privacy</a>'


def announce(garden: Garden, **site: object):
    manifest = garden.site.manifest(note := garden.site.note("moss"))
    garden.site.publish(note)
    manifest["site"] |= site
    return garden.announce(manifest)


def test_every_page_with_a_form_links_to_the_notice_of_the_last_manifest(garden: Garden):
    assert announce(garden, privacy_url=NOTICE).status_code == 200
    garden.confirmed_reader(ADA)
    settings = garden.client.get("/newsletter/preferences", params={"token": mailed(garden)})
    pages = [garden.subscribe("nobody"), garden.subscribe("bo@example.org"), settings]

    assert [page.text.count(LINK) for page in pages] == [1, 1, 1]
    announce(garden)
    assert "Privacy" not in garden.subscribe("cy@example.org").text


@pytest.mark.parametrize(
    "said", ["", 7, "/privacy/", "javascript:alert(1)", "https://", "https://x.example/ a", "//x.y"]
)
def test_a_notice_that_is_no_address_is_refused_by_its_name(garden: Garden, said: object):
    answer = announce(garden, privacy_url=said)

    assert answer.status_code == 422
    assert "site.privacy_url" in answer.text
