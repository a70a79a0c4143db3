"""POST /newsletter/bounces/sns: what Amazon SES has to say of a mail, brought by SNS.

Only topics of SNS_TOPICS are heard: that SNS has signed a message proves no more than that some
topic of somebody's sent it. The topic is looked at before anything is fetched or believed.
"""

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.edge import log
from functions.web.refusal import Refusal
from shared import tx
from shared.mail.notices.sns import Envelope, read
from shared.settings import Settings

LOGGER = logging.getLogger("thistledown.bounces")


async def bounces_sns(request: Request) -> Response:
    """Take in a message that an allowed topic has sent and SNS has signed."""
    from shared.newsletter.returning.sns_messages import take_in

    settings: Settings = request.app.state.settings
    envelope = read(await request.body())
    if envelope.topic not in settings.sns_topics:
        raise Refusal(403)
    await require_signature(envelope)
    async with tx.run():
        await take_in(envelope, settings.secret_key)
    return JSONResponse({"status": "ok"})


async def require_signature(envelope: Envelope) -> None:
    """Refuse what SNS has not signed lately; 503, so that it comes again, where we cannot tell.

    So can nobody while too many others name certificates that they never had.

    Where a function is kept small the library for signatures is missing, and a queue is used.
    """
    from shared.mail.notices.fetching import CERTIFICATES, NotFetched

    if not (envelope.is_of_sns() and envelope.is_recent()):
        raise Refusal(403)
    try:
        pem = await CERTIFICATES.certificate(envelope.certificate_url)
        # In a thread: the first time, a library is loaded that takes its time.
        is_signed = await asyncio.to_thread(envelope.is_signed_by, pem)
    except (NotFetched, ModuleNotFoundError) as failure:
        log.write(LOGGER, logging.WARNING, "signature not checked", why=type(failure).__name__)
        raise Refusal(503, headers={"Retry-After": "30"}) from None
    if not is_signed:
        raise Refusal(403)
    CERTIFICATES.has_proven(envelope.certificate_url)


route = Route("/newsletter/bounces/sns", bounces_sns, methods=["POST"])
