"""How many days in a row somebody has finished the daily (UX 2.8).

Going back from today, day by day: a finished day counts; today not finished yet changes nothing. A
missed day is forgiven where no other day within the six before it and the six after it is: of any
seven days in a row at most one is. The first missed day that is not forgiven ends the streak, and
so does a second missed day in a row. Forgiven days join the finished ones and do not count.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    """`length`: finished days. `forgiven`: missed days between them, the newest first.

    `alive`: finishing today's daily (or having finished it) lengthens it; else it is 0 long.
    """

    length: int
    forgiven: tuple[str, ...]
    alive: bool


def streak(finished: Iterable[str], today: str) -> Streak:
    """The streak that a browser has today. `finished` are its days, in any order, `YYYY-MM-DD`."""
    raise NotImplementedError
