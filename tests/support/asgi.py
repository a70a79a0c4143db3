"""Send requests to an application in this process, with nothing in between that costs time."""

from urllib.parse import urlencode

from starlette.types import ASGIApp, Message


async def post(
    app: ASGIApp, path: str, fields: dict[str, str], *, host: str, client: str = "127.0.0.1"
) -> int:
    """Post a form and return the status of the answer."""
    body = urlencode(fields).encode()
    headers = {
        "host": host,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": str(len(body)),
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 50000),
        "server": (host, 80),
    }
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"]
