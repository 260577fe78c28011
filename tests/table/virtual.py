"""A table on a virtual clock: the core with time as a plain number, and commits that take none."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from app.engine.cards import Card
from app.engine.game import Game, start
from app.store.journal import Entry
from app.table.arbiter import Baseline
from app.table.company import seats_for
from app.table.computer import Plan
from app.table.core import Core
from app.table.inputs import Ack, Input, Ready, Reveal, Slap
from app.table.outcome import Outcome
from app.table.setup import Setup, setup_from
from app.table.waiting import Plans

ME = "me"


class Dice:
    """Entropy that is the same every time."""

    def __init__(self, seed: int = 0) -> None:
        self._seed, self._count = seed, 0

    def __call__(self, size: int) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._seed}:{self._count}".encode()).digest()[:size]


class Virtual:
    """A table whose time moves only when the test says so. `log` is all that was stored."""

    def __init__(
        self,
        setup: Setup | None = None,
        people: Sequence[str] = (ME,),
        seed: int = 0,
        day_seed: bytes | None = None,
        **fields: Any,
    ) -> None:
        self.setup = setup or setup_from({key: str(value) for key, value in fields.items()})
        chairs = seats_for(self.setup, people[0], ["You", "Too"][: self.setup.people])
        for seat, browser in enumerate(people[1:], start=1):
            chairs[seat] = {**chairs[0], "name": browser.title(), "browser": browser}
        self.people = tuple(people)
        self.now = 1000.0
        self.log: list[Entry] = []
        self.dice = Dice(seed)
        self.pictures: list[Any] = []
        self.probes: list[tuple[str, int]] = []
        self._cmd = 0
        self._react: tuple[int, bool] | None = None
        self._given: tuple[int, Game] | None = None
        self.core, outcome = Core.open(self.setup, chairs, self.dice, day_seed)
        self.tell(outcome)

    def tell(self, outcome: Outcome) -> Outcome:
        """Store, stamp T, publish: all at this moment."""
        self.log += outcome.entries
        self.probes += outcome.probes
        if outcome.stage is not None:
            self.core.published(outcome.stage, self.now)
        if outcome.picture is not None:
            self.pictures.append(outcome.picture)
        return outcome

    def restart(self) -> None:
        """The process is killed and the table comes back from its log."""
        self.core = Core(self.dice)
        if self._react is not None:
            self.computers_react(*self._react)
        for entry in self.log:
            if self._given is not None and entry.seq == self._given[0]:
                self.core.ledger.game = self._given[1]
            self.core.replay(entry)
        self.tell(self.core.recover())

    def deal(self, *streams: str) -> "Virtual":
        """Connect everyone and deal."""
        for seat, chair in enumerate(self.core.ledger.chairs):
            if chair.browser is not None:
                self.connect(chair.browser, f"stream-{seat}")
        for seat, chair in enumerate(self.core.ledger.chairs):
            if chair.browser is not None:
                self.tell(self.core.handle(chair.browser, Ready(bytes([seat]) * 16), self.now))
        return self

    def connect(self, browser: str, stream: str) -> None:
        self.tell(self.core.connect(browser, stream, self.now))

    def give(
        self,
        stacks: Sequence[Sequence[Card]],
        turn: int = 0,
        faceup: Sequence[Card] = (),
        reveals: int = 0,
    ) -> "Virtual":
        """Put other cards on the table than the deal did: in `ready`, nothing else standing."""
        game = start(
            self.setup.rules, tuple(tuple(stack) for stack in stacks), turn, (), tuple(faceup)
        )
        self.core.ledger.game = game._replace(reveals=reveals)
        self._given = (self.core.ledger.seq, self.core.ledger.game)
        return self

    def measured(self, browser: str, b: int, s: int, quota: int = 40, a: int | None = None) -> None:
        """What is known of a person's line, from now on for this stage."""
        line = self.core.lines[browser]
        line.baseline, line.ack = Baseline(b, s), a
        for chair in self.core.ledger.chairs:
            if chair.browser == browser:
                chair.quota = quota

    def computers_react(self, react_ms: int, slaps: bool = True) -> None:
        """From now on every computer has this plan, after a restart too."""
        self._react = (react_ms, slaps)
        self.core._plans.of = lambda ledger, seat: Plan(react_ms, slaps, bool(ledger.holds))  # type: ignore[method-assign]

    def computers_react_by_themselves(self) -> None:
        """From now on computers plan as they do."""
        self._react = None
        self.core._plans = Plans()

    @property
    def since(self) -> float:
        """T of the present stage."""
        assert self.core.since is not None
        return self.core.since

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.log]

    @property
    def phase(self) -> str:
        return self.core.ledger.game.phase

    @property
    def state(self) -> str:
        return self.core.ledger.state

    @property
    def pressed(self) -> dict[str, Any]:
        """What was stored of the last press."""
        entry = next(entry for entry in reversed(self.log) if entry.kind == "press")
        payload: dict[str, Any] = json.loads(entry.payload)
        return payload

    def collected(self) -> tuple[int, str] | None:
        """Who collected the pile in the present stage, and how; None where nobody did."""
        found = self.core.ledger.collected
        return None if found is None else (found.seat, found.how)

    def run_until(self, moment: float) -> "Virtual":
        """Let time pass; every deadline up to `moment` is met."""
        while (due := self.core.deadline()) is not None and due <= moment:
            self.now = max(self.now, due)
            self.tell(self.core.tick(self.now))
        self.now = moment
        return self

    def wait_for_reveal(self, n: int) -> None:
        """Let time pass until reveal `n` lies newest; the clock then stands at its T."""
        while self.core.ledger.n < n:
            due = self.core.deadline()
            assert due is not None, "nothing will ever be revealed"
            self.run_until(due)

    def wait(self, ms: float) -> "Virtual":
        return self.run_until(self.now + ms)

    def act(self, given: Input, browser: str = ME, at: float | None = None) -> Outcome:
        """An input that arrives `at` ms after T of the present stage, or now."""
        if at is not None:
            self.run_until(self.since + at)
        self.tell(self.core.tick(self.now))
        return self.tell(self.core.handle(browser, given, self.now))

    def slap(self, at: float | None, rt: float | None, browser: str = ME, **more: Any) -> Outcome:
        seen = more.pop("seen", None) or self.core.ledger.stage
        cmd, seat = self._next_cmd(more), more.pop("seat", None)
        slap = Slap(seen, self._stream(browser), rt, cmd, seat, step_ms=more.pop("step_ms", 0))
        return self.act(slap, browser, at)

    def reveal(
        self, at: float | None = None, rt: float | None = None, browser: str = ME, **more: Any
    ) -> Outcome:
        seen = more.pop("seen", None) or self.core.ledger.stage
        return self.act(Reveal(seen, self._stream(browser), rt, self._next_cmd(more)), browser, at)

    def paint(self, browser: str = ME, at: float | None = None) -> None:
        if at is not None:
            self.run_until(self.since + at)
        self.core.ack(browser, Ack(self.core.ledger.stage, self._stream(browser)), self.now)

    def _stream(self, browser: str) -> str:
        line = self.core.lines.get(browser)
        return (line and line.active) or "none"

    def _next_cmd(self, more: dict[str, Any]) -> str:
        self._cmd += 1
        return str(more.pop("cmd", None) or f"{self._cmd:032x}")
