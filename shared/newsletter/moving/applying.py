"""Write what some rows do, in the ambient transaction, together with how to take it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared import tx
from shared.newsletter.keys import address_hash
from shared.newsletter.moving.choices import choose
from shared.newsletter.moving.standing import standings
from shared.newsletter.moving.states import Row
from shared.newsletter.moving.weighing import Person, Step, weigh

JOIN = """
    insert into subscribers
           (email, address, mailbox, language, status, confirmed_at, unsubscribed_at)
    select * from unnest(%(email)s::text[], %(address)s::text[], %(mailbox)s::text[],
                         %(language)s::text[], %(status)s::text[],
                         %(confirmed_at)s::timestamptz[], %(unsubscribed_at)s::timestamptz[])
    on conflict (email) do nothing
    returning id, email
"""

MOVE = """
    update subscribers
       set status = moved.status,
           confirmed_at = moved.confirmed_at,
           unsubscribed_at = moved.unsubscribed_at
      from unnest(%(id)s::bigint[], %(status)s::text[],
                  %(confirmed_at)s::timestamptz[], %(unsubscribed_at)s::timestamptz[])
           as moved (id, status, confirmed_at, unsubscribed_at)
     where subscribers.id = moved.id
"""

# Whoever said no there waits for no note here, until she asks again.
END_WISHES = """
    update followed_notes
       set ended_at = clock_timestamp(), token_hash = null
     where subscriber_id = any(%(ids)s)
       and ended_at is null
"""

RECORD = """
    insert into consent_events (import_id, subscriber_id, kind, source, network, happened_at)
    select %(import_id)s, subscriber_id, kind, source, network,
           coalesce(happened_at, clock_timestamp())
      from unnest(%(subscriber_id)s::bigint[], %(kind)s::text[], %(source)s::text[],
                  %(network)s::text[], %(happened_at)s::timestamptz[])
           as events (subscriber_id, kind, source, network, happened_at)
"""

SUPPRESS = """
    insert into suppressions (import_id, address_hash, reason)
    select %(import_id)s, address_hash, reason
      from unnest(%(address_hash)s::bytea[], %(reason)s::text[]) as held (address_hash, reason)
     order by address_hash
    on conflict (address_hash) do nothing
"""

REMEMBER = """
    insert into import_changes
           (import_id, subscriber_id, line, was, was_confirmed_at, was_unsubscribed_at, became,
            suppressed)
    select %(import_id)s, changed.*
      from unnest(%(subscriber_id)s::bigint[], %(line)s::text[], %(was)s::text[],
                  %(was_confirmed_at)s::timestamptz[], %(was_unsubscribed_at)s::timestamptz[],
                  %(became)s::text[], %(suppressed)s::boolean[]) as changed
"""


class Clash(Exception):
    """Somebody of these rows has signed up in this very moment: look again."""


@dataclass(frozen=True, slots=True)
class Id:
    """Who was put into the table."""

    id: int
    email: str


async def apply(
    rows: Sequence[Row],
    *,
    import_id: int,
    keys: Sequence[str],
    language: str,
    source: str,
    only_no: bool,
) -> Step:
    """Write what rows do, and return what they came to.

    Raises:
        Clash: nothing is to be kept of this transaction.

    """
    known = await standings((row.address for row in rows), keys, lock=True)
    step = weigh(rows, known, source=source, only_no=only_no)
    people = list(step.people.values())
    ids = await join([one for one in people if one.before.status is None], language)
    await move([one for one in people if one.before.status is not None])
    ids |= {one.row.address.key: one.before.id for one in people if one.before.status is not None}
    await record(people, ids, import_id)
    await suppress([one for one in people if one.is_suppressed_now], keys[0], import_id, source)
    await remember(people, ids, import_id)
    new = (one for one in people if one.before.status is None)
    await choose({ids[one.row.address.key]: one.row.choices for one in new if one.row.choices})
    return step


async def join(people: Sequence[Person], language: str) -> dict[str, int]:
    """Put people into the table, and return their numbers by their addresses."""
    joined = await tx.rows(
        Id,
        JOIN,
        email=[one.row.address.key for one in people],
        address=[one.row.address.deliverable for one in people],
        mailbox=[one.row.address.mailbox for one in people],
        language=[one.row.language or language for one in people],
        status=[one.after.status for one in people],
        confirmed_at=[one.after.confirmed_at for one in people],
        unsubscribed_at=[one.after.unsubscribed_at for one in people],
    )
    if len(joined) < len(people):
        raise Clash
    return {one.email: one.id for one in joined}


async def move(people: Sequence[Person]) -> None:
    """Change the status of people who are in the table."""
    await tx.execute(
        MOVE,
        id=[one.before.id for one in people],
        status=[one.after.status for one in people],
        confirmed_at=[one.after.confirmed_at for one in people],
        unsubscribed_at=[one.after.unsubscribed_at for one in people],
    )
    left = [one.before.id for one in people if one.after.status == "unsubscribed"]
    await tx.execute(END_WISHES, ids=left)


async def record(people: Sequence[Person], ids: dict[str, int], import_id: int) -> None:
    """Write into the consent log what the rows tell."""
    told = [(ids[one.row.address.key], event) for one in people for event in one.events]
    await tx.execute(
        RECORD,
        import_id=import_id,
        subscriber_id=[subscriber_id for subscriber_id, _ in told],
        kind=[event.kind for _, event in told],
        source=[event.source for _, event in told],
        network=[event.network for _, event in told],
        happened_at=[event.happened_at for _, event in told],
    )


async def suppress(people: Sequence[Person], key: str, import_id: int, source: str) -> None:
    """Never write to these addresses again."""
    await tx.execute(
        SUPPRESS,
        import_id=import_id,
        address_hash=[address_hash(key, one.row.address.key) for one in people],
        reason=[source] * len(people),
    )


async def remember(people: Sequence[Person], ids: dict[str, int], import_id: int) -> None:
    """Write down what was so before."""
    await tx.execute(
        REMEMBER,
        import_id=import_id,
        subscriber_id=[ids[one.row.address.key] for one in people],
        line=[one.row.line for one in people],
        was=[one.before.status for one in people],
        was_confirmed_at=[one.before.confirmed_at for one in people],
        was_unsubscribed_at=[one.before.unsubscribed_at for one in people],
        became=[one.after.status for one in people],
        suppressed=[one.is_suppressed_now for one in people],
    )
