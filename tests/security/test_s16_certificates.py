"""S16: a flood of forged messages has a handful of certificates fetched; genuine ones pass."""

import asyncio
import socket
import threading

import pytest

from shared.mail.notices import fetching
from shared.mail.notices.fetching import MOST_FETCHES, WITHIN, Certificates, NotFetched
from tests.support import webhooks
from tests.support.garden import running
from tests.support.webhooks import CERTIFICATE_URL, TOPIC, signer


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(clock) -> Certificates:
    return Certificates(clock)


def fetched(kept: Certificates, url: str) -> bytes | None:
    try:
        return asyncio.run(kept.certificate(url))
    except NotFetched:
        return None


def test_s16_certificates_are_fetched_once_and_only_a_few_are_kept(site, kept, clock):
    site.pages.update({f"/{n}": f"certificate {n}" for n in range(20)})
    for n in (*range(20), 19):
        clock.now += WITHIN
        found = fetched(kept, f"{site.url}/{n}")
        assert found is not None
        assert found.endswith(b"%d" % n)

    assert len(site.asked) == 20
    assert len(kept.kept) == fetching.MOST_CERTIFICATES


def test_s16_failures_are_fetches_as_well_and_a_minute_has_a_handful(site, kept, clock):
    site.pages["/genuine"] = "certificate"
    for n in range(50):
        clock.now += 0.5
        assert fetched(kept, f"{site.url}/{n}") is None

    assert len(site.asked) == MOST_FETCHES
    assert fetched(kept, f"{site.url}/genuine") is None
    clock.now += WITHIN
    assert fetched(kept, f"{site.url}/genuine") == b"certificate"


def test_s16_what_has_proven_a_message_is_not_driven_out_by_what_has_not(site, kept, clock):
    site.pages.update({f"/{n}": f"certificate {n}" for n in range(20)})
    kept.remember("ours", b"pem")
    kept.has_proven("ours")
    kept.has_proven("nobody's")
    for n in range(20):
        clock.now += WITHIN
        fetched(kept, f"{site.url}/{n}")

    assert fetched(kept, "ours") == b"pem"
    assert kept.proven == {"ours"}


@pytest.fixture
def way_out(monkeypatch):
    """Count who would go out, and let nobody."""
    asked: list[int] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def count() -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            asked.append(1)
            caller.close()

    thread = threading.Thread(target=count)
    thread.start()
    monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{listener.getsockname()[1]}")
    yield asked
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def test_s16_a_flood_of_forged_messages_has_few_fetched_and_genuine_ones_pass(
    database, site, tmp_path, monkeypatch, way_out
):
    monkeypatch.setattr(fetching, "CERTIFICATES", Certificates())
    fetching.CERTIFICATES.remember(CERTIFICATE_URL, signer().pem)
    forged = signer("evil.example").sign(webhooks.notification("{}"))
    with running(database, site, tmp_path / "mail", sns_topics=(TOPIC,)) as garden:

        def status(content: dict[str, str]) -> int:
            return garden.client.post("/newsletter/bounces/sns", json=content).status_code

        flood = {
            status({**forged, "SigningCertURL": CERTIFICATE_URL.replace("0a1b2c", f"{n:06x}")})
            for n in range(40)
        }
        genuine = status(signer().sign(webhooks.notification("{}")))

    assert flood == {503}
    assert len(way_out) == MOST_FETCHES
    assert genuine == 200
    assert fetching.CERTIFICATES.proven == {CERTIFICATE_URL}
