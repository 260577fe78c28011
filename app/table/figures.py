"""Figures about rules, measured by computers that play each other: how often, and how long.

`python -m app simulate --figures` writes them for the pages. The same numbers of games give the
same figures on every machine, so a part of them can be checked at any time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, Preset, Rules
from app.table.simulate import Outcome, deal_seeds, play, spread

SEED = 7  # of the series of deals
LENGTH_GAMES = 60
RATE_GAMES = 80
REVEALS_MAX = 4000
"""Where a game to all the cards is cut off: well over an hour. A median of this is "more than"."""
RATE_REVEALS = 200
BOTH_JOKERS = ("none", "slap")


@dataclass(frozen=True, slots=True)
class Measured:
    """Rules whose length was measured: a preset's own at so many seats, with so many decks."""

    preset: str
    seats: int
    decks: int

    @property
    def key(self) -> str:
        return f"{self.preset}/{self.seats}/{self.decks}"


def measured() -> Iterator[Measured]:
    """Every preset at each of its seats, and where players may be many, with either deck."""
    for preset in PRESETS.values():
        for seats in range(preset.seats_min, preset.seats_max + 1):
            both = preset.two_decks_from is not None
            for decks in (1, 2) if both else (1,):
                yield Measured(preset.name, seats, decks)


def length(of: Measured, games: int = LENGTH_GAMES) -> dict[str, float]:
    """Reveals of whole games to all the cards, whatever limit the preset has.

    `median` and `p90` in reveals, at most REVEALS_MAX; `chances` per 100 reveals; `ms` of play time
    a reveal at the preset's own pace.
    """
    preset = PRESETS[of.preset]
    rules = replace(preset.rules_for(of.seats), decks=of.decks, reveal_limit=None)
    outcomes = _played(rules, preset, games, REVEALS_MAX)
    reveals = spread(sorted(outcome.reveals for outcome in outcomes))
    return {
        "median": reveals["median"],
        "p90": reveals["p90"],
        "chances": round(100 * sum(o.chances for o in outcomes) / reveals["total"], 2),
        "ms": round(sum(o.play_ms for o in outcomes) / reveals["total"]),
    }


def rate(name: str, challenges: bool, jokers: str, games: int = RATE_GAMES) -> float:
    """Chances per 100 reveals where only this can be slapped: four seats, the first 200 reveals.

    Runs that wrap are measured with the runs that they need. In the pack are no jokers (`none`), or
    two, which may be slapped (`slap`); what they do beside changes little.
    """
    preset = PRESETS["party"]
    rules = replace(
        preset.rules,
        challenges=challenges,
        jokers="challenge" if jokers == "slap" else "none",
        slaps=frozenset({name, "run"} if name == "run_wrap" else {name}),
        reveal_limit=RATE_REVEALS,
    )
    outcomes = _played(rules, preset, games, RATE_REVEALS)
    return round(
        100 * sum(each.chances for each in outcomes) / sum(each.reveals for each in outcomes), 2
    )


def _played(rules: Rules, preset: Preset, games: int, reveals_max: int) -> list[Outcome]:
    return [play(rules, preset, seed, "normal", reveals_max) for seed in deal_seeds(SEED, games)]


def figures() -> dict[str, Any]:
    """All of them, as plain JSON values, with what they were measured by."""
    return {
        "command": "python -m app simulate --figures",
        "measured": {
            "seed": SEED,
            "level": "normal",
            "length_games": LENGTH_GAMES,
            "reveals_max": REVEALS_MAX,
            "rate_games": RATE_GAMES,
            "rate_reveals": RATE_REVEALS,
        },
        "lengths": {of.key: length(of) for of in measured()},
        "rates": {
            f"{'challenges' if challenges else 'quiet'}/{jokers}": {
                name: rate(name, challenges, jokers)
                for name in CONDITIONS
                if name != "joker" or jokers == "slap"
            }
            for challenges in (True, False)
            for jokers in BOTH_JOKERS
        },
    }
