"""What the pages around the table draw: new game, the table's frame, and errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, Preset
from app.web.catalogue import SLAPPED, SMALL
from app.web.words import count, dotted, joined, say

FIRST_SETUP: Mapping[str, str] = {
    "preset": "duel",
    "computers": "1",
    "level": "normal",
    "reveal_limit": "",
    "window_ms": "",
    "auto": "",
    "mode": "solo",
}
"""The form that the first visit plays: Standard. An empty field is the preset's own."""

LEVELS = ("easy", "normal", "hard", "mixed")
LENGTHS = ("", "100", "200", "none")
PACES = ("", "1000", "1800", "3000", "6000", "18000")

LONG_GAMES = {
    (True, frozenset({"double", "sandwich"})): (960, 20),  # UX 2.2
    # `python -m app simulate --seats 4 --games 200 --seed 7 --preset slaps_only`, `slapjack`
    (False, frozenset({"double", "sandwich"})): (370, 8),
    (False, frozenset({"jack"})): (280, 6),
}
"""Median reveals and minutes of four players to all the cards, by challenges and slaps."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button: its form value, label, hint (may be empty), and whether it is chosen."""

    value: str
    label: str
    hint: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """A preset's card. `least` and `most` are the computers that it takes."""

    name: str
    title: str
    players: str
    rules: str
    about: str
    note: str
    least: int
    most: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A fieldset of choices; `error` is one sentence, empty where the choice is fine."""

    name: str
    legend: str
    hint: str
    choices: tuple[Choice, ...]
    error: str


@dataclass(frozen=True, slots=True)
class NewPage:
    """The set-up form, with what was chosen and what was wrong with it."""

    presets: tuple[PresetChoice, ...]
    preset_error: str
    groups: tuple[Group, ...]
    auto: bool
    problem: str


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What happened, whether anything was lost, what to do. `reference` finds it in the log.

    `retry` is the address where trying again makes sense; empty where it does not.
    """

    status: int
    heading: str
    sentence: str
    advice: str
    reference: str
    retry: str


def summary(fields: Mapping[str, str]) -> str:
    """A set-up in one line: "You and one computer, Normal, 100 reveals"."""
    preset = PRESETS.get(fields["preset"], PRESETS["duel"])
    computers = int(fields["computers"]) if fields["computers"] else preset.rules.seats - 1
    word = SMALL[computers] if computers < len(SMALL) else str(computers)
    level = fields["level"] if fields["level"] in LEVELS else "normal"
    return say(
        "summary",
        players=say("you_and", others=count("opponents_computer", computers, word=word)),
        level=say(f"level_{level}"),
        length=_length(preset, fields["reveal_limit"]),
    )


def _length(preset: Preset, limit: str) -> str:
    if limit.isdigit():
        return count("reveals", int(limit))
    own = preset.rules.reveal_limit
    return say("length_all_cards") if limit or own is None else count("reveals", own)


def new_page(
    values: Mapping[str, str] | None = None, errors: Mapping[str, str] | None = None
) -> NewPage:
    """The set-up form: `values` as sent or played last, `errors` with one sentence a field."""
    given, wrong = {**FIRST_SETUP, **(values or {})}, dict(errors or {})
    chosen = given["preset"] if given["preset"] in PRESETS else "duel"
    placed = {"preset", "computers", "level", "reveal_limit", "window_ms"}
    return NewPage(
        presets=tuple(_preset(preset, preset.name == chosen) for preset in presets_in_order()),
        preset_error=wrong.get("preset", ""),
        groups=(
            _opponents(given["computers"], wrong.get("computers", wrong.get("seats", ""))),
            _group("level", LEVELS, given, wrong, hints=True),
            _group("reveal_limit", LENGTHS, given, wrong),
            _group("window_ms", PACES, given, wrong),
        ),
        auto=given["auto"] == "yes",
        problem=" ".join(
            sentence for name, sentence in wrong.items() if name not in placed | {"seats"}
        ),
    )


def presets_in_order() -> tuple[Preset, ...]:
    """The presets as the page shows them: Standard first, then as in RULES."""
    return (PRESETS["duel"], *(p for p in PRESETS.values() if p.name != "duel"))


def _preset(preset: Preset, chosen: bool) -> PresetChoice:
    rules = preset.rules
    least, most = preset.seats_min, preset.seats_max
    slapped = joined(tuple(SLAPPED[name] for name in CONDITIONS if name in rules.slaps))
    return PresetChoice(
        name=preset.name,
        title=preset.title,
        players=say("players_exact", seats=SMALL[most])
        if least == most
        else say("players_range", least=SMALL[least], most=SMALL[most]),
        rules=dotted((say("slap_rule", conditions=slapped), _length(preset, ""))),
        about=say(f"preset_{preset.name}"),
        note=_long_game(preset),
        least=least - 1,
        most=most - 1,
        chosen=chosen,
    )


def _long_game(preset: Preset) -> str:
    """How long all the cards take four players; nothing where fewer sit down or a limit ends it."""
    if preset.rules.reveal_limit is not None or preset.rules.seats < 4:
        return ""
    reveals, minutes = LONG_GAMES[preset.rules.challenges, preset.rules.slaps]
    return say("long_game", reveals=str(reveals), minutes=str(minutes))


def _opponents(value: str, error: str) -> Group:
    choices = (
        Choice("", say("own_computers"), "", value == ""),
        *(Choice(str(n), str(n), "", value == str(n)) for n in range(1, 8)),
    )
    return Group(
        "computers", say("opponents_legend"), say("opponents_hint"), _one_chosen(choices), error
    )


_PREFIX = {"level": "level", "reveal_limit": "length", "window_ms": "pace"}


def _group(
    name: str,
    values: Sequence[str],
    given: Mapping[str, str],
    wrong: Mapping[str, str],
    hints: bool = False,
) -> Group:
    prefix = _PREFIX[name]
    choices = tuple(
        Choice(
            value,
            say(f"{prefix}_{value}") if value else say("own"),
            say(f"{prefix}_{value}_hint") if hints else "",
            value == given[name],
        )
        for value in values
    )
    hint = "" if hints else say(f"{prefix}_hint")
    return Group(name, say(f"{prefix}_legend"), hint, _one_chosen(choices), wrong.get(name, ""))


def _one_chosen(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """A value that the page does not offer chooses nothing; then the first choice stands."""
    if any(choice.chosen for choice in choices):
        return choices
    first, *rest = choices
    return (Choice(first.value, first.label, first.hint, True), *rest)


_PASSING = (429, 500, 503)
_ADVISED = (400, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)


def error_page(status: int, sentence: str = "", reference: str = "", retry: str = "") -> ErrorPage:
    """An error as a page; `sentence` says more exactly what happened, `retry` where one was."""
    known = status if status in _ADVISED else 500 if status >= 500 else 404
    return ErrorPage(
        status=status,
        heading=say(f"error_{known}"),
        sentence=sentence,
        advice=say(f"error_{known}_body"),
        reference=say("reference", reference=reference) if reference else "",
        retry=retry if known in _PASSING else "",
    )
