"""How a table is set up: the rules of its game, its times, and who may sit at it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from app.engine.rules import (
    FIELDS,
    InvalidRules,
    Rules,
    preset_named,
    rules_fields,
    rules_from,
    rules_from_form,
    shown,
)

Level = Literal["easy", "normal", "hard", "mixed"]
Turning = Literal["self", "person"]
Order = Literal["fair", "arrival"]
Ties = Literal["key", "void"]
Mode = Literal["solo", "pass", "link", "daily"]
Handover = Literal["every", "pile", "never"]

MODES: tuple[Mode, ...] = ("solo", "pass", "link")  # a daily is opened by its date
LEVELS: tuple[Level, ...] = get_args(Level)
CAPS = (0, 150, 350)
WINDOW_MIN_MS, WINDOW_MAX_MS = 300, 60_000
DEFAULT_PRESET = "duel"
PEOPLE: Mapping[Mode, int] = {"solo": 1, "pass": 2, "daily": 1}
"""How many people a mode seats at one device; at a link match each sits at their own."""
LINK_PEOPLE_MIN = 2
TIME_LIMITS_S = (15 * 60, 25 * 60)
"""The usual time limit of a link match: of two seats, and of more."""

NO_TIMER = 0
"""What a form says for `window_ms` where a window stays open until somebody ends it."""
LISTENING_MIN_MS = 6000

_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table is opened with.

    `window_ms` and `claim_window_ms` are the reaction window's lengths. `turning` says who turns
    the cards of a computer's seat, `auto` whether the opener's cards are turned for them. `order`,
    `cap` (ms) and `ties` are the arbitration of FAIRNESS 1. `rules.seats` is people and `computers`
    together. `handover` says when two people on one device confirm that the other one turns.
    `untimed`: a window begins only when a person asks for it; until then it waits for a slap.
    `listening`: a window begins when the page has spoken the card's rank.
    `date`: the cards are those of the daily of this UTC day, YYYY-MM-DD; empty: a deal of its own.
    """

    preset: str
    rules: Rules
    window_ms: int
    claim_window_ms: int
    turning: Turning
    auto: bool
    order: Order
    cap: int
    ties: Ties
    mode: Mode
    computers: int
    level: Level
    handover: Handover = "every"
    untimed: bool = False
    listening: bool = False
    date: str = ""

    @property
    def ranked(self) -> bool:
        """Whether this is somebody's one try at a daily, which must not stop to be studied."""
        return self.mode == "daily"

    @property
    def people(self) -> int:
        return self.rules.seats - self.computers

    @property
    def fewest(self) -> int:
        """The seats of the smallest deal here: the host of a link match need not wait for all."""
        return self.rules.seats if self.one_device else max(2, 1 + self.computers)

    @property
    def measures(self) -> bool:
        """Whether a person's adj is a reaction, without the way to the server (FAIRNESS 1.3)."""
        return self.order == "fair" and self.cap > 0

    @property
    def one_device(self) -> bool:
        """Whether everybody at the table sits at one device, so that it may stop the clock."""
        return self.mode in PEOPLE


_OWN_FIELDS = frozenset({*Setup.__slots__, "seats"}) - {"rules", "untimed", "date"}
"""What a form may say beside the fields of the rules."""
_KNOWN_FIELDS = _OWN_FIELDS | frozenset(FIELDS)


def setup_from(fields: Mapping[str, str]) -> Setup:
    """The set-up that a form asks for; an empty value is the preset's own.

    Raises InvalidRules, which names the field, for anything unknown, out of range or contradictory.
    """
    given = {
        name: value.strip()
        for name, value in fields.items()
        # No condition at all is a choice; an unknown field is refused, empty or not.
        if value.strip() or name == "slaps" or name not in _KNOWN_FIELDS
    }
    preset = preset_named(given.get("preset", DEFAULT_PRESET))
    mode = cast(Mode, _choice(given, "mode", MODES, "solo"))
    seats, computers = _seated(given, mode, preset.rules.seats)
    asked = {key: value for key, value in given.items() if key not in _OWN_FIELDS}
    rules = rules_from_form({**asked, "preset": preset.name, "seats": str(seats)})
    if mode == "link" and "time_limit_s" not in given and given.get("window_ms") != str(NO_TIMER):
        rules = replace(rules, time_limit_s=usual_time_limit_s(rules))
    # Nobody at another device waits for one's voice.
    listening = _yes(given, "listening", False) and mode != "link"
    least = LISTENING_MIN_MS if listening else WINDOW_MIN_MS
    untimed = given.get("window_ms") == str(NO_TIMER)
    check_timer(rules, untimed)
    if untimed:
        del given["window_ms"]
    window = max(least, _whole(given, "window_ms", WINDOW_MIN_MS, WINDOW_MAX_MS, preset.window_ms))
    claim_window = max(window, preset.claim_window_ms)
    level = given.get("level", "normal")
    return Setup(
        preset=preset.name,
        rules=rules,
        window_ms=window,
        claim_window_ms=max(
            least,
            _whole(given, "claim_window_ms", WINDOW_MIN_MS, WINDOW_MAX_MS, claim_window),
        ),
        turning=cast(Turning, _choice(given, "turning", get_args(Turning), preset.turning)),
        auto=_yes(given, "auto", False),
        order=cast(Order, _choice(given, "order", get_args(Order), "fair")),
        cap=int(_choice(given, "cap", tuple(map(str, CAPS)), str(CAPS[-1]))),
        ties=cast(Ties, _choice(given, "ties", get_args(Ties), preset.ties)),
        mode=mode,
        computers=computers,
        level=cast(
            Level,
            LEVELS[int(level)]
            if level in ("0", "1", "2")
            else _choice(given, "level", LEVELS, level),
        ),
        handover=cast(Handover, _choice(given, "handover", get_args(Handover), "every")),
        untimed=untimed,
        listening=listening,
    )


