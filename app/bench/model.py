"""People and their lines by the model of FAIRNESS 1.5, the 1 % outliers included. Seconds."""

import random
from dataclasses import dataclass

NEAR_MS, FAR_MS = (20, 3), (200, 12)
"""Round trip and jitter j of the two."""

OUTLIERS = 0.01


@dataclass(frozen=True, slots=True)
class Far:
    """Somebody whose messages take their time: `rtt_ms` there and back, jitter `j_ms`."""

    rtt_ms: float
    j_ms: float
    chance: random.Random

    def way(self) -> float:
        """One message, one way."""
        ms = self.rtt_ms / 2 + self.chance.gammavariate(2, self.j_ms / 2)
        if self.chance.random() < OUTLIERS:
            ms += max(200, 1.2 * self.rtt_ms) + self.chance.uniform(0, 50)
        return ms / 1000

    def paint(self) -> float:
        """From a picture's arrival to its being on the screen."""
        return self.chance.uniform(2, 19) / 1000

    def read(self) -> float:
        """How wrong the page reads the time from paint to press."""
        return self.chance.uniform(-4, 4) / 1000

    def reaction(self) -> float:
        """From the card on the screen to the hand on the pile: the same for everybody."""
        ms = self.chance.normalvariate(330, 45) + self.chance.expovariate(1 / 90)
        return max(120, ms) / 1000
