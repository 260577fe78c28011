"""How a set-up differs from the preset that it started from, in a few words each."""

from collections.abc import Iterator
from dataclasses import replace

from app.engine.conditions import CONDITIONS
from app.engine.rules import FIELDS, PRESETS, Preset, Rules
from app.table.setup import CAPS, Setup, usual_time_limit_s
from app.web.catalogue import SLAPPED
from app.web.words import count, duration, joined, pace, say

_WORDED = ("empty_false_slap", "responder_empty", "ending")
"""Fields whose value is a word that says by itself what it is about."""


def differences(setup: Setup) -> tuple[str, ...]:
    """What differs from the preset; its own seats and decks are those of so many players."""
    preset = PRESETS[setup.preset]
    usual = preset.rules_for(setup.rules.seats)
    if setup.mode == "link" and not setup.untimed:
        usual = replace(usual, time_limit_s=usual_time_limit_s(setup.rules))
    return (*_of_rules(setup.rules, usual, preset), *_of_table(setup, preset))


def _of_rules(rules: Rules, usual: Rules, preset: Preset) -> Iterator[str]:
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
    if setup.order != "fair" and setup.rules.slaps:
        yield say("differs_arrival")
    elif setup.cap != CAPS[-1] and setup.rules.slaps:
        yield say("differs_cap", time=pace(setup.cap)) if setup.cap else say("differs_no_cap")
    if setup.turning != preset.turning and setup.computers and setup.people == 1:
        yield say(f"differs_turning_{setup.turning}")
