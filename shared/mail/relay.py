"""Which mail server MAIL_URL names, and how much trust it must prove."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from shared.loopback import is_loopback
from shared.variables import BadSettings

SUBMISSION = 587
SUBMISSIONS = 465


@dataclass(frozen=True, slots=True)
class Relay:
    """One mail server. Its repr shows no credentials."""

    host: str
    port: int
    implicit_tls: bool
    may_be_plain: bool  # only a server on this machine, and only without credentials
    cafile: str | None = None
    user: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    headers: tuple[tuple[str, str], ...] = ()  # what this server wants to see above each mail

    @classmethod
    def from_url(cls, mail_url: str) -> "Relay":
        """Read smtp://USER:PASSWORD@HOST:PORT?tls=required&cafile=/PATH.

        Raises:
            BadSettings: with the remedy; the text never repeats the URL, which holds a password.

        """
        parts = urlsplit(mail_url)
        host, port = host_and_port(parts)
        options = read_options(parts)
        implicit = parts.scheme.lower() == "smtps"
        with_login = parts.username is not None
        return cls(
            host=host,
            port=port or (SUBMISSIONS if implicit else SUBMISSION),
            implicit_tls=implicit,
            may_be_plain=is_loopback(host) and not with_login and "tls" not in options,
            cafile=options.get("cafile"),
            user=unquote(parts.username) if parts.username is not None else None,
            password=unquote(parts.password or "") if with_login else None,
        )

    def tls(self) -> ssl.SSLContext:
        """Return a context that checks the certificate and the host's name."""
        return trust(self.cafile)


@cache
def trust(cafile: str | None) -> ssl.SSLContext:
    """Read the authorities once for the process: that costs more than a whole conversation."""
    return ssl.create_default_context(cafile=cafile)


def host_and_port(parts: SplitResult) -> tuple[str, int | None]:
    """Return where to connect to."""
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    # A `/`, `?` or `#` in an unescaped password cuts the address short.
    if not host or parts.path not in ("", "/") or parts.fragment:
        raise BadSettings(
            "MAIL_URL has no usable host and port; write smtps://USER:PASSWORD@HOST:465 and "
            "percent-encode special characters in the password (/ is %2F, @ is %40, # is %23)."
        )
    return host, port


def read_options(parts: SplitResult) -> dict[str, str]:
    """Return what stands behind the question mark: only `tls=required` and `cafile=/PATH`."""
    options = {name: values[-1] for name, values in parse_qs(parts.query, True).items()}
    if set(options) - {"tls", "cafile"} or options.get("tls", "required") != "required":
        raise BadSettings(
            "MAIL_URL has an option nobody knows; only ?tls=required and ?cafile=/PATH exist. "
            "A ? in the password is written %3F."
        )
    certificate_authority(options)
    return options


def certificate_authority(options: Mapping[str, str]) -> None:
    """Refuse an authority of one's own that is not there."""
    if "cafile" in options and not Path(options["cafile"]).is_file():
        raise BadSettings("MAIL_URL: the file that ?cafile= names does not exist.")
