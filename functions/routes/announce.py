"""POST /garden/announce: the garden shows its manifest, and what has matured is planned.

The bearer is ANNOUNCE_TOKEN. The body is the manifest; `confirm` (the digest of a change set) may
stand in it or in the query, `dry_run=1` in the query.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.orders import decoded, is_dry_run, query_of, require_bearer
from functions.web.refusal import Refusal
from shared.settings import Settings

# Imported with the first announcement: readers never need it, and a cold start is theirs.
if TYPE_CHECKING:
    from shared.newsletter.announcing.likeness import Pair
    from shared.newsletter.announcing.notes import Evergreen
    from shared.newsletter.announcing.planning import Announcement


async def announce_garden(request: Request) -> Response:
    """Take a manifest over and answer what will be told, to how many, and when."""
    from shared.newsletter.announcing.likeness import RenamesInDoubt
    from shared.newsletter.announcing.manifest import BadManifest, read
    from shared.newsletter.announcing.planning import ConfirmationNeeded, announce
    from shared.newsletter.garden import WrongGarden

    settings: Settings = request.app.state.settings
    require_bearer(request, settings)
    query = query_of(request, ("dry_run", "confirm"))
    document = decoded(await request.body())
    try:
        manifest = read(document, site_url=settings.site_url)
        announcement = await announce(
            manifest,
            hold=settings.announce_hold,
            confirm=confirmation(query, document),
            dry_run=is_dry_run(query),
        )
    except BadManifest as error:
        raise Refusal(422, sentence=str(error)) from None
    except WrongGarden as error:
        raise Refusal(503, sentence=str(error)) from None
    except RenamesInDoubt as doubt:
        return JSONResponse(
            {
                "title": "Perhaps renamed",
                "detail": str(doubt),
                "digest": ",".join(pair.digest for pair in doubt.pairs),
                "newly_evergreen": [],
                "renamed": [asked(pair) for pair in doubt.pairs],
            },
            409,
        )
    except ConfirmationNeeded as needed:
        return JSONResponse(
            {
                "title": "Many notes at once",
                "detail": str(needed),
                "digest": needed.digest,
                "newly_evergreen": [told(note) for note in needed.newly],
            },
            409,
        )
    return JSONResponse(answer(announcement))


def confirmation(query: Mapping[str, str], document: object) -> str | None:
    """Return the digest that confirms a large change set.

    Raises:
        Refusal: it stands in the manifest and is no text.

    """
    if digest := query.get("confirm"):
        return digest
    within = cast("dict[str, Any]", document).get("confirm") if isinstance(document, dict) else None
    if within is not None and not isinstance(within, str):
        raise Refusal(422, sentence="confirm must be a text, the digest of what was shown.")
    return within


def answer(announcement: "Announcement") -> dict[str, object]:
    """Return the answer's JSON."""
    hold_until, waiting = announcement.hold_until, announcement.waiting
    return {
        "baseline": announcement.baseline,
        "dry_run": announcement.dry_run,
        "notes": announcement.notes,
        "evergreen_already": announcement.evergreen_already,
        "newly_evergreen": [told(note) for note in announcement.newly_evergreen],
        "notification_id": announcement.notification_id,
        "hold_until": hold_until.isoformat() if hold_until else None,
        "readers": announcement.readers,
        "followers": announcement.followers,
        "later": announcement.later,
        "by_choice": announcement.by_choice,
        "digest": announcement.digest,
        "renamed": [asked(pair) for pair in announcement.renamed],
        "waiting": {
            "notification_id": waiting.id,
            "hold_until": waiting.hold_until.isoformat(),
        }
        if waiting
        else None,
    }


def asked(pair: "Pair") -> dict[str, object]:
    """Return the question whether two notes are one."""
    was = {"id": pair.old_id, "title": pair.old_title}
    return {
        "digest": pair.digest,
        "id": pair.id,
        "title": pair.title,
        "url": pair.url,
        "was": was,
    }


def told(note: "Evergreen") -> dict[str, str]:
    """Return a note as the answer names it."""
    return {"id": note.id, "title": note.title, "url": note.url}


route = Route("/garden/announce", announce_garden, methods=["POST"])
