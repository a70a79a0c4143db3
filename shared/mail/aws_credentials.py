"""Whose credentials a process on AWS has: those of its role, which change every few hours.

Looked for where the SDKs look first: the environment (Lambda, a shell), the endpoint of a container
(ECS, EKS), the metadata of a machine (EC2, by IMDSv2). Files in a home folder are not read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from shared.loopback import is_loopback
from shared.mail.aws_signature import Credentials
from shared.settings import environment

if TYPE_CHECKING:
    from httpx2 import AsyncClient

CONTAINER = "http://169.254.170.2"
CONTAINERS = {ip_address(one) for one in ("169.254.170.2", "169.254.170.23", "fd00:ec2::23")}
MACHINE = "http://169.254.169.254"
ROLES = "/latest/meta-data/iam/security-credentials/"
PATIENCE = 2.0  # seconds for each question to an endpoint that is next door
EARLY = timedelta(minutes=5)


class NoCredentials(Exception):
    """This process has no role and no key; the text says what to do about it."""


@dataclass(slots=True)
class Wallet:
    """The credentials of a process, kept until shortly before they are over."""

    kept: Credentials | None = None

    async def credentials(self, client: "AsyncClient") -> Credentials:
        """Return credentials that hold for some minutes yet.

        Raises:
            NoCredentials: none were found.

        """
        if self.kept is None or is_nearly_over(self.kept):
            self.kept = await find(client, environment())
        return self.kept

    def forget(self) -> None:
        """Look anew the next time: these were refused as over."""
        self.kept = None


def is_nearly_over(one: Credentials) -> bool:
    """Tell whether credentials end so soon that a new look is due."""
    return one.expires_at is not None and one.expires_at - datetime.now(UTC) < EARLY


async def find(client: "AsyncClient", env: Mapping[str, str]) -> Credentials:
    """Return the credentials of the first place that has some."""
    import httpx2

    key_id, secret = env.get("AWS_ACCESS_KEY_ID"), env.get("AWS_SECRET_ACCESS_KEY")
    if key_id and secret:
        return Credentials(key_id, secret, env.get("AWS_SESSION_TOKEN") or None)
    try:
        if url := container(env):
            return read(await ask(client, url, {"Authorization": bearer(env)}))
        if env.get("AWS_EC2_METADATA_DISABLED", "").lower() != "true":
            return await of_the_machine(client, env.get("AWS_EC2_METADATA_SERVICE_ENDPOINT"))
    except (httpx2.HTTPError, OSError, ValueError, KeyError, TypeError) as error:
        raise none_found(f" ({type(error).__name__})") from None
    raise none_found()


def none_found(why: str = "") -> NoCredentials:
    """Return what to say where nothing was found."""
    return NoCredentials(
        f"no AWS credentials{why}. Give this process a role that may ses:SendEmail, or set "
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    )


def container(env: Mapping[str, str]) -> str | None:
    """Return the endpoint that a container was given; only one next door gets to see its token."""
    if path := env.get("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"):
        return CONTAINER + path
    url = env.get("AWS_CONTAINER_CREDENTIALS_FULL_URI") or None
    if url is None:
        return None
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme == "https" or is_loopback(host) or ip_address(host) in CONTAINERS:
        return url
    raise ValueError("an endpoint that is not next door")


def bearer(env: Mapping[str, str]) -> str:
    """Return what the endpoint of a container wants to see."""
    if path := env.get("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"):
        return Path(path).read_text("utf-8").strip()
    return env.get("AWS_CONTAINER_AUTHORIZATION_TOKEN", "")


async def of_the_machine(client: "AsyncClient", endpoint: str | None) -> Credentials:
    """Return the credentials of the role of this machine; a token first, or nothing is told."""
    base = (endpoint or MACHINE).rstrip("/")
    lives = {"X-aws-ec2-metadata-token-ttl-seconds": "21600"}
    answer = await client.put(f"{base}/latest/api/token", headers=lives, timeout=PATIENCE)
    answer.raise_for_status()
    token = {"X-aws-ec2-metadata-token": answer.text}
    roles = await client.get(base + ROLES, headers=token, timeout=PATIENCE)
    roles.raise_for_status()
    return read(await ask(client, base + ROLES + roles.text.split()[0], token))


async def ask(client: "AsyncClient", url: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return what an endpoint next door answers."""
    told = {name: value for name, value in headers.items() if value}
    answer = await client.get(url, headers=told, timeout=PATIENCE)
    answer.raise_for_status()
    return answer.json()


def read(told: Mapping[str, Any]) -> Credentials:
    """Return credentials as the endpoints write them."""
    over = told.get("Expiration")
    return Credentials(
        told["AccessKeyId"],
        told["SecretAccessKey"],
        told.get("Token"),
        datetime.fromisoformat(over) if over else None,
    )
