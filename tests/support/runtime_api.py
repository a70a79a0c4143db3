"""Lambda without a cloud: its Runtime API, and the real runtime client in a process of its own."""

import base64
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
VERSION = "/2018-06-01/runtime"
PATIENCE = 60.0

# A complete configuration; nothing in it can be reached.
ENVIRONMENT = {
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
    "SITE_URL": "https://garden.example",
    "FUNCTIONS_URL": "https://functions.test",
    "MAIL_URL": "smtp://127.0.0.1:1",
    "MAIL_FROM": "The gardener <gardener@garden.example>",
    "SECRET_KEY": "secret-key-of-the-tests-0123456789abcdef",
    "POSTAL_ADDRESS": "1 Garden Path, Greenhouse",
    "ANNOUNCE_TOKEN": "announce-token-of-the-tests-0123456789",
    "ANNOUNCE_HOLD": "0s",
    "REPLY_TO": "",
    "GARDENER_EMAIL": "",
}


class Died(RuntimeError):
    """The process ended before it answered; the text is what it had written."""


@dataclass(frozen=True)
class Outcome:
    """How an invocation ended: with what the handler returned, or with its error."""

    failed: bool
    value: Any


class Server(ThreadingHTTPServer):
    """A server whose clients may be killed without a word from either side."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@dataclass
class RuntimeApi:
    """What Lambda shows to the process of one function, one invocation at a time."""

    waiting: queue.Queue[tuple[str, Any, float] | None] = field(default_factory=queue.Queue)
    outcomes: queue.Queue[Outcome] = field(default_factory=queue.Queue)

    def forget(self) -> None:
        """Send away who still waits for a process that is gone."""
        self.waiting.put(None)
        self.waiting, self.outcomes = queue.Queue(), queue.Queue()

    @contextmanager
    def serving(self) -> Generator[str]:
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # the whole answer in one packet, and at once
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                assert self.path == f"{VERSION}/invocation/next"
                invocation = api.waiting.get()
                if invocation is None:
                    return
                name, event, seconds = invocation
                headers = {
                    "Lambda-Runtime-Aws-Request-Id": name,
                    "Lambda-Runtime-Deadline-Ms": str(round((time.time() + seconds) * 1000)),
                    "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:eu:1:function:ours",
                }
                self.reply(200, json.dumps(event).encode(), headers)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                api.outcomes.put(Outcome(self.path.endswith("/error"), json.loads(body)))
                self.reply(202, b"{}", {})

            def reply(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
                self.send_response(status)
                for name, value in {**headers, "Content-Type": "application/json"}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                self.wfile.flush()

            def log_message(self, *args: object) -> None:
                pass

        server = Server(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, args=[0.05])
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            self.forget()
            server.shutdown()
            server.server_close()
            thread.join()


@dataclass
class Function:
    """One function as Lambda keeps it: a process started when needed, warm from then on."""

    handler: str
    environment: Mapping[str, str]
    log: Path
    api: RuntimeApi
    address: str
    code: Path = ROOT
    client: Path | None = None  # where the runtime client lies, if not among the libraries
    process: subprocess.Popen[bytes] | None = None
    invocations: int = 0

    def invoke(self, event: Any, *, seconds: float = 120.0) -> Outcome:
        """Invoke the function; `seconds` is its timeout, as the configuration would say it."""
        self.begin(event, seconds=seconds)
        return self.outcome()

    def begin(self, event: Any, *, seconds: float = 120.0) -> None:
        if self.process is None or self.process.poll() is not None:
            self.start()
        self.invocations += 1
        self.api.waiting.put((f"invocation-{self.invocations}", event, seconds))

    def outcome(self) -> Outcome:
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                return self.api.outcomes.get(timeout=0.05)
            except queue.Empty:
                if self.process.poll() is not None and self.api.outcomes.empty():
                    raise Died(self.log.read_text()) from None
        raise TimeoutError(self.log.read_text())

    def start(self) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "AWS_LAMBDA_RUNTIME_API": self.address,
            "_HANDLER": self.handler,
            "AWS_LAMBDA_LOG_FORMAT": "JSON",
            "AWS_LAMBDA_LOG_LEVEL": "INFO",
            **self.environment,
        }
        alone = []
        if self.client:
            alone = ["-S"]  # without site-packages: only what the zip holds
            environment["PYTHONPATH"] = str(self.client)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *alone, "-m", "awslambdaric", self.handler],
                cwd=self.code,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def kill(self) -> None:
        """End it as Lambda does, which asks nobody."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.api.forget()

    def resident_megabytes(self) -> float:
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) / 1024


@contextmanager
def deployed(
    handler: str, environment: Mapping[str, str], log: Path, **options: Any
) -> Generator[Function]:
    api = RuntimeApi()
    with api.serving() as address:
        function = Function(handler, environment, log, api, address, **options)
        try:
            yield function
        finally:
            function.kill()


def request(
    method: str,
    target: str,
    *,
    body: str | None = None,
    encoded: bool = False,
    source_ip: str = "203.0.113.9",
    host: str = "functions.test",
    **headers: str,
) -> dict[str, Any]:
    """Return the event that API Gateway makes of a request: HTTP API, payload version 2.0."""
    path, _, query = target.partition("?")
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": query,
        "headers": {"host": host, "x-forwarded-for": source_ip, **given},
        "requestContext": {
            "http": {
                "method": method,
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": source_ip,
                "userAgent": "a test",
            },
            "stage": "$default",
        },
        "isBase64Encoded": encoded,
    }
    if body is not None:
        event["body"] = base64.b64encode(body.encode()).decode() if encoded else body
    return event
