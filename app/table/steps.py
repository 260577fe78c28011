"""A finished game reveal by reveal, as a replay shows it: the table as it lay, and what came of it.

A step is one reveal with everything until the next one. Its picture is the table when the reveal
had settled and the pile still lay there, so that heights and pile are all the cards at every step;
who then took the pile is told beside it. Nothing is in a picture that the table did not show.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.engine.cards import Seat
from app.engine.game import Collected
from app.store.journal import Entry
from app.table.history import Unfinished, walk
from app.table.ledger import Ledger
from app.table.line import Lines
from app.table.picture import Mark, Picture
from app.table.portrait import portrait

_LIES = frozenset({"dealt", "reveal", "slap", "close", "void"})
"""Entries after which the table can lie otherwise than before, while a reveal is the newest."""


@dataclass(frozen=True, slots=True)
class Step:
    """One reveal; `n` is 0 for the deal, which has no card yet.

    `seat` turned the newest card of `picture`. `holds` are the conditions that held: a chance where
    there is one. `marks` are all slaps by time (ms), `burned` the cards that wrong ones cost in
    all, `tied` an undecided tie. `pile` is how the pile was collected, `fallen` who had not
    answered, `out` who has gone out. `ms` is the play time from this reveal to the next, or to the
    end. `end` is the last picture of the game, at its last step alone.
    """

    n: int
    seat: Seat | None
    picture: Picture
    holds: tuple[str, ...]
    marks: tuple[Mark, ...]
    burned: int
    tied: bool
    pile: Collected | None
    fallen: Seat | None
    out: tuple[Seat, ...]
    ms: int
    end: Picture | None


def steps(entries: Iterable[Entry], game: str) -> tuple[Step, ...]:
    """The steps of a finished game, `n` at index n. `entries` are the whole log of its table.

    Raises Unfinished.
    """
    found: list[_Step] = []
    entry, ledger = None, None
    for entry, ledger in walk(entries, game):
        if entry.kind in ("dealt", "reveal"):
            found.append(_Step(len(found), entry.seat, ledger.played_ms, ledger.game.out))
        found[-1].take(entry, ledger)
    if ledger is None or entry is None or entry.kind != "ended":
        raise Unfinished(f"There is no finished game {game} in this log.")
    began = [step.began_ms for step in found] + [ledger.played_ms]
    found[-1].end = _quiet(portrait(ledger, 0, Lines()))
    return tuple(step.step(began[step.n + 1]) for step in found)


def _quiet(picture: Picture) -> Picture:
    """Without what only a table's own page says, so that long games stay small."""
    return replace(picture, story=(), missed=(), commitment="")


@dataclass(slots=True)
class _Step:
    """A step while its entries come in."""

    n: int
    seat: Seat | None
    began_ms: int
    was_out: tuple[Seat, ...]
    holds: tuple[str, ...] = ()
    picture: Picture | None = None
    marks: dict[tuple[Seat, bool], Mark] = field(default_factory=dict)
    window_ms: int = 0
    burned: int = 0
    tied: bool = False
    pile: Collected | None = None
    fallen: Seat | None = None
    out: tuple[Seat, ...] = ()
    end: Picture | None = None

    def take(self, entry: Entry, ledger: Ledger) -> None:
        if entry.kind == "reveal":
            self.holds = ledger.holds
        self.tied = self.tied or entry.kind == "void"
        self.out = tuple(seat for seat in ledger.game.out if seat not in self.was_out)
        if self.n:
            self._slaps(ledger)
        lies = self.pile is None and ledger.game.phase != "over"
        if entry.kind in _LIES and lies and ledger.state == "playing":
            self.picture = _quiet(portrait(ledger, 0, Lines()))

    def _slaps(self, ledger: Ledger) -> None:
        """A right slap first waits, then has won or not; a wrong one is a mark of its own."""
        self.window_ms = ledger.reveal_window_ms
        for mark in ledger.marks:
            self.marks[mark.seat, mark.how == "wrong"] = mark
        self.burned = sum(burn.count for burn in ledger.burned)
        if ledger.collected is not None:
            self.pile, self.fallen = ledger.collected, ledger.fallen

    def step(self, until_ms: int) -> Step:
        assert self.picture is not None
        marks = tuple(sorted(self.marks.values(), key=lambda mark: mark.ms))
        picture = replace(
            self.picture,
            phase="ready",
            turner=None,
            held=False,
            marks=marks,
            settled_ms=self.window_ms if marks else 0,
        )
        fixed = (picture, self.holds, marks, self.burned, self.tied, self.pile, self.fallen)
        return Step(self.n, self.seat, *fixed, self.out, until_ms - self.began_ms, self.end)
