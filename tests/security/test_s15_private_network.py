"""S15: a garden whose name leads into a private network is read only where SITE_NETWORK says so."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.support.garden import running
from tests.support.rows import one
from tests.support.site import Site

NAME = "garden.test"


@pytest.mark.parametrize(("network", "letters"), [("public", 0), ("private", 1)])
def test_s15_the_live_check_follows_a_name_into_a_private_network_only_if_it_may(
    database: str, db, site: Site, tmp_path: Path, monkeypatch, network: Any, letters: int
):
    known = asyncio.SelectorEventLoop.getaddrinfo

    async def resolve(self, host: str, port: int, **more: Any) -> Any:
        if host != NAME:
            return await known(self, host, port, **more)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.SelectorEventLoop, "getaddrinfo", resolve)
    site.url = site.url.replace("127.0.0.1", NAME)
    with running(database, site, tmp_path / "mail", site_network=network) as garden:
        garden.confirmed_reader("ada@example.org")
        garden.show(site.note("oak"))
        garden.show(site.note("oak", "evergreen"))
        garden.tick()

        assert len(garden.inbox()) == letters
        assert len(site.asked) == letters
    waiting = one(db, "select status from background_jobs where kind = 'newsletter.announce'")
    assert waiting == ("succeeded" if letters else "pending")