def _seated(given: Mapping[str, str], mode: Mode, usual: int) -> tuple[int, int]:
    """How many seats a form asks for, and how many of them for computers."""
    if mode == "link":
        computers = _whole(given, "computers", 0, 8 - LINK_PEOPLE_MIN, 0)
        seats = _whole(given, "seats", 2, 8, max(usual, LINK_PEOPLE_MIN + computers))
        if seats - computers < LINK_PEOPLE_MIN:
            raise InvalidRules(
                "seats",
                f"must be {LINK_PEOPLE_MIN + computers} or more: two people and the computers",
            )
        return seats, computers
    people = PEOPLE[mode]
    if "computers" in given:
        computers = _whole(given, "computers", 2 - people, 8 - people, 1)
        seats = _whole(given, "seats", 2, 8, people + computers)
    else:
        seats = _whole(given, "seats", 2, 8, usual)
        computers = seats - people
    if seats != people + computers:
        raise InvalidRules(
            "seats",
            f"must be {people + computers}, the people and the computers together, not {seats}",
        )
    return seats, computers


def usual_time_limit_s(rules: Rules) -> int | None:
    """What ends a link match for which nobody chose an end: a game to all the cards may last."""
    return None if rules.reveal_limit is not None else TIME_LIMITS_S[rules.seats > 2]


def sized(setup: Setup, seats: int) -> Setup:
    """The set-up of a link match for so many of its seats: those that were taken at its start.

    What follows the seats follows them still: the decks of its preset, the usual time limit.
    """
    preset, rules = preset_named(setup.preset), replace(setup.rules, seats=seats)
    if rules.decks == preset.decks_for(setup.rules.seats):
        rules = replace(rules, decks=preset.decks_for(seats))
    if rules.time_limit_s == usual_time_limit_s(setup.rules):
        rules = replace(rules, time_limit_s=usual_time_limit_s(rules))
    return replace(setup, rules=rules)


DAILY_REVEALS = 200
DAILY_COMPUTERS = 3


def daily_setup(date: str, window_ms: int | None = None) -> Setup:
    """The daily of a UTC day: ranked, or at any pace, `window_ms`, for practice.

    Raises InvalidRules for a pace that there is not.
    """
    fields = {
        "preset": "quartet",
        "computers": str(DAILY_COMPUTERS),
        "reveal_limit": str(DAILY_REVEALS),
        "level": "normal",
        "window_ms": "" if window_ms is None else str(window_ms),
    }
    practice = replace(setup_from(fields), date=date)
    return practice if window_ms is not None else replace(practice, mode="daily")


def check_timer(rules: Rules, untimed: bool) -> None:
    """Raises InvalidRules for a time limit without a timer: one long look would end the game."""
    if untimed and rules.time_limit_s is not None:
        raise InvalidRules("time_limit_s", "needs a timer; choose another window_ms or no limit")


def paced(setup: Setup, window_ms: int) -> Setup:
    """The set-up with another pace; NO_TIMER, or a window's length in ms. Raises InvalidRules."""
    fields = {"preset": setup.preset, "window_ms": str(window_ms)}
    pace = setup_from({**fields, "listening": "yes" if setup.listening else "no"})
    return replace(
        setup,
        window_ms=pace.window_ms,
        claim_window_ms=pace.claim_window_ms,
        untimed=pace.untimed,
    )


def setup_fields(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON values, for the log; `setup_of` reads it back."""
    fields = {name: getattr(setup, name) for name in Setup.__slots__}
    return {**fields, "rules": rules_fields(setup.rules, setup.preset)}


def setup_of(fields: Mapping[str, Any]) -> Setup:
    """The set-up that `setup_fields` wrote."""
    return Setup(**{**fields, "rules": rules_from(fields["rules"])})


def _choice(given: Mapping[str, str], field: str, values: tuple[str, ...], default: str) -> str:
    value = given.get(field, default)
    if value not in values:
        raise InvalidRules(field, f"must be {' or '.join(values)}, not {shown(value)}")
    return value


def _whole(given: Mapping[str, str], field: str, least: int, most: int, default: int) -> int:
    text = given.get(field)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 8 and least <= int(text) <= most):
        raise InvalidRules(
            field, f"must be a whole number from {least} to {most}, not {shown(text)}"
        )
    return int(text)


def _yes(given: Mapping[str, str], field: str, default: bool) -> bool:
    text = given.get(field)
    if text is None:
        return default
    if text not in _YES + _NO:
        raise InvalidRules(field, f"must be yes or no, not {shown(text)}")
    return text in _YES
