"""Say no to a request, with a sentence that exists in every language."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException


class Refusal(HTTPException):
    """Raise it in a route or in the edge: the reader gets a page, a program gets JSON.

    `reason` names a sentence in `templates/pages/words/`; `sentence` is used where there is none.
    """

    def __init__(
        self,
        status: int,
        *,
        reason: str | None = None,
        sentence: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, sentence or None, headers)
        self.reason = reason
