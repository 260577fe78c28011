"""The house rules: one frozen value, the eight presets, and the checks on what a person gives.

RULES, "Rules: the fields" and "Presets", is the source of every name, range and number here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, cast

from app.engine.conditions import CONDITIONS

Jokers = Literal["none", "slap", "challenge"]
EmptyFalseSlap = Literal["free", "out", "strikes"]
ResponderEmpty = Literal["collect", "carry"]
Ending = Literal["full", "last_chance", "last_window"]


class InvalidRules(ValueError):
    """Rules that cannot be played. `field` is the field to change; the message names it too."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


NUMBERS: dict[str, tuple[int, int]] = {
    "seats": (2, 8),
    "decks": (1, 2),
    "joker_chances": (1, 9),
    "burn": (1, 2),
}
"""Fields that are whole numbers, with their least and greatest value."""

LIMITS: dict[str, tuple[int, int]] = {"reveal_limit": (10, 2000), "time_limit_s": (30, 7200)}
"""Fields that are none or a whole number."""

WORDS: dict[str, tuple[str, ...]] = {
    "jokers": ("none", "slap", "challenge"),
    "empty_false_slap": ("free", "out", "strikes"),
    "responder_empty": ("collect", "carry"),
    "ending": ("full", "last_chance", "last_window"),
}
"""Fields that are one of a few words."""

SWITCHES = ("challenges", "repetition_draw", "slap_until_covered")
"""Fields that are yes or no."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game, checked when made. Field names and meanings are those of RULES.

    Where `jokers` is `slap` the condition `joker` is on by itself: `slaps` always holds it then, so
    `slaps` is what can be slapped and nothing needs adding. Raises InvalidRules.
    """

    seats: int
    decks: int
    jokers: Jokers
    joker_chances: int
    challenges: bool
    slaps: frozenset[str]
    burn: int
    empty_false_slap: EmptyFalseSlap
    responder_empty: ResponderEmpty
    ending: Ending
    reveal_limit: int | None
    time_limit_s: int | None
    repetition_draw: bool
    slap_until_covered: bool

    def __post_init__(self) -> None:
        for name in FIELDS:
            _check(name, getattr(self, name))
        if self.jokers == "slap":
            object.__setattr__(self, "slaps", self.slaps | {"joker"})
        if self.jokers == "none" and "joker" in self.slaps:
            raise InvalidRules(
                "slaps", "joker needs jokers in the pack; set jokers to slap or challenge"
            )
        if "run_wrap" in self.slaps and "run" not in self.slaps:
            raise InvalidRules("slaps", "run_wrap needs run; add run or leave run_wrap out")
        if not self.slaps and not self.challenges:
            raise InvalidRules(
                "slaps", "without challenges there must be at least one condition to slap"
            )


FIELDS = tuple(field.name for field in fields(Rules))
"""The names of the fields, in the order of RULES."""


def _check(name: str, value: object) -> None:
    """Refuse a value that the field does not have. True is not 1: types are exact."""
    if name in NUMBERS:
        low, high = NUMBERS[name]
        if type(value) is not int or not low <= value <= high:
            raise InvalidRules(
                name, f"must be a whole number from {low} to {high}, not {shown(value)}"
            )
    elif name in LIMITS:
        low, high = LIMITS[name]
        if value is not None and (type(value) is not int or not low <= value <= high):
            raise InvalidRules(
                name, f"must be none or a whole number from {low} to {high}, not {shown(value)}"
            )
    elif name in WORDS:
        if not isinstance(value, str) or value not in WORDS[name]:
            raise InvalidRules(name, f"must be {' or '.join(WORDS[name])}, not {shown(value)}")
    elif name in SWITCHES:
        if type(value) is not bool:
            raise InvalidRules(name, f"must be yes or no, not {shown(value)}")
    else:
        for condition in cast(frozenset[object], value):
            if condition not in CONDITIONS:
                raise InvalidRules(
                    name,
                    f"{shown(condition)} is no slap condition; there are {', '.join(CONDITIONS)}",
                )


def shown(value: object) -> str:
    """A wrong value as an error quotes it: as JSON, on one short line of plain ASCII."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules under a name, with the table's times and what the page offers beside them.

    `rules` are those for the default seats. `two_decks_from` is the number of seats from which two
    decks are dealt, None where it is always one. `limits` are the reveal limits offered, the first
    of them the preset's own. `extra_slaps`, `extra_burns` and `extra_jokers` are offered beside it.
    `ties` says whether an undecided tie goes by key or awards nothing; `turning` who may turn the
    cards of a computer's seat: the seat itself, or a person who presses Reveal.
    """

    name: str
    title: str
    seats_min: int
    seats_max: int
    rules: Rules
    two_decks_from: int | None = None
    window_ms: int = 700
    claim_window_ms: int = 1500
    turning: Literal["self", "person"] = "self"
    ties: Literal["key", "void"] = "key"
    limits: tuple[int | None, ...] = (None,)
    extra_slaps: tuple[str, ...] = ()
    extra_burns: tuple[int, ...] = ()
    extra_jokers: bool = False

    def rules_for(self, seats: int) -> Rules:
        """The preset's rules at a table of so many seats; the decks follow the seats."""
        return replace(self.rules, seats=seats, decks=self.decks_for(seats))

    def decks_for(self, seats: int) -> int:
        """The decks dealt to so many seats."""
        return 2 if self.two_decks_from is not None and seats >= self.two_decks_from else 1


PARTY_EXTRAS = ("top_bottom", "marriage", "split_marriage", "run", "run_wrap")

