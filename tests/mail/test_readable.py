"""What only the wire has to read is shown as people write it."""

import pytest

from functions.web.masking import mask
from shared.mail.readable import host_of, readable


@pytest.mark.parametrize(
    ("domain", "shown"),
    [
        ("example.com", "example.com"),
        ("xn--r8jz45g.jp", "例え.jp"),
        ("mail.xn--bcher-kva.example", "mail.bücher.example"),
        ("xn--fa-hia.test", "faß.test"),
        ("xn--a.example", "xn--a.example"),
        ("xn--.example", "xn--.example"),
        (f"xn--{'a' * 300}", f"xn--{'a' * 300}"),
    ],
)
def test_a_domain_is_shown_as_it_is_written(domain: str, shown: str) -> None:
    assert readable(domain) == shown


def test_an_address_that_a_page_shows_has_its_own_letters() -> None:
    assert mask("eva@xn--r8jz45g.jp") == "e***@例え.jp"


def test_so_has_the_host_of_a_garden() -> None:
    assert host_of("https://xn--bcher-kva.example:8000/moss") == "bücher.example"
    assert host_of("nowhere") == "nowhere"
