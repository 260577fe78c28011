"""What anybody at a table may know at one moment: the value that pages, streams and tests draw.

Nothing here depends on who looks, and nothing here is more than the cards on the table show: stack
heights, never their cards; no seed, no computer's plan, no "can be slapped now".
"""

from dataclasses import dataclass
from typing import Literal

from app.engine.cards import Card, Seat
from app.engine.game import Burned, Challenge, Collected, LastChance, Result
from app.table.setup import Mode
from app.table.story import Told

TableState = Literal["waiting", "playing", "handover", "paused", "over"]


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """Who holds a seat. `level` is 0 easy, 1 normal, 2 hard, None for a person."""

    name: str
    kind: Literal["person", "computer"]
    level: int | None
    connected: bool
    auto: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """One slap of a settled window: `ms` is its adj (FAIRNESS 1.3)."""

    seat: Seat
    ms: int
    how: Literal["won", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's game in figures, shown when the game is over. Times in ms."""

    reactions: tuple[int, ...]  # adj of right slaps on uninterrupted windows, in order of play
    right: int  # right slaps, beaten ones too
    wrong: int  # false slaps
    by_slap: int  # piles collected by slap
    by_challenge: int  # piles collected by challenge


@dataclass(frozen=True, slots=True)
class Picture:
    """A table as everyone sees it.

    `version` rises with every picture of this table. `stage` is `n.k` (FAIRNESS 1.2), `window_ms`
    the length of its reaction window, 0 where there is none. While the table is paused `cards` is
    empty and `first` is None: the pile is covered.
    """

    version: int
    deal: int
    commitment: str  # hex, shown before any person's seed is taken
    drawn: tuple[Seat, ...]  # seats whose seed the server drew, because their page sent none
    mode: Mode
    table: TableState
    n: int
    stage: str
    phase: Literal["ready", "window", "over"]
    turn: Seat | None  # the engine's due seat
    turner: Seat | None  # the person's seat whose Reveal turns the due card now; None: nobody's
    heights: tuple[int, ...]  # cards in each stack
    buried: int
    faceup: int  # face-up cards in the pile
    cards: tuple[Card, ...]  # the newest three face-up cards at most, oldest first
    first: Card | None  # the first face-up card of this pile
    slaps: tuple[str, ...]  # the conditions of this table's rules, in their order
    challenge: Challenge | None
    claim: Seat | None
    last_chance: LastChance | None
    out: tuple[Seat, ...]
    result: Result | None
    window_ms: int
    held: bool  # the window waits for a hand: no time runs until a person begins it
    auto: bool
    seats: tuple[SeatPicture, ...]
    burned: tuple[Burned, ...]  # false slaps on the present reveal, paid and so shown
    collected: Collected | None  # the collection that began the present stage
    taken: tuple[Card, ...]  # what `cards` were before that collection
    fallen: Seat | None  # when `collected` is by challenge: the seat that did not answer
    honour: (
        Card | None
    )  # the honour of the running challenge or claim, or the one that was not answered
    marks: tuple[Mark, ...]  # slaps of the window that has settled, by time; empty until it has
    settled_ms: int  # the length of that window; 0 where there are no marks
    reveals_limit: int | None
    tallies: tuple[Tally, ...]  # one a seat when the game is over, else empty
    chances: int  # reveals that could be slapped; 0 until the game is over
    story: tuple[Told, ...] = ()  # the latest events, oldest first; without cards while paused
    missed: tuple[str, ...] = ()  # conditions that nobody slapped on the card before the newest
