"""The pages and the inbox in a real browser without JavaScript, their policies included."""

from collections.abc import Generator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.dev import inbox
from functions.edge import exception_handlers, middleware
from functions.web.forms import form_token
from functions.web.pages import page
from shared.mail.maildir import deliver
from shared.mail.transport import Mail
from shared.settings import Settings
from tests.support.serving import free_port, served

pytestmark = pytest.mark.browser


async def confirm(request: Request) -> Response:
    token = await form_token(request)
    if request.method == "GET":
        return page(request, "confirm", token=token)
    request.app.state.pressed.append(("confirm", token, request.headers.get("origin")))
    return page(request, "confirmed")


async def unsubscribe(request: Request) -> Response:
    token = await form_token(request)
    request.app.state.pressed.append(("unsubscribe", token, (await request.body()).decode()))
    return page(request, "unsubscribed")


@pytest.fixture
def app(tmp_path: Path) -> Generator[Starlette]:
    url = f"http://127.0.0.1:{free_port()}"
    settings = Settings.for_development(
        {},
        database_url="postgresql://nowhere",
        url=url,
        mail_url=f"maildir://{tmp_path}",
        secret_key="k" * 32,
        announce_token="t" * 32,
    )
    app = Starlette(
        routes=[
            *inbox.routes(tmp_path),
            Route("/newsletter/confirm", confirm, methods=["GET", "POST"]),
            Route("/newsletter/unsubscribe", unsubscribe, methods=["POST"]),
        ],
        middleware=middleware(settings),
        exception_handlers=dict(exception_handlers),
    )
    app.state.settings = settings
    app.state.pressed = []
    with served(app, port=int(url.rpartition(":")[2])):
        yield app


@pytest.fixture
def reader(browser: Browser) -> BrowserContext:
    return browser.new_context(java_script_enabled=False)


def letter(app: Starlette, maildir: Path) -> str:
    """Deliver a letter with a link to confirm and a one-click address; return its page."""
    url = app.state.settings.functions_url
    message = EmailMessage()
    message["Subject"] = "Please confirm"
    message["List-Unsubscribe"] = f"<{url}/newsletter/unsubscribe?token=k1.leave>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content("text")
    link = f'<p>Hello.</p><a href="{url}/newsletter/confirm?token=abc">Confirm</a>'
    message.add_alternative(link, subtype="html")
    mail = Mail("ada@garden.example", "reader@example.org", "<1@x>", message.as_bytes())
    return f"{url}/_dev/mail/{deliver(maildir, mail).name}"


def test_from_the_framed_letter_to_the_confirmation(
    app: Starlette, reader: BrowserContext, tmp_path: Path
) -> None:
    complaints: list[str] = []
    reader.on("console", lambda message: complaints.append(message.text))
    reading = reader.new_page()
    reading.goto(letter(app, tmp_path))
    with reader.expect_page() as opened:
        reading.frame_locator("iframe").get_by_text("Confirm").click()
    opened.value.get_by_role("button").click()
    opened.value.get_by_role("heading", name="You are subscribed").wait_for()

    assert app.state.pressed == [("confirm", "abc", app.state.settings.site_url)]
    assert complaints == []


def test_the_inbox_button_unsubscribes_in_one_click(
    app: Starlette, reader: BrowserContext, tmp_path: Path
) -> None:
    reading = reader.new_page()
    reading.goto(letter(app, tmp_path))
    reading.get_by_role("button").click()
    reading.get_by_role("heading", name="You are unsubscribed").wait_for()

    assert app.state.pressed == [("unsubscribe", "k1.leave", "List-Unsubscribe=One-Click")]


@pytest.mark.parametrize("width", [320, 1200])
def test_no_page_is_wider_than_its_window(
    app: Starlette, reader: BrowserContext, tmp_path: Path, width: int
) -> None:
    window = reader.new_page()
    window.set_viewport_size({"width": width, "height": 700})
    root = app.state.settings.functions_url
    for path in (f"{root}/_dev/mail", letter(app, tmp_path), f"{root}/newsletter/confirm"):
        window.goto(path)
        box = window.locator("main").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
