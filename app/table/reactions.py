"""Which right slaps tell how quick somebody is: one rule for results, scores, plots, statistics.

A slap is measured in a window that nothing has interrupted, at a table that takes the way to the
server out of its times. Of those, guesses are counted and tell nothing; what a coarse clock told
stands in medians, marked, and is compared with nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

GUESS_BELOW_MS = 150
"""What is quicker was pressed before the card was seen. It counts in the game, in no median."""

COARSE_FROM_MS = 16
"""A page whose clock moves in such steps tells a time to about a tenth of a second only."""


class Timed(NamedTuple):
    """A measured right slap: its adj (FAIRNESS 1.3), and the step of its page's clock, in ms."""

    ms: int
    step_ms: int = 0

    @property
    def guess(self) -> bool:
        return self.ms < GUESS_BELOW_MS

    @property
    def coarse(self) -> bool:
        return self.step_ms >= COARSE_FROM_MS


@dataclass(frozen=True, slots=True)
class Reactions:
    """A seat's reactions in ms, by clock, each in order of play; its guesses are only counted."""

    fine: tuple[int, ...] = ()
    coarse: tuple[int, ...] = ()
    guesses: int = 0

    @property
    def times(self) -> tuple[int, ...]:
        """All that count in a median."""
        return (*self.fine, *self.coarse)

    @property
    def median(self) -> int | None:
        return int(median(self.times)) if self.times else None

    @property
    def best(self) -> int | None:
        """The quickest one; a coarse clock tells of none."""
        return min(self.fine, default=None)


def reactions_of(slaps: Iterable[Timed]) -> Reactions:
    """What these slaps, in order of play, tell."""
    told = tuple(slaps)
    seen = [slap for slap in told if not slap.guess]
    return Reactions(
        fine=tuple(slap.ms for slap in seen if not slap.coarse),
        coarse=tuple(slap.ms for slap in seen if slap.coarse),
        guesses=len(told) - len(seen),
    )
