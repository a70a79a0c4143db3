"""The addresses in letters and the door of the mail server, against real servers on loopback."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from functions.app import create_app
from shared import tx
from shared.mail.doctor.bounce_route import examine_bounce_route, examine_postal_address
from shared.mail.doctor.login import examine_login
from shared.mail.doctor.names import Names
from shared.mail.doctor.ways import is_examined, way_of
from shared.mail.doctor.web import examine_address, examine_functions, examine_site
from tests.support.bad_smtp import BadSmtp
from tests.support.name_server import name_server
from tests.support.serving import free_port, served
from tests.support.settings import settings_for

SENDER = "ada@garden.example"


@contextmanager
def functions(one_click: Response, health: Response | None = None) -> Generator[str]:
    """Serve something in the place of the functions."""

    async def left(_: object) -> Response:
        return one_click

    async def healthy(_: object) -> Response:
        return health or JSONResponse({"status": "ok"})

    routes = [
        Route("/newsletter/unsubscribe", left, methods=["POST"]),
        Route("/healthz", healthy),
        Route("/", healthy),
    ]
    with served(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"


def test_the_real_functions_pass_and_nobody_is_unsubscribed(database: str, db):
    url = f"http://127.0.0.1:{free_port()}"
    db.execute("insert into garden (site_url, environment) values (%s, 'production')", (url,))
    app = create_app(settings_for(database, "maildir:///nowhere", url, functions_url=url))
    pool = tx.Pool(database)
    tx.use(pool)
    with served(app, port=int(url.rpartition(":")[2])):
        assert examine_functions(url) == []
    asyncio.run(pool.close())


@pytest.mark.parametrize(
    ("answer", "got"),
    [
        (
            RedirectResponse("https://elsewhere.example/x?token=1"),
            "307 and leads on to https://els",
        ),
        (PlainTextResponse("Are you human?", 403), "answers a POST with 403."),
        (PlainTextResponse("", 404), "answers a POST with 404."),
    ],
)
def test_one_click_must_answer_200_and_lead_nowhere(answer: Response, got: str):
    with functions(answer) as url:
        (told,) = examine_functions(url)

    assert told.check == "one-click"
    assert got in told.says
    assert "token" not in told.says


def test_functions_that_are_not_there_or_somebody_else_are_told_apart():
    with functions(PlainTextResponse(""), PlainTextResponse("hello")) as url:
        (other,) = examine_functions(url)
    with functions(PlainTextResponse(""), PlainTextResponse("", 503)) as url:
        (ill,) = examine_functions(url)
    (gone,) = examine_functions(f"http://127.0.0.1:{free_port()}")

    assert "is not Thistledown" in other.says
    assert "their database does not (503)" in ill.says
    assert gone.says.endswith("Connection refused.")


def test_a_garden_that_has_moved_or_is_gone_is_said():
    with functions(PlainTextResponse("")) as url:
        assert examine_site(url) == []
    with functions(PlainTextResponse(""), RedirectResponse("https://new.example/")) as url:
        (moved,) = examine_site(url)
    with functions(PlainTextResponse(""), PlainTextResponse("", 404)) as url:
        (gone,) = examine_site(url)

    assert moved.says.endswith("leads on to https://new.example.")
    assert gone.says.endswith(": 404.")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://garden.example", "which is not https"),
        ("https://localhost:8000", "which readers elsewhere cannot open"),
        ("https://192.168.1.4", "which readers elsewhere cannot open"),
        ("https://garden.lan", "which readers elsewhere cannot open"),
        ("https://inside.example", "inside.example, is 10.0.0.4, which readers cannot reach"),
        ("https://gone.example", "gone.example, has no address in the domain name system"),
    ],
)
def test_n69_an_address_that_readers_cannot_open_is_found(url: str, says: str):
    with name_server({"garden.example A": ["8.8.4.4"], "inside.example A": ["10.0.0.4"]}) as where:
        (told,) = examine_address("SITE_URL", url, Names(where))
        assert examine_address("SITE_URL", "https://garden.example", Names(where)) == []

    assert says in told.says


def test_a_login_goes_as_far_as_the_first_letter_and_sends_none(certificates):
    with BadSmtp("starttls", tls=certificates.server("localhost")) as server:
        url = f"smtp://ada:secret@localhost:{server.port}?cafile={certificates.cafile}"
        assert examine_login(url, SENDER) == []
        said = [one.split()[0].upper() for one in server.commands]

    assert "AUTH" in said
    assert not {"MAIL", "RCPT", "DATA"} & set(said)


@pytest.mark.parametrize(
    ("mode", "says"),
    [("auth-535", "535"), ("starttls-stripped", "does not offer STARTTLS"), ("421", "421")],
)
def test_a_closed_door_is_one_finding_without_the_password(certificates, mode: str, says: str):
    with BadSmtp(mode, tls=certificates.server("localhost")) as server:
        url = f"smtp://ada:secret@localhost:{server.port}?cafile={certificates.cafile}"
        (told,) = examine_login(url, SENDER)

    assert told.check == "login"
    assert says in told.says
    assert "secret" not in told.says


def test_a_certificate_that_nobody_trusts_and_a_closed_port_are_findings():
    with BadSmtp("tls") as server:
        (untrusted,) = examine_login(f"smtps://a:b@localhost:{server.port}", SENDER)
    (closed,) = examine_login(f"smtp://127.0.0.1:{free_port()}", SENDER)

    assert "certificate is not trusted" in untrusted.says
    assert "no connection to 127.0.0.1" in closed.says


@pytest.mark.parametrize(
    ("mail_url", "given"),
    [
        ("smtps://u:p@relay.example", {"bounce_address": "b@garden.example"}),
        ("postmark://t", {"bounce_token": "x" * 32}),
        ("mailgun://u:p@eu", {"mailgun_signing_key": "k"}),
        ("ses://eu-west-1", {"sns_topics": ("arn:aws:sns:eu-west-1:123456789012:bounces",)}),
    ],
)
def test_each_service_has_a_way_to_tell_of_bounces(mail_url: str, given: dict[str, object]):
    way = way_of(mail_url)
    without = settings_for("", mail_url, "https://garden.example")

    (told,) = examine_bounce_route(without, way)
    assert told.remedy.startswith(f"Set {way.told_by[0]}")
    assert examine_bounce_route(settings_for("", mail_url, "", **given), way) == []


def test_an_address_that_was_made_up_is_no_postal_address():
    assert examine_postal_address("2 Real Street, Town") == []
    assert [one.check for one in examine_postal_address("1 Garden Path, Greenhouse")] == [
        "postal address"
    ]
    assert len(examine_postal_address(None)) == 1


def test_mail_that_stays_here_is_not_examined():
    assert is_examined("smtp://127.0.0.1:25", "https://garden.example")
    assert not is_examined("smtp://127.0.0.1:25", "http://127.0.0.1:8000")
    assert not is_examined("maildir:///inbox", "https://garden.example")
