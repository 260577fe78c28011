"""How often each position of a game has stood: a persistent count for the repetition draw.

`Standings` is a value: counting a position gives new standings and leaves the old ones as they
were, so any number of games may go on from one position. Positions lie in a fixed number of buckets
by their hash; counting one copies its bucket and the row of buckets, never the whole memory.
"""

from dataclasses import dataclass

BUCKETS = 32


@dataclass(frozen=True, slots=True)
class Standings:
    """Positions with the number of times each has stood."""

    buckets: tuple[dict[str, int], ...] = ({},) * BUCKETS

    def count(self, position: str) -> tuple["Standings", int]:
        """The standings after `position` has stood once more, and how often that is now."""
        place = hash(position) % BUCKETS
        bucket = self.buckets[place]
        times = bucket.get(position, 0) + 1
        after = (*self.buckets[:place], bucket | {position: times}, *self.buckets[place + 1 :])
        return Standings(after), times
