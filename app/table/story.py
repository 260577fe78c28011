"""What has happened at a table lately, as everybody saw it: the values behind the log panel.

A fold over the engine's events, and over who comes and goes, kept by the ledger. Whether a card
could be slapped is told only once another card covers it, and a pattern is named only with the pile
that it took.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.engine.cards import Seat
from app.engine.events import Burned, Collected, Event, Out, Revealed, Struck

KEPT = 12


@dataclass(frozen=True, slots=True)
class Presence:
    """A person is away, is back, or has left for good: whose cards are turned for them."""

    seat: Seat
    how: Literal["away", "back", "left"]


@dataclass(frozen=True, slots=True)
class Told:
    """One event, and the time in ms from the start of its stage at which it counted."""

    event: Revealed | Burned | Struck | Out | Collected | Presence
    ms: int


class Story:
    """The latest events of one deal.

    `told` holds at most KEPT of them, oldest first. `missed` are the conditions of the reveal
    before the newest one, where they held and nobody slapped; else empty.
    """

    def __init__(self) -> None:
        self.told: tuple[Told, ...] = ()
        self.missed: tuple[str, ...] = ()
        self._held: tuple[str, ...] = ()

    def add(self, events: Iterable[Event | Presence], ms: int) -> None:
        """An action of the engine was carried out, or somebody came or went, `ms` after its stage
        began.
        """
        for event in events:
            if isinstance(event, Revealed | Burned | Struck | Out | Collected | Presence):
                self.told = (*self.told, Told(event, ms))[-KEPT:]
            if isinstance(event, Collected) and event.how == "slap":
                self._held = ()

    def turned(self, holds: tuple[str, ...]) -> None:
        """A new card lies on the pile, with the conditions that hold on it."""
        self.missed, self._held = self._held, holds

    def void(self) -> None:
        """An undecided tie: it was slapped, so nobody has missed it."""
        self._held = ()
