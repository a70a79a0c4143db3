"""POST /newsletter/data: everything that is known of a reader, as a file for the reader.

A POST, so that no program that follows links ever downloads it.
"""

import json
from dataclasses import asdict
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.pages import reply
from shared import tx
from shared.newsletter.keys import settings_token_hash
from shared.newsletter.readers import preferences
from shared.newsletter.records.personal_data import personal_data
from shared.settings import Settings


async def data(request: Request) -> Response:
    """Answer with the file, to who shows the fresh token of a mailed link."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    async with tx.run():
        await learn_garden_title(request)
        reader = await preferences.chosen(settings_token_hash(token))
        found = await personal_data(settings.secret_key, reader.id) if reader else None
    if found is None:
        return reply(request, "expired-link", 404)
    return Response(
        json.dumps(asdict(found), default=written, ensure_ascii=False, indent=2),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="my-data.json"'},
    )


def written(value: object) -> str:
    """Write what JSON does not know: times in ISO 8601."""
    return value.isoformat() if isinstance(value, date) else str(value)


route = Route("/newsletter/data", data, methods=["POST"])
