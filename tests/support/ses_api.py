"""Amazon SES as far as a mail needs it: a real HTTP server that checks every signature itself."""

import base64
import hashlib
import hmac
import json
import re
import ssl
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
KEY_ID = "AKIDEXAMPLE"
PATH = "/v2/email/outbound-emails"

ANSWERS: dict[str, tuple[int, str, str]] = {
    "throttle": (429, "TooManyRequestsException", "Maximum sending rate exceeded."),
    "throttle-400": (400, "ThrottlingException", "Maximum sending rate exceeded."),
    "quota": (429, "TooManyRequestsException", "Daily message quota exceeded."),
    "rejected": (400, "MessageRejected", "The mail of anna@reader.example holds a virus."),
    "unverified": (
        400,
        "MessageRejected",
        "Email address is not verified. The following identities failed the check in region "
        "EU-CENTRAL-1: anna@reader.example",
    ),
    "bad-request": (400, "BadRequestException", "Illegal address"),
    "paused": (400, "SendingPausedException", "Email sending is disabled for this account."),
    "suspended": (400, "AccountSuspendedException", "This account is suspended."),
    "mail-from": (400, "MailFromDomainNotVerifiedException", "No MX for the MAIL FROM domain."),
    "no-set": (404, "NotFoundException", "Configuration set <tulips> does not exist."),
    "denied": (403, "AccessDeniedException", "User is not authorized to perform ses:SendEmail"),
    "expired": (403, "ExpiredTokenException", "The security token included is expired"),
    "broken": (500, "InternalFailure", "An internal error."),
}


@dataclass
class SesApi:
    """One server; `mode` may be changed while it runs. `token` is what a role's session shows."""

    mode: str = "ok"
    token: str | None = None
    tls: ssl.SSLContext | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    mails: list[bytes] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    let_go: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "SesApi":
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                answer(api, self)

            def log_message(self, format: str, *args: Any) -> None:
                del format, args

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        if self.tls is not None:
            self._server.socket = self.tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.let_go.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        scheme, host = ("https", "localhost") if self.tls else ("http", "127.0.0.1")
        return f"{scheme}://{host}:{self._server.server_address[1]}"

    def mail_url(self, **options: str) -> str:
        more = "".join(f"&{name}={value}" for name, value in options.items())
        return f"ses://eu-central-1?endpoint={self.url}{more}"


def answer(api: SesApi, request: BaseHTTPRequestHandler) -> None:
    """Check the signature, then do as the mode says."""
    body = request.rfile.read(int(request.headers["Content-Length"]))
    if wrong := what_is_wrong(api, request, body):
        api.refused.append(wrong)
        return say(request, 403, "InvalidSignatureException", wrong)
    if api.mode == "hang":
        api.let_go.wait(30)
        request.close_connection = True
        return None
    if api.mode == "close":
        request.close_connection = True
        return None
    if api.mode in ANSWERS:
        return say(request, *ANSWERS[api.mode])
    asked = json.loads(body)
    api.asked.append(asked)
    api.mails.append(base64.b64decode(asked["Content"]["Raw"]["Data"]))
    name = f"0107019400000000-{len(api.mails):08d}-000000"
    return send(request, 200, {}, json.dumps({"MessageId": name}).encode())


def what_is_wrong(api: SesApi, request: BaseHTTPRequestHandler, body: bytes) -> str:
    """Say what is wrong with a signature, as Amazon's documentation has it."""
    found = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=(\S+?)/(\d{8})/([\w-]+)/ses/aws4_request, "
        r"SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})",
        request.headers.get("Authorization", ""),
    )
    if found is None:
        return "no signature"
    key_id, day, region, names, signature = found.groups()
    if (key_id, region, request.path) != (KEY_ID, "eu-central-1", PATH):
        return "another key, region or path"
    if api.token != request.headers.get("X-Amz-Security-Token"):
        return "another session"
    headers = "".join(f"{name}:{request.headers[name].strip()}\n" for name in names.split(";"))
    hashed = hashlib.sha256(body).hexdigest()
    canonical = "\n".join(["POST", request.path, "", headers, names, hashed])
    scope = f"{day}/{region}/ses/aws4_request"
    string = "\n".join(
        [
            "AWS4-HMAC-SHA256",
            request.headers["X-Amz-Date"],
            scope,
            hashlib.sha256(canonical.encode()).hexdigest(),
        ]
    )
    key = ("AWS4" + SECRET).encode()
    for part in (day, region, "ses", "aws4_request", string):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    must = {"host", "x-amz-date", "content-type"}
    return "" if key.hex() == signature and must <= set(names.split(";")) else "a wrong signature"


def say(request: BaseHTTPRequestHandler, status: int, kind: str, message: str) -> None:
    headers = {"x-amzn-ErrorType": f"{kind}:http://internal.amazon.com/coral/"}
    send(request, status, headers, json.dumps({"message": message}).encode())


def send(
    request: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes
) -> None:
    request.send_response(status)
    for name, value in {"Content-Type": "application/json", **headers}.items():
        request.send_header(name, value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
