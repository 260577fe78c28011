"""What the players of a finished game are called in its plots, to whoever looks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.cards import Seat
from app.table.history import History
from app.table.names import initial
from app.web.words import isolated, say


@dataclass(frozen=True, slots=True)
class Players:
    """Names by seat; `you` are the seats of whoever looks, two where two people share a device.

    `short` has room for one character: an initial, or the seat's number where two begin alike.
    """

    names: tuple[str, ...]
    short: tuple[str, ...]
    you: tuple[Seat, ...]

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
