"""A vault as a garden and a letter from one of its notes, out of one folder that is thrown away.

No database, no tick, no mail; nothing is written into the vault, and nothing leaves the machine.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from functions.dev import inbox, reloading
from functions.dev.garden_files import GardenFiles
from functions.dev.home import Home
from functions.dev.tending import Tending
from functions.edge import exception_handlers, middleware
from functions.routes import search
from functions.web.pages import page
from shared.garden.machines.manifest import LETTER_SIZES, entry, mailed
from shared.garden.note import Maturity, Note
from shared.garden.report import Report
from shared.garden.woven.slugs import HOME
from shared.mail.compose import LetterTooLarge
from shared.mail.maildir import deliver
from shared.mail.message_id import new_message_id
from shared.mail.transport import Mail
from shared.newsletter.announcing.evergreen_letter import letter as composed
from shared.newsletter.delivering.deliveries import Taken
from shared.newsletter.garden import Garden
from shared.resources import templates
from shared.settings import Settings

STYLES = "/_dev/trial.css"
READER = "reader@example.org"
WORTH_A_LETTER = 40  # letters of an excerpt; a note that says less is no good example

# Stricter than a garden's own: a picture from elsewhere would tell somebody that it was looked at.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


@dataclass(slots=True)
class Trial:
    """What is shown: the garden as it was built last, and the letter about one of its notes."""

    tending: Tending
    report: Report
    note: Note | None = None  # that of the letter; None when no note says enough for one
    key: str = ""  # of the mail

    @property
    def title(self) -> str:
        """Return what the garden is called."""
        return str(self.site["title"])

    @property
    def site(self) -> dict[str, str]:
        """Return what the manifest says of the garden."""
        return self.report.manifest["site"]  # pyright: ignore[reportReturnType] - we made it

    def show(self, report: Report) -> None:
        """Show another build, and write the letter anew: about the same note if it is there."""
        self.report = report
        told_of = self.note.id if self.note else ""
        notes = sorted(by_promise(report.notes), key=lambda note: note.id != told_of)
        for note in notes if report.printer else ():
            if mail := letter_about(note, self):
                file = deliver(self.tending.home.mail, mail)
                # In the place of the letter before: pages that are open lead there.
                self.key = file.replace(file.with_name(self.key or file.name)).name
                self.note = note
                return
        if self.key:
            (self.tending.home.mail / "new" / self.key).unlink(missing_ok=True)
        self.note, self.key = None, ""

    def application(self, stopping: asyncio.Event | None = None) -> Starlette:
        """Return the garden, the inbox with the letter, and a kind word behind every form.

        Open pages hear of new builds until `stopping` is set.
        """
        home, settings = self.tending.home, self.tending.settings
        files = GardenFiles(
            home.dist,
            functions_url=settings.functions_url,
            policy=POLICY,
            addition=lambda built: bar(self) + reloading.addition(built),
            left_out=self.tending.left_out,
        )
        routes = [
            *inbox.routes(home.mail),
            *reloading.routes(self.tending.builds, stopping or asyncio.Event()),
            Route(STYLES, styles),
            search.route,
            Route("/newsletter/{rest:path}", not_here, methods=["GET", "POST"]),
            Mount("/", files),
        ]
        app = Starlette(
            routes=routes,
            middleware=middleware(settings),
            exception_handlers=exception_handlers,
        )
        app.router.redirect_slashes = False
        app.state.settings, app.state.garden_title = settings, self.title
        return app

    async def follow(self, stopping: asyncio.Event) -> None:
        """Show what is saved until `stopping` is set, and let go of the pages that listen then."""
        watching = asyncio.create_task(self.tending.watch(stopping))
        await stopping.wait()
        self.tending.builds.wake()
        await watching


def prepare(vault: Path, folder: Path, url: str, say: Callable[[str], None]) -> Trial:
    """Build a vault into a folder, and write the letter; a report without a build is for errors.

    What is said of later builds goes to `say`. Pages show no warnings: a vault that was never
    built has many.
    """
    home = Home(folder)
    home.prepare()
    settings = Settings.for_development(
        {},
        database_url="",
        url=url,
        mail_url=f"maildir://{home.mail.absolute()}",
        secret_key=home.secret("secret_key"),
        announce_token=home.secret("announce_token"),
    )
    tending = Tending(home, vault, settings, say, shows_warnings=False)
    report = tending.build()
    trial = Trial(tending, report)
    trial.show(report)
    tending.begin_with(report)
    tending.also = trial.show
    return trial


def by_promise(notes: list[Note]) -> list[Note]:
    """Return notes that say enough for a letter: evergreens first, then those most linked to."""
    telling = [
        note
        for note in notes
        if note.should_index and note.slug != HOME and len(note.excerpt) >= WORTH_A_LETTER
    ]
    return sorted(
        telling or notes,
        key=lambda note: (note.maturity is not Maturity.EVERGREEN, -len(note.backlinks), note.path),
    )


def letter_about(note: Note, trial: Trial) -> Mail | None:
    """Return the letter as a reader would get it, or None when there is none to be made of it."""
    printer = trial.report.printer
    told = mailed(note, "full", printer) if printer else None
    if not told:
        return None
    about = entry(note, told, LETTER_SIZES[0], trial.tending.settings.site_url)
    try:
        return composed(taken(note, about, trial), garden(trial), trial.tending.settings)
    except LetterTooLarge:
        return None


def taken(note: Note, about: dict[str, object], trial: Trial) -> Taken:
    """Return the delivery to a reader who does not exist."""
    today = datetime.now(UTC).date().isoformat()
    return Taken(
        id=0,
        subscriber_id=0,
        status="sending",
        message_id=new_message_id(trial.tending.settings.mail_from),
        email=READER,
        address=READER,
        language=note.language,
        confirmed_on=datetime.now(UTC).date(),
        notes=[{**about, "evergreen_at": today, "date": today, "section": "grown"}],
    )


def garden(trial: Trial) -> Garden:
    """Return what the letter says of the garden."""
    return Garden(
        site_url=trial.tending.settings.site_url,
        environment=trial.tending.settings.environment,
        title=trial.title,
        language=trial.site["language"],
        baseline_at=None,
        sign_up_closed_at=None,
    )


def bar(trial: Trial) -> str:
    """Return what stands below every page: what this is, and the way to the letter."""
    said = f"<p><strong>{escape(trial.title)}</strong> as a garden, on this machine alone.</p>"
    if trial.note:
        where = f"/_dev/mail/{quote(trial.key)}"
        title = f'<bdi lang="{escape(trial.note.language)}">{escape(trial.note.title)}</bdi>'
        said += f'<p><a href="{where}">The letter about “{title}”</a></p>'
    return (
        f'<link rel="stylesheet" href="{STYLES}">'
        f'<aside class="thistledown-trial" lang="en" dir="ltr">{said}</aside>'
    )


def styles(request: Request) -> Response:
    """Serve the look of the bar."""
    del request
    return Response((templates("dev") / "trial.css").read_text("utf-8"), media_type="text/css")


def not_here(request: Request) -> Response:
    """Say what the forms would do, where there is nobody to do it."""
    return page(
        request,
        "error",
        503,
        title="This is only a look",
        sentence="Nothing was stored: here is the garden alone, without its newsletter.",
        remedy="`thistledown dev` has both, with an inbox that catches every letter.",
    )
