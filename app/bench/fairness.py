"""Is a far hand as good as a near one? Contested slaps over real sockets.

Tables of two: one person has a round trip of 20 ms, the other of 200 ms, made inside this client
(what it sends and what it receives, acks and stream included, by FAIRNESS 1.5's model: j = 3 and
12, with the 1 % outliers). The server is asked as anybody asks it, at fair timing. Whenever a
condition holds both slap, after reactions that are drawn alike for both. Nobody slaps falsely.
The truly first is who had the shorter time from the card on their own screen to the press.
Where this client was itself late (its machine was busy), a contest says nothing and is left out.
"""

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, cast

from app.bench.eye import CONDITIONS, slappable
from app.bench.model import FAR_MS, NEAR_MS, Far
from app.bench.person import Person, either, sit_down
from app.bench.pulse import Pulse
from app.bench.wire import Server

RULES: Mapping[str, str] = {
    "preset": "slaps_only",
    "slaps": ",".join(CONDITIONS),
    "ending": "full",
    "window_ms": "300",
    "claim_window_ms": "300",
    "order": "fair",
    "ties": "key",
    "time_limit_s": "none",
}
NEAR, FAR = 0, 1
LATE_MS = 15.0  # of this client; a loaded machine adds to a line what no model has
SPAN_S = 1.2  # of every contest alike, or slow hands would be left out more often than quick ones
MOST = 2  # times as many contests as are wanted, and no more


@dataclass(frozen=True, slots=True)
class Contest:
    """One contested slap: each one's reaction, and when each press reached the server, in s.

    `late_ms`: how late this client was itself, at worst, in the SPAN_S after the card.
    """

    reactions: tuple[float, float]
    arrivals: tuple[float, float]
    winner: int
    late_ms: float

    @property
    def first(self) -> int:
        """Who was truly first."""
        return int(self.reactions[FAR] < self.reactions[NEAR])

    @property
    def ahead_ms(self) -> float:
        """By how much."""
        return abs(self.reactions[FAR] - self.reactions[NEAR]) * 1000

    @property
    def by_arrival(self) -> int:
        """Who would have won where the first to reach the server wins."""
        return int(self.arrivals[FAR] < self.arrivals[NEAR])


@dataclass
class Bout:
    """The contests of a run, until there are `wanted` that this machine has not spoilt."""

    wanted: int
    contests: list[Contest] = field(default_factory=list)
    pulse: Pulse = field(default_factory=Pulse)

    @property
    def done(self) -> bool:
        good = sum(each.late_ms <= LATE_MS for each in self.contests)
        return good >= self.wanted or len(self.contests) >= MOST * self.wanted


class Pair:
    """A near and a far person at one table."""

    def __init__(self, server: Server, bout: Bout, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311  drawn alike in each run
        self._bout = bout
        self._lines = (Far(*NEAR_MS, chance), Far(*FAR_MS, chance))
        self._people = tuple(Person(server, line.paint, line.way) for line in self._lines)
        # Who opens the table sits on seat 0 and turns first or not by lot: each does it as often.
        self._seats = (NEAR, FAR) if seed % 2 else (FAR, NEAR)

    async def play(self) -> None:
        """One game, or less where there are contests enough. Raises NotAnswered."""
        host, guest = (self._people[who] for who in self._seats)
        stage = ""
        try:
            await sit_down(host, guest, **RULES)
            while not self._bout.done:
                stage = await self._next(stage)
                if host.over or guest.over:
                    return
                if stage.endswith(".0") and await self._slappable():
                    await self._contest(stage)
                else:
                    await self._turn(stage)
        finally:
            host.leave()
            guest.leave()

    async def _next(self, stage: str) -> str:
        """The stage after this one, as soon as anybody's page has heard of it."""
        newer: list[str] = []

        def came() -> bool:
            newer[:] = [
                person.picture["stage"]
                for person in self._people
                if person.over or later(person.picture["stage"], stage)
            ]
            return bool(newer)

        await either(self._people, came)
        return newer[0]

    async def _slappable(self) -> bool:
        state = cast(dict[str, Any], await self._people[NEAR].state())
        pile = state["pile"]
        return slappable(pile["cards"], pile["first"], pile["height"] - pile["buried"])

    async def _turn(self, stage: str) -> None:
        """Whose turn it is reveals, once their own page lets them."""
        due = next(each.picture["turn"] for each in self._people if each.picture["stage"] == stage)
        turner = self._people[self._seats[int(due)]]
        while True:
            await turner.until(lambda: turner.over or (turner.sees(stage) and turner.ready))
            if turner.over or (await turner.pressed_now("reveal")).status == 204:
                return

    async def _contest(self, stage: str) -> None:
        """Both slap. It counts where both have seen the card before somebody had the pile."""
        begins = perf_counter()
        near, far = await asyncio.gather(*(self._hand(who, stage) for who in (NEAR, FAR)))
        page = self._people[NEAR]
        await page.until(lambda: page.over or later(page.picture["stage"], stage))
        if near is None or far is None:
            return
        state = cast(dict[str, Any], await page.state())
        seat = state["result"]["winner"] if state["result"] else state["turn"]
        arrivals = self._people[NEAR].pressed, self._people[FAR].pressed
        await asyncio.sleep(begins + SPAN_S - perf_counter())
        late_ms = self._bout.pulse.worst_ms(begins, begins + SPAN_S)
        self._bout.contests.append(Contest((near, far), arrivals, self._seats[seat], late_ms))

    async def _hand(self, who: int, stage: str) -> float | None:
        """One hand: its reaction, None where it never saw the card."""
        person, line = self._people[who], self._lines[who]
        await person.until(lambda: person.sees(stage) or later(person.painted[0], stage))
        if not person.sees(stage):
            return None
        painted = person.painted[1]
        await asyncio.sleep(painted + line.reaction() - perf_counter())
        reaction = perf_counter() - painted
        await person.pressed_now("slap", seen=stage, rt_s=reaction + line.read())
        return reaction


def later(stage: str, than: str) -> bool:
    """Whether a stage comes after another of the same game; any comes after none."""
    return numbers(stage) > numbers(than)


def numbers(stage: str) -> tuple[int, int]:
    """A stage `n.k` as numbers; none is before all."""
    n, _, k = stage.partition(".")
    return (int(n), int(k)) if k else (-1, 0)


async def measure(server: Server, tables: int, wanted: int) -> list[Contest]:
    """So many contested slaps at so many tables at once, and those that this machine spoilt beside
    them. Raises NotAnswered and OSError.
    """
    bout = Bout(wanted)
    seeds = iter(range(1_000_000))

    async def games() -> None:
        while not bout.done:
            await Pair(server, bout, next(seeds)).play()

    beating = asyncio.ensure_future(bout.pulse.beat())
    playing = [asyncio.ensure_future(games()) for _ in range(tables)]
    try:
        await asyncio.gather(*playing)
    finally:
        for each in (beating, *playing):
            each.cancel()
    return bout.contests
