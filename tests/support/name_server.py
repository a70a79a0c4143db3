"""A real server of the domain name system on loopback, by UDP and TCP on one port."""

import socket
import socketserver
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.rrset

Zone = Mapping[str, Sequence[str]]  # "name TYPE": what a zone file has behind it

BROKEN = "broken."  # below it every question is answered with SERVFAIL


def answer(zone: Zone, question: bytes, room: int) -> bytes:
    """Answer one question, with a CNAME followed; what does not fit is cut, to be asked by TCP."""
    asked = dns.message.from_wire(question)
    reply = dns.message.make_response(asked)
    name, kind = asked.question[0].name, dns.rdatatype.to_text(asked.question[0].rdtype)
    called = name.to_text().lower()
    if called.endswith(BROKEN):
        reply.set_rcode(dns.rcode.SERVFAIL)
        return reply.to_wire()
    while alias := zone.get(f"{called.rstrip('.')} CNAME"):
        reply.answer.append(dns.rrset.from_text(called, 60, "IN", "CNAME", *alias))
        called = alias[0]
    known = called.rstrip(".")
    if found := zone.get(f"{known} {kind}"):
        reply.answer.append(dns.rrset.from_text(f"{known}.", 60, "IN", kind, *found))
    elif not any(one.split()[0] == known for one in zone):
        reply.set_rcode(dns.rcode.NXDOMAIN)
    written = reply.to_wire(max_size=65535)
    if len(written) > room:
        reply.answer.clear()
        reply.flags |= dns.flags.TC
        return reply.to_wire()
    return written


class ByDatagram(socketserver.BaseRequestHandler):
    """One question by UDP."""

    def handle(self) -> None:
        question, line = self.request
        server: Any = self.server
        server.asked.append("udp")
        line.sendto(answer(server.zone, question, 512), self.client_address)


class ByStream(socketserver.StreamRequestHandler):
    """One question by TCP, behind its length."""

    def handle(self) -> None:
        server: Any = self.server
        length = int.from_bytes(self.rfile.read(2), "big")
        server.asked.append("tcp")
        written = answer(server.zone, self.rfile.read(length), 65535)
        self.wfile.write(len(written).to_bytes(2, "big") + written)


@contextmanager
def name_server(zone: Zone) -> Generator[str]:
    """Serve a zone until the block ends; give ADDRESS:PORT."""
    asked: list[str] = []
    with listening() as (datagrams, streams):
        for server in (datagrams, streams):
            server.zone, server.asked = zone, asked
            threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"127.0.0.1:{streams.server_address[1]}"


@contextmanager
def listening() -> Generator[tuple[Any, Any]]:
    """Take a port that is free for both."""
    for _ in range(50):
        streams = socketserver.ThreadingTCPServer(("127.0.0.1", 0), ByStream)
        streams.daemon_threads = True
        try:
            datagrams = socketserver.ThreadingUDPServer(streams.server_address, ByDatagram)
            datagrams.daemon_threads = True
            break
        except OSError:
            streams.server_close()
    else:
        raise OSError("no port is free")
    try:
        yield datagrams, streams
    finally:
        for server in (datagrams, streams):
            server.shutdown()
            server.server_close()


def refused_port() -> int:
    """Return a port on which nobody listens, neither way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
