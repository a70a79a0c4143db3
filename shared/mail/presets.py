"""Mail services by the short names that MAIL_URL may give them: where each one takes mail, and how.

What a service wants to be told it reads from headers of its own, which it takes off again. Links
are left as they are: where a service follows clicks unless it is told not to, it is told not to.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from shared.mail.relay import Relay, certificate_authority
from shared.variables import BadSettings

Headers = Sequence[tuple[str, str]]

SUBMISSION = 587
IMPLICIT_TLS = (465, 2465)
LETTER = "{letter}"  # stands for the letter's own name in a header of the service
VALUE = re.compile(r"[A-Za-z0-9_.-]{1,64}")
REGION = re.compile(r"[a-z]{2,4}(-[a-z]+)+-[0-9]")
OURS = {"host", "port", "cafile"}


@dataclass(frozen=True, slots=True)
class Preset:
    """A service. `host` and `bulk_host` may name the {place} behind the @ of the URL.

    `bulk_host` and `bulk_headers` are for letters to many, where the service wants these apart.
    `options` are what may stand behind the ?, each with the header that it becomes; `defaults`
    their values. `per_second` and `per_day` are what an account may send if nobody knows better.
    """

    spelling: str
    where: str
    host: str
    port: int = IMPLICIT_TLS[0]
    user: str | None = None
    bulk_host: str | None = None
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    has_region: bool = False
    headers: Headers = ()
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    bulk_options: Mapping[str, str] = field(default_factory=dict[str, str])
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])
    per_second: float | None = None
    per_day: int | None = None


PRESETS: Mapping[str, Preset] = {
    "fastmail": Preset(
        spelling="fastmail://USER:APP-PASSWORD",
        where="an app password is made under Settings, Privacy & Security",
        host="smtp.fastmail.com",
    ),
    "gmail": Preset(
        spelling="gmail://USER:APP-PASSWORD",
        where="USER is the whole Workspace address; the app password needs 2-step verification",
        host="smtp.gmail.com",
        per_day=2000,
    ),
    "mailgun": Preset(
        spelling="mailgun://USER:PASSWORD@us or @eu",
        where="the SMTP credentials are in the settings of the sending domain",
        host="{place}",
        places={"us": "smtp.mailgun.org", "eu": "smtp.eu.mailgun.org"},
        headers=(("X-Mailgun-Track", "no"),),
    ),
    "postmark": Preset(
        spelling="postmark://SERVER-TOKEN",
        where="the server token is under API Tokens of the server",
        host="smtp.postmarkapp.com",
        port=SUBMISSION,
        user="",
        bulk_host="smtp-broadcasts.postmarkapp.com",
        headers=(("X-PM-KeepID", "true"), ("X-PM-TrackLinks", "None")),
        options={"transactional": "X-PM-Message-Stream"},
        bulk_options={"broadcast": "X-PM-Message-Stream"},
        defaults={"transactional": "outbound", "broadcast": "broadcast"},
    ),
    "resend": Preset(
        spelling="resend://API-KEY",
        where="the key needs leave to send",
        host="smtp.resend.com",
        user="resend",
        headers=(("Resend-Idempotency-Key", LETTER),),
        per_second=2.0,
    ),
    "ses+smtp": Preset(
        spelling="ses+smtp://USER:PASSWORD@REGION",
        where="SES makes SMTP credentials of its own; an access key is none",
        host="email-smtp.{place}.amazonaws.com",
        has_region=True,
        options={"configuration-set": "X-SES-CONFIGURATION-SET"},
        per_second=14.0,
    ),
}

# The same account, reached by its API.
SAME_ACCOUNT = {"ses": "ses+smtp"}


@dataclass(frozen=True, slots=True)
class Pace:
    """What an account may send, where the service says so: letters a second, mails a day."""

    per_second: float | None = None
    per_day: int | None = None


@dataclass(frozen=True, slots=True)
class Doors:
    """Where a service takes mail: letters to many by a door of their own, if it has one."""

    relay: Relay
    bulk: Relay | None = None


def doors(mail_url: str) -> Doors:
    """Read PRESET://USER:PASSWORD@PLACE?OPTION=VALUE.

    Raises:
        BadSettings: with the remedy; the text never repeats the URL, which holds a password.

    """
    preset = PRESETS[mail_url.partition(":")[0].lower()]
    written, _, query = mail_url.partition("://")[2].partition("?")
    options = read_options(preset, query)
    user, password, place = read_parts(preset, written)
    host = options.get("host") or preset.host.format(place=place)
    relay = door(preset, host, user, password, options, preset.options)
    if not (preset.bulk_host or preset.bulk_options):
        return Doors(relay)
    bulk_host = options.get("host") or (preset.bulk_host or preset.host).format(place=place)
    return Doors(relay, door(preset, bulk_host, user, password, options, preset.bulk_options))


def where(mail_url: str) -> str:
    """Return where a service takes mail, for people to read: nothing in it opens the door."""
    if mail_url.lower().startswith("ses://"):
        return f"Amazon SES in {urlsplit(mail_url).netloc.rpartition('@')[2]}"
    relay = doors(mail_url).relay
    return f"{relay.host}:{relay.port}"


def pace_of(mail_url: str) -> Pace:
    """Return what the service of a MAIL_URL is known to take from an account."""
    scheme = mail_url.partition(":")[0].lower()
    preset = PRESETS.get(SAME_ACCOUNT.get(scheme, scheme))
    return Pace(preset.per_second, preset.per_day) if preset else Pace()


def read_parts(preset: Preset, written: str) -> tuple[str, str, str]:
    """Return user, password and place; what is not percent-encoded is taken as it is."""
    place = ""
    if preset.places or preset.has_region:
        written, _, typed = written.rpartition("@")
        place = known_place(preset, typed.rstrip("/"))
    written = written.removesuffix("@")
    if preset.user is None:
        user, _, password = written.rpartition(":")
    else:  # one secret is all there is
        user, password = preset.user or written, written
    if not user or not password:
        raise BadSettings(f"MAIL_URL lacks a part: write {preset.spelling}; {preset.where}.")
    # Google shows an app password in groups of four.
    return unquote(user), unquote(password).replace(" ", ""), place


def known_place(preset: Preset, typed: str) -> str:
    """Return the host or the region that stands behind the @."""
    if preset.has_region and REGION.fullmatch(typed):
        return typed
    if typed in preset.places:
        return preset.places[typed]
    named = " or ".join(preset.places) or "a region such as eu-central-1"
    raise BadSettings(f"MAIL_URL: behind the @ stands {named}; write {preset.spelling}.")


def read_options(preset: Preset, query: str) -> dict[str, str]:
    """Return what stands behind the question mark, with what it is where nothing does."""
    given = {name: values[-1] for name, values in parse_qs(query, True).items()}
    own = {**preset.options, **preset.bulk_options}
    if unknown := sorted(given.keys() - own.keys() - OURS):
        names = ", ".join(f"?{name}=" for name in sorted({*own, *OURS}))
        raise BadSettings(
            f"MAIL_URL has {'an option' if len(unknown) == 1 else 'options'} nobody knows here; "
            f"there are {names}. A ? in the password is written %3F."
        )
    if wrong := [name for name in own if name in given and not VALUE.fullmatch(given[name])]:
        raise BadSettings(f"MAIL_URL: ?{wrong[0]}= takes letters, digits, hyphens and dots.")
    port = given.get("port", "1")
    if not re.fullmatch("[0-9]{1,5}", port) or not 0 < int(port) < 65536:
        raise BadSettings("MAIL_URL: ?port= takes a number of up to 65535.")
    certificate_authority(given)
    return {**preset.defaults, **given}


def door(
    preset: Preset,
    host: str,
    user: str,
    password: str,
    options: Mapping[str, str],
    becomes: Mapping[str, str],
) -> Relay:
    """Return one server of a service, with the headers that it wants to see."""
    port = int(options.get("port", preset.port))
    chosen = [(header, options[name]) for name, header in becomes.items() if name in options]
    return Relay(
        host=host,
        port=port,
        implicit_tls=port in IMPLICIT_TLS,
        may_be_plain=False,
        cafile=options.get("cafile"),
        user=user,
        password=password,
        headers=(*preset.headers, *chosen),
    )
