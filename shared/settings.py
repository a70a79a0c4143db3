"""What the operator decides: read once from the environment, passed down as one frozen value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from shared.loopback import leaves_this_machine
from shared.variables import (
    LogFormat,
    base_url,
    bearer,
    deliberate,
    hold,
    log_format,
    refuse_local_links,
    required,
    secret_keys,
    sender,
)

Environment = Literal["production", "development"]


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
    log_format: LogFormat = "text"
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
            database_url=deliberate(required(env, "DATABASE_URL")),
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
            log_format=log_format(env.get("LOG_FORMAT")),
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
            log_format=log_format(env.get("LOG_FORMAT")),
            environment="development",
        )


def environment() -> Mapping[str, str]:
    """Return the process's variables, for code that decides by their presence."""
    return os.environ


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