_CLASSIC = Rules(
    seats=2,
    decks=1,
    jokers="none",
    joker_chances=5,
    challenges=True,
    slaps=frozenset({"double", "sandwich"}),
    burn=1,
    empty_false_slap="out",
    responder_empty="collect",
    ending="last_chance",
    reveal_limit=None,
    time_limit_s=None,
    repetition_draw=True,
    slap_until_covered=True,
)
_DUEL = replace(
    _CLASSIC, empty_false_slap="free", ending="full", reveal_limit=100, slap_until_covered=False
)
_PARTY = replace(_CLASSIC, seats=4, ending="full")
_SLAPS_ONLY = replace(_PARTY, challenges=False, repetition_draw=False)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "classic",
            "Classic",
            2,
            4,
            _CLASSIC,
            extra_slaps=("top_bottom", "tens", "marriage"),
        ),
        Preset(
            "duel",
            "Standard",
            2,
            2,
            _DUEL,
            window_ms=1800,
            claim_window_ms=1800,
            turning="person",
            limits=(100, 200, None),
            extra_slaps=("top_bottom", "tens", "marriage"),
            extra_burns=(2,),
        ),
        Preset("quartet", "Four at the table", 4, 4, replace(_PARTY, responder_empty="carry")),
        Preset(
            "strict",
            "Club rules",
            2,
            6,
            replace(_CLASSIC, seats=3, ending="last_window"),
            ties="void",
        ),
        Preset(
            "party",
            "Party",
            2,
            8,
            _PARTY,
            two_decks_from=6,
            extra_slaps=PARTY_EXTRAS,
            extra_jokers=True,
        ),
        Preset(
            "doubles",
            "Doubles only",
            2,
            2,
            replace(_DUEL, slaps=frozenset({"double"})),
            window_ms=1800,
            claim_window_ms=1800,
            turning="person",
            limits=(100,),
            extra_burns=(2,),
        ),
        Preset(
            "slaps_only",
            "Slaps only",
            2,
            8,
            _SLAPS_ONLY,
            two_decks_from=6,
            extra_slaps=PARTY_EXTRAS,
            extra_jokers=True,
        ),
        Preset(
            "slapjack",
            "Slapjack",
            2,
            8,
            replace(_SLAPS_ONLY, slaps=frozenset({"jack"})),
            two_decks_from=6,
        ),
    )
}
"""The presets by name, in the order of RULES."""


def rules_from(given: Mapping[str, object]) -> Rules:
    """The rules that a record's `rules` means: a preset, or `classic`, and what differs from it.

    Values are typed as in a record: true and false, null for no limit, `slaps` a list without
    repeats. Raises InvalidRules for an unknown field or preset, or a value out of its range.
    """
    for name in given:
        if name != "preset" and name not in FIELDS:
            raise InvalidRules(
                shown(name).strip('"'),
                f"is no field of the rules; there are preset, {', '.join(FIELDS)}",
            )
    preset = preset_named(given.get("preset", "classic"))
    seats = given.get("seats", preset.rules.seats)
    _check("seats", seats)
    changes: dict[str, object] = {name: value for name, value in given.items() if name != "preset"}
    if "slaps" in changes:
        changes["slaps"] = _slaps(changes["slaps"])
    changes.setdefault("decks", preset.decks_for(cast(int, seats)))
    return replace(preset.rules, **changes)  # type: ignore[arg-type]  # Rules checks every value


def preset_named(name: object) -> Preset:
    """The preset of this name. Raises InvalidRules."""
    if not isinstance(name, str) or name not in PRESETS:
        raise InvalidRules("preset", f"must be one of {', '.join(PRESETS)}, not {shown(name)}")
    return PRESETS[name]


def _slaps(value: object) -> frozenset[object]:
    """A record's list of conditions as a set; Rules checks the names in it."""
    if not isinstance(value, list | tuple | frozenset):
        raise InvalidRules("slaps", f"must be a list of conditions, not {shown(value)}")
    for place, name in enumerate(value):
        if not isinstance(name, str):
            raise InvalidRules("slaps", f"{shown(name)} is no slap condition")
        if name in list(value)[:place]:
            raise InvalidRules("slaps", f"{shown(name)} stands there twice")
    return frozenset(value)


def rules_from_form(given: Mapping[str, str]) -> Rules:
    """The rules that a form or a query string means; as rules_from, with every value as text.

    Yes and no are `yes` and `no`, no limit is `none`, and `slaps` names its conditions with commas
    or spaces between them. An empty `slaps` is the empty set, so a form with every condition
    unchecked sends `slaps=`; leaving the field out keeps the preset's conditions.
    Raises InvalidRules.
    """
    return rules_from({name: _typed(name, text) for name, text in given.items()})


def _typed(name: str, text: str) -> object:
    """A form's text as a record's value; one that means none stays text, and is then refused."""
    if name == "slaps":
        return text.replace(",", " ").split()
    if name in SWITCHES and text in ("yes", "no"):
        return text == "yes"
    if name in LIMITS and text == "none":
        return None
    if (name in NUMBERS or name in LIMITS) and text.isascii() and text.isdigit() and len(text) <= 4:
        return int(text)
    return text


def rules_fields(rules: Rules, preset: str) -> dict[str, object]:
    """A record's `rules` for these: the preset and what differs. rules_from turns it back."""
    origin = preset_named(preset)
    usual = {name: getattr(origin.rules, name) for name in FIELDS}
    usual["decks"] = origin.decks_for(rules.seats)
    if rules.jokers == "slap":
        usual["slaps"] |= {"joker"}
    differing = {
        name: getattr(rules, name) for name in FIELDS if getattr(rules, name) != usual[name]
    }
    if "slaps" in differing:
        differing["slaps"] = [name for name in CONDITIONS if name in rules.slaps]
    return {"preset": preset, **differing}
