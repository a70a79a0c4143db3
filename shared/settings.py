"""What the operator decides: read once from the environment, passed down as one frozen value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, TypedDict

from shared.borrowed_senders import refuse_borrowed_sender
from shared.env_file import unquoted
from shared.loopback import leaves_this_machine
from shared.variables import (
    LogFormat,
    Network,
    base_url,
    bearer,
    bounce_address,
    bounce_token,
    deliberate,
    hold,
    log_format,
    network,
    per_day,
    per_second,
    proxy_hops,
    refuse_local_links,
    required,
    secret_keys,
    sender,
    sns_topics,
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
    bounce_address: str | None = None
    bounce_token: str | None = None
    sns_topics: tuple[str, ...] = ()
    mailgun_signing_key: str | None = None
    mail_per_second: float | None = None  # None: as the mail service takes it; 0: no limit
    mail_per_day: int | None = None
    trusted_proxy_hops: int = 0
    log_format: LogFormat = "text"
    site_network: Network = "public"
    environment: Environment = "production"

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read the settings of a deployed Thistledown.

        Raises:
            BadSettings: naming the variable that is missing or wrong, and the remedy.

        """
        env = environment() if environ is None else environ
        site_url = base_url("SITE_URL", required(env, "SITE_URL"))
        functions_url = base_url("FUNCTIONS_URL", env.get("FUNCTIONS_URL") or site_url)
        mail_url = required(env, "MAIL_URL")
        refuse_local_links(site_url, functions_url, mail_url)
        mail_from = sender(required(env, "MAIL_FROM"))
        refuse_borrowed_sender(mail_from, mail_url)
        return cls(
            database_url=deliberate(required(env, "DATABASE_URL")),
            site_url=site_url,
            functions_url=functions_url,
            mail_url=mail_url,
            mail_from=mail_from,
            secret_key=secret_keys(required(env, "SECRET_KEY")),
            postal_address=required(env, "POSTAL_ADDRESS"),
            announce_token=bearer(env),
            announce_hold=hold(env.get("ANNOUNCE_HOLD"), default=timedelta(minutes=10)),
            **at_will(env),
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
        env = environment() if environ is None else environ
        site_url = base_url("SITE_URL", env.get("SITE_URL") or url)
        functions_url = base_url("FUNCTIONS_URL", env.get("FUNCTIONS_URL") or url)
        chosen_mail_url = env.get("MAIL_URL") or mail_url
        caught = chosen_mail_url.startswith("maildir:")
        mail_from = sender(env.get("MAIL_FROM") or "The gardener <gardener@garden.example>")
        if leaves_this_machine(chosen_mail_url):
            refuse_local_links(site_url, functions_url, chosen_mail_url)
            for name in ("MAIL_FROM", "POSTAL_ADDRESS"):
                required(env, name)
            refuse_borrowed_sender(mail_from, chosen_mail_url)
        return cls(
            database_url=env.get("DATABASE_URL") or database_url,
            site_url=site_url,
            functions_url=functions_url,
            mail_url=chosen_mail_url,
            mail_from=mail_from,
            secret_key=secret_keys(env.get("SECRET_KEY") or secret_key),
            postal_address=env.get("POSTAL_ADDRESS") or "1 Garden Path, Greenhouse",
            announce_token=bearer(env) or announce_token,
            announce_hold=hold(
                env.get("ANNOUNCE_HOLD"), default=timedelta(0) if caught else timedelta(minutes=10)
            ),
            environment="development",
            **at_will(env),
        )


class AtWill(TypedDict):
    """What nobody has to set; a deployed garden and one at home read it alike."""

    reply_to: str | None
    gardener_email: str | None
    bounce_address: str | None
    bounce_token: str | None
    sns_topics: tuple[str, ...]
    mailgun_signing_key: str | None
    mail_per_second: float | None
    mail_per_day: int | None
    trusted_proxy_hops: int
    log_format: LogFormat
    site_network: Network


def at_will(env: Mapping[str, str]) -> AtWill:
    """Read what nobody has to set.

    Raises:
        BadSettings: naming the variable that is wrong, and the remedy.

    """
    return {
        "reply_to": env.get("REPLY_TO") or env.get("GARDENER_EMAIL") or None,
        "gardener_email": env.get("GARDENER_EMAIL") or None,
        "bounce_address": bounce_address(env),
        "bounce_token": bounce_token(env),
        "sns_topics": sns_topics(env),
        "mailgun_signing_key": env.get("MAILGUN_SIGNING_KEY") or None,
        "mail_per_second": per_second(env.get("MAIL_PER_SECOND")),
        "mail_per_day": per_day(env.get("MAIL_PER_DAY")),
        "trusted_proxy_hops": proxy_hops(env.get("TRUSTED_PROXY_HOPS")),
        "log_format": log_format(env.get("LOG_FORMAT")),
        "site_network": network(env.get("SITE_NETWORK")),
    }


def environment() -> Mapping[str, str]:
    """Return the process's variables, without quotes that docker has left around them."""
    return {name: unquoted(value) for name, value in os.environ.items()}


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
