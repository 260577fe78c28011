"""A table's durable state: what its log says.

Every change of it is one log entry, applied by `Ledger.apply`, both when a live table decides it
and when a table is restored; so a restored table is the table. There is no clock here and no
connection: those are `core` and `line`.

The kinds of entries, each a method `_<kind>`:

| kind | who | what |
|---|---|---|
| opened, sealed, ready, dealt | table, seat | set-up, a sealed seed, a person's seed, the deal |
| press | a person's seat | an accepted press and how it was timed: a slap, or a reveal that waits |
| reveal, slap, close, timeup | the engine's actions | `ms` is the x at which it was carried out |
| void | table | an undecided tie: nobody collects |
| pausing, paused, resumed | table | the clock stops and goes on |
| handover, handed | table | another person on this device turns next, and confirms it |
| begun | table | a window that has waited for a hand begins |
| auto, paced, named | seat, table | automatic turning, another pace, another name |
| seated | table | who sits where from now on, and who comes in the next game |
| changed, starting, halted, closed | host | other rules; the countdown, and its end; the last |
| offered, away | seat | another game is wanted; away and here again |
| ended | table | what the game came to, for those who read the log without the engine |
"""

import json
from collections.abc import Mapping
from typing import Any

from app.engine import game as engine
from app.engine.cards import Card, Seat
from app.engine.conditions import holding
from app.engine.game import Burned, Collected, Event, Game
from app.engine.record import record_of
from app.engine.shuffle import daily_deal_seed, deal_seed
from app.engine.shuffle import deal as deal_cards
from app.store.journal import Entry
from app.table.arbiter import Q_GAIN, Q_MAX, Candidate
from app.table.asking import asking
from app.table.chair import Asked
from app.table.picture import Mark
from app.table.reactions import Timed
from app.table.seating import Seating
from app.table.story import Story


