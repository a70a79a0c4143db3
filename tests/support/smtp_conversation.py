"""What the misbehaving mail server says on one line."""

import contextlib
import re
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.bad_smtp import BadSmtp

OFFER_STARTTLS = {"starttls", "starttls-refused", "auth-535", "had-before"}


class Conversation:
    """What one client says and hears."""

    def __init__(self, server: "BadSmtp", line: socket.socket) -> None:
        self.server = server
        self.line = line
        self.reader = line.makefile("rb")
        self.secure = False
        self.to = ""

    def encrypt(self) -> None:
        self.reader.close()
        self.line = self.server.wrap(self.line)
        self.reader = self.line.makefile("rb")
        self.secure = True

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError, ValueError):
            self.reader.close()
        self.line.close()

    @property
    def mode(self) -> str:
        return self.server.mode

    def run(self) -> None:
        """Greet, then answer commands until either side has had enough."""
        if not self.greet():
            return
        while command := self.reader.readline():
            said = command.decode("utf-8", "replace").strip()
            self.server.commands.append(said)
            if not self.answer(said):
                return
        self.server.hung_up.set()

    def say(self, text: str) -> None:
        self.line.sendall(text.encode() + b"\r\n")

    def dribble(self, text: str) -> None:
        for byte in text.encode() + b"\r\n":
            self.line.sendall(bytes([byte]))
            if self.server.closed.wait(1):
                return

    def greet(self) -> bool:
        banner = "220 bad.example ESMTP " + "at your service, in a manner of speaking " * 3
        if self.mode == "no-banner":
            self.reader.read(1)
            raise OSError
        if self.mode == "endless":
            while not self.server.closed.wait(0.05):
                self.say("220-and another thing")
            return False
        if self.mode == "421":
            self.say("421 4.3.2 closing, try later")
            return False
        if self.mode == "garbage":
            self.line.sendall(b"\x00\xff\xfe HTTP/1.1 \x01 what?\r\n" * 3)
            return self.reader.read(1) != b""
        self.dribble(banner) if self.mode == "dribble-banner" else self.say(banner)
        return True

    def answer(self, said: str) -> bool:
        verb = said.split(" ", 1)[0].upper()
        method = getattr(self, f"on_{verb.lower()}", None)
        if method is None:
            self.say("502 5.5.1 no such command")
            return True
        return method(said)

    def on_ehlo(self, said: str) -> bool:
        lines = ["250-bad.example", "250-SIZE 10000000"]
        if self.mode in OFFER_STARTTLS and not self.secure:
            lines.append("250-STARTTLS")
        if self.secure:
            lines.append("250-AUTH PLAIN LOGIN")
        lines.append("250 ENHANCEDSTATUSCODES")
        reply = "\r\n".join(lines)
        self.dribble(reply) if self.mode == "dribble-reply" else self.say(reply)
        return True

    def on_starttls(self, said: str) -> bool:
        if self.mode == "starttls-refused" or self.server.tls is None:
            self.say("454 4.7.0 TLS not available")
            return True
        self.say("220 go ahead")
        self.encrypt()
        return True

    def on_auth(self, said: str) -> bool:
        self.say(f"535 5.7.8 no: {said}" if self.mode == "auth-535" else "235 2.7.0 welcome")
        return True

    def on_mail(self, said: str) -> bool:
        self.say("550 5.1.0 sender refused" if self.mode == "mail-from-550" else "250 2.1.0 ok")
        return True

    def on_rcpt(self, said: str) -> bool:
        found = re.search(r"<([^>]*)>", said)
        self.to = found[1] if found else ""
        refusal = {
            "rcpt-550-5.1.1": f"550 5.1.1 <{self.to}>: recipient rejected: no such user",
            "rcpt-550": "550 mailbox unavailable",
            "rcpt-501": "501 Invalid RCPT",
            "rcpt-501-5.1.3": "501 5.1.3 bad recipient address syntax",
            "454-quota": "454 Throttling failure: Daily message quota exceeded",
            "550-google": "550 5.4.5 Daily user sending limit exceeded",
            "rcpt-550-5.7.1": f"550 5.7.1 {self.to} rejected for policy reasons",
        }.get(self.mode)
        if self.mode == "greylist" and self.server.refuse_again(self.to):
            refusal = "450 4.7.1 greylisted"
        if self.mode == "450-too-much" and len(self.server.mails) >= self.server.allowance:
            refusal = "450 4.7.1 too much mail, try again later"
        self.say(refusal or "250 2.1.5 ok")
        return True

    def on_data(self, said: str) -> bool:
        self.say("354 go ahead")
        content = b""
        while (line := self.reader.readline()) != b".\r\n":
            if not line:
                raise OSError
            content += line[1:] if line.startswith(b".") else line
        return self.after_the_dot(content)

    def after_the_dot(self, content: bytes) -> bool:
        if self.mode == "hang-after-data":
            self.reader.read(1)
            raise OSError
        if self.mode == "close-after-dot":
            return False
        refusal = {
            "data-451": "451 4.3.0 try later",
            "data-550-5.1.1": "550 5.1.1 no such user",
            "data-551": "551 user not local",
            "had-before": "450 This idempotency key was used with a different body",
            "garbage-after-dot": "?? what was that",
        }.get(self.mode)
        if refusal is None:
            self.server.closed.wait(self.server.delay)
            self.server.keep(self.to, content)
        if self.mode == "lost-answer":
            return False
        self.say(refusal or "250 2.0.0 taken")
        return True

    def on_rset(self, said: str) -> bool:
        self.say("250 2.0.0 ok")
        return True

    def on_quit(self, said: str) -> bool:
        self.say("221 2.0.0 bye")
        return False
