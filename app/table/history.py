"""A finished game, as its log tells it: what replays, results, scores and statistics are made of.

Everything here is derived from the entries alone, by the ledger that played them, so that it can be
derived again at any time.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from app.engine.cards import Card, Seat
from app.engine.game import Collected
from app.store.journal import GONE, Entry
from app.table.chair import Chair
from app.table.facts import ended
from app.table.ledger import Ledger
from app.table.picture import Mark, SeatKind, Tally
from app.table.setup import Setup

COARSEST_MS = 100
"""The largest step of a page's clock that is believed. Some browsers round either of the two
readings of a time so, to keep people from being told apart; an honest press on a near line may then
claim a little too much, by which nobody gains (FAIRNESS 1.3: it counts as of its arrival).
"""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat at a seat when the game ended. `level`: 0 easy, 1 normal, 2 hard, None a person."""

    name: str
    kind: SeatKind
    level: int | None
    browser: str | None


@dataclass(frozen=True, slots=True)
class Hand:
    """One slap on one reveal: `ms` is its adj (FAIRNESS 1.3), a computer's its reaction.

    `measured`: it was made in an uninterrupted window, at a table whose times leave out the way to
    the server, and so counts in reaction figures. `by` and `step_ms` are what the page told of a
    person's hand (inputs.Press).
    """

    seat: Seat
    ms: int
    how: Literal["won", "right", "wrong"]
    measured: bool
    by: str = ""
    step_ms: int = 0


@dataclass(frozen=True, slots=True)
class Turned:
    """One reveal and all that came of it, until the next one.

    `n` counts from 1. `holds` are the conditions that held when it was turned: a chance where there
    is one, to every seat but those that were `out`. `hands` by time, `heights` the stacks when it
    was over. `played_ms` is the play time until it was turned.
    """

    n: int
    seat: Seat
    card: Card
    holds: tuple[str, ...]
    hands: tuple[Hand, ...]
    heights: tuple[int, ...]
    pile: Collected | None
    played_ms: int
    out: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """A finished game from its deal to its end.

    `began` are the stacks as dealt; `turned` has an item a reveal. `counts` are the cards that each
    seat holds at the end, `tallies` its figures, `play_ms` the play time of FAIRNESS 1.4. `flagged`
    seats have claimed times that cannot be (FAIRNESS 1.3, rt > E), by more than the clock of their
    page, as it told, can be wrong.
    `agrees`: the engine comes to the end that the log has written down.
    """

    id: str
    deal: int
    setup: Setup
    players: tuple[Player, ...]
    dealer: Seat
    began: tuple[int, ...]
    turned: tuple[Turned, ...]
    winner: Seat | None
    reason: str
    counts: tuple[int, ...]
    tallies: tuple[Tally, ...]
    play_ms: int
    flagged: tuple[Seat, ...]
    agrees: bool


class Unfinished(LookupError):
    """The log has no such game, or not its end."""


def walk(entries: Iterable[Entry], game: str) -> Iterator[tuple[Entry, Ledger]]:
    """Each entry of a game, from its deal to its end, and the table as it then stands.

    `entries` are the whole log of its table, `game` its public id. The ledger is one and the same
    object: take from it what you need before you go on. Nothing comes of a game that is not there.
    """
    ledger, dealt = Ledger(), False
    for entry in entries:
        ledger.apply(entry)
        if entry.kind == "sealed" and dealt:
            return
        dealt = dealt or (entry.kind == "dealt" and ledger.public_id == game)
        if dealt:
            yield entry, ledger
            if entry.kind == "ended":
                return


