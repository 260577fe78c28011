"""The floor: what any server would cost that gets and gives the same bytes, without a game.

A raw protocol in a process of its own: a GET is a stream of its path's table, a press is answered
and pushes a picture to that table's streams, an ack is answered. `python -m app.bench.floor
PICTURE ANSWER` serves it, with the sizes in bytes, and prints its address in one line.
"""

import asyncio
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from app.bench.loops import run
from app.bench.server import NotServed, Served

STREAM = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
SAYS = "The floor is on "


class Floor(asyncio.Protocol):
    """One connection of the floor. `tables` has the streams of each, `picture` is a whole chunk."""

    def __init__(
        self, tables: dict[bytes, list[asyncio.Transport]], picture: bytes, answer: bytes
    ) -> None:
        self._tables = tables
        self._picture = picture
        self._answer = answer
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class

    def connection_lost(self, _: Exception | None) -> None:
        for streams in self._tables.values():
            if self._transport in streams:
                streams.remove(self._transport)

    def data_received(self, data: bytes) -> None:
        assert self._transport is not None
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end]
            method, path, _ = head.split(b" ", 2)
            length = int(head.rpartition(b"Content-Length: ")[2]) if method == b"POST" else 0
            if len(self._buffer) < end + 4 + length:
                return
            self._buffer = self._buffer[end + 4 + length :]
            table, _, action = path.rpartition(b"/")
            if method == b"GET":
                self._tables[table].append(self._transport)
                self._transport.write(STREAM)
                continue
            if action != b"ack":
                for stream in self._tables[table]:
                    stream.write(self._picture)
            self._transport.write(self._answer)


def padded(start: bytes, end: bytes, size: int) -> bytes:
    """Bytes of this size between a start and an end."""
    return start + b"x" * max(0, size - len(start) - len(end)) + end


async def serve(picture_bytes: int, answer_bytes: int) -> None:
    """Serve the floor until the process is ended."""
    message = padded(b"id: floor\ndata: ", b"\n\n", picture_bytes)
    picture = f"{len(message):x}\r\n".encode() + message + b"\r\n"
    answer = padded(b"HTTP/1.1 204 No Content\r\nx: ", b"\r\n\r\n", answer_bytes)
    tables: dict[bytes, list[asyncio.Transport]] = defaultdict(list)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Floor(tables, picture, answer), "127.0.0.1", 0)
    print(f"{SAYS}http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


@contextmanager
def own_floor(picture_bytes: int, answer_bytes: int) -> Iterator[Served]:
    """A floor that lives as long as this. Raises NotServed."""
    process = subprocess.Popen(  # noqa: S603  two numbers
        [sys.executable, "-m", "app.bench.floor", str(picture_bytes), str(answer_bytes)],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline().strip()
            if not said.startswith(SAYS):
                raise NotServed(f"The floor did not start: {said or 'no word from it'}")
            yield Served(said.removeprefix(SAYS), process.pid)
        finally:
            process.terminate()


if __name__ == "__main__":
    run(serve(int(sys.argv[1]), int(sys.argv[2])))
