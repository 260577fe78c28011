"""HTTP/1.1 as thin as a measurement needs it: bytes out, bytes in, and when they came.

A client library would cost more than the server that it measures. Moments are seconds of
`perf_counter`, read first thing when bytes arrive: a loop's own time is that of its last turn.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, cast
from urllib.parse import urlencode, urlsplit

FORM = "application/x-www-form-urlencoded"


class NotAnswered(Exception):
    """A connection ended, or what came is not what a server of ours says."""


class Answer(NamedTuple):
    """What a request was answered; `size` is all of its bytes."""

    status: int
    head: str
    body: bytes
    size: int

    def header(self, name: str) -> str:
        """A header's value; empty where it is missing."""
        for line in self.head.split("\r\n"):
            key, _, value = line.partition(": ")
            if key.lower() == name:
                return value
        return ""


Answered = Callable[[Answer], None]
Heard = Callable[[bytes, float], None]


class Server(NamedTuple):
    """Where a server is: `host` as a request names it."""

    address: str
    port: int
    host: str

    @classmethod
    def at(cls, url: str) -> "Server":
        """The server of an address such as http://127.0.0.1:8000."""
        parts = urlsplit(url)
        return cls(parts.hostname or "127.0.0.1", parts.port or 80, parts.netloc)

    def request(self, method: str, path: str, cookie: str = "", body: str = "") -> bytes:
        """A request's bytes, as our page's script sends it."""
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}",
            "Sec-Fetch-Site: same-origin",
            "HX-Request: true",
        ]
        if cookie:
            head.append(f"Cookie: {cookie}")
        if method == "POST":
            head += [f"Content-Type: {FORM}", f"Content-Length: {len(body)}"]
        return ("\r\n".join(head) + "\r\n\r\n" + body).encode("ascii")


class Connection(asyncio.Protocol):
    """What is common to both: a transport, until it is lost."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self.closed = False

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class

    def connection_lost(self, _: Exception | None) -> None:
        self.closed = True


class Line(Connection):
    """A kept connection. What is sent before an answer has come waits in line at the server."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Answered] = deque()
        self._buffer = b""

    @classmethod
    async def to(cls, server: Server) -> "Line":
        """A new connection. Raises OSError."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(cls, server.address, server.port)
        return line

    def send(self, request: bytes, answered: Answered) -> None:
        """Send a request; `answered` is called with its answer, if one comes."""
        if self._transport is None or self.closed:
            raise NotAnswered("The server has closed the connection.")
        self._waiting.append(answered)
        self._transport.write(request)

    async def ask(self, request: bytes) -> Answer:
        """Send a request and wait for its answer. Raises NotAnswered."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.send(request, future.set_result)
        try:
            return await asyncio.wait_for(future, 30)
        except TimeoutError:
            raise NotAnswered("The server did not answer within 30 s.") from None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end].decode("latin-1")
            answer = Answer(int(head[9:12]), head, b"", 0)
            size = end + 4 + int(answer.header("content-length") or 0)
            if len(self._buffer) < size:
                return
            body = self._buffer[end + 4 : size]
            self._buffer = self._buffer[size:]
            self._waiting.popleft()(answer._replace(body=body, size=size))


class Stream(Connection):
    """An endless chunked answer of messages, each handed to `heard` with the moment it came."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard
        self._buffer = b""
        self._text = b""
        self._begun = False

    @classmethod
    async def of(cls, server: Server, path: str, cookie: str, heard: Heard) -> "Stream":
        """Open a stream on a connection of its own. Raises OSError."""
        loop = asyncio.get_running_loop()
        transport, stream = await loop.create_connection(
            lambda: cls(heard), server.address, server.port
        )
        transport.write(server.request("GET", path, cookie))
        return stream

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self._buffer += data
        if not self._begun:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 200"):
                self.close()
                return
            self._begun, self._buffer = True, rest
        self._take_chunks()
        *whole, self._text = self._text.split(b"\n\n")
        for message in whole:
            self._heard(message, now)

    def _take_chunks(self) -> None:
        while (end := self._buffer.find(b"\r\n")) >= 0:
            size = int(self._buffer[:end], 16)
            if len(self._buffer) < end + size + 4:
                return
            self._text += self._buffer[end + 2 : end + 2 + size]
            self._buffer = self._buffer[end + size + 4 :]


def form(**fields: str) -> str:
    """An urlencoded form."""
    return urlencode(fields)
