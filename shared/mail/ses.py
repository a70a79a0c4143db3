"""Hand one mail to Amazon SES by its API (version 2), with the credentials of the process's role.

By SMTP an account needs a password of its own that never changes; here a role is enough. SES puts
a Message-ID of its own into the mail and answers with it: bounces and complaints name the mail so.
"""

import asyncio
import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs, urlsplit

from shared.loopback import is_loopback
from shared.mail.aws_credentials import NoCredentials, Wallet
from shared.mail.aws_signature import signed
from shared.mail.broken import is_lasting, reason
from shared.mail.presets import REGION, VALUE
from shared.mail.relay import certificate_authority, trust
from shared.mail.replies import LONGEST, scrub
from shared.mail.transport import (
    A_DAY_S_QUOTA,
    A_MOMENT,
    DEADLINE,
    AnswerLost,
    Mail,
    NotSent,
    Throttled,
    TransportFailed,
    check_envelope,
)
from shared.variables import BadSettings

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

PATH = "/v2/email/outbound-emails"
SENT_WHOLE = "http11.send_request_body.complete"

TOO_MANY = {"TooManyRequestsException", "ThrottlingException", "Throttling"}
OVER = {"ExpiredTokenException", "ExpiredToken", "RequestExpired"}

# What stays so until somebody sees to the account: it would be the same for every reader.
UNTIL_MENDED = {
    "AccountSuspendedException",
    "SendingPausedException",
    "MailFromDomainNotVerifiedException",
    "NotFoundException",
}
UNVERIFIED = "is not verified"


@dataclass(frozen=True, slots=True)
class Ses:
    """The API of SES in one region; `endpoint` is where, if not where Amazon has it."""

    region: str
    configuration_set: str | None = None
    endpoint: str | None = None
    cafile: str | None = None
    deadline: float = DEADLINE

    @classmethod
    def from_url(cls, mail_url: str, *, deadline: float = DEADLINE) -> "Ses":
        """Read ses://REGION?configuration-set=NAME.

        Raises:
            BadSettings: with the remedy.

        """
        parts = urlsplit(mail_url)
        given = {name: values[-1] for name, values in parse_qs(parts.query, True).items()}
        if not REGION.fullmatch(parts.netloc) or parts.path not in ("", "/"):
            raise BadSettings(
                "MAIL_URL: write SES with its region alone, as ses://eu-central-1; the credentials "
                "are those of the role. With a password it is ses+smtp://USER:PASSWORD@REGION."
            )
        if given.keys() - {"configuration-set", "endpoint", "cafile"}:
            raise BadSettings(
                "MAIL_URL has an option nobody knows here; there are ?configuration-set=, "
                "?endpoint= and ?cafile=."
            )
        name = given.get("configuration-set")
        if name is not None and not VALUE.fullmatch(name):
            raise BadSettings("MAIL_URL: ?configuration-set= takes letters, digits and hyphens.")
        certificate_authority(given)
        return cls(
            parts.netloc, name, read_endpoint(given.get("endpoint")), given.get("cafile"), deadline
        )

    async def send(self, mail: Mail) -> str | None:
        """Hand one mail over and return the name that SES gives it; see `Transport.send`."""
        import httpx2  # only here: no request and no other job waits for it to load

        check_envelope(mail)
        way = Way()
        try:
            async with (
                asyncio.timeout(self.deadline),
                httpx2.AsyncClient(timeout=None, verify=trust(self.cafile)) as client,
            ):
                answer = await self.post(client, mail, way)
                return self.understand(answer, mail)
        except NoCredentials as none:
            raise TransportFailed(
                f"Nothing was sent: {none}.", is_outage=True, is_lasting=True
            ) from None
        except (httpx2.HTTPError, OSError, TimeoutError) as error:
            raise way.explain(error, self.deadline) from None

    async def post(self, client: "AsyncClient", mail: Mail, way: "Way") -> "Response":
        """Send the one request, signed."""
        credentials = await wallet().credentials(client)
        url = (self.endpoint or f"https://email.{self.region}.amazonaws.com") + PATH
        body = json.dumps(self.request(mail)).encode()
        headers = signed(
            url,
            body,
            {"Content-Type": "application/json"},
            method="POST",
            region=self.region,
            service="ses",
            credentials=credentials,
            now=datetime.now(UTC),
        )
        traced = {"trace": way.went}
        return await client.post(url, content=body, headers=headers, extensions=traced)

    def request(self, mail: Mail) -> dict[str, Any]:
        """Return what SES is asked. Who it is from stands in the mail itself."""
        asked: dict[str, Any] = {
            "Destination": {"ToAddresses": [mail.recipient]},
            "Content": {"Raw": {"Data": base64.b64encode(mail.content).decode()}},
        }
        if self.configuration_set:
            asked["ConfigurationSetName"] = self.configuration_set
        return asked

    def understand(self, answer: "Response", mail: Mail) -> str | None:
        """Return the name of a mail that was taken, and raise for one that was not."""
        told = as_object(answer)
        if answer.status_code == 200:
            return str(told.get("MessageId") or "") or None
        kind = answer.headers.get("x-amzn-errortype") or str(told.get("__type") or "")
        kind = kind.partition(":")[0].rpartition("#")[2]
        said = str(told.get("message") or told.get("Message") or "")
        raise refusal(answer.status_code, kind, said, mail.recipient.split("@"))


