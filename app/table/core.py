"""A table without its clock: inputs and the time go in, log entries and the next deadline come out.

`handle`, `tick`, `connect`, `disconnect` and `recover` each return an Outcome: the entries to
store, and the picture that may be published once they are durable. Times are milliseconds of the
table's one clock; nothing here waits, reads a clock or draws a number. A refused input raises
Refused and has changed nothing.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.cards import Seat
from app.store.journal import Entry
from app.table import company, facts, judge, wishes
from app.table.answers import Answers
from app.table.attendance import Attendance
from app.table.facts import Entropy, Fact, fact
from app.table.inputs import (
    Ack,
    Input,
    Join,
    Leave,
    NotYourSeat,
    Press,
    Refused,
    Reveal,
    Slap,
    Wish,
)
from app.table.ledger import Ledger
from app.table.line import Lines
from app.table.outcome import Outcome
from app.table.picture import Picture
from app.table.portrait import portrait
from app.table.setup import Setup, setup_fields
from app.table.waiting import Plans, Waiting, hands_over, hold_ms, reveal_at, waiting


class Core:
    """One table: its ledger, its people's lines, and the time of the present stage."""

    def __init__(self, entropy: Entropy) -> None:
        self.ledger = Ledger()
        self.lines = Lines()
        self.since: float | None = None  # T of the present stage, None until it is published
        self.version = 0
        self._entropy = entropy
        self._plans = Plans()
        self._stages = 0
        self._unheard: int | None = None  # the stage that waits for its card to be spoken
        self._shown: Picture | None = None
        self._answers = Answers()
        self._attendance = Attendance()

    # A table's beginning, and its return from the log

    @classmethod
    def open(
        cls,
        setup: Setup,
        seats: Iterable[Mapping[str, Any]],
        entropy: Entropy,
        day_seed: bytes | None = None,
    ) -> tuple["Core", Outcome]:
        """A new table; `seats` are its chairs' fields in order, `day_seed` is a daily's."""
        core, outcome = cls(entropy), Outcome()
        core._write(outcome, fact("opened", setup=setup_fields(setup), seats=list(seats)))
        core._write(outcome, facts.sealed(core.ledger, entropy, day_seed))
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
            self._answers.keep(browser, json.loads(entry.payload)["cmd"], None)

    def recover(self) -> Outcome:
        """After a restart (FAIRNESS 1.4.9): stored slaps are decided at once, the table pauses."""
        outcome = Outcome()
        if self.ledger.state == "playing":
            if self.ledger.candidates:
                self._write(outcome, facts.verdict(self.ledger, self._plans))
                self._end_if_over(outcome)
            while (action := wishes.unseen(self.ledger, self._plans)) is not None:
                self._carry_out(outcome, action)
            if self.ledger.state == "playing":
                self._write(outcome, fact("paused", why="restart"))
        return self._done(outcome)

    # Time

    def deadline(self) -> float | None:
        """When `tick` is due next, None for never."""
        head = self._head()
        probe = None if self.ledger.state == "over" else self.lines.next_probe()
        people = self._attendance.deadline(self.ledger)
        moments = (head and head[1], probe, people)
        return min((due for due in moments if due is not None), default=None)

    def tick(self, now: float) -> Outcome:
        """Carry out what is due by now, in order of x."""
        outcome = Outcome()
        self._carry_out_due(outcome, now)
        self._look(now)
        for what in self._attendance.due(self.ledger, now, self._e(now)):
            self._write(outcome, what)
        self._settle(outcome, now)
        if self.ledger.state != "over":
            outcome.probes = self.lines.probe(now)
        return self._changed(outcome) if self.ledger.starting else self._done(outcome)

    def published(self, stage: int, now: float) -> None:
        """The stage's picture goes out now: `now` is its T.

        At a listening table a window's T is when its page has spoken the card: its ack.
        """
        if stage == self.ledger.stages and self.ledger.state == "playing":
            if self.ledger.setup.listening and self.ledger.window_ms:
                self._unheard = stage
            else:
                self.since = now
            self.lines.published(now)

    def left_ms(self, now: float) -> int | None:
        """What is left of the open window, None where none is open."""
        if self.since is None or self.ledger.state != "playing" or self.ledger.held:
            return None
        if self.ledger.game.phase != "window":
            return None
        return max(0, self.ledger.window_ms - int(now - self.since))

    def _head(self) -> tuple[Waiting, float] | None:
        """The next action in order of x, and the time at which it is carried out."""
        action = None if self.since is None else waiting(self.ledger, self._plans)
        if self.since is None or action is None:
            return None
        return action, self.since + action.x + hold_ms(self.ledger, self.lines, action)

    def _e(self, now: float) -> int:
        """The time since T; 0 where the stage is not published yet."""
        return 0 if self.since is None else max(0, int(now - self.since))

    def _end_if_over(self, outcome: Outcome) -> None:
        if self.ledger.state == "over":
            self._write(outcome, facts.ended(self.ledger))

    # People's inputs

    def handle(self, browser: str | None, given: Input, now: float, stall: int = 0) -> Outcome:
        """Take an input that arrived at `now`, while the process was `stall` ms late.

        The caller has called `tick(now)` before. Raises Refused (Late, NotYourSeat) with nothing
        changed.
        """
        seats = self.ledger.seats_of(browser)
        at_home = isinstance(given, Join | Leave) and self.ledger.setup.mode == "link"
        if browser is None or not (seats or at_home):
            raise NotYourSeat("You have no seat at this table.")
        if self.ledger.closed and not isinstance(given, Leave):
            raise Refused(company.CLOSED)
        outcome = Outcome()
        if isinstance(given, Slap | Reveal):
            self._press(outcome, browser, seats, given, now, stall)
        else:
            self._grant(outcome, given, browser, now)
        self._settle(outcome, now)
        return self._done(outcome)

    def _grant(self, outcome: Outcome, wish: Wish, browser: str, now: float) -> None:
        e = self._e(now)
        for what in wishes.granted(self.ledger, self._plans, wish, browser, e, self._entropy):
            self._write(outcome, what)

    def _look(self, now: float) -> None:
        self._attendance.look(self.ledger, self.lines.connected(), now)

    def _settle(self, outcome: Outcome, now: float) -> None:
        """Whatever follows at once: the deal, a pause that was asked for, a hand-over."""
        ledger = self.ledger
        if ledger.state == "waiting" and ledger.setup.one_device and facts.all_ready(ledger):
            self._write(outcome, facts.dealt(ledger))
        follows = company.following(ledger, self._entropy)
        if company.abandoned(ledger) and not ledger.pausing:
            follows = wishes.pause(ledger, self._plans, self._e(now), "gone")
        for what in follows:
            self._write(outcome, what)
        e = None if self.since is None else self._e(now)
        pausing = ledger.pausing and ledger.state == "playing"
        if pausing and wishes.stoppable(ledger, self._plans, e):
            self._write(outcome, fact("paused", e or 0, why="asked"))
        decided = ledger.state == "playing" and not ledger.candidates
        if decided and hands_over(ledger, ledger.game):
            # Its x: the end of the window, whatever that was held for.
            self._write(outcome, fact("handover", max(ledger.window_ms, ledger.switched_ms)))
        self._look(now)

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
        if self._answers.repeated(browser, press.cmd):
            return
        try:
            if isinstance(press, Slap):
                self._slap(outcome, seat, press, now, stall)
            else:
                self._reveal(outcome, seats, press, now, stall)
        except Refused as refusal:
            self._answers.keep(browser, press.cmd, refusal)
            raise
        self._answers.keep(browser, press.cmd, None)

    def _slap(self, outcome: Outcome, seat: Seat, press: Press, now: float, stall: int) -> None:
        ledger = self.ledger
        n = judge.expect_begun(ledger, self.since, press.seen)
        if n == ledger.n and seat in ledger.slapped:
            return  # the seat's first slap on n counts; this one gets the first one's answer
        since = judge.expect_current(ledger, self.since, press.seen, now)
        judge.expect_slappable(ledger, seat)
        timing = judge.timing(ledger, self.lines, seat, press, int(now - since), stall)
        judge.expect_in_time(ledger, reveal_at(ledger, self._plans), timing)
        holds = bool(ledger.holds)
        self._write(outcome, facts.slapped(ledger, seat, press, timing, holds))
        if holds:
            self._carry_out_due(outcome, now)
        else:
            self._write(outcome, facts.false_slap(timing.adj, seat))
            self._end_if_over(outcome)
            if ledger.held and ledger.state == "playing":
                self._write(outcome, wishes.begun(ledger, self._e(now), slapped=True))

    def _reveal(
        self, outcome: Outcome, seats: tuple[Seat, ...], press: Press, now: float, stall: int
    ) -> None:
        ledger = self.ledger
        judge.expect_begun(ledger, self.since, press.seen)
        since = judge.expect_current(ledger, self.since, press.seen, now)
        seat = judge.expect_turner(ledger, seats)
        if ledger.asked is not None and ledger.asked.due == ledger.game.turn:
            return
        timing = judge.timing(ledger, self.lines, seat, press, int(now - since), stall)
        self._write(outcome, facts.pressed(ledger, seat, press, timing, what="reveal"))
        self._carry_out_due(outcome, now)

    def _carry_out_due(self, outcome: Outcome, now: float) -> None:
        while (head := self._head()) is not None and head[1] <= now:
            self._carry_out(outcome, head[0])
            self._settle(outcome, now)

    def _carry_out(self, outcome: Outcome, action: Waiting) -> None:
        self._write(outcome, facts.carried_out(self.ledger, self._plans, action))
        self._end_if_over(outcome)

    # Connections

    def connect(self, browser: str, stream: str, now: float) -> Outcome:
        """A seat's page has opened a stream; it becomes the browser's active one."""
        outcome = Outcome()
        self.lines.of(browser).connect(stream, now)
        self._look(now)
        for seat in self.ledger.seats_of(browser):
            if self.ledger.chairs[seat].away:
                self._write(outcome, fact("away", self._e(now), seat, away=False))
        for what in company.take_back(self.ledger, browser):
            self._write(outcome, what)
        return self._changed(outcome)

    def seen(self, browser: str, now: float) -> None:
        """A sign of life of somebody without a stream: on another page of this table's."""
        self._attendance.seen(browser, now)

    def disconnect(self, browser: str, stream: str, now: float) -> Outcome:
        """A stream has ended. Where nobody else plays, the last one pauses the game."""
        outcome, line = Outcome(), self.lines.get(browser)
        if line is None:
            return outcome
        line.disconnect(stream, now)
        self._look(now)
        plays = self.ledger.state in ("playing", "handover") and self.ledger.seats_of(browser)
        if line.active is None and self.ledger.setup.one_device and plays:
            for what in wishes.pause(self.ledger, self._plans, self._e(now), "gone"):
                self._write(outcome, what)
        return self._changed(outcome)

    def ack(self, browser: str | None, given: Ack, now: float) -> Outcome:
        """The page painted a stage or got a probe. Whatever is not current is ignored."""
        line = self.lines.get(browser or "")
        if line is None or line.active != given.stream:
            return Outcome()
        if given.seen.startswith("p"):
            line.probed(int(given.seen[1:]), now)
        elif given.seen == self.ledger.stage:
            if self._unheard == self.ledger.stages:
                self.since, self._unheard = now, None
            if self.since is not None and now >= self.since:
                line.painted(int(now - self.since), joins=self.ledger.k == 0)
        # How quick each line is shows before the deal, and never in a game.
        return Outcome() if self.ledger.dealt else self._changed()

    # Pictures

    def picture(self) -> Picture:
        """The table as everyone sees it now."""
        return portrait(self.ledger, self.version, self.lines, self._attendance.starts(self.ledger))

    def _changed(self, outcome: Outcome | None = None) -> Outcome:
        """Give the outcome a picture where anything that is public has changed.

        A slap that waits for its decision changes nothing public, so not even a frame tells of it.
        """
        outcome, picture = outcome or Outcome(), self.picture()
        if picture != self._shown:
            self.version += 1
            outcome.picture = self._shown = replace(picture, version=self.version)
        return outcome

    def _write(self, outcome: Outcome, what: Fact) -> None:
        """Make the fact an entry and let the ledger take it into account."""
        text = json.dumps(what.payload, sort_keys=True, separators=(",", ":"))
        entry = Entry(self.ledger.seq, what.ms, what.kind, what.seat, text)
        self.ledger.apply(entry)
        outcome.entries.append(entry)
        if self.ledger.stages != self._stages:
            self._stages = outcome.stage = self.ledger.stages
            self.since = None
            self.lines.staged(freeze=self.ledger.k == 0 or what.kind == "resumed")

    def _done(self, outcome: Outcome) -> Outcome:
        return self._changed(outcome) if outcome.entries else outcome
