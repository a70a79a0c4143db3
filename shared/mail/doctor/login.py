"""Does the mail server let us in? Everything up to the first letter, and no letter."""

import asyncio

import aiosmtplib

from shared.mail.doctor.finding import MailFinding
from shared.mail.presets import PRESETS, doors
from shared.mail.relay import Relay
from shared.mail.smtp import Session
from shared.mail.transport import Mail, NotSent

PATIENCE = 15.0  # seconds for one server


def examine_login(mail_url: str, sender: str) -> list[MailFinding]:
    """Connect to each server of a MAIL_URL, with TLS and login, and hang up.

    Raises:
        BadSettings: MAIL_URL cannot be read.

    """
    found: list[MailFinding] = []
    for relay in relays(mail_url):
        try:
            with asyncio.Runner() as runner:
                runner.run(enter(relay, sender))
        except NotSent as error:
            says = error.public.replace("Nothing was sent: ", "")
            remedy = "Until this is mended no letter leaves; MAIL_URL says where to and as whom."
            found.append(
                MailFinding("login", f"{relay.host}:{relay.port} lets nobody in: {says}", remedy)
            )
    return found


def relays(mail_url: str) -> list[Relay]:
    """Return the servers of a MAIL_URL."""
    if mail_url.partition(":")[0].lower() not in PRESETS:
        return [Relay.from_url(mail_url)]
    through = doors(mail_url)
    return [through.relay, *([through.bulk] if through.bulk else [])]


async def enter(relay: Relay, sender: str) -> None:
    """Say everything that comes before a letter, then goodbye.

    Raises:
        NotSent: how far it came, and why no further.

    """
    session = Session(relay, relay.tls(), Mail(sender, sender, "<>", b""))
    try:
        async with asyncio.timeout(PATIENCE):
            await session.client.connect()
            await session.secure()
            await session.identify()
            session.connection().write(b"QUIT\r\n")
    except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
        # `from None`: the library's text repeats what the server said.
        raise session.explain(error, PATIENCE) from None
    finally:
        session.client.close()
