"""Take a picture of every mail and page: narrow and wide, by day and by night, in each language.

`python -m tests.support.pictures [FOLDER [NAMES...]]` prints what a picture shows badly as well:
what is wider than its window, or too small for a finger. Names choose some, as `garden` does.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, Route

from tests.support.browsing import a_browser
from tests.support.contact_sheets import make_sheets
from tests.support.documents import ROOT
from tests.support.seen_documents import Document, documents

NARROWEST = 320
WIDTHS = {"mail": (NARROWEST, 700), "pages": (NARROWEST, 700), "garden": (360, 768, 1440)}
SCHEMES = ("light", "dark")
HEIGHT = 480
HOME = "http://pictures.test"

# WCAG 2.2, 2.5.5: whatever is pressed is as large as a fingertip.
FINGER = 44
MEASURE = "all => all.map(one => [one.innerText, one.getBoundingClientRect().height])"
PRESSED = "button, input[type=email], fieldset label, .tabs a, .button"


class Window:
    """A window without JavaScript in which one document after another is opened, and no more."""

    def __init__(self, browser: Browser, width: int, scheme: str) -> None:
        self.name = f"{width}.{scheme}"
        self.document: Document | None = None
        context = browser.new_context(
            java_script_enabled=False,
            viewport={"width": width, "height": HEIGHT},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        context.route("**/*", self.answer)
        self.page = context.new_page()

    def answer(self, route: Route) -> None:
        """Answer with what the document has there."""
        path = route.request.url.removeprefix(HOME)
        found = self.document.answers.get(path) if self.document else None
        if found is None:
            route.fulfill(status=404, body="")
            return
        headers = {"content-type": "text/html", **found.headers}
        route.fulfill(status=200, body=found.body, headers=headers)

    def open(self, document: Document) -> Page:
        """Open a document, with all that is framed in it."""
        self.document = document
        self.page.goto(f"{HOME}/")
        for framed in self.page.locator("iframe").all():
            framed.scroll_into_view_if_needed()  # what was never in view is not painted
            framed.content_frame.locator("body").wait_for()
        return self.page


def faults(page: Page) -> list[str]:
    """Return what is wider than the window, and what is too small to be pressed."""
    session = page.context.new_cdp_session(page)
    wide = session.send("Page.getLayoutMetrics")["cssContentSize"]["width"]
    session.detach()
    window = page.viewport_size["width"] if page.viewport_size else 0
    found = [f"it is {wide} px wide"] if wide > window else []
    for text, height in page.locator(PRESSED).evaluate_all(MEASURE):
        if 0 < height < FINGER:  # 0 is what nobody has opened yet
            found.append(f"{text or 'the field'}: {height:.0f} px high")
    return found


def take(browser: Browser, folder: Path, seen: Iterable[Document]) -> int:
    """Take every picture into a folder, print the faults, and return how many pictures."""
    windows = {
        kind: [Window(browser, width, scheme) for width in widths for scheme in SCHEMES]
        for kind, widths in WIDTHS.items()
    }
    taken: dict[str, list[Path]] = {}
    for document in seen:
        for window in windows[document.kind]:
            page = window.open(document)
            path = folder / document.kind / f"{document.name}.{document.language}.{window.name}.png"
            page.screenshot(path=path, full_page=True)
            taken.setdefault(f"{document.kind}.{document.name}", []).append(path)
            for fault in faults(page):
                print(f"{path.name}: {fault}", flush=True)
    for kind, widths in WIDTHS.items():
        of_kind = {name: paths for name, paths in taken.items() if name.startswith(f"{kind}.")}
        make_sheets(browser, folder / "sheets", of_kind, len(widths) * len(SCHEMES))
    return sum(len(paths) for paths in taken.values())


def main(folder: Path, names: tuple[str, ...]) -> None:
    """Take the pictures whose names begin with one of these, and say where they are."""
    with a_browser() as browser, TemporaryDirectory() as mails:
        seen = documents(Path(mails))
        wanted = (one for one in seen if f"{one.kind}.{one.name}".startswith(names or ("",)))
        count = take(browser, folder, wanted)
    if not count:
        sys.exit(f"No picture has a name that begins with {' or '.join(names)}.")
    print(f"{count} pictures in {folder}; those in {folder / 'sheets'} show all of a name")


if __name__ == "__main__":
    _, *given = sys.argv
    main(Path(given[0]).absolute() if given else ROOT / ".pictures", tuple(given[1:]))
