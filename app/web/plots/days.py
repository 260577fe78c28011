"""How reactions changed from day to day."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.plots.plot import Plot


@dataclass(frozen=True, slots=True)
class DayFigures:
    """A UTC day, YYYY-MM-DD, with its `slaps` counted and the quartiles of their times in ms."""

    date: str
    slaps: int
    lower: int
    median: int
    upper: int


def day_plot(days: Sequence[DayFigures]) -> Plot:
    """The median of each day, the oldest first, its middle half shaded."""
    raise NotImplementedError
