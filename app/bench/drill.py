"""What the floor is asked: the bytes and the rhythm of a table of two, without a game."""

import asyncio
from functools import partial
from time import perf_counter

from app.bench.process import Process
from app.bench.table import GAP_S, PAINT_S, Measured, played
from app.bench.wire import Answer, Line, Server, Stream

PRESS_ONLY = 60  # bytes of a press that an ack has not: rt, cmd
SPARE = "x="


class Drill:
    """Two people at one table of the floor."""

    def __init__(self, server: Server, measured: Measured, place: int, press_bytes: int) -> None:
        self._server = server
        self._measured = measured
        self._place = place
        self._press = self._request("reveal", press_bytes)
        self._ack = self._request("ack", press_bytes - PRESS_ONLY)
        self._presses: list[Line] = []
        self._acks: list[Line] = []
        self._streams: list[Stream] = []
        self._sent: float | None = None
        self._turn = 0
        self.counts = False

    async def sit_down(self) -> None:
        for seat in range(2):
            self._presses.append(await Line.to(self._server))
            self._acks.append(await Line.to(self._server))
            path = f"/{self._place}/events"
            heard = partial(self._heard, seat)
            self._streams.append(await Stream.of(self._server, path, "", heard))

    async def play(self, offset_s: float, ends: float) -> None:
        at = perf_counter() + offset_s
        while at < ends:
            await asyncio.sleep(at - perf_counter())
            if self._sent is not None and self.counts:
                self._measured.lost += 1
            self._turn = 1 - self._turn
            self._sent = perf_counter()
            self._presses[self._turn].send(self._press, self._answered)
            at = max(at + GAP_S, perf_counter())

    def leave(self) -> None:
        for line in (*self._presses, *self._acks):
            line.close()
        for stream in self._streams:
            stream.close()

    def _request(self, action: str, size: int) -> bytes:
        path = f"/{self._place}/{action}"
        bare = self._server.request("POST", path, body=SPARE.ljust(100, "x"))
        return self._server.request("POST", path, body=SPARE.ljust(100 + size - len(bare), "x"))

    def _heard(self, seat: int, _: bytes, moment: float) -> None:
        if seat != self._turn and self._sent is not None and self.counts:
            self._measured.latencies.append((moment - self._sent) * 1000)
        if seat != self._turn:
            self._sent = None
        loop = asyncio.get_running_loop()
        loop.call_later(PAINT_S, self._acks[seat].send, self._ack, _ignore)

    def _answered(self, _: Answer) -> None:
        if self.counts:
            self._measured.taken += 1


async def drill(
    server: Server, pid: int | None, tables: int, seconds: float, press_bytes: int
) -> Measured:
    """As `table.measure`, at the floor. Raises OSError and NotCounted."""
    measured, process = Measured(), Process.of(pid)
    before = None if process is None else process.memory_bytes()
    drills = [Drill(server, measured, place, press_bytes) for place in range(tables)]
    try:
        for each in drills:
            await each.sit_down()
        await played(drills, measured, process, seconds)
        if process is not None and before is not None:
            measured.memory_bytes = process.memory_bytes() - before
    finally:
        for each in drills:
            each.leave()
    return measured


def _ignore(_: Answer) -> None:
    pass
