"""How a set-up differs from the preset that it started from, in a few words each."""

from collections.abc import Iterator

from app.engine.conditions import CONDITIONS
from app.engine.rules import FIELDS, PRESETS, Preset, Rules
from app.table.setup import Setup
from app.web.catalogue import SLAPPED
from app.web.words import count, duration, joined, pace, say

_WORDED = ("empty_false_slap", "responder_empty", "ending")
"""Fields whose value is a word that says by itself what it is about."""


def differences(setup: Setup) -> tuple[str, ...]:
    """What differs from the preset; its own seats and decks are those of so many players."""
    preset = PRESETS[setup.preset]
    return (*_of_rules(setup.rules, preset), *_of_table(setup, preset))


def _of_rules(rules: Rules, preset: Preset) -> Iterator[str]:
    usual = preset.rules_for(rules.seats)
    for field in FIELDS:
        value, before = getattr(rules, field), getattr(usual, field)
        if field == "seats":
            if not preset.seats_min <= rules.seats <= preset.seats_max:
                yield count("differs_seats", rules.seats)
        elif field == "slaps":
            # Jokers to slap are told as jokers.
            own = rules.slaps - {"joker"} if rules.jokers == "slap" else rules.slaps
            yield from _slaps("differs_also", own - usual.slaps)
            yield from _slaps("differs_without", usual.slaps - own)
        elif value != before and (rules.slaps or field != "slap_until_covered"):
            yield _said(field, value)


def _slaps(key: str, names: frozenset[str]) -> Iterator[str]:
    if names:
        told = tuple(SLAPPED[name] for name in CONDITIONS if name in names)
        yield say(key, conditions=joined(told))


def _said(field: str, value: int | str | bool | None) -> str:
    if isinstance(value, bool):
        return say(f"differs_{field}_{'yes' if value else 'no'}")
    if value is None:
        return say(f"differs_{field}_none")
    if isinstance(value, str):
        return say(f"differs_{value}" if field in _WORDED else f"differs_{field}_{value}")
    if field == "time_limit_s":
        return say("differs_time_limit_s", time=duration(value))
    if field in ("burn", "decks"):
        return count(f"differs_{field}", value)
    return say(f"differs_{field}", number=value)


def _of_table(setup: Setup, preset: Preset) -> Iterator[str]:
    if setup.untimed:
        yield say("differs_untimed")
    elif setup.window_ms != preset.window_ms:
        slapped = setup.rules.slaps
        key = "differs_window" if slapped else "differs_window_quiet"
        yield say(key, time=pace(setup.window_ms))
    if setup.ties != preset.ties and setup.rules.slaps:
        yield say(f"differs_ties_{setup.ties}")
    if setup.turning != preset.turning and setup.computers:
        yield say(f"differs_turning_{setup.turning}")
