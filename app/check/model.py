"""The hands and the lines of FAIRNESS 1.5: how fast people are, and how long messages take.

Times are milliseconds. Chance is `random.Random` with seeds of its own: nothing here decides a
game, and a seed gives the same hands and delays each time. The shuffle and the computers' plans,
which must stay as they are for ever, draw from nothing of this.
"""

from math import log
from random import Random

JITTER_MS = {20: 3.0, 60: 5.0, 100: 7.0, 120: 8.0, 200: 12.0, 250: 15.0}
"""j by round trip. FAIRNESS names none for 100; 7 lies on the line between its neighbours."""

MISREAD_MS = 4.0
LOST = 0.01
"""How many messages are lost once and sent again."""


class Hands:
    """Two people, equally fast.

    Each two reactions come twice, the second time exchanged: so the luck of the draw favours
    neither seat, and what one of them wins beyond half is not luck of the hands.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._exchanged: tuple[float, float] | None = None

    def react(self) -> tuple[float, float]:
        """The true reactions of seats 0 and 1 to one card, from its paint to the press."""
        if self._exchanged is not None:
            again, self._exchanged = self._exchanged, None
            return again
        one, other = self._one(), self._one()
        self._exchanged = other, one
        return one, other

    def _one(self) -> float:
        draw = self._chance
        return max(120.0, draw.normalvariate(330.0, 45.0) + draw.expovariate(1 / 90.0))


class Route:
    """The way between a page and the server, with a round trip of `rtt` ms, and the page itself."""

    def __init__(self, rtt: int, chance: Random) -> None:
        self._draw = chance.random
        self._half = rtt / 2
        self._scale = JITTER_MS[rtt] / 2
        self._resent = max(200.0, 1.2 * rtt)

    def one_way(self) -> float:
        """How long a message takes: half a round trip, gamma(2, j/2), and rarely a resend."""
        draw = self._draw
        # A gamma of shape 2 is the sum of two exponentials.
        delay = self._half - self._scale * log((1.0 - draw()) * (1.0 - draw()))
        if draw() < LOST:
            delay += self._resent + 50.0 * draw()
        return delay

    def paint(self) -> float:
        """From a picture's arrival to its card on the screen."""
        return 2.0 + 17.0 * self._draw()

    def read(self, time: float) -> float:
        """A reaction as the page measures it."""
        return time + MISREAD_MS * (2.0 * self._draw() - 1.0)
