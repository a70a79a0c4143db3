"""Whose network a request is counted for, with no, one or two proxies of the gardener's."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from functions.web.client import client_network

PROXY = "10.0.0.2"
READER = "203.0.113.7"
NETWORK = "203.0.113.0/24"
FORGED = "198.51.100.1"


def network(hops: int, *passed: str, peer: str | None = PROXY) -> str | None:
    settings = SimpleNamespace(trusted_proxy_hops=hops)
    scope = {
        "type": "http",
        "headers": [(b"x-forwarded-for", line.encode("latin-1")) for line in passed],
        "client": (peer, 50000) if peer else None,
        "app": SimpleNamespace(state=SimpleNamespace(settings=settings)),
    }
    return client_network(Request(scope))


@pytest.mark.parametrize(
    ("hops", "passed", "is_in"),
    [
        (0, [FORGED], "10.0.0.0/24"),
        (0, [], "10.0.0.0/24"),
        (1, [READER], NETWORK),
        (1, [f"{FORGED}, {READER}"], NETWORK),
        (1, [FORGED, READER], NETWORK),
        (1, [f" {READER} "], NETWORK),
        (1, [f"{READER}:51234"], NETWORK),
        (1, ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        (1, ["[2001:db8:1:2:3:4:5:6]:443"], "2001:db8:1:2::/64"),
        (1, [f"::ffff:{READER}"], NETWORK),
        (2, [f"{FORGED}, {READER}, 192.0.2.9"], NETWORK),
        # What cannot be right counts for the proxy, where it is capped, and never for nobody.
        (1, [], "10.0.0.0/24"),
        (2, [READER], "10.0.0.0/24"),
        (1, ["unknown"], "10.0.0.0/24"),
        (1, ["127.0.0.1"], "10.0.0.0/24"),
        (1, [f"{READER},"], "10.0.0.0/24"),
    ],
)
def test_the_network_is_what_the_last_trusted_hop_has_seen(hops, passed, is_in):
    assert network(hops, *passed) == is_in


def test_two_neighbours_of_one_64_are_one_network():
    assert network(1, "2001:db8::1") == network(1, "2001:db8::ffff:ffff:ffff:ffff")
    assert network(1, "2001:db8::1") != network(1, "2001:db8:0:1::1")


@given(
    st.integers(0, 3), st.lists(st.text(st.characters(max_codepoint=255), max_size=30), max_size=3)
)
def test_no_header_makes_an_error_or_a_request_of_nobody(hops: int, passed: list[str]):
    assert network(hops, *passed) is not None
