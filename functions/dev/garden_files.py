"""Serve the built garden to its gardener: clean addresses, its own 404 page, nothing outside it."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from shared.garden.policy import policy as pages_policy

FRAMES = "; frame-ancestors 'none'"  # which only a header may say

HEADERS = {
    "Cache-Control": "no-cache",  # keep it, but ask every time: the next build may be seconds away
    "Referrer-Policy": "strict-origin-when-cross-origin",
}


class GardenFiles(StaticFiles):
    """The files of a built garden, which may not have been built yet.

    `addition` returns HTML that every page gets when it is served. The files stay as they are.
    """

    def __init__(
        self,
        built: Path,
        *,
        functions_url: str,
        policy: str = "",
        addition: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(directory=built, html=True, check_dir=False, follow_symlink=False)
        self.policy = policy or pages_policy(functions_url, is_foreign=True) + FRAMES
        self.addition = addition

    async def check_config(self) -> None:
        """Ask for nothing at the start: the first build may still be running."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file for a path, its folder's index, or the garden's 404 page."""
        if any(part.startswith(".") for part in path.split("/") if path != "."):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:  # 401 for a file that the server may not read
            raise HTTPException(404 if error.status_code == 401 else error.status_code) from None
        if isinstance(response, RedirectResponse):
            response = RedirectResponse(f"/{quote(path)}/", 307)
        if self.addition and isinstance(response, FileResponse) and is_page(response):
            response = with_addition(response, self.addition(), scope)
        response.headers.update({**HEADERS, "Content-Security-Policy": self.policy})
        return response


def is_page(response: FileResponse) -> bool:
    """Tell a page from a picture or a script."""
    return str(response.path).endswith(".html")


def with_addition(given: FileResponse, addition: str, scope: Scope) -> Response:
    """Return a page with HTML before its end, or 304 to whoever has just this."""
    content = Path(given.path).read_bytes()
    digest = hashlib.sha256(content + addition.encode()).hexdigest()[:32]
    headers = {"etag": f'"{digest}"'}
    asked = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
    if given.status_code == 200 and digest in asked:
        return Response(status_code=304, headers=headers)
    page, end, rest = content.decode().rpartition("</body>")
    html = f"{page}{addition}\n{end}{rest}" if end else f"{rest}{addition}\n"
    return Response(html, given.status_code, headers, media_type="text/html")
