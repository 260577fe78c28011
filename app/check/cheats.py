"""People who lie about their reactions and ack as they should: the rt that each claims.

They are granted to know what the server knows of their line, which no real cheat does.
"""

from app.check.race import Forge, Known

_PICKED_MS = (300, 460)
"""Where half of all reactions lie, and a few ms decide most often."""


def _nothing(known: Known) -> float:
    return 0.0


def _least(known: Known) -> float:
    return 110.0


def _less(known: Known) -> float:
    return max(0.0, known.reaction - 345.0)


def _utmost(known: Known) -> float:
    return max(0.0, known.e - _free(known) - known.quota)


def _saving(known: Known) -> float:
    low, high = _PICKED_MS
    quota = known.quota if low <= known.reaction < high else 0
    return max(0.0, known.e - _free(known) - quota)


def _free(known: Known) -> int:
    """What is credited without touching the quota."""
    b, s = known.line.b, known.line.s
    return (b if known.a is None else min(known.a, b + s)) + s


CHEATS: dict[str, Forge] = {
    "claims 0 ms": _nothing,
    "claims 110 ms": _least,
    "claims 345 ms less": _less,
    "claims what is credited": _utmost,
    "saves its quota": _saving,
}
"""By what they do. The last one spends its quota where its hand was neither quick nor slow."""
