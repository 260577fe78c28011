"""Contested slaps at a real table, on a virtual clock.

A contested card is played by the whole of `app.table.core.Core`: the reveal that freezes the
baselines, the acks, both presses with their `timed`, the quotas of the ledger, the holds and the
verdict, with cards from the engine and an entry for everything. Left out are only the pictures,
which nobody looks at here, and the commits, which take no time. The other reveals, between two
contested cards, move nothing but rings, baselines and quotas: `Table` tells them to the lines and
the chairs, since at a whole table they cost eight times as much. A computer reacts when the model
says and not when it would plan to, so that it is as fast as the person that it plays against.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from app.check.model import Hands, Route
from app.engine.cards import Seat
from app.engine.game import start
from app.engine.rules import PRESETS
from app.table.arbiter import CAP, Q_GAIN, Q_MAX, Baseline
from app.table.computer import Plan
from app.table.core import Core
from app.table.inputs import Ack, Late, Ready, Slap
from app.table.ledger import Ledger
from app.table.outcome import Outcome
from app.table.setup import Order, setup_from
from app.table.waiting import AUTO_TURN_MS, Plans

BETWEEN = 8
"""Other reveals before each contested one."""

REVEAL_MS = PRESETS["classic"].window_ms + AUTO_TURN_MS + CAP
"""The longest that a card lies: its window, automatic turning, and the longest hold."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a cheat is granted to know when it presses: all that the server will judge it by.

    `e` is when the press will arrive after T, `reaction` the hand's true time, `a` the ack of this
    stage if it will have arrived by then.
    """

    e: float
    reaction: float
    line: Baseline
    a: int | None
    quota: int


Forge = Callable[[Known], float]
"""A cheat: the rt that it claims."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the end of a line with a round trip of `rtt` ms.

    `forge` makes up the rt of each press; without one it is told as the page measured it. Every
    ack is sent `acks_late_ms` later than it should be.
    """

    rtt: int
    forge: Forge | None = None
    acks_late_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A press of seat 1 on the common scale: its hand's true time, its arrival, and its adj."""

    reaction: float
    e: float
    adj: int

    @property
    def delay(self) -> float:
        """What truly lay between the table and the hand, in ms: picture, paint and press."""
        return self.e - self.reaction

    @property
    def gain(self) -> float:
        """How much earlier than in truth it was placed, in ms."""
        return self.reaction - self.adj


@dataclass(frozen=True, slots=True)
class Race:
    """A contested slap: who collected, None for nobody, and who was first in truth.

    `placed` is None where the press of seat 1 came when all was decided.
    """

    winner: Seat | None
    first: Seat
    placed: Placed | None


class _Reactions(Plans):
    """A computer slaps after `react_ms` whatever can be slapped."""

    react_ms = 0

    def of(self, ledger: Ledger, seat: Seat) -> Plan:
        right = bool(ledger.holds)
        return Plan(self.react_ms, right, right)


