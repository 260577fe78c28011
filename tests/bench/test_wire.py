"""The bench's own HTTP: answers and messages, however their bytes are cut."""

import asyncio
from typing import Any, cast

import pytest

from app.bench.floor import Floor, padded
from app.bench.wire import Answer, Line, NotAnswered, Server, Stream

SERVER = Server.at("http://127.0.0.1:8123")
ANSWERS = (
    b"HTTP/1.1 204 No Content\r\nset-cookie: slapback=a; Path=/\r\n\r\n"
    b"HTTP/1.1 409 Conflict\r\nContent-Length: 5\r\n\r\nLate."
    b"HTTP/1.1 204 No Content\r\n\r\n"
)
STREAM = (
    b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    b"19\r\nevent: hello\ndata: {}\n\nid\r\n"
    b"9\r\n: 1\ndata:\r\n"
    b"4\r\n x\n\n\r\n"
)


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True


def connected(protocol: asyncio.Protocol) -> Wire:
    wire = Wire()
    protocol.connection_made(cast(Any, wire))
    return wire


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_answers_come_in_the_order_of_their_requests(size: int) -> None:
    line, got = Line(), list[Answer]()
    wire = connected(line)
    for request in (b"1", b"2", b"3"):
        line.send(request, got.append)
    assert wire.written == b"123"
    for start in range(0, len(ANSWERS), size):
        line.data_received(ANSWERS[start : start + size])
    assert [(answer.status, answer.body) for answer in got] == [
        (204, b""),
        (409, b"Late."),
        (204, b""),
    ]
    assert got[0].header("set-cookie") == "slapback=a; Path=/"
    assert sum(answer.size for answer in got) == len(ANSWERS)


def test_nothing_is_sent_on_a_line_that_has_ended() -> None:
    line = Line()
    connected(line)
    line.connection_lost(None)
    with pytest.raises(NotAnswered):
        line.send(b"1", lambda _: None)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_messages_of_a_stream_come_whole(size: int) -> None:
    heard: list[bytes] = []
    stream = Stream(lambda message, _: heard.append(message))
    connected(stream)
    for start in range(0, len(STREAM), size):
        stream.data_received(STREAM[start : start + size])
    assert heard == [b"event: hello\ndata: {}", b"id: 1\ndata: x"]


def test_a_stream_that_is_refused_is_closed() -> None:
    stream = Stream(lambda *_: None)
    wire = connected(stream)
    stream.data_received(b"HTTP/1.1 404 Not Found\r\n\r\n")
    assert wire.closed


def test_the_floor_gets_and_gives_the_bytes_of_a_table() -> None:
    tables: dict[bytes, list[asyncio.Transport]] = {b"/7": [], b"/8": []}
    picture, answer = b"5\r\nPIC\n\n\r\n", padded(b"HTTP/1.1 204 x\r\n", b"\r\n\r\n", 40)
    assert len(answer) == 40
    people = [Floor(tables, picture, answer) for _ in range(4)]
    watching, elsewhere, presser, painter = map(connected, people)
    people[0].data_received(SERVER.request("GET", "/7/events"))
    people[1].data_received(SERVER.request("GET", "/8/events"))
    begun = watching.written
    assert begun == elsewhere.written
    press = SERVER.request("POST", "/7/reveal", body="seen=1.0")
    for start in range(0, len(press), 9):
        people[2].data_received(press[start : start + 9])
    assert presser.written == answer
    assert watching.written == begun + picture
    assert elsewhere.written == begun
    people[3].data_received(SERVER.request("POST", "/7/ack", body="seen=1.0"))
    assert painter.written == answer
    assert watching.written == begun + picture
    people[0].connection_lost(None)
    assert tables[b"/7"] == []
