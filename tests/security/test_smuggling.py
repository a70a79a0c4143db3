"""One request is one request, for us as for any proxy in front of us."""

import socket

import pytest

from tests.support.rows import readers
from tests.support.serving import everything, served

HOST = b"Host: functions.test\r\n"
POST = b"POST /newsletter/unsubscribe HTTP/1.1\r\n" + HOST
SECOND = b"GET /healthz/smuggled HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"

AMBIGUOUS = {
    "length and chunks": POST + b"Content-Length: 4\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
    "chunks and length": POST + CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n",
    "length and chunks of a GET": b"GET /healthz HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: 5\r\n"
    + CHUNKED
    + b"\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 60\r\n\r\n",
    "two lengths in one": POST + b"Content-Length: 0, 60\r\n\r\n",
    "a length with a sign": POST + b"Content-Length: +0\r\n\r\n",
    "a length below nothing": POST + b"Content-Length: -1\r\n\r\n",
    "a length in hexadecimal": POST + b"Content-Length: 0x0\r\n\r\n",
    "a space before the colon": POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "an unknown encoding": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "two encodings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunked twice": POST + CHUNKED * 2 + b"\r\n0\r\n\r\n",
    "a chunk of a strange size": POST + CHUNKED + b"\r\n0x0\r\n\r\n",
    "a NUL in a header": POST + b"X: a\x00b\r\nContent-Length: 0\r\n\r\n",
    "a carriage return in a header": POST + b"X: a\rContent-Length: 9\r\nContent-Length: 0\r\n\r\n",
    "two hosts": b"GET /healthz HTTP/1.1\r\n" + HOST * 2 + b"\r\n",
}


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_what_can_be_read_in_two_ways_is_refused_and_the_line_closed(garden, db, what: str):
    garden.subscribe("ada@example.org")
    with (
        served(garden.client.app) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as connection,
    ):
        connection.sendall(AMBIGUOUS[what] + SECOND)
        answer = everything(connection)

    assert answer.startswith(b"HTTP/1.1 4")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert readers(db) == {"ada@example.org": "pending"}
