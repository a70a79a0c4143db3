"""Checks of a job's payload: ids only, the same after a trip through the table, old ones too."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import timedelta
from typing import cast

from shared import tx
from shared.outbox.enqueuing.encoding import encode
from shared.outbox.job import Job
from shared.outbox.payload import BadPayload, Undecodable, decode
from shared.outbox.testing.case import Broken, Case
from shared.outbox.testing.queue import begun
from shared.outbox.testing.runs import on_database

LONG_TEXT = 200
LARGE = 2048

ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
SECRET = re.compile(
    r"(?:[?&](?:token|key|sig|signature|secret)=)|-----BEGIN |\bBearer\s|^(?:sk|pk|ghp|xox.)[-_]"
    r"|://[^/\s:]+:[^/\s@]+@",
    re.IGNORECASE,
)
ID = re.compile(r"[0-9a-f-]{32,64}", re.IGNORECASE)
RANDOM = re.compile(r"(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_\-+/=]{32,}")


def the_payload_holds_ids_only(case: Case, url: str) -> None:
    """Nothing in the payload looks like a secret, an address or a content."""
    del url
    try:
        payload = json.loads(encode(case.job))
    except BadPayload as error:
        raise Broken(f"{case.name} cannot be enqueued: {error}") from error
    for complaint in complaints(payload, "payload"):
        raise Broken(
            f"{case.name}: {complaint}\nThe table is read by people and kept for weeks. Put an id "
            "into the payload, and fetch or make the rest inside the handler."
        )
    if (size := len(encode(case.job).encode())) > LARGE:
        raise Broken(
            f"{case.name}: the payload has {size} bytes. Store the data in a table of its own and "
            "put its id here."
        )


def the_payload_comes_back_as_it_was(case: Case, url: str) -> None:
    """The job that a handler gets equals the one that was enqueued, also through jsonb."""

    async def story() -> Job:
        running = await begun(case.job, lease=timedelta(seconds=60))
        async with tx.run():
            await tx.execute("delete from background_jobs where id = %(id)s", id=running.id)
        return decode(type(case.job), running.payload)

    try:
        found = on_database(url, story)
    except (Undecodable, BadPayload) as error:
        raise Broken(f"{case.name} does not come back from the table: {error}") from error
    if found != case.job:
        raise Broken(
            f"{case.name} comes back from the table as something else.\n"
            f"  enqueued: {case.job!r}\n  found:    {found!r}\n"
            "JSON knows no tuples, and only str keys: use list, str, int, float, bool."
        )


def old_payloads_are_still_read(case: Case, url: str) -> None:
    """Rows outlive deploys: payloads without the newer fields, and those of `old_payloads`."""
    del url
    kind = type(case.job)
    newest = json.loads(encode(case.job))
    later = [one.name for one in fields(kind) if has_default(one)]
    shortened = {name: value for name, value in newest.items() if name not in later}
    for payload in ([shortened] if later else []) + list(map(dict, case.old_payloads)):
        try:
            decode(kind, json.dumps(payload))
        except Undecodable as error:
            raise Broken(
                f"{case.name}: an old payload can no longer be read: {error}\n  {payload!r}\n"
                "Give every field that came later a default, and translate renamed ones."
            ) from error


def complaints(value: object, path: str) -> Iterator[str]:
    """Yield what in a payload is no id."""
    match value:
        case dict():
            for name, item in cast("Mapping[str, object]", value).items():
                yield from complaints(item, f"{path}.{name}")
        case list():
            for index, item in enumerate(cast("Sequence[object]", value)):
                yield from complaints(item, f"{path}[{index}]")
        case str() if ADDRESS.search(value):
            yield f"{path} holds an address."
        case str() if SECRET.search(value) or (RANDOM.fullmatch(value) and not ID.fullmatch(value)):
            yield f"{path} looks like a secret."
        case str() if len(value) > LONG_TEXT:
            yield f"{path} is a text of {len(value)} characters, which is no id."
        case _:
            return


def has_default(one: object) -> bool:
    """Tell whether a field of a dataclass has a default."""
    default = getattr(one, "default", MISSING)
    return default is not MISSING or getattr(one, "default_factory", MISSING) is not MISSING
