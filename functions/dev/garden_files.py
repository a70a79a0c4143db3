"""Serve the built garden to its gardener: clean addresses, its own 404 page, nothing outside it."""

from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# A note may show pictures from elsewhere; scripts, styles and forms are the garden's own.
POLICY = (
    "default-src 'self'; img-src 'self' https: data:; media-src 'self' https:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action {form_action}"
)

HEADERS = {
    "Cache-Control": "no-cache",  # keep it, but ask every time: the next build may be seconds away
    "Referrer-Policy": "strict-origin-when-cross-origin",
}


class GardenFiles(StaticFiles):
    """The files of a built garden, which may not have been built yet."""

    def __init__(self, built: Path, *, functions_url: str) -> None:
        super().__init__(directory=built, html=True, check_dir=False, follow_symlink=False)
        self.policy = POLICY.format(form_action=f"'self' {functions_url}/newsletter/")

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
        response.headers.update({**HEADERS, "Content-Security-Policy": self.policy})
        return response
