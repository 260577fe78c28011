"""What people send to a table: one value an input, and the refusals they may get.

The same values come from the web, from tests and from simulations.
"""

from dataclasses import dataclass
from typing import Literal

from app.table.setup import Setup

By = Literal["touch", "mouse", "key", ""]


@dataclass(frozen=True, slots=True)
class Press:
    """A press as the page timed it.

    `seen` is the stage `n.k` on the presser's screen; `stream` the stream's name from `hello`; `rt`
    milliseconds from paint to press, None when missing or not a finite number in 0..60000; `cmd` 32
    hex digits, the same in each retry. `seat` says whose press it is where one browser holds
    several.
    """

    seen: str
    stream: str
    rt: float | None
    cmd: str
    seat: int | None = None
    by: By = ""
    step_ms: int = 0


@dataclass(frozen=True, slots=True)
class Reveal(Press):
    """Turn the due seat's next card."""


@dataclass(frozen=True, slots=True)
class Slap(Press):
    """Claim the pile."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The page painted a stage (`seen` is `n.k`) or received a probe (`seen` is `p<number>`)."""

    seen: str
    stream: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A person's seed for the deal: 16 bytes, or None and the server draws it.

    At a hand-over: the next person has the device; `asks` no: nobody is asked again this game.
    """

    seed: bytes | None
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock and cover the cards."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Uncover the cards and begin the next stage."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Turn this person's cards automatically, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class Next:
    """Begin the window that waits for a hand: nobody here wants to slap before."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Another length of the reaction window, in ms, while the table is paused; 0 is no timer."""

    window_ms: int


@dataclass(frozen=True, slots=True)
class Name:
    """Another name, clean already, for one of this browser's seats."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next game at this table, the deal moved on by one seat."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Give up the present game of this device's own table, and deal another."""


@dataclass(frozen=True, slots=True)
class Join:
    """A seat for a browser that has none, under a name that is clean already.

    While a game runs: a seat in the next one.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Up and away on purpose: the seat is free for others, its cards stay in the game.

    On one device: the clock stops, the game is kept.
    """


@dataclass(frozen=True, slots=True)
class Start:
    """The host begins: the deal follows in three seconds. `seed` is the host's own, as in Ready."""

    seed: bytes | None


@dataclass(frozen=True, slots=True)
class Remove:
    """The host takes a seat away from somebody, before the deal.

    `sitting`, where it is given, says from whom: another may sit there by now.
    """

    seat: int
    sitting: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The host changes what is played, before the deal; everybody must be ready again.

    After a game it takes all back to the waiting room, with the same set-up too.
    """

    setup: Setup


@dataclass(frozen=True, slots=True)
class Close:
    """The host closes the table for good."""


@dataclass(frozen=True, slots=True)
class Move:
    """Another browser, `browser`, takes over a seat of this one."""

    seat: int
    browser: str


Wish = (
    Ready
    | Pause
    | Resume
    | Auto
    | Next
    | Pace
    | Name
    | Rematch
    | Restart
    | Join
    | Leave
    | Start
    | Remove
    | Change
    | Close
    | Move
)
"""What people want beside turning and slapping."""

Input = Reveal | Slap | Wish


class Refused(Exception):
    """An input changed nothing. The message is one plain sentence for the person who sent it
    (409).
    """


class Late(Refused):
    """A press for something that is over: no penalty, no effect."""


class NotYourSeat(Refused):
    """The input needs a seat that this browser does not hold (403)."""
