"""Requests that write: a route that enqueues, and the form, against a bare route's one insert."""

import asyncio
from itertools import count
from urllib.parse import parse_qs

import psycopg
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from functions.app import create_app
from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.readers.caps import Caps
from tests.support.asgi import post
from tests.support.jobs import Water
from tests.support.ratio import by_turns, compared, timed
from tests.support.settings import settings_for

pytestmark = pytest.mark.benchmark

REQUESTS = 400
ROUNDS = 5
HOST = "functions.test"
UNCAPPED = Caps(*[10**9] * 6)

TABLE = "create table addresses (id bigint generated always as identity, email text not null)"
INSERT = "insert into addresses (email) values (%(email)s)"


def bare(connection: psycopg.AsyncConnection) -> Starlette:
    """Make an application that writes down what it is sent, and nothing else."""

    async def insert(request: Request) -> Response:
        fields = parse_qs((await request.body()).decode())
        await connection.execute(INSERT, {"email": fields["email"][0]})
        return PlainTextResponse("Look into your inbox.")

    return Starlette(routes=[Route("/", insert, methods=["POST"])])


def enqueuing() -> Starlette:
    """Make an application that enqueues a job for every request."""

    async def enqueue(request: Request) -> Response:
        fields = parse_qs((await request.body()).decode())
        async with tx.run():
            await outbox.enqueue(Water(), dedup_key=fields["email"][0])
        return PlainTextResponse("It will be watered.")

    return Starlette(routes=[Route("/", enqueue, methods=["POST"])])


def test_requests_that_write_against_a_bare_route_with_one_insert(database, db):
    db.execute(TABLE)
    number = count()
    settings = settings_for(database, "smtp://mail.invalid", "http://garden.test")
    app = create_app(settings, caps=UNCAPPED)
    pool = tx.Pool(database)
    tx.use(pool)

    with asyncio.Runner() as runner:
        runner.run(garden.claim(settings))
        connection = runner.run(
            psycopg.AsyncConnection.connect(database, autocommit=True, prepare_threshold=None)
        )

        def posting(app, path):
            async def some():
                for _ in range(REQUESTS):
                    fields = {"email": f"reader-{next(number)}@example.org"}
                    assert await post(app, path, fields, host=HOST) < 400

            return lambda: timed(lambda: runner.run(some()))

        floor = posting(bare(connection), "/")
        routes = {
            "a route that enqueues": posting(enqueuing(), "/"),
            "POST /newsletter/subscribe": posting(app, "/newsletter/subscribe"),
        }
        print()
        for name, ours in routes.items():
            floor(), ours()
            costs = by_turns(ROUNDS, floor, ours)
            print(f"{name}: {compared(costs).per_second(REQUESTS)}")
            print(f"{name}: of this process's own work {compared(costs, 'cpu')}")
        runner.run(connection.close())
        runner.run(pool.close())
        tx.use(None)

    waiting = db.execute("select count(*) from background_jobs").fetchone()
    assert waiting["count"] == 2 * (ROUNDS + 1) * REQUESTS
