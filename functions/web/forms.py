"""Read what people and programs send: one address, or one token, and nothing else."""

import json
import re
import unicodedata
from contextlib import suppress
from urllib.parse import parse_qs

from starlette.requests import Request

from functions.web.refusal import Refusal

URLENCODED = "application/x-www-form-urlencoded"
JSON = "application/json"

# A field that no person sees and no browser fills; machines fill whatever is called like this.
TRAP = "message"

MOST_FIELDS = 200  # of the settings' form, with a topic for each
MOST_WISHES = 20  # of a browser's header
LONGEST_NOTE_ID = 500
UNSEEN = ("Cc", "Cs")
TOKEN = re.compile(r"[A-Za-z0-9_.~-]{1,512}")


class InvalidForm(Refusal):
    """The form cannot be used; the sentence tells the reader what is wrong with it.

    `typed` goes back into the form, to be corrected there, and nowhere else.
    """

    def __init__(
        self, sentence: str, *, reason: str | None = None, status: int = 422, typed: str = ""
    ) -> None:
        super().__init__(status, reason=reason, sentence=sentence)
        self.typed = typed


async def email_field(request: Request) -> str:
    """Return the one value of `email` as it was typed, from a form or from JSON.

    Raises:
        InvalidForm: it is missing, there are several, or it is not plain text.

    """
    values = await fields(request, "email")
    value = values[0] if values else ""
    if len(values) > 1:
        raise InvalidForm("Write one address only.", reason="several", typed=visible(value))
    if not isinstance(value, str):
        raise InvalidForm("The address must be text.", reason="unreadable")
    if visible(value) != value:
        sentence = "The address holds characters nobody can see."
        raise InvalidForm(sentence, reason="invisible", typed=visible(value))
    if not value.strip():
        raise InvalidForm("Write your address into the field.", reason="missing")
    return value


async def note_field(request: Request) -> str | None:
    """Return the id of the one note that is asked about, None if it is about the garden.

    Whatever is no id becomes "", which no note has: a wish for one note is never taken for more.
    It never raises over the form of the body.

    Raises:
        InvalidForm: there are several, or it is not plain text.

    """
    values: list[object] = []
    with suppress(InvalidForm):
        values = await fields(request, "note")
    if not values:
        return None
    if len(values) > 1 or not isinstance(values[0], str):
        raise InvalidForm("Ask about one note at a time.", reason="unreadable")
    is_id = visible(values[0]) == values[0] and len(values[0]) <= LONGEST_NOTE_ID
    return values[0] if is_id else ""


async def trap_is_filled(request: Request) -> bool:
    """Tell whether something is in the field that people leave empty, since they do not see it."""
    values = await fields(request, TRAP)
    return any(value is not None and str(value).strip() for value in values)


def visible(value: object) -> str:
    """Return a text without control characters and halves of characters; "" for what is none."""
    if not isinstance(value, str):
        return ""
    return "".join(letter for letter in value if unicodedata.category(letter) not in UNSEEN)


async def form_token(request: Request) -> str:
    """Return the token of a link or button, or "" where there is none that could be one.

    Mail programs send a one-click POST with any content type or none, and without any body of
    use: the token in the address counts then. It never raises over the form of the body.
    """
    candidates: list[object] = list(request.query_params.getlist("token"))
    if request.method == "POST":
        with suppress(InvalidForm):
            candidates = [*await fields(request, "token"), *candidates]
    tokens = (text for text in candidates if isinstance(text, str) and TOKEN.fullmatch(text))
    return next(tokens, "")


def wants_json(request: Request) -> bool:
    """Tell whether the client sent JSON or likes it better than a page."""
    if content_type(request) == JSON:
        return True
    accepted = preferences(request.headers.get("accept", ""))
    return accepted.get(JSON, 0.0) > accepted.get("text/html", 0.0)


def preferences(header: str) -> dict[str, float]:
    """Read an Accept or Accept-Language header: each choice in lower case with its weight."""
    weights: dict[str, float] = {}
    for choice in header.split(",")[:MOST_WISHES]:
        name, _, parameters = choice.partition(";")
        weight = re.search(r"q\s*=\s*([01](?:\.\d{0,3})?)", parameters)
        weights[name.strip().lower()] = float(weight[1]) if weight else 1.0
    return weights


async def fields(request: Request, name: str) -> list[object]:
    """Return every value that the body gives for a field."""
    kind = content_type(request)
    if kind not in (URLENCODED, JSON, ""):
        raise InvalidForm(f"Send the form as {URLENCODED} or {JSON}.", reason="format", status=415)
    text = as_text(await request.body())
    return json_values(text, name) if kind == JSON else form_values(text, name)


def as_text(body: bytes) -> str:
    """Decode a body, which must be UTF-8."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidForm("The form is not written in UTF-8.", reason="unreadable") from None


def form_values(text: str, name: str) -> list[object]:
    """Return the values of a field in a urlencoded form."""
    try:
        found = parse_qs(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:  # bytes that are not UTF-8, or far too many fields
        raise InvalidForm("The form cannot be read.", reason="unreadable") from None
    return [*found.get(name, [])]


def json_values(text: str, name: str) -> list[object]:
    """Return the values of a key in a JSON object, each time it is written."""
    try:
        pairs: object = json.loads(text, object_pairs_hook=Pairs)
    except (ValueError, RecursionError):
        raise InvalidForm("The JSON cannot be read.", reason="unreadable") from None
    if not isinstance(pairs, Pairs):
        raise InvalidForm('Send a JSON object, as {"email": "..."}.', reason="unreadable")
    return [value for key, value in pairs if key == name]


class Pairs(list[tuple[str, object]]):
    """The keys and values of a JSON object in their order, with those written twice."""


def content_type(request: Request) -> str:
    """Return the media type of the body in lower case, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
