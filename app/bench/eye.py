"""What a person sees of a pile: whether it may be slapped (RULES, Slap conditions).

The bench knows addresses and nothing behind them, so it looks for itself, as people do.
"""

from collections.abc import Sequence

CONDITIONS = (
    "double", "sandwich", "top_bottom", "tens", "marriage", "split_marriage", "run", "run_wrap",
)  # fmt: skip
"""Those that are looked for."""

_ORDER = "A23456789TJQK"
_PAIR = frozenset("KQ")


def slappable(cards: Sequence[str], first: str | None, faceup: int) -> bool:
    """Whether a condition holds: `cards` are the newest three at most, oldest first, `first` is
    the pile's first of `faceup`. Without jokers.
    """
    if faceup < 2 or len(cards) < 2 or first is None:
        return False
    ranks = [card[0] for card in cards]
    new, prev = ranks[-1], ranks[-2]
    if new in (prev, first[0]) or {new, prev} == _PAIR:
        return True
    if _ORDER.index(new) + _ORDER.index(prev) + 2 == 10:
        return True
    if len(ranks) < 3:
        return False
    return new == ranks[0] or {new, ranks[0]} == _PAIR or _run(ranks)


def _run(ranks: Sequence[str]) -> bool:
    """Three that follow each other in any order; the ring of ranks has no end."""
    places = {_ORDER.index(rank) for rank in ranks}
    return any({low % 13, (low + 1) % 13, (low + 2) % 13} == places for low in range(13))
