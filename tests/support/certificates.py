"""Certificates of an authority of our own, for servers that a client may trust."""

import ssl
from dataclasses import dataclass
from pathlib import Path

import pytest
import trustme


@dataclass
class Certificates:
    """An authority of our own: `cafile` trusts it, `server` presents a name it vouches for."""

    cafile: Path
    authority: trustme.CA

    def server(self, *names: str) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.authority.issue_cert(*names).configure_cert(context)
        return context


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    authority = trustme.CA()
    cafile = tmp_path_factory.mktemp("authority") / "ca.pem"
    authority.cert_pem.write_to_path(cafile)
    return Certificates(cafile, authority)
