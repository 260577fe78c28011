"""How quick computers are: the distribution of their reactions, from the plan itself (FAIRNESS 3).

Exact: the sum of the twelve words is counted, and all 65 536 values of the thirteenth are gone
through. Nothing is drawn by chance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from math import comb

from app.table.computer import FIGURES, PACE_MS, REACT_MIN_MS, Draws

WORD, WORDS = 65536, 12
"""How many values a word has, and how many of them are added up."""
ALL_SUMS: int = WORD**WORDS


@dataclass(frozen=True, slots=True)
class Rivals:
    """Computers at one pace: how often each pair of level and extra (ms) comes, as weights."""

    weights: tuple[tuple[int, int, int], ...]  # level, extra, weight
    window_ms: int = PACE_MS

    def before(self, ms: int) -> float:
        """The share of their slaps that come before `ms`."""
        total = sum(weight for _, _, weight in self.weights)
        parts = (
            weight * before(level, ms, extra, self.window_ms)
            for level, extra, weight in self.weights
        )
        return sum(parts) / total


def before(level: int, ms: int, extra_ms: int = 0, window_ms: int = PACE_MS) -> float:
    """The share of a level's slaps that come before `ms`, at something that costs `extra_ms`."""
    if ms <= REACT_MIN_MS:
        return 0.0
    # react < ms: the plan multiplies by the pace and leaves the fraction away.
    pace = max(window_ms, PACE_MS)
    return _plain_before(level, -(-ms * PACE_MS // pace) - extra_ms)


@lru_cache(4096)
def _plain_before(level: int, limit: int) -> float:
    """The share of a level's reactions below `limit`, before extra, pace and the least."""
    of = FIGURES[level]
    late = _exponential_before(of.tau)
    found = 0.0
    for normal, share in _normal(of.sd).items():
        rest = limit - of.mean - normal
        if rest > 0:
            found += share * (late[rest] if rest < len(late) else 1.0)
    return found


@cache
def _normal(sd: int) -> Mapping[int, float]:
    """The shares of the whole milliseconds of `sd * z >> 16`."""
    middle = WORDS * WORD // 2
    found, below_it = {}, 0
    for ms in range(-sd * WORDS // 2, sd * WORDS // 2 + 1):
        # sd * z >> 16 is at most ms where z is below (ms + 1) * 65536 / sd.
        sums = _sums_to(middle - (-(ms + 1) * WORD // sd) - 1)
        if sums > below_it:
            found[ms] = (sums - below_it) / ALL_SUMS
        below_it = sums
    return found


def _sums_to(most: int) -> int:
    """In how many ways twelve words add up to at most `most`."""
    if most < 0:
        return 0
    if most >= WORDS * (WORD - 1):
        return ALL_SUMS
    return sum(
        (1, -1)[over % 2] * comb(WORDS, over) * comb(most - WORD * over + WORDS, WORDS)
        for over in range(min(WORDS, most // WORD) + 1)
    )


@cache
def _exponential_before(tau: int) -> tuple[float, ...]:
    """By whole milliseconds: the share of `tau * x >> 16` that is less."""
    counts = [0] * (tau * 12)
    for x in _exponentials():
        counts[tau * x >> 16] += 1
    return tuple(sum_ / WORD for sum_ in accumulate(counts, initial=0))


@cache
def _exponentials() -> tuple[int, ...]:
    """The plan's x for every value of its word."""
    zeros = (0,) * WORDS
    return tuple(Draws((*zeros, word)).x for word in range(WORD))
