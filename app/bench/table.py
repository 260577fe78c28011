"""What a press costs: from *press sent* to *picture received by the other seat*, and the server's
CPU and memory for it, beside a floor that moves the same bytes.

What is measured. Tables of two people at a link match, each at one action a second: a third slaps,
the others reveals, by either seat. The rules of the tables are such that by FAIRNESS 1.4 nothing is
waited for: `order` is `arrival`, so W = 0 and nothing holds an action back, and everything is
pressed while the window (300 ms) is closed, so that a reveal's x is its arrival; slaps stay open
until the next card, and each is decided when it arrives. So the time is the server's own: read,
compute, render, store durably, publish. With `fair` timing a reveal (not a false slap) also waits
for the slaps that may still be on their way (FAIRNESS 1.4, W): that run is told apart.

Both ends of a time are read in this process, on one clock, at the socket. An action's cost holds
all that a game brings with it: acks by both seats, probes, windows that close.
"""

import asyncio
import gc
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from app.bench.person import Person, again, sit_down
from app.bench.process import Process
from app.bench.wire import Answer, Server

WARM_UP_S = 2.0
GAP_S = 1.0
PAINT_S = 0.016  # the second frame at 60 Hz
SLAPS = 1 / 3
OPENING = 10  # tables at once
RULES: Mapping[str, str] = {
    "preset": "classic",
    "ending": "full",
    "empty_false_slap": "free",
    "window_ms": "300",
    "claim_window_ms": "300",
    "time_limit_s": "none",
}


@dataclass
class Measured:
    """What was measured. Times in ms; `cpu_s` and `memory_bytes` (of all tables) are None where
    the server's process is not known, `own_cpu` is this process's share of one core.
    """

    latencies: list[float] = field(default_factory=list)
    taken: int = 0
    refused: int = 0
    lost: int = 0  # pressed, and no picture came before the next action
    cpu_s: float | None = None
    memory_bytes: int | None = None
    own_cpu: float = 0.0
    picture_bytes: list[int] = field(default_factory=list)
    press_bytes: list[int] = field(default_factory=list)
    answer_bytes: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pending:
    """An action whose picture has not come."""

    other: Person
    version: int
    sent: float


class Match:
    """Two people at one table, and what is measured between them."""

    def __init__(self, server: Server, measured: Measured, seed: int) -> None:
        self._measured = measured
        self._chance = random.Random(seed)  # noqa: S311  the same game in each run
        self._slapped: set[tuple[str, int]] = set()  # stage and seat, of this game
        self._pending: Pending | None = None
        self.people = tuple(Person(server, paint=lambda: PAINT_S, saw=self._saw) for _ in range(2))
        self.counts = False  # the warm-up is over

    async def sit_down(self, order: str) -> None:
        host, guest = self.people
        await sit_down(host, guest, order=order, **RULES)

    async def play(self, offset_s: float, ends: float) -> None:
        """One action a second until `ends`, from `offset_s` on."""
        at = perf_counter() + offset_s
        while at < ends:
            await asyncio.sleep(at - perf_counter())
            if self.people[0].over:
                host, guest = self.people
                self._pending = None
                self._slapped.clear()
                await again(host, guest)
            self._act()
            at = max(at + GAP_S, perf_counter())

    def leave(self) -> None:
        for person in self.people:
            person.leave()

    def _act(self) -> None:
        host, guest = self.people
        if self._pending is not None and self.counts:
            self._measured.lost += 1
        self._pending = None
        if not host.ready or host.version != guest.version:
            return
        stage = host.picture["stage"]
        if not host.sees(stage) or not guest.sees(stage):
            return
        seat, action = int(host.picture["turner"] or 0), "reveal"
        if stage.endswith(".0") and stage != "0.0" and self._chance.random() < SLAPS:
            slapper = self._chance.randrange(2)
            if (stage, slapper) not in self._slapped:  # a second one would have no effect
                self._slapped.add((stage, slapper))
                seat, action = slapper, "slap"
        presser = self.people[seat]
        self._pending = Pending(self.people[1 - seat], host.version, perf_counter())
        size = presser.press(action, self._answered)
        if self.counts:
            self._measured.press_bytes.append(size)

    def _answered(self, answer: Answer) -> None:
        if answer.status != 204:
            self._pending = None
        if not self.counts:
            return
        self._measured.answer_bytes.append(answer.size)
        if answer.status == 204:
            self._measured.taken += 1
        else:
            self._measured.refused += 1

    def _saw(self, person: Person, moment: float) -> None:
        pending = self._pending
        if pending is None or person is not pending.other or person.version <= pending.version:
            return
        self._pending = None
        if self.counts:
            self._measured.latencies.append((moment - pending.sent) * 1000)
            self._measured.picture_bytes.append(person.size)


async def measure(
    server: Server, pid: int | None, tables: int, seconds: float, order: str
) -> Measured:
    """Play at so many tables for so long. Raises NotAnswered, OSError, and NotCounted."""
    measured = Measured()
    process = Process.of(pid)
    first = Match(server, Measured(), -1)
    await first.sit_down(order)  # so that what a server loads but once is in memory
    before = None if process is None else process.memory_bytes()
    matches = [Match(server, measured, seed) for seed in range(tables)]
    room = asyncio.Semaphore(OPENING)

    async def seated(match: Match) -> None:
        async with room:
            await match.sit_down(order)

    try:
        await asyncio.gather(*map(seated, matches))
        await played(matches, measured, process, seconds)
        if process is not None and before is not None:
            measured.memory_bytes = process.memory_bytes() - before
    finally:
        for match in (first, *matches):
            match.leave()
    return measured


class Pace(Protocol):
    """A table whose people press at a rhythm. `counts`: the warm-up is over."""

    counts: bool

    async def play(self, offset_s: float, ends: float) -> None:
        """One action every GAP_S until `ends`, from `offset_s` on."""
        ...


async def played(
    matches: Sequence[Pace], measured: Measured, process: Process | None, seconds: float
) -> None:
    """Let all of them play, evenly spread over the second; what comes after the warm-up counts."""
    gc.collect()
    gc.disable()  # a collection here would count as the server's time
    try:
        begins = perf_counter() + WARM_UP_S
        ends = begins + seconds
        playing = [
            asyncio.ensure_future(match.play(GAP_S * place / len(matches), ends))
            for place, match in enumerate(matches)
        ]
        await asyncio.sleep(begins - perf_counter())
        for match in matches:
            match.counts = True
        own, used = time.process_time(), None if process is None else process.cpu_s()
        await asyncio.gather(*playing)
        await asyncio.sleep(0.5)  # the last pictures
        for match in matches:
            match.counts = False
        if process is not None and used is not None:
            measured.cpu_s = process.cpu_s() - used
        measured.own_cpu = (time.process_time() - own) / seconds
    finally:
        gc.enable()
