"""Slap conditions: a table of named predicates over the face-up cards (RULES, Slap conditions).

A new house rule is one function and one row here. Each predicate gets the face-up cards of the
pile, oldest first and at least one; buried cards never count.
"""

from collections.abc import Callable
from functools import cache

from app.engine.cards import RANKS, Card

Pile = tuple[Card, ...]
Predicate = Callable[[Pile], bool]

VALUES = {rank: value for value, rank in enumerate(RANKS, start=1)}
"""Ace 1 to king 13; a joker has no value, so it is in no ten and no run."""

RUNS = frozenset(frozenset((low, low + 1, low + 2)) for low in range(1, 12)) | {
    frozenset((12, 13, 1))
}
WRAPPED_RUN = frozenset((13, 1, 2))


def double(pile: Pile) -> bool:
    """The newest two are of equal rank."""
    return len(pile) >= 2 and pile[-1][0] == pile[-2][0]


def sandwich(pile: Pile) -> bool:
    """The newest and the one two before are of equal rank, the one between differs."""
    return len(pile) >= 3 and pile[-1][0] == pile[-3][0] != pile[-2][0]


def top_bottom(pile: Pile) -> bool:
    """The newest has the rank of this pile's first face-up card."""
    return len(pile) >= 2 and pile[-1][0] == pile[0][0]


def tens(pile: Pile) -> bool:
    """The newest two are ace to nine and add up to ten; the ace is one."""
    if len(pile) < 2:
        return False
    new, prev = VALUES.get(pile[-1][0]), VALUES.get(pile[-2][0])
    return new is not None and prev is not None and new + prev == 10


def marriage(pile: Pile) -> bool:
    """The newest two are a king and a queen, in either order."""
    return len(pile) >= 2 and pile[-1][0] + pile[-2][0] in ("KQ", "QK")


def split_marriage(pile: Pile) -> bool:
    """The newest and the one two before are a king and a queen, in either order."""
    return len(pile) >= 3 and pile[-1][0] + pile[-3][0] in ("KQ", "QK")


def run(pile: Pile) -> bool:
    """The newest three have consecutive ranks in any order; the ace is low or high."""
    return len(pile) >= 3 and frozenset(VALUES.get(card[0]) for card in pile[-3:]) in RUNS


def run_wrap(pile: Pile) -> bool:
    """The newest three are king, ace and two in any order."""
    return len(pile) >= 3 and frozenset(VALUES.get(card[0]) for card in pile[-3:]) == WRAPPED_RUN


def joker(pile: Pile) -> bool:
    """The newest is a joker."""
    return pile[-1][0] == "X"


def jack(pile: Pile) -> bool:
    """The newest is a jack."""
    return pile[-1][0] == "J"


CONDITIONS: dict[str, Predicate] = {
    "double": double,
    "sandwich": sandwich,
    "top_bottom": top_bottom,
    "tens": tens,
    "marriage": marriage,
    "split_marriage": split_marriage,
    "run": run,
    "run_wrap": run_wrap,
    "joker": joker,
    "jack": jack,
}
"""Every condition that `slaps` may name, in the order in which a slap reports them."""

REPORTED = {"run_wrap": "run"}
"""Conditions that are reported under another's name."""


@cache  # at most one entry for each of the 2**10 sets of conditions
def _chosen(slaps: frozenset[str]) -> tuple[tuple[str, Predicate], ...]:
    return tuple(
        (REPORTED.get(name, name), holds) for name, holds in CONDITIONS.items() if name in slaps
    )


def holding(faceup: Pile, slaps: frozenset[str]) -> tuple[str, ...]:
    """The conditions of `slaps` that hold on this pile, in the order of RULES; empty if none does.

    `run_wrap` is reported as `run`; the two never hold at once.
    """
    if not faceup:
        return ()
    return tuple([name for name, holds in _chosen(slaps) if holds(faceup)])
