"""What anybody at a table may know at one moment: the value that pages, streams and tests draw.

Nothing here depends on who looks, and nothing here is more than the cards on the table show: stack
heights, never their cards; no seed, no computer's plan, no "can be slapped now".
"""

from dataclasses import dataclass
from typing import Literal

from app.engine.cards import Card, Seat
from app.engine.game import Burned, Challenge, Collected, LastChance, Result
from app.table.reactions import Reactions
from app.table.setup import Mode
from app.table.story import Told

SeatKind = Literal["person", "computer", "open"]
LineQuality = Literal["good", "fair", "slow"]
TableState = Literal["waiting", "playing", "handover", "paused", "over"]


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """Who holds a seat. `level` is 0 easy, 1 normal, 2 hard, None for a person.

    An `open` seat is one that somebody may still take; there are none once the cards are dealt.
    `away` and `left`: their cards are turned for them, because they have no stream, or went on
    purpose. `line` is how quick their connection is, known only while a link match waits.
    `sitting` is never used again at a table; computers and open seats have none, 0.
    """

    name: str
    kind: SeatKind
    level: int | None
    connected: bool
    auto: bool
    away: bool = False
    left: bool = False
    ready: bool = False
    line: LineQuality | None = None
    sitting: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """One slap of a settled window: `ms` is its adj (FAIRNESS 1.3)."""

    seat: Seat
    ms: int
    how: Literal["won", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's game in figures, shown when the game is over. Times in ms."""

    reactions: Reactions
    chances: int  # reveals that could be slapped while the seat was in
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
    story: tuple[Told, ...] = ()  # the latest events, oldest first; without cards while paused
    game: str = ""  # the finished game's public id; empty until it is over
    date: str = ""  # of a daily's cards: their UTC day
    missed: tuple[str, ...] = ()  # conditions that nobody slapped on the card before the newest
    time_left_s: int | None = None  # of a game with a time limit, when its present stage began
    play_ms: int = 0  # the play time of a game that is over (FAIRNESS 1.4)
    # Of a link match alone:
    host: Seat | None = None
    closed: bool = False  # for good, by its host
    changes: int = 0  # how often its rules have been changed
    starts: int | None = None  # seconds until the deal, while it is counted down
    coming: tuple[int, ...] = ()  # the sittings of the latecomers
    latecomers: tuple[str, ...] = ()  # names of those who get a seat in the next game
    free: int = 0  # seats that may still be taken: now, or for the next game
    offers: tuple[Seat, ...] = ()  # who has asked for another game
    presses_ready: bool = False  # people say that they are ready; else their pages do
