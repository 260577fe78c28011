"""Reaction times as they are summed up: how often each whole millisecond came. All exact."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any

from app.web.plots.reactions import BIN_MS, BINS, FIRST_MS
from app.web.plots.reactions import Times as Drawn

ENOUGH = 10
"""Slaps from which on more than counts is told of a history, and tenths of a game."""

Counts = Mapping[str, Any]


class Times:
    """A number of reactions, in ms."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self._ordered = sorted(counts.items())
        self._sums = list(accumulate(number for _, number in self._ordered))

    @classmethod
    def of(cls, *counted: Mapping[str, int]) -> "Times":
        """Those of sums (app/table/statistics.py), put together."""
        found: Counter[int] = Counter()
        for counts in counted:
            for ms, number in counts.items():
                found[int(ms)] += number
        return cls(found)

    def __len__(self) -> int:
        return self._sums[-1] if self._sums else 0

    def _at(self, place: int) -> int:
        """The one at a place, in order, from 0."""
        return next(
            ms for (ms, _), upto in zip(self._ordered, self._sums, strict=True) if place < upto
        )

    @property
    def median(self) -> int:
        """The middle one; of an even number what lies between the two, rounded down."""
        return (self._at((len(self) - 1) // 2) + self._at(len(self) // 2)) // 2

    def quantile(self, part: int, of: int) -> int:
        """The one that so many of `of` parts reach, by nearest rank: the tenth is 1 of 10."""
        return self._at(max(0, -(-len(self) * part // of) - 1))

    def best(self, most: int) -> tuple[int, ...]:
        """The quickest ones, each as often as it came."""
        return tuple(self._at(place) for place in range(min(most, len(self))))

    def drawn(self) -> Drawn:
        """What a histogram shows of them: without enough no tenths, without any no median."""
        enough = len(self) >= ENOUGH
        return Drawn(
            *self.bins(),
            median=self.median if len(self) else None,
            tenth=self.quantile(1, 10) if enough else None,
            ninetieth=self.quantile(9, 10) if enough else None,
        )

    def bins(self) -> tuple[tuple[int, ...], int]:
        """How many fall into each bin of the histogram, and how many are slower than all."""
        counts, slower = [0] * BINS, 0
        for ms, number in self._ordered:
            place = (ms - FIRST_MS) // BIN_MS
            if place < BINS:
                counts[place] += number
            else:
                slower += number
        return tuple(counts), slower


def times_of(parts: Iterable[Counts]) -> Times:
    """All reactions of these sums, those of coarse clocks too."""
    return Times.of(*(part.get(name, {}) for part in parts for name in ("times", "coarse")))
