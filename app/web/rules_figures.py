"""How often there is something to slap, and how long a game takes: from measured games.

figures.json holds what `python -m app simulate --figures` printed: computers at the normal level,
which turn a card 0.35 to 0.7 s after the window, much as people do. A length is that of the nearest
measured rules; minutes are its reveals times the measured time of one at the preset's own pace, and
a longer window adds its difference to every reveal that nobody slaps.
"""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from statistics import median
from typing import Any

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, Rules
from app.table.computer import EXTRA_MS, EXTRA_UNLISTED_MS, draws, level_of, react_ms
from app.table.setup import Setup

FILE = Path(__file__).parent / "figures.json"
MS_MIN = 450
"""A reveal takes at least the time to turn the card."""
MINUTES_MAX = 60
"""What takes longer is told as more than an hour."""
SHORT = 200
"""The length that the page offers beside a long game."""

_DRAWN = 401  # reactions of which the median is taken


@dataclass(frozen=True, slots=True)
class Length:
    """A usual game: its median and ninetieth percentile in reveals, and in minutes of play."""

    reveals: float
    reveals_p90: float
    minutes: float
    minutes_p90: float


@cache
def figures() -> dict[str, Any]:
    """What was measured, as the file has it."""
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found


def chances(rules: Rules) -> float:
    """Reveals of a hundred that can be slapped, about."""
    measured = _nearest(rules)
    if _alike(rules, measured) and rules.jokers == "none":
        return float(figures()["lengths"][measured]["chances"])
    world = f"{'challenges' if rules.challenges else 'quiet'}/"
    rates = figures()["rates"][world + ("none" if rules.jokers == "none" else "slap")]
    # `run_wrap` was measured with `run`, so where it is on it stands for both.
    told = rules.slaps - {"run"} if "run_wrap" in rules.slaps else rules.slaps
    missed = prod(1 - float(rates[name]) / 100 for name in CONDITIONS if name in told)
    return 100 * (1 - missed)


def length(setup: Setup) -> Length:
    """How long a game usually takes."""
    rules = setup.rules
    name = _nearest(rules)
    found = figures()["lengths"][name]
    limit = rules.reveal_limit if rules.reveal_limit is not None else float("inf")
    typical, tenth = min(found["median"], limit), min(found["p90"], limit)
    minute = _reveal_ms(setup, name) / 60_000
    end = rules.time_limit_s / 60 if rules.time_limit_s is not None else float("inf")
    return Length(typical, tenth, min(typical * minute, end), min(tenth * minute, end))


def short_minutes(setup: Setup) -> float:
    """How long the length takes that the page offers beside a long game."""
    return SHORT * _reveal_ms(setup, _nearest(setup.rules)) / 60_000


def _reveal_ms(setup: Setup, name: str) -> float:
    own = PRESETS[name.partition("/")[0]].window_ms
    unslapped = 1 - chances(setup.rules) / 100
    ms = figures()["lengths"][name]["ms"] + (setup.window_ms - own) * unslapped
    return float(max(MS_MIN, ms))


@lru_cache(256)
def _nearest(rules: Rules) -> str:
    """The measured rules that are most like these: what is asked first, then how many sit down."""
    names: list[str] = list(figures()["lengths"])
    return min(names, key=lambda name: _distance(rules, name))


def _distance(rules: Rules, name: str) -> tuple[int, str]:
    preset, seats, decks = name.split("/")
    other = PRESETS[preset].rules
    # Chances end a game sooner, so conditions weigh; how it ends, and its fines, hardly do.
    apart = (
        100 * (rules.challenges != other.challenges)
        + 40 * (rules.decks != int(decks))
        + 12 * abs(rules.seats - int(seats))
        + 5 * len(rules.slaps ^ other.slaps)
        + 2 * (rules.ending != other.ending)
        + 2 * (rules.responder_empty != other.responder_empty)
        + (rules.empty_false_slap != other.empty_false_slap)
        + (rules.slap_until_covered != other.slap_until_covered)
    )
    return apart, name


def _alike(rules: Rules, name: str) -> bool:
    """Whether as much can be slapped there as by these rules."""
    other = PRESETS[name.partition("/")[0]].rules
    return (rules.slaps, rules.challenges) == (other.slaps, other.challenges)


def quickest_ms(setup: Setup) -> int | None:
    """The median reaction of the quickest computer to the easiest sight; None without either."""
    seats = range(setup.rules.seats - setup.computers, setup.rules.seats)
    if not seats or not setup.rules.slaps:
        return None
    extra = min(EXTRA_MS.get(name, EXTRA_UNLISTED_MS) for name in setup.rules.slaps)
    return min(
        _usual_ms(level, extra, setup.window_ms)
        for level in {level_of(setup.level, seat) for seat in seats}
    )


@lru_cache(256)
def _usual_ms(level: int, extra_ms: int, window_ms: int) -> int:
    return int(
        median(
            react_ms(draws(b"\0" * 32, level, n, 0), level, extra_ms, window_ms)
            for n in range(_DRAWN)
        )
    )
