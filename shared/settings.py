"""What the operator decides: read once from the environment, passed down as one frozen value."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

Environment = Literal["production", "development"]

MINIMUM_KEY_LENGTH = 32

# Only enough to catch a slip; shared.mail.address reads the address itself.
SENDER = re.compile(r"[^<>]*[^<>\s][^<>]*<[^<>@\s]+@[^<>@\s.]+(\.[^<>@\s.]+)+>")


class BadSettings(ValueError):
    """A setting is missing or unusable; the text names it and the remedy, and shows no secret."""

    @property
    def public(self) -> str:
        """The text, for a job that failed over it."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Settings:
    """One frozen value for the whole process. `docs/settings.md` describes every field."""

    database_url: str
    site_url: str
    functions_url: str
    mail_url: str
    mail_from: str
    secret_key: tuple[str, ...]  # newest first; older ones still verify what they once signed
    reply_to: str | None = None
    postal_address: str | None = None
    gardener_email: str | None = None
    announce_token: str | None = None
    announce_hold: timedelta = timedelta(minutes=10)
    environment: Environment = "production"

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read the settings of a deployed Thistledown.

        Raises:
            BadSettings: naming the variable that is missing or wrong, and the remedy.

        """
        env = os.environ if environ is None else environ
        site_url = base_url("SITE_URL", required(env, "SITE_URL"))
        functions_url = base_url("FUNCTIONS_URL", env.get("FUNCTIONS_URL") or site_url)
        mail_url = required(env, "MAIL_URL")
        refuse_local_links(site_url, functions_url, mail_url)
        return cls(
            database_url=required(env, "DATABASE_URL"),
            site_url=site_url,
            functions_url=functions_url,
            mail_url=mail_url,
            mail_from=sender(required(env, "MAIL_FROM")),
            secret_key=secret_keys(required(env, "SECRET_KEY")),
            reply_to=env.get("REPLY_TO") or env.get("GARDENER_EMAIL") or None,
            postal_address=required(env, "POSTAL_ADDRESS"),
            gardener_email=env.get("GARDENER_EMAIL") or None,
            announce_token=bearer(env),
            announce_hold=hold(env.get("ANNOUNCE_HOLD"), default=timedelta(minutes=10)),
        )

    @classmethod
    def for_development(
        cls,
        environ: Mapping[str, str] | None = None,
        *,
        database_url: str,
        url: str,
        mail_url: str,
        secret_key: str,
        announce_token: str,
    ) -> "Settings":
        """Fill in everything that a gardener's own machine can make up; the environment wins.

        `url` is where the development server listens, `mail_url` the inbox that catches all mail.

        Raises:
            BadSettings: a variable is wrong, or real mail would go out with what was made up.

        """
        env = os.environ if environ is None else environ
        site_url = base_url("SITE_URL", env.get("SITE_URL") or url)
        functions_url = base_url("FUNCTIONS_URL", env.get("FUNCTIONS_URL") or url)
        chosen_mail_url = env.get("MAIL_URL") or mail_url
        caught = chosen_mail_url.startswith("maildir:")
        if leaves_this_machine(chosen_mail_url):
            refuse_local_links(site_url, functions_url, chosen_mail_url)
            for name in ("MAIL_FROM", "POSTAL_ADDRESS"):
                required(env, name)
        return cls(
            database_url=env.get("DATABASE_URL") or database_url,
            site_url=site_url,
            functions_url=functions_url,
            mail_url=chosen_mail_url,
            mail_from=sender(env.get("MAIL_FROM") or "The gardener <gardener@garden.example>"),
            secret_key=secret_keys(env.get("SECRET_KEY") or secret_key),
            reply_to=env.get("REPLY_TO") or env.get("GARDENER_EMAIL") or None,
            postal_address=env.get("POSTAL_ADDRESS") or "1 Garden Path, Greenhouse",
            gardener_email=env.get("GARDENER_EMAIL") or None,
            announce_token=bearer(env) or announce_token,
            announce_hold=hold(
                env.get("ANNOUNCE_HOLD"), default=timedelta(0) if caught else timedelta(minutes=10)
            ),
            environment="development",
        )


def environment() -> Mapping[str, str]:
    """Return the process's variables, for code that decides by their presence."""
    return os.environ


def required(env: Mapping[str, str], name: str) -> str:
    """Return a variable that must be set."""
    value = env.get(name, "").strip()
    if not value:
        raise BadSettings(f"{name} is not set. docs/settings.md says what it is for; set it.")
    return value


def base_url(name: str, value: str) -> str:
    """Return an absolute http(s) address without a trailing slash."""
    parts = urlsplit(value.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadSettings(f"{name} is {value!r}; write it in full, as https://garden.example.com.")
    if parts.query or parts.fragment or parts.username:
        raise BadSettings(f"{name} is {value!r}; leave out user, query and fragment.")
    return value.strip().rstrip("/")


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


def leaves_this_machine(mail_url: str) -> bool:
    """Tell whether mail goes to another machine; a server on this one is for trying things out."""
    if mail_url.startswith("maildir:"):
        return False
    try:
        return not is_loopback(urlsplit(mail_url).hostname or "")
    except ValueError:  # shared.mail says what is wrong with it
        return True


def is_loopback(host: str) -> bool:
    """Tell whether a host name means this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def sender(value: str) -> str:
    """Return the sender of every mail: a name and an address, as `The gardener <a@b.example>`."""
    if not SENDER.fullmatch(value.strip()):
        raise BadSettings(
            f"MAIL_FROM is {value!r}; write it with a name, as "
            "The gardener <letters@garden.example.com>."
        )
    return value.strip()


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


def hold(value: str | None, *, default: timedelta) -> timedelta:
    """Read how long a notification waits, so that it can still be cancelled: 90, 90s, 10m, 2h."""
    text = (value or "").strip()
    if not text:
        return default
    unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1])
    number = text[:-1] if unit else text
    if not number.isdigit():
        raise BadSettings(f"ANNOUNCE_HOLD is {text!r}; write it as 90s, 10m or 2h.")
    return timedelta(seconds=int(number) * (unit or 1))


_current: Settings | None = None


def use(settings: Settings) -> None:
    """Say which settings the job handlers of this process work with."""
    global _current
    _current = settings


def current() -> Settings:
    """Return the settings of this process."""
    if _current is None:
        raise RuntimeError("No settings yet: call settings.use(Settings.from_env()) at start-up.")
    return _current