class Ledger(Seating):
    """The state of one table, folded from its log entries. `seq` is the next entry's number."""

    deal_seed: bytes
    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.seq = 0
        self.public_id = ""
        self.server_seed = b""
        self.commitment = ""
        self.dealer: Seat | None = None
        self.dealers: list[int | str] = []  # who may deal next, by turns; empty: by lot
        self.stages = 0  # stages begun so far, over all deals
        self.k = 0
        self.window_ms = 0
        self.reveal_window_ms = 0  # of the last stage that had a window
        self.pausing = False
        self.held = False  # the window waits for a hand; no time runs
        self._fresh_deal()

    def _fresh_deal(self) -> None:
        self.played_ms = 0
        self.actions: list[str] = []
        self.holder: Seat | None = None  # the person who turned last, or was handed the turn
        self.asks = True  # whether a hand-over is confirmed, this deal
        self.story = Story()
        self._fresh_reveal()

    def _fresh_reveal(self) -> None:
        """Forget what belonged to the reveal before."""
        self.slapped: set[Seat] = set()
        self.candidates: dict[Seat, Candidate] = {}
        self.asked: Asked | None = None
        self.shut = False  # this reveal takes no more slaps
        self.interrupted = False
        self.holds: tuple[str, ...] = ()
        self.marks: list[Mark] = []
        self.burned: list[Burned] = []
        self.collected: Collected | None = None
        self.taken: tuple[Card, ...] = ()
        self.fallen: Seat | None = None
        self.honour: Card | None = None

    @property
    def n(self) -> int:
        """The reveal that lies newest: 0 before the first one of a deal."""
        return self.game.reveals if self.dealt else 0

    @property
    def stage(self) -> str:
        return f"{self.n}.{self.k}"

    @property
    def measures(self) -> bool:
        """Whether a slap on the newest card tells how quick its hand is."""
        return self.setup.measures and not self.interrupted

    def seed_of_deal(self) -> bytes:
        """The deal's seed, once everybody's is there (FAIRNESS 2); in a daily nobody's counts."""
        if self.setup.date:
            return daily_deal_seed(self.server_seed, self.setup.date, len(self.chairs))
        seeds = [chair.seed or b"" for chair in self.chairs]
        return deal_seed(self.server_seed, self.public_id, self.deal, seeds)

    def record(self) -> dict[str, Any]:
        """The game record (RULES.md) of the present deal."""
        assert self.dealer is not None
        return record_of(
            self.setup.rules, self.setup.preset, self.deal_seed, self.dealer, self.actions
        )

    def apply(self, entry: Entry) -> None:
        """Take one entry into account. Entries must come in order, each exactly once."""
        assert entry.seq == self.seq, f"log entry {entry.seq} where {self.seq} was due"
        self.seq += 1
        getattr(self, f"_{entry.kind}")(entry, json.loads(entry.payload))

    # Set-up and deal

    def _sealed(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.deal = payload["deal"]
        self.public_id = payload["id"]
        self.server_seed = bytes.fromhex(payload["server_seed"])
        self.commitment = payload["commitment"]
        self.pausing = False
        self.k = 0
        self._fresh_deal()
        if self.dealer is not None and not self.setup.date:
            after = (self.dealer + 1) % len(self.chairs)
            self.dealers = [chair.who for chair in (*self.chairs[after:], *self.chairs[:after])]
            self.dealer = None
        self._next_deal()

    def _dealt(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.deal_seed = self.seed_of_deal()
        self.dealer = payload["dealer"]
        self.game, _ = deal_cards(self.setup.rules, self.deal_seed, self.dealer)
        self.state = "playing"
        self.starting = False
        self._begin_stage(0, 0)

    # Presses and the engine's actions

    def _press(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        chair = self._chair(entry)
        seat, adj = entry.seat, payload["adj"]
        assert seat is not None
        chair.quota -= payload["extra"]
        if payload["what"] == "reveal":
            self.asked = Asked(seat, self.game.turn, max(self.window_ms, adj))
        elif payload["holds"]:
            self.slapped.add(seat)
            self.candidates[seat] = Candidate(seat, adj, person=True)
            self._right(seat, adj, payload.get("step_ms", 0))

    def _right(self, seat: Seat, adj: int, step_ms: int = 0) -> None:
        chair = self.chairs[seat]
        chair.right += 1
        self.marks.append(Mark(seat, adj, "right"))
        if self.measures:
            chair.timed.append(Timed(adj, step_ms))

    def _reveal(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        assert entry.seat is not None
        if self.chairs[entry.seat].person:
            self.holder = entry.seat
        self._take(entry, "reveal", *engine.reveal(self.game, entry.seat))

    def _slap(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        seat = entry.seat
        assert seat is not None
        if self.holds:
            for beaten, adj in payload["beaten"]:
                self._right(beaten, adj)
            if seat not in self.candidates:
                self._right(seat, entry.ms)
            self.marks = [
                Mark(m.seat, m.ms, "won") if m.seat == seat else m
                for m in sorted(self.marks, key=lambda m: m.ms)
            ]
        self.slapped.add(seat)
        self._take(entry, f"slap {seat}", *engine.slap(self.game, seat))

    def _close(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self._take(entry, "close", *engine.close(self.game))

    def _timeup(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self._take(entry, "timeup", *engine.timeup(self.game))

    def _take(self, entry: Entry, action: str, after: Game, events: tuple[Event, ...]) -> None:
        """Carry an engine's action over to the table: its stage, its time, its figures."""
        before, self.game = self.game, after
        self.actions.append(action)
        self.story.add(events, entry.ms)
        collected = next((event for event in events if isinstance(event, Collected)), None)
        if action.startswith("slap") and collected is None:
            self._paid(entry, events)
        if collected is not None:
            self._gathered(before, collected)
        if after.phase == "over":
            self.state = "over"
            self.played_ms += entry.ms
        elif action == "reveal":
            self.played_ms += entry.ms
            self._turned()
        elif collected is not None:
            self.played_ms += entry.ms
            self._begin_stage(self.k + 1, 0)
        elif before.phase == "ready" and after.phase == "window":
            self.played_ms += entry.ms
            self._begin_stage(self.k + 1, self._full_window())

    def _turned(self) -> None:
        self._fresh_reveal()
        self.holds = holding(self.game.faceup, self.setup.rules.slaps)
        self.story.turned(self.holds)
        self.honour = asking(self.game)
        for seat, chair in enumerate(self.chairs):
            chair.chances += bool(self.holds) and seat not in self.game.out
            if chair.person:
                chair.quota = min(Q_MAX, chair.quota + Q_GAIN)
        self._begin_stage(0, self._full_window())

    def _paid(self, entry: Entry, events: tuple[Event, ...]) -> None:
        assert entry.seat is not None
        self._chair(entry).wrong += 1
        self.marks.append(Mark(entry.seat, entry.ms, "wrong"))
        paid = next((event for event in events if isinstance(event, Burned)), None)
        self.burned.append(paid or Burned(entry.seat, 0))
        self.honour = asking(self.game)

    def _gathered(self, before: Game, collected: Collected) -> None:
        self.collected = collected
        self.taken = before.faceup
        self.candidates = {}
        self.asked = None
        self.holds = ()
        self.honour = asking(before) if collected.how == "challenge" else None
        if collected.how == "slap":
            self.chairs[collected.seat].by_slap += 1
        elif collected.how == "challenge":
            self.chairs[collected.seat].by_challenge += 1
            self.fallen = before.revealer

    def _void(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.shut = True
        self.story.void()
        self.candidates = {}
        for beaten, adj in payload["beaten"]:
            self._right(beaten, adj)

    # The clock stops and goes on

    def _pausing(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.pausing = True

    def _paused(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.pausing = False
        self.state = "paused"
        self.played_ms += entry.ms
        self.asked = None
        self.shut = self.shut or self.setup.ranked

    def _resumed(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.state = "playing"
        self.interrupted = True
        self._begin_stage(self.k + 1, self._full_window() if self.game.phase == "window" else 0)

    def _ended(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        """Nothing: the engine's action before it has ended the game."""

    def _handover(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.state = "handover"
        self.shut = True
        self.played_ms += entry.ms
        self.asked = None

    def _handed(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.state = "playing"
        self.holder = self.game.turn
        self.asks = payload["asks"]
        self._begin_stage(self.k + 1, 0)

    def _begun(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.interrupted = True
        self.played_ms += entry.ms
        self._begin_stage(self.k + 1, self._full_window() if payload["full"] else 0)
        self.held = False

    def _begin_stage(self, k: int, window_ms: int) -> None:
        self.stages += 1
        self.k = k
        self.window_ms = window_ms
        self.held = self.setup.untimed and window_ms > 0
        for chair in self.chairs:
            chair.switched_ms = 0
        self.reveal_window_ms = window_ms or self.reveal_window_ms

    def _full_window(self) -> int:
        claimed = self.game.claim is not None
        return self.setup.claim_window_ms if claimed else self.setup.window_ms
