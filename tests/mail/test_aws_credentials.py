"""The credentials of a role, from where a container or a machine has them."""

import asyncio
import json
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx2
import pytest

from shared.mail.aws_credentials import NoCredentials, Wallet, find
from shared.mail.aws_signature import Credentials

LATER = (datetime.now(UTC) + timedelta(hours=6)).strftime("%Y-%m-%dT%H:%M:%SZ")
TOLD = {"AccessKeyId": "key", "SecretAccessKey": "secret", "Token": "t", "Expiration": LATER}


class Endpoint(BaseHTTPRequestHandler):
    """What is next door to a container, and what is next door to a machine."""

    def do_PUT(self) -> None:
        self.say("a session" if "X-aws-ec2-metadata-token-ttl-seconds" in self.headers else "")

    def do_GET(self) -> None:
        at_home = self.headers.get("X-aws-ec2-metadata-token") == "a session"
        if self.path == "/container" and self.headers.get("Authorization") == "let me in":
            self.say(json.dumps(TOLD))
        elif at_home and self.path.endswith("/security-credentials/"):
            self.say("gardener\n")
        elif at_home and self.path.endswith("/security-credentials/gardener"):
            self.say(json.dumps(TOLD))
        else:
            self.send_error(401)

    def say(self, text: str) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@contextmanager
def endpoint() -> Generator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Endpoint) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def found(**env: str) -> Credentials:
    async def ask() -> Credentials:
        async with httpx2.AsyncClient() as client:
            return await find(client, env)

    return asyncio.run(ask())


def test_a_key_in_the_environment_comes_first():
    one = found(AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b", AWS_SESSION_TOKEN="c")

    assert (one.key_id, one.secret, one.token, one.expires_at) == ("a", "b", "c", None)


def test_a_container_asks_next_door(tmp_path):
    (tmp_path / "token").write_text("let me in\n")
    with endpoint() as url:
        by_file = found(
            AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{url}/container",
            AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=str(tmp_path / "token"),
        )
        by_word = found(
            AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{url}/container",
            AWS_CONTAINER_AUTHORIZATION_TOKEN="let me in",
        )

    assert by_file == by_word
    assert (by_file.key_id, by_file.token) == ("key", "t")
    assert by_file.expires_at is not None


def test_a_machine_shows_its_role_to_who_asks_for_a_session_first():
    with endpoint() as url:
        one = found(AWS_EC2_METADATA_SERVICE_ENDPOINT=url)

    assert (one.key_id, one.secret) == ("key", "secret")


@pytest.mark.parametrize(
    "env",
    [
        {"AWS_EC2_METADATA_DISABLED": "true"},
        {"AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:9"},
        {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://elsewhere.example/credentials"},
        {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://10.0.0.9/credentials"},
        {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:9/credentials"},
    ],
)
def test_a_process_without_a_role_is_told_what_to_do(env):
    with pytest.raises(NoCredentials, match="ses:SendEmail"):
        found(**env)


def test_credentials_are_kept_until_shortly_before_they_are_over(monkeypatch):
    soon = Credentials("old", "s", None, datetime.now(UTC) + timedelta(minutes=4))
    late = Credentials("good", "s", None, datetime.now(UTC) + timedelta(minutes=30))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "new")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s")

    async def kept(one: Credentials) -> str:
        async with httpx2.AsyncClient() as client:
            return (await Wallet(one).credentials(client)).key_id

    assert asyncio.run(kept(late)) == "good"
    assert asyncio.run(kept(soon)) == "new"
