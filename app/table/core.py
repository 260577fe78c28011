"""A table without its clock: inputs and the time go in, log entries and the next deadline come out.

`handle`, `tick`, `connect`, `disconnect` and `recover` each return an Outcome: the entries to
store, and the picture that may be published once they are durable. Times are milliseconds of the
table's one clock; nothing here waits, reads a clock or draws a number. A refused input raises
Refused and has changed nothing.
"""

import base64
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.engine.cards import Seat
from app.engine.shuffle import commitment, deal_seed, dealer
from app.store.journal import Entry
from app.table import judge
from app.table.arbiter import NO_BASELINE, Timing, by_arrival, by_merit, timed
from app.table.inputs import (
    Ack,
    Auto,
    Input,
    NotYourSeat,
    Pause,
    Press,
    Ready,
    Refused,
    Rematch,
    Resume,
    Reveal,
    Slap,
)
from app.table.ledger import Ledger
from app.table.line import Line
from app.table.picture import Picture
from app.table.portrait import portrait
from app.table.setup import Setup, setup_fields
from app.table.waiting import (
    Kind,
    Plans,
    Waiting,
    candidates,
    hold_ms,
    reveal_at,
    waiting,
)

Entropy = Callable[[int], bytes]
_ANSWERS_KEPT = 256


@dataclass(slots=True)
class Outcome:
    """What an input or a moment did.

    `entries` are to be stored in this order. `picture` is the new picture, None where nothing
    public changed. `stage` is the number of a stage that has begun and whose T is to be stamped
    (`published`) once the entries are durable. `probes` are to be sent at once: stream and number.
    """

    entries: list[Entry] = field(default_factory=list)
    picture: Picture | None = None
    stage: int | None = None
    probes: list[tuple[str, int]] = field(default_factory=list)


