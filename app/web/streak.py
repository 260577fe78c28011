"""How many days in a row somebody has finished the daily (UX 2.8).

Counted back from today, day by day. A finished day adds one. Today, not finished yet, changes
nothing. A missed day is forgiven where none was in the six days after it: of any seven days in a
row one may be missed, and the newest is the one that is. The first missed day that is not forgiven
ends the streak, and so does a second one in a row. A forgiven day adds nothing, and is told of only
where a finished one lies before it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

SPAN = 7
"""Of so many days in a row one may be missed."""


@dataclass(frozen=True, slots=True)
class Streak:
    """`length`: finished days. `forgiven`: the missed days among them, the newest first.

    `done`: today's daily is one of them. A streak that ended is 0 long.
    """

    length: int
    forgiven: tuple[str, ...]
    done: bool

    @property
    def alive(self) -> bool:
        """Whether there is a streak that today's daily lengthens, or has lengthened."""
        return self.length > 0


def streak(finished: Iterable[str], today: str) -> Streak:
    """The streak that a browser has today. `finished` are its days, in any order, `YYYY-MM-DD`.

    Days after today do not count.
    """
    days = {date.fromisoformat(each) for each in finished}
    day = now = date.fromisoformat(today)
    length = 0
    forgiven: list[date] = []
    between: list[date] = []  # forgiven, where an earlier finished day follows
    if day not in days:
        day -= timedelta(1)
    while True:
        if day in days:
            length += 1
            forgiven, between = [*forgiven, *between], []
        elif any((other - day).days < SPAN for other in (*forgiven, *between)):
            break
        else:
            between.append(day)
        day -= timedelta(1)
    return Streak(length, tuple(each.isoformat() for each in forgiven), now in days)
