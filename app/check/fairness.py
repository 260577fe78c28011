"""`python -m app check fairness`: does the arbiter reach what FAIRNESS 1.5 asks of it?"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from statistics import fmean

from app.check.cheats import CHEATS
from app.check.figures import HEAD, Figure, as_line
from app.check.model import Hands
from app.check.race import BETWEEN, Person, Race, Table
from app.table.arbiter import CAP
from app.table.setup import Order

MISSED = 1
_NEAR = 20
_ACKS_LATE_MS = 330.0

Play = Callable[..., list[Race]]


def fairness(slaps: int, seed: int, leeway: float = 0.0) -> int:
    """Race `slaps` times for each row, and print what came of it beside its bound.

    The same seed prints the same bytes. Bounds are moved outwards by `leeway` (points or ms): few
    slaps need it. Returns 0 when every bound is kept, 1 when one is missed.
    """
    print(f"FAIRNESS 1.5: {slaps} contested slaps each, {BETWEEN} reveals between, seed {seed}")
    print(HEAD.rstrip(), flush=True)
    kept = True
    for figure in figures(slaps, seed):
        print(as_line(figure, leeway), flush=True)
        kept = kept and figure.kept(leeway)
    print("All bounds are kept." if kept else "A bound is missed.")
    return 0 if kept else MISSED


def figures(slaps: int, seed: int) -> Iterator[Figure]:
    """Everything that is measured, in the order of FAIRNESS 1.5."""
    play = partial(_play, slaps, seed)
    return chain(_equals(play), _forgers(play), _computer(play), _known_limit(play), _arrival(play))


def _play(
    slaps: int, seed: int, who: str, first: Person | None, second: Person, order: Order = "fair"
) -> list[Race]:
    """The races of one row: hands are the same in every row, delays its own."""
    hands = Hands(Random(f"{seed} hands"))
    table = Table(first, second, hands, Random(f"{seed} {who}"), order)
    return [table.race() for _ in range(slaps)]


def _equals(play: Play) -> Iterator[Figure]:
    for rtt in (20, 60, 120, 200, 250):
        who = f"people at RTT {_NEAR} and {rtt}"
        races = play(who, Person(_NEAR), Person(rtt))
        yield Figure(who, "the second one wins", _won(races), "%", 48, 52)
        yield Figure(who, "the truly first one wins", _right(races), "%", low=96)


def _forgers(play: Play) -> Iterator[Figure]:
    """What lies about reactions are worth.

    A press that comes when all is decided is refused: it gains nothing and spends no quota. So the
    presses that were in time gain more than all of the slaps do on average; that is told beside.
    """
    for does, forge in CHEATS.items():
        who = f"RTT 20 and 20, {does}"
        races = play(who, Person(_NEAR), Person(_NEAR, forge))
        gains = _gains(races)
        yield Figure(who, "the forger wins", _won(races), "%", high=58)
        yield Figure(who, "gains on average", sum(gains) / len(races), "ms", high=20)
        yield Figure(who, "where its press was in time", _mean(gains), "ms")


def _computer(play: Play) -> Iterator[Figure]:
    shares = []
    for rtt in (20, 100, 200):
        who = f"a person at RTT {rtt}, a computer"
        shares.append(_won(play(who, None, Person(rtt))))
        yield Figure(who, "the person wins", shares[-1], "%", 48, 52)
    apart = max(shares) - min(shares)
    yield Figure("these three people", "are apart by", apart, "points", high=1)


def _known_limit(play: Play) -> Iterator[Figure]:
    """A client that delays all its acks looks distant, and claims the most of it."""
    who = f"RTT 20 and 20, all acks {_ACKS_LATE_MS:.0f} ms late"
    races = play(who, Person(_NEAR), Person(_NEAR, CHEATS["claims 0 ms"], _ACKS_LATE_MS))
    placed = [race.placed for race in races if race.placed]
    most = max((int(press.e) - press.adj for press in placed), default=0)
    limit = CAP - _mean([press.delay for press in placed])
    yield Figure(who, "it wins (the known limit)", _won(races), "%")
    yield Figure(who, "gains on average", _mean(_gains(races)), "ms", high=limit)
    yield Figure(who, "most credited to one press", most, "ms", high=CAP)


def _arrival(play: Play) -> Iterator[Figure]:
    who = "by arrival, RTT 20 and 200"
    races = play(who, Person(_NEAR), Person(200), order="arrival")
    yield Figure(who, "the second one would win", _won(races), "%")


def _won(races: Sequence[Race]) -> float:
    """How many seat 1 won, in per cent."""
    return 100 * fmean(race.winner == 1 for race in races)


def _right(races: Sequence[Race]) -> float:
    """How many went to the truly first, in per cent."""
    return 100 * fmean(race.winner == race.first for race in races)


def _gains(races: Sequence[Race]) -> list[float]:
    return [race.placed.gain for race in races if race.placed]


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0
