"""Read one environment variable each: what it may say, and how a wrong one is refused."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Literal
from urllib.parse import urlsplit

from shared.loopback import is_loopback, is_on_this_machine, is_private, leaves_this_machine

LogFormat = Literal["text", "json"]
Network = Literal["public", "private"]

MINIMUM_KEY_LENGTH = 32

# Only enough to catch a slip; shared.mail.address reads the address itself.
SENDER = re.compile(r"[^<>]*[^<>\s][^<>]*<[^<>@\s]+@[^<>@\s.]+(\.[^<>@\s.]+)+>")


# An envelope's local part has 64 characters, and the mark of a mail takes 33 of them.
BOUNCES = re.compile(r"[A-Za-z0-9._-]{0,31}@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}")
TOPIC = re.compile(r"arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]+")


class BadSettings(ValueError):
    """A setting is missing or unusable; the text names it and the remedy, and shows no secret."""

    @property
    def public(self) -> str:
        """The text, for a job that failed over it."""
        return str(self)


def required(env: Mapping[str, str], name: str) -> str:
    """Return a variable that must be set."""
    value = env.get(name, "").strip()
    if not value:
        raise BadSettings(f"{name} is not set. docs/settings.md says what it is for; set it.")
    return value


def base_url(name: str, value: str) -> str:
    """Return an absolute http(s) address without a trailing slash."""
    try:
        parts = urlsplit(value.strip())
        is_whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a bracket too many, or a port that is none
        parts, is_whole = urlsplit(""), False
    if parts.username is not None:  # what stands there may be a password: it is not repeated
        raise BadSettings(f"{name} holds a user; leave out user, query and fragment.")
    if not is_whole:
        raise BadSettings(f"{name} is {value!r}; write it in full, as https://garden.example.com.")
    if parts.query or parts.fragment:
        raise BadSettings(f"{name} is {value!r}; leave out user, query and fragment.")
    return value.strip().rstrip("/")


def deliberate(database_url: str) -> str:
    """Return a connection string that says how the way to another machine is protected.

    Without sslmode libpq takes TLS if it is offered, and whoever sits in between can see to it that
    it is not.
    """
    if "sslmode=" in database_url or is_on_this_machine(database_url):
        return database_url
    raise BadSettings(
        "DATABASE_URL leads to another machine and does not say sslmode. Add sslmode=verify-full, "
        "or, in a network that is yours alone, sslmode=disable."
    )


def refuse_local_links(site_url: str, functions_url: str, mail_url: str) -> None:
    """Never mail links that only this machine can open to somebody on another."""
    if not leaves_this_machine(mail_url):
        return
    for name, url in (("SITE_URL", site_url), ("FUNCTIONS_URL", functions_url)):
        if is_loopback(urlsplit(url).hostname or ""):
            raise BadSettings(
                f"{name} is {url}, which only this machine can open, but MAIL_URL sends real mail. "
                f"Set {name} to its public address."
            )
        if is_private(urlsplit(url).hostname or ""):
            raise BadSettings(
                f"{name} is {url}, which only your own network can open, but MAIL_URL sends real "
                f"mail. Set {name} to its public address."
            )
    if not functions_url.startswith("https://"):
        raise BadSettings(
            f"FUNCTIONS_URL is {functions_url}, but MAIL_URL sends real mail, and mail programs "
            "unsubscribe by https alone (RFC 8058). Serve the functions by https."
        )


def sender(value: str) -> str:
    """Return the sender of every mail: a name and an address, as `The gardener <a@b.example>`."""
    if not SENDER.fullmatch(value.strip()):
        raise BadSettings(
            f"MAIL_FROM is {value!r}; write it with a name, as "
            "The gardener <letters@garden.example.com>."
        )
    return value.strip()


def per_second(value: str | None) -> float | None:
    """Read how many letters may leave in a second: a number, or none for no limit.

    Nothing said leaves it to what the mail service is known to take; no limit is a 0.
    """
    text = (value or "").strip().lower()
    if text in ("", "none"):
        return 0.0 if text else None
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", text) or not float(text):
        raise BadSettings(f"MAIL_PER_SECOND is {text!r}; write it as 14, 0.5 or none.")
    return float(text)


def per_day(value: str | None) -> int | None:
    """Read how many mails may leave in a day: a number, or none for no limit, which is a 0."""
    text = (value or "").strip().lower()
    if text in ("", "none"):
        return 0 if text else None
    if not re.fullmatch("[0-9]{1,9}", text) or not int(text):
        raise BadSettings(f"MAIL_PER_DAY is {text!r}; write it as 200 or none.")
    return int(text)


def secret_keys(value: str) -> tuple[str, ...]:
    """Split a comma-separated list of keys, newest first."""
    keys = tuple(key.strip() for key in value.split(",") if key.strip())
    if not keys or any(len(key) < MINIMUM_KEY_LENGTH for key in keys):
        raise BadSettings(
            f"SECRET_KEY needs at least {MINIMUM_KEY_LENGTH} characters in every key. Make one: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
        )
    return keys


def bearer(env: Mapping[str, str]) -> str | None:
    """Return the bearer that `announce` must show, or None: then nobody may announce."""
    token = env.get("ANNOUNCE_TOKEN", "").strip()
    if token and len(token) < MINIMUM_KEY_LENGTH:
        raise BadSettings(f"ANNOUNCE_TOKEN needs at least {MINIMUM_KEY_LENGTH} characters.")
    return token or None


def bounce_address(env: Mapping[str, str]) -> str | None:
    """Return where mail that comes back arrives: a mailbox that takes +tags, or a whole domain."""
    value = env.get("BOUNCE_ADDRESS", "").strip()
    if value and not BOUNCES.fullmatch(value):
        raise BadSettings(
            f"BOUNCE_ADDRESS is {value!r}; write it as bounces@garden.example.com, with at most 31 "
            "characters before the @, or as @bounces.example.com for a domain of its own."
        )
    return value or None


def bounce_token(env: Mapping[str, str]) -> str | None:
    """Return the secret of who brings bounces, or None: then nobody may."""
    token = env.get("BOUNCE_TOKEN", "").strip()
    if token and len(token) < MINIMUM_KEY_LENGTH:
        raise BadSettings(f"BOUNCE_TOKEN needs at least {MINIMUM_KEY_LENGTH} characters.")
    return token or None


def sns_topics(env: Mapping[str, str]) -> tuple[str, ...]:
    """Split the comma-separated list of SNS topics that are listened to."""
    listed = env.get("SNS_TOPICS", "").split(",")
    topics = tuple(topic.strip() for topic in listed if topic.strip())
    if not all(TOPIC.fullmatch(topic) for topic in topics):
        raise BadSettings(
            "SNS_TOPICS names something that is no topic; write each as "
            "arn:aws:sns:eu-west-1:123456789012:bounces, with commas between them."
        )
    return topics


def hold(value: str | None, *, default: timedelta) -> timedelta:
    """Read how long a notification waits, so that it can still be cancelled: 90, 90s, 10m, 2h."""
    text = (value or "").strip()
    if not text:
        return default
    unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1])
    number = text[:-1] if unit else text
    if not re.fullmatch("[0-9]{1,6}", number):
        raise BadSettings(f"ANNOUNCE_HOLD is {text!r}; write it as 90s, 10m or 2h.")
    return timedelta(seconds=int(number) * (unit or 1))


def proxy_hops(value: str | None) -> int:
    """Read how many proxies of the gardener's own add to X-Forwarded-For before us."""
    text = (value or "").strip() or "0"
    if not re.fullmatch("[0-9]", text):
        raise BadSettings(
            f"TRUSTED_PROXY_HOPS is {text!r}; write how many proxies of yours are in front, as 1."
        )
    return int(text)


def network(value: str | None) -> Network:
    """Read on what network the site is, seen from the functions."""
    match (value or "public").strip():
        case "public":
            return "public"
        case "private":
            return "private"
        case other:
            raise BadSettings(f"SITE_NETWORK is {other!r}; write it as public or private.")


def log_format(value: str | None) -> LogFormat:
    """Read how the log is written: lines for people, or one JSON object each."""
    match (value or "").strip().lower():
        case "" | "text":
            return "text"
        case "json":
            return "json"
        case other:
            raise BadSettings(f"LOG_FORMAT is {other!r}; write it as text or json.")
