"""Is this client itself on time? What it sends late is no line's doing."""

import asyncio
from itertools import takewhile
from time import perf_counter

BEAT_S = 0.005
KEPT = 20_000  # beats


class Pulse:
    """The loop's heartbeat: `beats` are when each came (s) and how late it was (ms)."""

    def __init__(self) -> None:
        self.beats: list[tuple[float, float]] = []

    async def beat(self) -> None:
        """Beat until cancelled."""
        while True:
            due = perf_counter() + BEAT_S
            await asyncio.sleep(BEAT_S)
            now = perf_counter()
            self.beats.append((now, (now - due) * 1000))
            if len(self.beats) > KEPT:
                del self.beats[: KEPT // 2]

    def worst_ms(self, begins: float, ends: float) -> float:
        """How late the loop was at worst in this span."""
        recent = takewhile(lambda beat: beat[0] >= begins, reversed(self.beats))
        return max((late for at, late in recent if at <= ends), default=0.0)
