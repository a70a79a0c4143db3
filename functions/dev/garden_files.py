"""Serve the built garden to its gardener: clean addresses, its own 404 page, nothing outside it."""

import hashlib
from asyncio import sleep
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from functions.dev.left_out import LeftOut
from shared.garden.pages.policy import policy as pages_policy

FRAMES = "; frame-ancestors 'none'"  # which only a header may say

LEFT_OUT = "X-Thistledown-Left-Out"  # names the file of a note without a page of its own

BREATH = 0.02  # seconds; between two builds there is nothing for a moment
HEADERS = {
    "Cache-Control": "no-cache",  # keep it, but ask every time: the next build may be seconds away
    "Referrer-Policy": "strict-origin-when-cross-origin",
}


class GardenFiles(StaticFiles):
    """The files of a built garden, which may not have been built yet.

    `addition` returns HTML that every page gets when it is served, for what names the page as it
    is. The files stay as they are. A note that is `left_out` has its page as it was before.
    """

    def __init__(
        self,
        built: Path,
        *,
        functions_url: str,
        policy: str = "",
        addition: Callable[[str], str] | None = None,
        left_out: LeftOut | None = None,
    ) -> None:
        super().__init__(directory=built, html=True, check_dir=False, follow_symlink=False)
        self.policy = policy or pages_policy(functions_url, is_foreign=True) + FRAMES
        self.addition = addition
        self.left_out = left_out or LeftOut()

    async def check_config(self) -> None:
        """Ask for nothing at the start: the first build may still be running."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file for a path, its folder's index, or the garden's 404 page."""
        if any(part.startswith(".") for part in path.split("/") if path != "."):
            raise HTTPException(404)
        response = await self.found(path, scope)
        if response is None or response.status_code == 404:
            await sleep(BREATH)
            response = self.instead(path, scope, await self.found(path, scope))
        if response is None:
            raise HTTPException(404)
        if isinstance(response, RedirectResponse):
            response = RedirectResponse(f"/{quote(path)}/", 307)
        response.headers.update({**HEADERS, "Content-Security-Policy": self.policy})
        return response

    async def found(self, path: str, scope: Scope) -> Response | None:
        """Return what is there for a path, with what is added to it."""
        try:
            response = await super().get_response(path, scope)
            if self.addition and isinstance(response, FileResponse) and is_page(response):
                status = response.status_code
                return with_addition(content_of(response), status, self.addition, scope)
        except FileNotFoundError:  # since it was found a moment ago
            return None
        except HTTPException as error:
            if error.status_code in (401, 404):  # 401 for a file that the server may not read
                return None
            raise
        return response

    def instead(self, path: str, scope: Scope, found: Response | None) -> Response | None:
        """Return what stands at an address without a page, and say whose it is."""
        stand = self.left_out.at(path)
        if stand is None or (found and found.status_code != 404):
            return found
        if stand.html and self.addition:
            found = with_addition(stand.html, 200, self.addition, scope)
        if found:
            found.headers[LEFT_OUT] = quote(stand.file)
        return found


def is_page(response: FileResponse) -> bool:
    """Tell a page from a picture or a script."""
    return str(response.path).endswith(".html")


def content_of(response: FileResponse) -> bytes:
    """Return what is in the file of a response."""
    return Path(response.path).read_bytes()


def with_addition(
    content: bytes, status: int, addition: Callable[[str], str], scope: Scope
) -> Response:
    """Return a page with HTML before its end, or 304 to whoever has just this."""
    built = digest(content)
    added = addition(built)
    tag = f'"{built}.{digest(added.encode())}"'
    asked = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
    if status == 200 and tag in asked:
        return Response(status_code=304, headers={"etag": tag})
    page, end, rest = content.decode().rpartition("</body>")
    html = f"{page}{added}\n{end}{rest}" if end else f"{rest}{added}\n"
    return Response(html, status, {"etag": tag}, media_type="text/html")


def digest(content: bytes) -> str:
    """Return what names this very content."""
    return hashlib.sha256(content).hexdigest()[:16]
