"""What the players of a finished game are called in its plots, to whoever looks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.cards import Seat
from app.table.history import History
from app.table.names import initial
from app.web.words import isolated, say

WIDEST = 4
"""Up to so many columns with a name each fit a phone."""


@dataclass(frozen=True, slots=True)
class Players:
    """Names by seat; `you` are the seats of whoever looks, two where two people share a device.

    `short` has room for one character: an initial, or the seat's number where two begin alike.
    """

    names: tuple[str, ...]
    short: tuple[str, ...]
    you: tuple[Seat, ...]

    @property
    def tabled(self) -> tuple[str, ...]:
        """What tables call them: by name while there is room for that."""
        return self.names if len(self.names) <= WIDEST else self.short

    @property
    def weight(self) -> int:
        """The names' bytes."""
        return sum(len(name.encode()) for name in self.names)

    def points(self, most: int) -> int:
        """How many of so many points there is room for beside the names."""
        return max(most // 3, most - self.weight // 6)

    def alone(self, seat: Seat) -> bool:
        """Whether a sentence about this seat says "you"."""
        return self.you == (seat,)


def players(game: History, you: Sequence[Seat]) -> Players:
    """The players of a game, as somebody who held the seats `you` is told of them."""
    alone = you[0] if len(you) == 1 else None
    named = [isolated(player.name) for player in game.players]
    initials = [initial(player.name) for player in game.players]
    often = Counter(name for seat, name in enumerate(initials) if seat != alone)
    return Players(
        names=tuple(say("plot_you") if seat == alone else name for seat, name in enumerate(named)),
        short=tuple(
            say("plot_you") if seat == alone else name if often[name] == 1 else str(seat + 1)
            for seat, name in enumerate(initials)
        ),
        you=tuple(you),
    )