class _Unseen(Core):
    """A table that paints no pictures."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        super().__init__(entropy)
        self.reactions = self._plans = _Reactions()

    def _changed(self, outcome: Outcome | None = None) -> Outcome:
        return outcome or Outcome()


class Table:
    """Seats 0 and 1 race for a double again and again.

    `first` sits in seat 0, None is a computer; `second` in seat 1. `chance` draws the delays:
    tables with equal `hands` differ by nothing but their lines.
    """

    def __init__(
        self,
        first: Person | None,
        second: Person,
        hands: Hands,
        chance: Random,
        order: Order = "fair",
    ) -> None:
        seated = ((0, first), (1, second))
        self._hands = hands
        self._people = {seat: (who, Route(who.rtt, chance)) for seat, who in seated if who}
        fields = {"preset": "classic", "seats": "2", "time_limit_s": "none", "order": order}
        chairs = [_chair(seat, person=who is not None) for seat, who in seated]
        core, _ = _Unseen.open(setup_from(fields), chairs, bytes)
        assert isinstance(core, _Unseen)
        self._core = core
        self._now = self._since = 0.0
        self._presses = 0
        self._winner: Seat | None = None
        for seat in self._people:
            self._core.connect(_browser(seat), _browser(seat), self._now)
        for seat in self._people:
            self._took(self._core.handle(_browser(seat), Ready(bytes(16)), self._now))
        self._cards = start(self._core.ledger.setup.rules, (("9C", "KS"), ("QD",)), 0, (), ("9H",))

    def race(self) -> Race:
        """The other reveals, and then a double that both seats slap."""
        for _ in range(BETWEEN):
            self._pass()
        ledger = self._core.ledger
        ledger.game = self._cards._replace(reveals=ledger.n)
        self._tick(self._now + REVEAL_MS)
        assert ledger.holds, "the double lies newest"
        self._since, self._winner = self._now, None
        return self._contest()

    def _pass(self) -> None:
        """A reveal that nobody slaps."""
        self._since = self._now = self._now + REVEAL_MS
        self._core.lines.staged(freeze=True)
        self._core.lines.published(self._now)
        for seat in self._people:
            chair = self._core.ledger.chairs[seat]
            chair.quota = min(Q_MAX, chair.quota + Q_GAIN)
            delay = self._acked(seat, self._painted(seat)) - self._since
            self._core.lines[_browser(seat)].painted(int(delay), joins=True)

    def _contest(self) -> Race:
        """Both seats slap the card that has just been turned."""
        times = self._hands.react()
        self._core.reactions.react_ms = int(times[0])
        arrivals: list[tuple[float, Seat, bool]] = []
        for seat, (_, route) in self._people.items():
            painted = self._painted(seat)
            arrivals.append((self._acked(seat, painted), seat, False))
            arrivals.append((painted + times[seat] + route.one_way(), seat, True))
        placed = None
        for moment, seat, presses in sorted(arrivals):
            self._tick(moment)
            if self._winner is not None:
                break
            if presses:
                adj = self._press(seat, times[seat])
                if seat == 1 and adj is not None:
                    placed = Placed(times[1], moment - self._since, adj)
            else:
                who = _browser(seat)
                self._core.ack(who, Ack(self._core.ledger.stage, who), moment)
        if self._winner is None:
            self._tick(max(self._now, self._since + REVEAL_MS))
        return Race(self._winner, int(times[1] < times[0]), placed)

    def _painted(self, seat: Seat) -> float:
        """When the newest card is on the seat's screen."""
        _, route = self._people[seat]
        return self._since + route.one_way() + route.paint()

    def _acked(self, seat: Seat, painted: float) -> float:
        """When the server knows of it."""
        person, route = self._people[seat]
        return painted + person.acks_late_ms + route.one_way()

    def _press(self, seat: Seat, time: float) -> int | None:
        """A slap arrives now: its adj, None where it came too late."""
        who, (person, route) = _browser(seat), self._people[seat]
        claim = route.read(time)
        if person.forge is not None:
            line, quota = self._core.lines[who], self._core.ledger.chairs[seat].quota
            known = Known(self._now - self._since, time, line.baseline, line.ack, quota)
            claim = person.forge(known)
        self._presses += 1
        slap = Slap(self._core.ledger.stage, who, claim, f"{self._presses:032x}")
        try:
            outcome = self._core.handle(who, slap, self._now)
        except Late:
            return None
        self._took(outcome)
        adj: int = json.loads(outcome.entries[0].payload)["adj"]
        return adj

    def _tick(self, now: float) -> None:
        self._now = now
        self._took(self._core.tick(now))

    def _took(self, outcome: Outcome) -> None:
        """Do what the core asks for: send out a stage, and answer probes."""
        for entry in outcome.entries:
            if entry.kind == "slap":
                self._winner = entry.seat
        if outcome.stage is not None:
            self._core.published(outcome.stage, self._now)
        for who, number in outcome.probes:
            person, route = self._people[int(who)]
            moment = self._now + route.one_way() + person.acks_late_ms + route.one_way()
            self._core.ack(who, Ack(f"p{number}", who), moment)


def _browser(seat: Seat) -> str:
    """Whose seat it is, and the name of that browser's one stream."""
    return str(seat)


def _chair(seat: Seat, person: bool) -> dict[str, Any]:
    """A seat as a table's log has it. Cards turn by themselves."""
    if person:
        return {
            "kind": "person",
            "name": "",
            "level": None,
            "browser": _browser(seat),
            "auto": True,
        }
    return {"kind": "computer", "name": "", "level": 1, "browser": None, "auto": False}