def history(entries: Iterable[Entry], game: str) -> History:
    """A finished game of a table's log. Raises Unfinished."""
    steps, ledger, entry = _Steps(), None, None
    for entry, ledger in walk(entries, game):
        steps.take(entry, ledger)
    if ledger is None or entry is None or entry.kind != "ended":
        raise Unfinished(f"There is no finished game {game} in this log.")
    result, dealer = ledger.game.result, ledger.dealer
    assert result is not None
    assert dealer is not None
    return History(
        id=game,
        deal=ledger.deal,
        setup=ledger.setup,
        players=tuple(_player(chair) for chair in ledger.chairs),
        dealer=dealer,
        began=steps.began,
        turned=tuple(each.turned() for each in steps.steps),
        winner=result.winner,
        reason=result.reason,
        counts=_heights(ledger),
        tallies=tuple(chair.tally() for chair in ledger.chairs),
        play_ms=ledger.played_ms,
        flagged=tuple(sorted(steps.flagged)),
        agrees=json.loads(entry.payload) == ended(ledger).payload,
    )


def _player(chair: Chair) -> Player:
    """Who has deleted everything is nobody any more, as far as rows can tell."""
    browser = None if chair.browser == GONE else chair.browser
    return Player(chair.name, chair.kind, chair.level, browser)


def _heights(ledger: Ledger) -> tuple[int, ...]:
    return tuple(len(stack) for stack in ledger.game.stacks)


@dataclass(slots=True)
class _Step:
    """A reveal while its entries come in."""

    n: int
    seat: Seat
    card: Card
    holds: tuple[str, ...]
    played_ms: int
    out: tuple[Seat, ...]
    heights: tuple[int, ...] = ()
    pile: Collected | None = None
    marks: dict[Seat, Mark] = field(default_factory=dict)
    measured: dict[Seat, bool] = field(default_factory=dict)
    pressed: dict[Seat, dict[str, Any]] = field(default_factory=dict)

    def turned(self) -> Turned:
        hands = sorted((self._hand(mark) for mark in self.marks.values()), key=lambda h: h.ms)
        fixed = (self.n, self.seat, self.card, self.holds, tuple(hands))
        return Turned(*fixed, self.heights, self.pile, self.played_ms, self.out)

    def _hand(self, mark: Mark) -> Hand:
        told = self.pressed.get(mark.seat, {})
        hand = (told.get("by", ""), told.get("step_ms", 0))
        return Hand(mark.seat, mark.ms, mark.how, self.measured[mark.seat], *hand)


class _Steps:
    """The reveals of a game, gathered entry by entry."""

    def __init__(self) -> None:
        self.began: tuple[int, ...] = ()
        self.steps: list[_Step] = []
        self._ahead: dict[Seat, int] = {}  # by how much a press claimed more time than had passed
        self._clock_ms: dict[Seat, int] = {}  # the step of a page's clock, where it told of one

    @property
    def flagged(self) -> set[Seat]:
        return {
            seat
            for seat, ms in self._ahead.items()
            if ms > 2 * min(COARSEST_MS, self._clock_ms.get(seat, 0))
        }

    def take(self, entry: Entry, ledger: Ledger) -> None:
        if entry.kind == "dealt":
            self.began = _heights(ledger)
        elif entry.kind == "reveal":
            assert entry.seat is not None
            card = ledger.game.faceup[-1]
            when = (ledger.played_ms, ledger.game.out)
            self.steps.append(_Step(ledger.n, entry.seat, card, ledger.holds, *when))
        elif entry.kind == "press":
            self._pressed(entry)
        if not self.steps:
            return
        step = self.steps[-1]
        step.heights = _heights(ledger)
        step.pile = ledger.collected
        for mark in ledger.marks:
            step.marks[mark.seat] = mark
            step.measured.setdefault(mark.seat, ledger.measures)

    def _pressed(self, entry: Entry) -> None:
        assert entry.seat is not None
        told = json.loads(entry.payload)
        seat = entry.seat
        self._ahead[seat] = max(self._ahead.get(seat, 0), told["rt"] - told["e"])
        self._clock_ms[seat] = max(self._clock_ms.get(seat, 0), told.get("step_ms", 0))
        if told["what"] == "slap":
            self.steps[-1].pressed[entry.seat] = told
