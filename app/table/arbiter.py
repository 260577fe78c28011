"""Who was first: reaction time decides, not arrival (FAIRNESS 1.1–1.4).

Pure values. All times are whole milliseconds. A person's press is placed on one scale with the
computers' reactions, its **adj**: the server trusts what the client claims only as far as its own
measurements of that client's delay reach.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.engine.cards import Seat
from app.engine.shuffle import tie_key

CAP = 350
S_MIN, S_MAX = 10, 40
Q_START, Q_MAX, Q_GAIN = 40, 80, 1
RT_MIN, RT_MAX = 100, 60_000
RING, MIN_ACKS, ACK_MAX = 15, 3, 1000
STALL_MAX = 250


@dataclass(frozen=True, slots=True)
class Baseline:
    """A seat's usual delay `b` and jitter allowance `s`."""

    b: int
    s: int


NO_BASELINE = Baseline(0, S_MIN)


def with_sample(ring: tuple[int, ...], delay: int) -> tuple[int, ...]:
    """The ring with one more ack delay, each at most ACK_MAX, the last RING of them."""
    return (*ring, min(ACK_MAX, delay))[-RING:]


def baseline(ring: Sequence[int]) -> Baseline:
    """The baseline of a ring; with fewer than MIN_ACKS samples there is none."""
    count = len(ring)
    if count < MIN_ACKS:
        return NO_BASELINE
    ordered = sorted(ring)
    b = ordered[count // 2]
    spread = 2 * (ordered[3 * count // 4] - b)
    return Baseline(b, min(max(spread, S_MIN), S_MAX))


@dataclass(frozen=True, slots=True)
class Timing:
    """How one press was timed: what came in, and the `credit` and `adj` that follow (FAIRNESS 1.3).

    `e` is arrival minus T, `rt` what the page measured (or what stands for it), `a` the ack of this
    stage if it arrived before the press, `q` the quota before, `z` the server's own stall.
    """

    e: int
    rt: int
    b: int
    s: int
    a: int | None
    q: int
    z: int
    extra: int
    credit: int
    adj: int

    @property
    def flagged(self) -> bool:
        """The page claims to have pressed later than the press arrived."""
        return self.rt > self.e


def timed(
    e: int, rt: float | None, line: Baseline, a: int | None, quota: int, stall: int, cap: int = CAP
) -> Timing:
    """Place a press on the common scale.

    `rt` None, or not in 0..RT_MAX, is a missing one. Always RT_MIN <= adj <= max(RT_MIN, e) and
    credit <= cap + stall; `extra` is what the press takes from the quota.
    """
    b, s = line.b, line.s
    claimed = int(rt) if rt is not None and 0 <= rt <= RT_MAX else max(0, e - b)
    over = max(0, e - claimed)
    base = b if a is None else min(a, b + s)
    free = min(cap + stall, base + s + stall)
    extra = max(0, min(over - free, quota, cap + stall - free))
    credit = min(over, free + extra)
    adj = max(RT_MIN, e - credit)
    return Timing(e, claimed, b, s, a, quota, stall, extra, credit, adj)


def by_arrival(e: int, rt: float | None, quota: int) -> Timing:
    """A press at a table where the first to reach the server wins: nothing is credited."""
    claimed = int(rt) if rt is not None and 0 <= rt <= RT_MAX else e
    return Timing(e, claimed, 0, 0, None, quota, 0, 0, 0, e)


def bound(line: Baseline, quota: int, cap: int = CAP) -> int:
    """The most that a seat's next press could still be credited."""
    return min(cap, line.b + 2 * line.s + quota)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A right slap that waits for its decision."""

    seat: Seat
    adj: int
    person: bool


def by_merit(candidates: Iterable[Candidate], deal_seed: bytes, n: int) -> list[Candidate]:
    """Candidates, best first: least adj, a person before a computer, then the tie key of reveal n.

    Never seat order, never arrival.
    """
    return sorted(
        candidates, key=lambda each: (each.adj, not each.person, tie_key(deal_seed, n, each.seat))
    )