@dataclass(slots=True)
class Way:
    """How far a request has come: only one that was sent whole may have been taken."""

    is_whole: bool = False

    async def went(self, event: str, told: Mapping[str, object]) -> None:
        """Notice a step of the connection."""
        del told
        self.is_whole = self.is_whole or event == SENT_WHOLE

    def explain(self, error: Exception, deadline: float) -> NotSent:
        """Turn what went wrong into one of the errors of a transport."""
        why = reason(error, deadline)
        if self.is_whole:
            return AnswerLost(f"No answer after the whole mail was handed to SES ({why}).")
        return TransportFailed(
            f"Nothing was sent: no connection to SES ({why}).",
            is_outage=True,
            is_lasting=is_lasting(error),
        )


def refusal(status: int, kind: str, said: str, secrets: list[str]) -> NotSent:
    """Return the error that an answer deserves.

    SES refuses no reader: it takes the mail, and a mailbox that is gone comes back as a bounce.
    """
    name = re.sub("[^A-Za-z]", "", kind)[:60] or "without a name"
    public = f"{status} {name} from SES: {scrub(said, secrets)}"[:LONGEST]
    if kind in TOO_MANY or status == 429:
        is_quota = "quota" in said.lower()
        return Throttled(public, pause=A_DAY_S_QUOTA if is_quota else A_MOMENT)
    if kind in OVER:
        wallet().forget()
        return TransportFailed(public, is_outage=True)
    if status in (401, 403) or kind in UNTIL_MENDED or UNVERIFIED in said:
        return TransportFailed(public, is_outage=True, is_lasting=True)
    return TransportFailed(public, is_outage=status >= 500)


def as_object(answer: "Response") -> dict[str, Any]:
    """Return the JSON of an answer; nothing where it is none."""
    try:
        told: object = answer.json()
    except ValueError:
        return {}
    return cast("dict[str, Any]", told) if isinstance(told, dict) else {}


def read_endpoint(url: str | None) -> str | None:
    """Return an endpoint of one's own, as a VPC has; without TLS only on this machine."""
    if url is None:
        return None
    parts = urlsplit(url)
    is_local = parts.scheme == "http" and is_loopback(parts.hostname or "")
    if (parts.scheme != "https" and not is_local) or parts.path not in ("", "/"):
        raise BadSettings("MAIL_URL: ?endpoint= is an https:// address without a path.")
    return url.rstrip("/")


@cache
def wallet() -> Wallet:
    """Return the credentials of this process: they outlive the mail they were looked up for."""
    return Wallet()
