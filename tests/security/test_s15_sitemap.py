"""S15: the sitemap and the live check go to the configured site, and nowhere that it leads them."""

import asyncio
import socket
from collections.abc import Callable, Generator
from ipaddress import ip_address

import pytest

from shared.newsletter.pages import sitemap
from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher, is_public
from shared.newsletter.pages.sitemap import NoSitemap, Sitemap, read_sitemap
from tests.support.site import Site, site

INNER = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "::",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
]
# Spellings that resolvers take for this machine or its neighbours.
SPELLINGS = ["2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "017700000001"]


@pytest.fixture
def served() -> Generator[Site]:
    with site() as shown:
        yield shown


@pytest.fixture
def leads_to(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Let every name resolve to these addresses in turn, as a rebinding server does."""

    def rebind(*addresses: str) -> list[str]:
        asked: list[str] = []

        async def resolve(self, host: str, port: int, **_: object) -> list[object]:
            address = addresses[min(len(asked), len(addresses) - 1)]
            asked.append(host)
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

        monkeypatch.setattr(asyncio.SelectorEventLoop, "getaddrinfo", resolve)
        return asked

    return rebind


def get(url: str, *, is_private: bool = False) -> tuple[int, str]:
    async def ask() -> tuple[int, str]:
        async with fetcher(seconds=5) as client:
            return await fetch(client, url, limit=1000, is_private=is_private)

    with asyncio.Runner() as runner:
        return runner.run(ask())


def read(url: str) -> Sitemap:
    with asyncio.Runner() as runner:
        return runner.run(read_sitemap(url))


@pytest.mark.parametrize("address", INNER)
def test_s15_a_name_that_leads_into_a_private_network_is_refused(
    served: Site, leads_to, address: str
):
    leads_to(address)
    port = served.url.rpartition(":")[2]

    assert not is_public(ip_address(address))
    with pytest.raises(
        NotFetched, match="on a private network; if that is right, set SITE_NETWORK"
    ):
        get(f"http://garden.example:{port}/")
    assert served.asked == []


@pytest.mark.parametrize("host", SPELLINGS)
def test_s15_another_spelling_of_this_machine_is_refused(served: Site, host: str):
    port = served.url.rpartition(":")[2]

    with pytest.raises(NotFetched):
        get(f"http://{host}:{port}/")
    assert served.asked == []


def test_s15_a_name_is_resolved_once_and_the_address_found_is_connected_to(served: Site, leads_to):
    served.pages["/"] = "here"
    asked = leads_to("127.0.0.1", "192.0.2.1")
    port = served.url.rpartition(":")[2]

    assert get(f"http://garden.example:{port}/", is_private=True) == (200, "here")
    assert asked == ["garden.example"]


def test_the_next_address_of_a_name_is_tried_where_nobody_listens_at_the_first(
    served: Site, monkeypatch
):
    async def resolve(self, host: str, port: int, **_: object) -> list[object]:
        both = ((socket.AF_INET6, "::1"), (socket.AF_INET, "127.0.0.1"))
        return [(family, socket.SOCK_STREAM, 6, "", (each, port)) for family, each in both]

    monkeypatch.setattr(asyncio.SelectorEventLoop, "getaddrinfo", resolve)
    served.pages["/"] = "here"

    assert get(served.url.replace("127.0.0.1", "localhost") + "/") == (200, "here")


def test_s15_one_public_address_beside_a_private_one_is_not_enough(monkeypatch):
    async def resolve(self, host: str, port: int, **_: object) -> list[object]:
        both = ("198.41.0.4", "10.0.0.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in both]

    monkeypatch.setattr(asyncio.SelectorEventLoop, "getaddrinfo", resolve)

    with pytest.raises(NotFetched, match=r"is at 10\.0\.0\.1"):
        get("http://garden.example/")


@pytest.mark.parametrize(
    "url", ["ftp://garden.example/", "file:///etc/passwd", "http://a@127.0.0.1/"]
)
def test_s15_what_is_no_address_of_a_page_is_not_asked(url: str):
    with pytest.raises(NotFetched, match="cannot be fetched"):
        get(url)


def test_s15_a_proxy_of_the_environment_is_not_asked(served: Site, monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    served.pages["/"] = "here"

    assert get(f"{served.url}/") == (200, "here")


LISTED = "<urlset><url><loc>{}/oak/</loc></url></urlset>"
NAMED = "<sitemapindex><sitemap><loc>{}</loc></sitemap></sitemapindex>"


def test_an_index_of_sitemaps_is_followed_within_the_site(served: Site):
    served.pages["/sitemap.xml"] = NAMED.format(f"{served.url}/en.xml")
    served.pages["/en.xml"] = LISTED.format(served.url)

    assert read(served.url).lists(f"{served.url}/oak/")


def test_s15_an_index_does_not_lead_out_of_the_site(served: Site):
    with site() as canary:
        elsewhere = canary.url.replace("127.0.0.1", "localhost")
        names = [f"{canary.url}/x", f"{elsewhere}/x", served.url.replace("//", "//x@") + "/x"]
        inner = "".join(f"<loc>{name}</loc>" for name in (*names, "file:///etc/passwd", "//x", ""))
        served.pages["/sitemap.xml"] = f"<sitemapindex>{inner}</sitemapindex>"

        with pytest.raises(NoSitemap, match="lists no page"):
            read(served.url)
        assert canary.asked == []


def test_s15_a_sitemap_that_is_elsewhere_is_not_followed_there(served: Site):
    with site() as canary:
        served.redirects["/sitemap.xml"] = f"{canary.url}/sitemap.xml"

        with pytest.raises(NoSitemap, match="answers 302"):
            read(served.url)
        assert canary.asked == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no sitemap at all",
        "<loc>" * 100_000,
        "<loc>http://[</loc><loc>http://a\u2100b/</loc>",
        "<sitemapindex><loc>http://[</loc>",
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><loc>&b;' * 9_000,
    ],
)
def test_s15_what_is_no_sitemap_lists_no_page(served: Site, text: str):
    served.pages["/sitemap.xml"] = text

    with pytest.raises(NoSitemap):
        read(served.url)


def test_s15_of_a_huge_sitemap_only_the_beginning_is_read(served: Site, monkeypatch):
    monkeypatch.setattr(sitemap, "LIMIT", 10_000)
    served.pages["/sitemap.xml"] = LISTED.format(served.url) + "<loc>x</loc>" * 500_000

    assert len(read(served.url).pages) == 2


def test_s15_an_index_of_many_is_read_in_part(served: Site, monkeypatch):
    monkeypatch.setattr(sitemap, "MOST", 3)
    names = "".join(f"<loc>{served.url}/{number}.xml</loc>" for number in range(50))
    served.pages["/sitemap.xml"] = f"<sitemapindex>{names}</sitemapindex>"
    served.pages |= {f"/{number}.xml": LISTED.format(served.url) for number in range(50)}

    assert read(served.url).lists(f"{served.url}/oak/")
    assert len(served.asked) == 4


def test_a_sitemap_that_takes_too_long_is_given_up(served: Site, monkeypatch):
    monkeypatch.setattr(sitemap, "DEADLINE", 0.0)

    with pytest.raises(NoSitemap, match="took too long"):
        read(served.url)


@pytest.mark.parametrize(
    "url", ["/Oak", "/Oak/", "/Oak.html", "/Oak/index.html", "/%4Fak", "/Oak/?x=1#y"]
)
def test_a_page_is_in_the_sitemap_however_its_address_is_written(url: str):
    found = Sitemap()
    sitemap.take(found, ["https://garden.example/Oak/", "https://garden.example/x%CC%81"])

    assert found.lists(f"https://garden.example{url}")
    assert not found.lists("https://garden.example/oak")
    assert not found.lists(f"https://other.example{url}")
