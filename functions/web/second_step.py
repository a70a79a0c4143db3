"""The second step of the form, for the hours in which too many ask: one button, or one challenge.

A static page cannot carry a fresh token, so an address alone is enough below the caps. Above them
the answer is the page that says "look into your inbox" otherwise, with a button in it; JSON gets
the same token as a challenge, and sends it back.
"""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from functions.web.forms import form_token, wants_json
from functions.web.pages import page
from functions.web.words import Words, chosen_language, read_words
from shared.mail.address import Address
from shared.newsletter.readers.form_tokens import MINIMUM_AGE, form_token_age, new_form_token
from shared.settings import Settings

TOO_MANY = 429
WAIT_SECONDS = round(MINIMUM_AGE.total_seconds())


@dataclass(frozen=True, slots=True)
class Step:
    """The token that came with an address, or a new one; `is_made` if it is good by now."""

    token: str
    is_made: bool


async def read_step(request: Request, address: Address) -> Step:
    """Look at the token in the form."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    age = form_token_age(settings.secret_key, token, address.key)
    if age is None:
        return Step(new_form_token(settings.secret_key, address.key), is_made=False)
    # One who is too quick keeps the token: with another they would be too quick for ever.
    return Step(token, is_made=age >= MINIMUM_AGE)


def ask_for_step(
    request: Request, address: Address, step: Step, *, note_id: str | None = None
) -> Response:
    """Answer with the button, or with the challenge as JSON."""
    headers = {"Retry-After": str(WAIT_SECONDS)}
    if wants_json(request):
        language = chosen_language(request)
        words: Words = read_words(language)["check-your-inbox"]["step"]
        told = {name: words[name] for name in ("title", "detail", "remedy")}
        challenge = {"token": step.token, "wait_seconds": WAIT_SECONDS}
        headers |= {"Content-Language": language}
        return JSONResponse({**told, **challenge}, TOO_MANY, headers=headers)
    again = {"email": address.deliverable, "token": step.token, "note_id": note_id}
    answer = page(request, "check-your-inbox", TOO_MANY, **again)
    answer.headers.update(headers)
    return answer
