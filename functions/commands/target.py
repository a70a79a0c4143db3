"""The functions that `announce` talks to: where they are, their door's key, and the talking."""

import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, cast

import click

from functions.commands.database import no_garden
from functions.dev.home import Home
from shared.settings import environment
from shared.variables import base_url

TIMEOUT = 60

Answer = tuple[int, dict[str, Any]]


class NoAnswer(RuntimeError):
    """The functions cannot be reached, or somebody else answers in their place."""


@dataclass(frozen=True, slots=True)
class Target:
    """The functions to talk to, and what opens their door."""

    site_url: str
    functions_url: str
    token: str


def chosen_target(home: Home, to: str | None) -> Target:
    """Find the functions: those of --to or the environment, else the development server's."""
    env = environment()
    to = base_url("--to", to) if to else None
    given = to or env.get("FUNCTIONS_URL") or env.get("SITE_URL")
    functions_url = given or home.url()
    site_url = env.get("SITE_URL") or (to if to and not env.get("FUNCTIONS_URL") else home.url())
    token = env.get("ANNOUNCE_TOKEN")
    if not token and (home.path / "announce_token").is_file():
        token = home.secret("announce_token")
    if not token and not given:
        raise no_garden(home.path)
    if not token:
        raise click.UsageError(
            f"ANNOUNCE_TOKEN is not set, and `dev` has not made one in {home.path}. "
            "Set it to the token of the functions, or say --data."
        )
    return Target(
        base_url("SITE_URL", site_url), base_url("FUNCTIONS_URL", functions_url), token.strip()
    )


def post(
    target: Target, manifest: dict[str, object], *, dry_run: bool, confirm: str | None = None
) -> Answer:
    """Send the manifest and return status and answer.

    Raises:
        NoAnswer: with a sentence for people.

    """
    query = {"dry_run": "1"} if dry_run else {}
    query |= {"confirm": confirm} if confirm else {}
    return asked(target, f"/garden/announce?{urllib.parse.urlencode(query)}", manifest)


def asked(target: Target, path: str, document: dict[str, object]) -> Answer:
    """Send JSON to a path of the functions and return status and answer.

    Raises:
        NoAnswer: with a sentence for people.

    """
    request = urllib.request.Request(  # noqa: S310 - the gardener's own address
        f"{target.functions_url}{path}",
        data=json.dumps(document).encode(),
        headers={
            "Authorization": f"Bearer {target.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        },
    )
    try:
        with urllib.request.build_opener(Straight).open(request, timeout=TIMEOUT) as response:
            return response.status, as_object(target, response.read())
    except urllib.error.HTTPError as error:
        return error.code, as_object(target, error.read())
    except (OSError, HTTPException) as error:
        raise NoAnswer(
            f"{target.functions_url} does not answer: {reason(error)}. Is `dev` running "
            "there, or is --to right?"
        ) from None


class Straight(urllib.request.HTTPRedirectHandler):
    """Follow no redirect: the token is for one address only, and a POST would become a GET."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Say where it led."""
        del fp, code, msg, headers
        parts = urllib.parse.urlsplit(newurl)
        raise NoAnswer(
            f"{req.host} sends us on to {parts.scheme}://{parts.netloc}. "
            "If that is where the functions are, say so with --to."
        )


def reason(error: Exception) -> str:
    """Return why a connection failed, without Python's wrapping."""
    inner = getattr(error, "reason", None)
    found = inner if isinstance(inner, Exception) else error
    return (getattr(found, "strerror", None) or str(found) or type(found).__name__).rstrip(".")


def as_object(target: Target, body: bytes) -> dict[str, Any]:
    """Return the JSON object of an answer."""
    try:
        answer: object = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise NoAnswer(f"What answers at {target.functions_url} is not Thistledown. Is --to right?")
    return cast("dict[str, Any]", answer)
