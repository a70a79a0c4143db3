"""POST /garden/letter: the gardener has written to all readers.

The bearer is ANNOUNCE_TOKEN. The body is the letter; `at` (an ISO 8601 time with its offset) in it
says not to send it before; `dry_run=1` in the query changes nothing.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.orders import decoded, is_dry_run, query_of, require_bearer
from functions.web.refusal import Refusal
from shared.settings import Settings

if TYPE_CHECKING:
    from shared.newsletter.announcing.letters import Letter

SENT_BEFORE = (
    "This letter was sent or is scheduled already, and a letter is sent once. Until it has gone "
    "out it can be cancelled, and then sent again."
)


async def post_letter(request: Request) -> Response:
    """Plan a letter, and answer to how many it goes, and when."""
    from shared.newsletter.announcing.letters import SentBefore, read
    from shared.newsletter.announcing.manifest import BadManifest
    from shared.newsletter.garden import WrongGarden

    settings: Settings = request.app.state.settings
    require_bearer(request, settings)
    is_dry = is_dry_run(query_of(request, ("dry_run",)))
    document = decoded(await request.body())
    try:
        letter = read(document, site_url=settings.site_url)
        return JSONResponse(await planned(letter, a_time(document), settings, is_dry=is_dry))
    except BadManifest as error:
        raise Refusal(422, sentence=str(error)) from None
    except WrongGarden as error:
        raise Refusal(503, sentence=str(error)) from None
    except SentBefore:
        raise Refusal(409, sentence=SENT_BEFORE) from None


def a_time(document: object) -> datetime | None:
    """Return when a letter is to go out; None for as soon as it may.

    Raises:
        Refusal: it is no time, has no offset, or lies behind us or more than a year ahead.

    """
    from shared.newsletter.announcing.letters import FURTHEST, at_of

    written = at_of(document)
    if written is None:
        return None
    try:
        at = datetime.fromisoformat(written) if isinstance(written, str) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise Refusal(422, sentence="at must be a time with its offset, as 2026-12-24T08:00+01:00.")
    if not datetime.now(UTC) < at < datetime.now(UTC) + FURTHEST:
        raise Refusal(422, sentence="at must lie ahead, and within a year.")
    return at


async def planned(
    letter: "Letter", at: datetime | None, settings: Settings, *, is_dry: bool
) -> dict[str, object]:
    """Do it, or say what would be done."""
    from shared import tx
    from shared.newsletter.announcing import letters
    from shared.newsletter.readers import subscribers

    hold = settings.announce_hold
    async with tx.run():
        readers = await subscribers.tellable()
        before = await letters.stands(letter.id)
    if is_dry and before:
        raise letters.SentBefore
    if is_dry:
        earliest = datetime.now(UTC) + hold
        until, number = max(earliest, at) if at else earliest, None
    else:
        done = await letters.post(letter, hold=hold, at=at)
        until, number = done.hold_until, done.id
    return {
        "title": letter.title,
        "dry_run": is_dry,
        "notification_id": number,
        "hold_until": until.isoformat(),
        "readers": readers,
    }


route = Route("/garden/letter", post_letter, methods=["POST"])
