"""What an action caused: one frozen value an event, its fields in the order of a record's line.

RULES, The game record, names them; `record.py` writes them. A change of the seat due has no event.
"""

from dataclasses import dataclass
from typing import Literal

from app.engine.cards import Card, Seat

How = Literal["slap", "challenge", "award"]
Reason = Literal["last_standing", "all_cards", "last_chance", "limit", "stalled", "repetition"]


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card was turned onto the pile; `number` counts the game's reveals from 1."""

    seat: Seat
    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """An honour of `seat` leaves `responder` so many chances."""

    seat: Seat
    responder: Seat
    chances: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat is entitled to the pile and collects when the window closes."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Burned:
    """A false slap cost so many cards, one at least."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Struck:
    """A false slap with an empty stack; `strikes` is the seat's number of them in this game."""

    seat: Seat
    strikes: int


@dataclass(frozen=True, slots=True)
class Out:
    """The seat is out for the rest of the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lapsed:
    """The challenge, claim or last chance of a seat that went out is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Collected:
    """The seat took the pile of `count` cards; `conditions` are those of a slap, else empty."""

    seat: Seat
    how: How
    count: int
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastChanceLeft:
    """The last chance of `seat` began, or one of its reveals was used: so many are left."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; a draw has no winner."""

    winner: Seat | None
    reason: Reason


Event = (
    Revealed
    | Challenged
    | Claimed
    | Burned
    | Struck
    | Out
    | Lapsed
    | Collected
    | LastChanceLeft
    | Ended
)
