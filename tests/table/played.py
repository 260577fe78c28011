"""Whole games of every kind, played on the virtual clock by hands drawn from a seed."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from app.check import tables as link_tables
from app.check.world import World
from app.engine.shuffle import day_seed
from app.store.journal import Entry
from app.table.inputs import (
    By,
    Next,
    Pause,
    Ready,
    Refused,
    Rematch,
    Restart,
    Resume,
    Reveal,
    Slap,
)
from app.table.outcome import Outcome
from app.table.picture import Picture
from app.table.setup import daily_setup
from tests.table.virtual import Virtual

HANDS: tuple[By, ...] = ("touch", "mouse", "key", "")
STEPS = 4000


@dataclass(frozen=True)
class Log:
    """What a table has written, and the picture that it showed at the end of each of its deals."""

    kind: str
    entries: Sequence[Entry]
    ends: dict[int, Picture]


def some_fields(chance: random.Random, mode: str) -> dict[str, Any]:
    limit = chance.choice(("12", "40", "90"))
    fields: dict[str, Any] = {
        "preset": chance.choice(("duel", "classic", "quartet")),
        "seats": chance.randint(2, 5),
        "mode": mode,
        "reveal_limit": limit,
        "ties": chance.choice(("key", "void")),
        "ending": chance.choice(("full", "last_chance", "last_window")),
        "empty_false_slap": chance.choice(("free", "out", "strikes")),
        "slap_until_covered": chance.choice(("yes", "no")),
        "level": chance.choice(("easy", "normal", "hard", "mixed")),
        "window_ms": chance.choice(("", "", "", "0", "1000")),
        "listening": chance.choice(("no", "no", "no", "yes")),
        "slaps": chance.choice(("", "double sandwich tens run marriage")),
        "handover": chance.choice(("every", "pile", "never")),
        "burn": chance.choice(("1", "2")),
    }
    if fields["listening"] == "yes":
        fields["window_ms"] = ""
    if mode == "pass":
        fields["seats"] = max(3, fields["seats"])
    return fields


class Hands:
    """The people at a table: they turn and slap, well and badly, pause, and start anew."""

    def __init__(self, table: Virtual, chance: random.Random) -> None:
        self.table = table
        self.chance = chance
        self._cmds = 0

    def play(self, deals: int) -> None:
        """Play until so many games are over, each followed by a rematch where there may be one."""
        over = 0
        for _ in range(STEPS):
            if self.table.state == "over":
                over += 1
                if over == deals or self.table.setup.ranked:
                    return
                self.table.act(Rematch())
            with suppress(Refused):
                self._step()
        raise AssertionError("these hands never come to an end")

    def _step(self) -> None:
        table, chance = self.table, self.chance
        whim = chance.random()
        if whim < 0.01:
            table.act(Pause())
        elif whim < 0.02:
            table.restart()
            table.connect("me", "stream-0")
        elif whim < 0.022 and table.setup.one_device:
            table.act(Restart())
        if table.state in ("waiting", "handover"):
            table.act(Ready(bytes(16)))
        elif table.state == "paused":
            table.act(Resume())
        elif table.core.ledger.held:
            table.act(self._slap() if whim < 0.3 else Next())
        elif table.core.since is None:
            table.paint()
        else:
            self._hand()

    def _hand(self) -> None:
        table, chance, ledger = self.table, self.chance, self.table.core.ledger
        wish = 0.6 if ledger.holds else 0.04
        if ledger.n and chance.random() < wish:
            table.wait(chance.randint(0, 700))
            table.act(self._slap())
        elif ledger.game.phase == "ready" and ledger.asked is None and chance.random() < 0.7:
            table.wait(chance.randint(0, 300))
            self._cmds += 1
            stage, rt = ledger.stage, float(max(0, self._elapsed() - 5))
            table.act(Reveal(stage, table._stream("me"), rt, f"{self._cmds:032x}"))
        else:
            due = table.core.deadline()
            table.run_until(table.now + 500 if due is None else due)

    def _elapsed(self) -> int:
        """Milliseconds since T; 0 before it."""
        return 0 if self.table.core.since is None else int(self.table.now - self.table.since)

    def _slap(self) -> Slap:
        self._cmds += 1
        table = self.table
        rt = float(max(0, self._elapsed() - self.chance.choice((0, 5, 40, -300))))
        seat = self.chance.choice(table.core.ledger.seats_of("me"))
        by, step = self.chance.choice(HANDS), self.chance.choice((0, 0, 16))
        stage, cmd = table.core.ledger.stage, f"{self._cmds:032x}"
        return Slap(stage, table._stream("me"), rt, cmd, seat, by, step)


def at_one_device(seed: int, mode: str) -> Log:
    """A table of one device, with up to three games in its log."""
    chance = random.Random(seed)
    table = Virtual(seed=seed, **some_fields(chance, mode)).deal()
    Hands(table, chance).play(chance.choice((1, 2, 3)))
    return Log(mode, table.log, {p.deal: p for p in table.pictures if p.table == "over"})


def daily(seed: int) -> Log:
    """A ranked daily; each seed is another player's."""
    setup = daily_setup("2026-12-01")
    table = Virtual(setup, seed=seed, day_seed=day_seed(bytes(32), "2026-12-01")).deal()
    Hands(table, random.Random(seed)).play(1)
    return Log("daily", table.log, {p.deal: p for p in table.pictures if p.table == "over"})


def practice(seed: int) -> Log:
    """The same deal at another pace, unranked."""
    setup = daily_setup("2026-12-01", 1800)
    table = Virtual(setup, seed=seed, day_seed=day_seed(bytes(32), "2026-12-01")).deal()
    Hands(table, random.Random(seed)).play(1)
    return Log("practice", table.log, {p.deal: p for p in table.pictures if p.table == "over"})


class _Remembered(World):
    """A world that keeps every picture of a game that is over."""

    made: "list[_Remembered]"

    def __init__(self, *given: Any) -> None:
        self.ends: dict[int, Picture] = {}
        super().__init__(*given)
        self.made.append(self)

    def _stored(self, outcome: Outcome) -> None:
        if outcome.picture is not None and outcome.picture.table == "over":
            self.ends[outcome.picture.deal] = outcome.picture
        super()._stored(outcome)


def link_matches(seeds: Sequence[int]) -> Iterator[Log]:
    """Link matches in which everything goes wrong: lost lines, restarts, second thoughts."""
    for seed in seeds:
        _Remembered.made = []
        with patch.object(link_tables, "World", _Remembered):
            link_tables.simulate(seed)
        (world,) = _Remembered.made
        yield Log("link", world.log, world.ends)


def every_kind() -> Iterator[Log]:
    """Some logs of each kind."""
    for seed in range(14):
        yield at_one_device(seed, "solo")
        yield at_one_device(100 + seed, "pass")
    for seed in range(3):
        yield daily(seed)
    yield from link_matches(range(20_000, 20_010))
