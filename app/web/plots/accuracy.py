"""Speed against accuracy: one dot a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.plots.plot import Plot


@dataclass(frozen=True, slots=True)
class GameDot:
    """A game: the median of its reactions in ms, its `right` slaps (one at least) and `wrong`."""

    median: int
    right: int
    wrong: int


def accuracy_plot(dots: Sequence[GameDot]) -> Plot:
    """How many of all slaps were right, over how quick they were; the oldest game first."""
    raise NotImplementedError