class Core:
    """One table: its ledger, its people's lines, and the time of the present stage."""

    def __init__(self, entropy: Entropy) -> None:
        self.ledger = Ledger()
        self.lines: dict[str, Line] = {}
        self.since: float | None = None  # T of the present stage, None until it is published
        self.version = 0
        self._entropy = entropy
        self._plans = Plans()
        self._stages = 0
        self._answers: OrderedDict[tuple[str, str], Refused | None] = OrderedDict()

    # A table's beginning, and its return from the log

    @classmethod
    def open(
        cls, setup: Setup, seats: Iterable[Mapping[str, Any]], entropy: Entropy
    ) -> tuple["Core", Outcome]:
        """A new table; `seats` are the fields of its chairs, in order of seats."""
        core, outcome = cls(entropy), Outcome()
        core._emit(outcome, "opened", setup=setup_fields(setup), seats=list(seats))
        core._seal(outcome)
        return core, core._done(outcome)

    @classmethod
    def restore(cls, entries: Iterable[Entry], entropy: Entropy) -> "Core":
        """The table that wrote these entries. Call `recover` before anything else."""
        core = cls(entropy)
        for entry in entries:
            core.replay(entry)
        return core

    def replay(self, entry: Entry) -> None:
        """Take a stored entry into account, its answer to a repeated `cmd` too."""
        self.ledger.apply(entry)
        self._stages = self.ledger.stages
        if entry.kind == "press" and entry.seat is not None:
            browser = self.ledger.chairs[entry.seat].browser or ""
            self._remember(browser, json.loads(entry.payload)["cmd"], None)

    def recover(self) -> Outcome:
        """After a restart (FAIRNESS 1.4.9): stored slaps are decided at once, then the table
        pauses.
        """
        outcome = Outcome()
        if self.ledger.state == "playing":
            if self.ledger.candidates:
                best = self._best()
                self._collect(outcome, best.x, now_e=best.x)
            if self.ledger.state == "playing":
                self._emit(outcome, "paused", why="restart")
        return self._done(outcome)

    # Time

    def deadline(self) -> float | None:
        """When `tick` is due next, None for never."""
        due = [
            line.next_probe
            for line in self.lines.values()
            if line.active is not None and self.ledger.state != "over"
        ]
        head = self._head()
        if head is not None:
            due.append(head[1])
        return min(due, default=None)

    def tick(self, now: float) -> Outcome:
        """Carry out what is due by now, in order of x."""
        outcome = Outcome()
        self._carry_out_due(outcome, now)
        for line in self.lines.values():
            if line.active is not None and line.next_probe <= now and self.ledger.state != "over":
                outcome.probes.append((line.active, line.probe(now)))
        return self._done(outcome)

    def published(self, stage: int, now: float) -> None:
        """The stage's picture goes out now: `now` is its T."""
        if stage == self.ledger.stages and self.ledger.state == "playing":
            self.since = now
            for line in self.lines.values():
                line.published(now)

    def left_ms(self, now: float) -> int | None:
        """What is left of the open window, None where none is open."""
        if self.since is None or self.ledger.state != "playing":
            return None
        if self.ledger.game.phase != "window":
            return None
        return max(0, self.ledger.window_ms - int(now - self.since))

    def _head(self) -> tuple[Waiting, float] | None:
        """The next action in order of x, and the time at which it is carried out."""
        if self.since is None:
            return None
        action = waiting(self.ledger, self._plans)
        if action is None:
            return None
        return action, self.since + action.x + hold_ms(self.ledger, self.lines, action)

    def _carry_out(self, outcome: Outcome, action: Waiting, now: float) -> None:
        assert self.since is not None
        match action.kind:
            case Kind.SLAP if self.ledger.holds:
                self._collect(outcome, action.x, now_e=int(now - self.since))
            case Kind.SLAP:
                self._emit(outcome, "slap", action.x, action.seat, beaten=[])
            case Kind.CLOSE:
                self._emit(outcome, "close", action.x)
            case Kind.REVEAL:
                self._emit(outcome, "reveal", action.x, action.seat)
            case Kind.TIMEUP:
                self._emit(outcome, "timeup", action.x)
        self._end_if_over(outcome)

    def _best(self) -> Waiting:
        ledger = self.ledger
        best = by_merit(candidates(ledger, self._plans), ledger.deal_seed, ledger.n)[0]
        return Waiting(best.adj, Kind.SLAP, best.seat, best.seat)

    def _collect(self, outcome: Outcome, x: int, now_e: int) -> None:
        """Decide the right slaps that wait: the best one collects, or nobody at a void tie.

        `now_e` is the time in the stage: hands of computers that had come down by then are shown.
        """
        ledger = self.ledger
        waiting_slaps = candidates(ledger, self._plans)
        winner = by_merit(waiting_slaps, ledger.deal_seed, ledger.n)[0]
        equals = [each for each in waiting_slaps if each.adj == winner.adj]
        beaten = [
            [each.seat, each.adj]
            for each in waiting_slaps
            if not each.person and each.seat != winner.seat and each.adj <= now_e
        ]
        if len(equals) > 1 and ledger.setup.ties == "void":
            self._emit(outcome, "void", x)
        else:
            self._emit(outcome, "slap", winner.adj, winner.seat, beaten=beaten)
        self._end_if_over(outcome)

    def _end_if_over(self, outcome: Outcome) -> None:
        ledger = self.ledger
        if ledger.state != "over":
            return
        result = ledger.game.result
        assert result is not None
        self._emit(
            outcome,
            "ended",
            deal=ledger.deal,
            winner=result.winner,
            reason=result.reason,
            counts=[len(stack) for stack in ledger.game.stacks],
            play_ms=ledger.played_ms,
        )

    # People's inputs

    def handle(self, browser: str | None, given: Input, now: float, stall: int = 0) -> Outcome:
        """Take an input that arrived at `now`, while the process was `stall` ms late.

        The caller has called `tick(now)` before. Raises Refused (Late, NotYourSeat) with nothing
        changed.
        """
        seats = self.ledger.seats_of(browser)
        if not seats or browser is None:
            raise NotYourSeat("You have no seat at this table.")
        outcome = Outcome()
        match given:
            case Slap() | Reveal():
                self._press(outcome, browser, seats, given, now, stall)
            case Ready():
                self._ready(outcome, seats, given)
            case Pause():
                self._pause(outcome, now, "asked")
            case Resume():
                self._resume(outcome)
            case Auto():
                for seat in seats:
                    if self.ledger.chairs[seat].auto != given.on:
                        self._emit(outcome, "auto", 0, seat, on=given.on)
            case Rematch():
                self._rematch(outcome)
        return self._done(outcome)

    def _press(
        self,
        outcome: Outcome,
        browser: str,
        seats: tuple[Seat, ...],
        press: Slap | Reveal,
        now: float,
        stall: int,
    ) -> None:
        """A slap or a reveal; a repeated `cmd` gets its first answer and has no effect."""
        seat = seats[0] if press.seat is None else press.seat
        if seat not in seats:
            raise NotYourSeat("That seat is not yours.")
        key = (browser, press.cmd)
        if key in self._answers:
            first = self._answers[key]
            if first is not None:
                raise first
            return
        try:
            if isinstance(press, Slap):
                self._slap(outcome, seat, press, now, stall)
            else:
                self._reveal(outcome, seats, press, now, stall)
        except Refused as refusal:
            self._remember(*key, refusal.with_traceback(None))
            raise
        self._remember(*key, None)
        self._pause_if_asked(outcome, now)

    def _remember(self, browser: str, cmd: str, answer: Refused | None) -> None:
        self._answers[browser, cmd] = answer
        if len(self._answers) > _ANSWERS_KEPT:
            self._answers.popitem(last=False)

    def _slap(self, outcome: Outcome, seat: Seat, press: Press, now: float, stall: int) -> None:
        ledger = self.ledger
        n = judge.expect_begun(ledger, self.since, press.seen)
        if n == ledger.n and seat in ledger.slapped:
            return  # the seat's first slap on n counts; this one gets the first one's answer
        since = judge.expect_current(ledger, self.since, press.seen)
        judge.expect_slappable(ledger, seat)
        timing = self._timed(seat, press, int(now - since), stall)
        judge.expect_in_time(ledger, reveal_at(ledger, self._plans), timing)
        holds = bool(ledger.holds)
        self._store(outcome, seat, press, timing, what="slap", holds=holds)
        if holds:
            self._carry_out_due(outcome, now)
        else:
            self._emit(outcome, "slap", timing.adj, seat, beaten=[])
            self._end_if_over(outcome)

    def _reveal(
        self, outcome: Outcome, seats: tuple[Seat, ...], press: Press, now: float, stall: int
    ) -> None:
        ledger = self.ledger
        judge.expect_begun(ledger, self.since, press.seen)
        since = judge.expect_current(ledger, self.since, press.seen)
        seat = judge.expect_turner(ledger, seats)
        if ledger.asked is not None and ledger.asked.due == ledger.game.turn:
            return
        timing = self._timed(seat, press, int(now - since), stall)
        self._store(outcome, seat, press, timing, what="reveal")
        self._carry_out_due(outcome, now)

    def _carry_out_due(self, outcome: Outcome, now: float) -> None:
        while (head := self._head()) is not None and head[1] <= now:
            self._carry_out(outcome, head[0], now)
            self._pause_if_asked(outcome, now)

    def _timed(self, seat: Seat, press: Press, e: int, stall: int) -> Timing:
        setup, chair = self.ledger.setup, self.ledger.chairs[seat]
        if setup.order == "arrival":
            return by_arrival(e, press.rt, chair.quota)
        line = self.lines.get(chair.browser or "")
        if line is None or line.active != press.stream:
            return timed(e, press.rt, NO_BASELINE, None, chair.quota, stall, setup.cap)
        return timed(e, press.rt, line.baseline, line.ack, chair.quota, stall, setup.cap)

    def _store(
        self, outcome: Outcome, seat: Seat, press: Press, timing: Timing, **what: Any
    ) -> None:
        ledger = self.ledger
        stored = {name: getattr(timing, name) for name in Timing.__slots__}
        self._emit(
            outcome,
            "press",
            timing.e,
            seat,
            n=ledger.n,
            k=ledger.k,
            cmd=press.cmd,
            **stored,
            **what,
        )

    def _ready(self, outcome: Outcome, seats: tuple[Seat, ...], given: Ready) -> None:
        """The deal follows when every person's seed is there; a second `ready` changes nothing."""
        ledger = self.ledger
        if ledger.state != "waiting":
            return
        for seat in seats:
            if ledger.chairs[seat].seed is None:
                seed = given.seed if given.seed is not None else self._entropy(16)
                self._emit(outcome, "ready", 0, seat, seed=seed.hex(), drawn=given.seed is None)
        seeds = [chair.seed for chair in ledger.chairs if chair.seed is not None]
        if len(seeds) < len(ledger.chairs):
            return
        sealed = deal_seed(ledger.server_seed, ledger.public_id, ledger.deal, seeds)
        count = len(ledger.chairs)
        lot = dealer(sealed, count) if ledger.dealer is None else (ledger.dealer + 1) % count
        self._emit(outcome, "dealt", deal=ledger.deal, dealer=lot, deal_seed=sealed.hex())

    def _rematch(self, outcome: Outcome) -> None:
        if self.ledger.state == "waiting":
            return  # the second of two presses: one game
        if self.ledger.state != "over":
            raise Refused("This game is still running.")
        self._seal(outcome)

    def _seal(self, outcome: Outcome) -> None:
        """Draw and commit to the server's seed of the next deal."""
        seed = self._entropy(32)
        name = base64.urlsafe_b64encode(self._entropy(16)).rstrip(b"=").decode()
        self._emit(
            outcome,
            "sealed",
            deal=self.ledger.deal + 1,
            id=name,
            server_seed=seed.hex(),
            commitment=commitment(seed).hex(),
        )

    # The clock stops and goes on

    def _pause(self, outcome: Outcome, now: float, why: str) -> None:
        ledger = self.ledger
        if ledger.state == "over":
            raise Refused("This game is over.")
        if ledger.state == "waiting":
            raise Refused("There is nothing to pause yet.")
        if ledger.state == "paused" or ledger.pausing:
            return
        if self._hands_down(now):
            self._emit(outcome, "pausing")
        else:
            self._stop(outcome, now, why)

    def _hands_down(self, now: float) -> bool:
        """Does a right slap that has been made still wait for its decision?"""
        if self.since is None:
            return bool(self.ledger.candidates)
        made = now - self.since
        return any(each.person or each.adj <= made for each in candidates(self.ledger, self._plans))

    def _pause_if_asked(self, outcome: Outcome, now: float) -> None:
        if self.ledger.pausing and self.ledger.state == "playing" and not self._hands_down(now):
            self._stop(outcome, now, "asked")

    def _stop(self, outcome: Outcome, now: float, why: str) -> None:
        ms = 0 if self.since is None else int(now - self.since)
        self._emit(outcome, "paused", ms, why=why)

    def _resume(self, outcome: Outcome) -> None:
        if self.ledger.state == "paused":
            self._emit(outcome, "resumed")
        elif self.ledger.state != "playing":
            raise Refused("There is no paused game at this table.")

    # Connections

    def connect(self, browser: str, stream: str, now: float) -> Outcome:
        """A seat's page has opened a stream; it becomes the browser's active one."""
        self.lines.setdefault(browser, Line()).connect(stream, now)
        return self._changed()

    def disconnect(self, browser: str, stream: str, now: float) -> Outcome:
        """A stream has ended. Where nobody else plays, the last one pauses the game."""
        outcome, line = Outcome(), self.lines.get(browser)
        if line is None:
            return outcome
        line.disconnect(stream, now)
        solo = self.ledger.setup.mode == "solo"
        if line.active is None and solo and self.ledger.state == "playing":
            self._pause(outcome, now, "gone")
        return self._changed(outcome)

    def ack(self, browser: str | None, given: Ack, now: float) -> None:
        """The page painted a stage or got a probe. Whatever is not current is ignored."""
        line = self.lines.get(browser or "")
        if line is None or line.active != given.stream:
            return
        if given.seen.startswith("p"):
            line.probed(int(given.seen[1:]), now)
        elif given.seen == self.ledger.stage and self.since is not None:
            line.painted(int(now - self.since), joins=self.ledger.k == 0)

    # Pictures

    def picture(self) -> Picture:
        """The table as everyone sees it now."""
        connected = {browser for browser, line in self.lines.items() if line.active is not None}
        return portrait(self.ledger, self.version, connected)

    def _changed(self, outcome: Outcome | None = None) -> Outcome:
        outcome = outcome or Outcome()
        self.version += 1
        outcome.picture = self.picture()
        return outcome

    def _emit(
        self, outcome: Outcome, kind: str, ms: int = 0, seat: Seat | None = None, **payload: Any
    ) -> None:
        text = json.dumps(payload, sort_keys=True, separators=(",", ":"))
        entry = Entry(self.ledger.seq, ms, kind, seat, text)
        self.ledger.apply(entry)
        outcome.entries.append(entry)
        if self.ledger.stages != self._stages:
            self._stages = outcome.stage = self.ledger.stages
            self.since = None
            for line in self.lines.values():
                line.staged()
                if self.ledger.k == 0 or kind == "resumed":
                    line.freeze()

    def _done(self, outcome: Outcome) -> Outcome:
        return self._changed(outcome) if outcome.entries else outcome
