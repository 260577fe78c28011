"""Computer seats: a pure function of deal seed, level, reveal number and seat (FAIRNESS 3).

Whole numbers only, so that every machine computes the same. Nothing else enters: not time, latency,
a person's play, process or restart; and of the cards only the face-up ones.
"""

import struct
from dataclasses import dataclass

from app.engine.cards import Card, Seat
from app.engine.conditions import holding
from app.engine.rules import Rules
from app.engine.shuffle import TAG, hmac_sha256
from app.table.setup import Level

COMPUTERS_VERSION = 1
"""Of all that follows. A kept day's deal names it, as it does the shuffle's: any change here, be it
of one figure, is another number.
"""

REACT_MIN_MS = 200
PACE_MS = 1800  # a longer window slows computers down in proportion, a shorter one changes nothing
TURN_MIN_MS, TURN_SPREAD_MS = 350, 351
LEVELS: dict[Level, int] = {"easy": 0, "normal": 1, "hard": 2}


@dataclass(frozen=True, slots=True)
class Figures:
    """A level: reactions in ms (mean, normal sd, exponential mean), misses and slips per 1000."""

    mean: int
    sd: int
    tau: int
    miss_quick: int
    miss_other: int
    slip: int


FIGURES = (
    Figures(530, 65, 190, 120, 220, 15),
    Figures(415, 45, 115, 50, 100, 10),
    Figures(340, 38, 80, 20, 50, 6),
)
"""By level: 0 easy, 1 normal (the daily's), 2 hard."""

WATCH = (1000, 800, 650, 570, 500, 450, 400)
"""Per 1000: how likely one of 1, 2, … 7 computers is to watch a given card."""

EXTRA_MS = {
    "double": 0,
    "sandwich": 70,
    "top_bottom": 120,
    "tens": 130,
    "run": 130,
    "marriage": 40,
    "split_marriage": 110,
    "joker": -60,
    "jack": -60,
}
"""What seeing a condition costs beyond a double."""

EXTRA_UNLISTED_MS = 130  # a house rule without a figure of its own is seen as late as a run
QUICK = ("double", "joker", "jack")
"""Conditions that are missed as seldom as a double."""

COURTS = "JQK"
SIX_AND_NINE = ("69", "96")
NEAR_MISS_FACTOR = 3

_WHO = struct.Struct(">BIB")  # u8(level) + u32(n) + u8(seat)
_WORDS = struct.Struct(">16H")
_CPU = TAG("ers:cpu:1")


@dataclass(frozen=True, slots=True)
class Draws:
    """The sixteen words w0..w15, each 0..65535, that one seat draws for one reveal."""

    words: tuple[int, ...]

    @property
    def z(self) -> int:
        """About a standard normal, times 65536."""
        return sum(self.words[:12]) - 393216

    @property
    def x(self) -> int:
        """About a standard exponential, times 65536: -ln(v/65536) for v in 1..65536."""
        v = 65536 - self.words[12]
        e = v.bit_length() - 1
        m = (v << (16 - e)) - 65536
        bend = (m * (65536 - m) >> 16) * 22544 >> 16
        return ((16 << 16) - (e << 16) - m - bend) * 45426 >> 16


@dataclass(frozen=True, slots=True)
class Plan:
    """What a computer does about one reveal: whether it slaps, and whether a condition holds.

    `react_ms` counts from the beginning of a stage of this reveal; 0 where it does not slap.
    """

    react_ms: int
    slaps: bool
    right: bool


def level_of(level: Level, seat: Seat) -> int:
    """The level that a seat plays at; `mixed` gives each computer the level seat mod 3."""
    return seat % 3 if level == "mixed" else LEVELS[level]


def draws(deal_seed: bytes, level: int, n: int, seat: Seat) -> Draws:
    """What the seat draws for reveal `n`; n counts reveals from 1 and is 0 before the first."""
    message = _CPU + _WHO.pack(level, n, seat)
    return Draws(_WORDS.unpack(hmac_sha256(deal_seed, message)))


def plan(
    drawn: Draws,
    level: int,
    computers: int,
    faceup: tuple[Card, ...],
    rules: Rules,
    window_ms: int,
) -> Plan:
    """The seat's plan for the newest of the face-up cards, at a table of so many computers."""
    found = holding(faceup, rules.slaps)
    if found:
        slaps = acts(drawn, level, computers, quick=any(name in QUICK for name in found))
        extra = min(EXTRA_MS.get(name, EXTRA_UNLISTED_MS) for name in found)
    else:
        slaps = slips(drawn, level, computers, near=near_miss(faceup))
        extra = 0
    react = react_ms(drawn, level, extra, window_ms) if slaps else 0
    return Plan(react, slaps, bool(found))


def react_ms(drawn: Draws, level: int, extra_ms: int, window_ms: int) -> int:
    """The reaction, in ms from the beginning of a stage of this reveal."""
    of = FIGURES[level]
    plain = of.mean + (of.sd * drawn.z >> 16) + (of.tau * drawn.x >> 16) + extra_ms
    return max(REACT_MIN_MS, plain * max(window_ms, PACE_MS) // PACE_MS)


def acts(drawn: Draws, level: int, computers: int, quick: bool) -> bool:
    """Does the seat see that a condition holds? `quick`: it is missed as seldom as a double."""
    of = FIGURES[level]
    watch = WATCH[min(computers, len(WATCH)) - 1]
    return (drawn.words[13] * 1000000 >> 16) < watch * (
        1000 - (of.miss_quick if quick else of.miss_other)
    )


def slips(drawn: Draws, level: int, computers: int, near: bool) -> bool:
    """Does the seat slap although no condition holds?"""
    slip = FIGURES[level].slip * (NEAR_MISS_FACTOR if near else 1)
    return (drawn.words[14] * 1000 * computers >> 16) < slip


def near_miss(faceup: tuple[Card, ...]) -> bool:
    """Do the newest two look like a pair: different courts, or a six and a nine?"""
    if len(faceup) < 2:
        return False
    new, prev = faceup[-1][0], faceup[-2][0]
    return (new != prev and new in COURTS and prev in COURTS) or new + prev in SIX_AND_NINE


def turn_ms(drawn: Draws) -> int:
    """How long the seat takes to turn a card of its own, in ms after the window."""
    return TURN_MIN_MS + (drawn.words[15] * TURN_SPREAD_MS >> 16)
