"""What the page of statistics can be asked for: which games, and which computers beside them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import cast, get_args

from app.store.statistics import Kind, Span, Wanted
from app.table.setup import LEVELS as SETUP_LEVELS
from app.table.statistics import HANDS, LEVELS, NOBODY, PRACTICE, UNTOLD
from app.web.settings_view import Option, Select
from app.web.words import count, say

SPANS: tuple[Span, ...] = get_args(Span)
FIRST_SPAN: Span = "all"
CURVE = "curve"
FIRST_CURVE = "normal"
MODES = ("solo", "daily", PRACTICE, "pass", "link")
SEATS = tuple(map(str, range(2, 9)))
CHOICES: Mapping[str, tuple[str, ...]] = {
    "mode": MODES,
    "seats": SEATS,
    "level": (*SETUP_LEVELS, NOBODY),
    "device": (*HANDS, UNTOLD),
}
"""Of each filter every value that there is, in order; without one, all games."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for; `curve` is the level of the computers that are drawn beside it."""

    wanted: Wanted
    curve: str


def asked(query: Mapping[str, str]) -> Asked:
    """What a query asks for. What is not known asks for nothing: an old link shows all games."""

    def one(name: str, values: Collection[str]) -> str | None:
        value = query.get(name)
        return value if value in values else None

    seats = one("seats", SEATS)
    wanted = Wanted(
        mode=one("mode", MODES),
        seats=int(seats) if seats else None,
        level=one("level", CHOICES["level"]),
        device=one("device", CHOICES["device"]),
        span=cast(Span, one("span", SPANS) or FIRST_SPAN),
    )
    return Asked(wanted, one(CURVE, LEVELS) or FIRST_CURVE)


def filters(now: Asked, kinds: Iterable[Kind]) -> tuple[Select, ...]:
    """The controls: what was played can be chosen, and what is chosen now stays so."""
    played = list(kinds)
    found = [
        _filter(name, now, [value for value in values if _there(name, value, now, played)])
        for name, values in CHOICES.items()
    ]
    spans = tuple(
        Option(span, say(f"stats_span_{span}"), span == now.wanted.span) for span in SPANS
    )
    curves = tuple(Option(level, say(f"level_{level}"), level == now.curve) for level in LEVELS)
    return (
        *found,
        Select("span", say("stats_span"), spans),
        Select(CURVE, say("stats_curve"), curves),
    )


def _there(name: str, value: str, now: Asked, kinds: list[Kind]) -> bool:
    chosen = getattr(now.wanted, name)
    return str(chosen) == value or any(str(getattr(kind, name)) == value for kind in kinds)


def _filter(name: str, now: Asked, values: list[str]) -> Select:
    chosen = getattr(now.wanted, name)
    word = LABELS[name]
    whole = "stats_any_but" if PRACTICE in values else "stats_any"
    options = [Option("", say(whole), chosen is None)]
    options += [Option(value, word(value), str(chosen) == value) for value in values]
    return Select(name, say(f"stats_{name}"), tuple(options))


def mode_name(mode: str) -> str:
    """A mode in words."""
    return say(f"stats_mode_{mode}")


def level_name(level: str) -> str:
    """The computers of a table in words."""
    return say("stats_level_none") if level == NOBODY else say(f"level_{level}")


def seats_name(seats: str) -> str:
    """A number of seats in words."""
    return count("stats_players", int(seats))


def device_name(device: str) -> str:
    """What slaps came by, in words."""
    return say(f"stats_device_{device}")


LABELS: Mapping[str, Callable[[str], str]] = {
    "mode": mode_name,
    "seats": seats_name,
    "level": level_name,
    "device": device_name,
}
