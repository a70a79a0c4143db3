"""An address of the network, cut down until it names no one."""

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.newsletter.readers.caps import seconds_until_the_next_hour
from shared.newsletter.records.consent import network_of


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("203.0.113.7", "203.0.113.0/24"),
        ("::ffff:203.0.113.7", "203.0.113.0/24"),
        ("64:ff9b::cb00:7107", "203.0.113.0/24"),
        ("64:ff9b::7f00:1", "127.0.0.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", None),
        ("127.9.9.9", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("testclient", None),
        ("", None),
        (None, None),
    ],
)
def test_a_network_is_a_24_or_a_64_and_this_machine_has_none(client, network):
    assert network_of(client) == network


@given(st.ip_addresses(v=4) | st.ip_addresses(network="2000::/3"))
def test_every_address_is_in_its_network(address: IPv4Address | IPv6Address):
    network = network_of(str(address))

    assert address.is_loopback if network is None else address in ip_network(network)


@given(st.text(max_size=60))
def test_anything_else_has_no_network_and_is_no_error(text: str):
    assert network_of(text) is None or "/" in str(network_of(text))


@given(st.datetimes())
def test_the_next_hour_is_at_most_an_hour_away(now):
    assert 1 <= seconds_until_the_next_hour(now) <= 3600
