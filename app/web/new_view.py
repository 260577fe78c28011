"""What the set-up page draws: presets as cards, and every field of the rules as a control."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, InvalidRules, Preset
from app.table.setup import DEFAULT_PRESET, MODES, NO_TIMER, Setup, setup_from
from app.web.catalogue import SLAPPED, SMALL
from app.web.controls import Control, Section
from app.web.new_controls import Drawn, long_game
from app.web.new_form import MINE, Fields, differing, full, origin
from app.web.new_refusals import few_seats, refused
from app.web.rules_text import RulesText, rules_text
from app.web.words import count, dotted, joined, say

LINK_SETUP: Mapping[str, str] = {"mode": "link", "preset": "classic", "seats": "4"}
"""The link match that the first one is; it may start from two."""


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """A preset's card. `note` says how long it takes where that is long."""

    name: str
    title: str
    players: str
    rules: str
    about: str
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """A link match whose host changes its rules: its id, and how many people are there."""

    id: str
    people: int


@dataclass(frozen=True, slots=True)
class NewPage:
    """The set-up form as it stands. `base` and `base_mode` are what it is drawn for.

    `table` is the id of the table whose rules it changes, empty where it opens one; `go` are the
    words of its button.

    `rules` is None where the set-up cannot be dealt; then `refused` says why. `problem` is what was
    wrong with no field of the form, `hidden` what the form keeps without a control. `timed` is no
    where there is no timer for a time limit; one that is chosen all the same may be taken back.
    `open` says whether the custom rules are; `focus` is the control that has it, mostly none.
    """

    presets: tuple[PresetChoice, ...]
    preset_error: str
    base: str
    base_mode: str
    basics: tuple[Control, ...]
    sections: tuple[Section, ...]
    hidden: tuple[tuple[str, str], ...]
    open: bool
    focus: str
    timed: str
    problem: str
    refused: str
    rules: RulesText | None
    link: str
    notice: str
    table: str
    go: str


def new_page(
    fields: Mapping[str, str],
    mine: Fields | None = None,
    table: AtTable | None = None,
    *,
    chosen: str = "",
    notice: str = "",
    problem: str = "",
    sent: bool = False,
) -> NewPage:
    """The form for what was asked; `chosen` is the preset's card, MINE for the browser's own.

    `sent` says that it came to be dealt: then its first error gets the focus.
    """
    people = table.people if table else 0
    setup, errors = _tried(fields, people)
    preset = fields.get("preset", DEFAULT_PRESET)
    card = chosen if chosen == MINE and mine is not None else preset
    known = preset if preset in PRESETS else DEFAULT_PRESET
    mode = fields.get("mode", "") if fields.get("mode", "") in MODES else "solo"
    shown = full(setup) if setup else {**origin(known, mode, None), **fields, "mode": mode}
    drawn = Drawn(shown, errors, PRESETS[known])
    basics, sections = drawn.basics(setup, people), drawn.sections()
    custom = tuple(control for section in sections for control in section.controls)
    placed = {control.name for control in (*basics, *custom)}
    placed |= {choice.name for control in custom for choice in control.choices}
    loose = [errors[name] for name in errors if name not in placed | {"preset"}]
    fixed = (("mode", "link"), ("table", table.id)) if table else ()
    return NewPage(
        presets=_presets(card if card in {*PRESETS, MINE} else DEFAULT_PRESET, mine),
        preset_error=errors.get("preset", ""),
        base=card if card == MINE else known,
        base_mode=mode,
        basics=basics,
        sections=sections,
        hidden=(*fixed, *_undrawn(shown, placed, origin(known, mode, None))),
        focus=_first_wrong(errors, (*basics, *custom)) if sent else "",
        timed="no" if _holds_limits(shown) else "yes",
        open=any(c.error for c in custom) or (sent and _changed(custom, shown, known, mode)),
        problem=" ".join((problem, *loose)).strip(),
        refused=say("refused_summary", why=" ".join(errors.values())) if errors else "",
        rules=rules_text(setup) if setup else None,
        link=link_of(setup) if setup else "",
        notice=notice,
        table=table.id if table else "",
        go=say("go_change" if table else "open_link" if mode == "link" else "deal"),
    )


def _undrawn(shown: Fields, placed: set[str], usual: Fields) -> tuple[tuple[str, str], ...]:
    """What was chosen without a control here: the form keeps it."""
    names = ("auto", "turning", "handover", "order", "cap", "claim_window_ms", "listening")
    unseen = [name for name in names if name not in placed and shown.get(name, "")]
    return tuple((name, shown[name]) for name in unseen if shown[name] != usual[name])


def _first_wrong(errors: Mapping[str, str], controls: tuple[Control, ...]) -> str:
    if "preset" in errors:
        return "preset"
    return next((control.name for control in controls if control.error), "")


def _changed(custom: tuple[Control, ...], shown: Fields, preset: str, mode: str) -> bool:
    """Whether any custom rule is another than the preset's own."""
    usual = origin(preset, mode, None)
    return any(
        (shown[name] or name == "slaps") and shown[name] != usual[name]
        for name in (control.name for control in custom)
    )


def _holds_limits(shown: Mapping[str, str]) -> bool:
    return shown["window_ms"] == str(NO_TIMER) and shown["time_limit_s"] in ("none", "")


def _tried(fields: Mapping[str, str], people: int) -> tuple[Setup | None, dict[str, str]]:
    """The set-up of these fields, or everything that is wrong with them, by control."""
    left, errors = dict(fields), dict[str, str]()
    while True:
        try:
            setup = setup_from(left)
        except InvalidRules as error:
            name, sentence = refused(error, left)
            errors[name] = sentence
            if name not in left:  # nothing is left to correct
                return None, errors
            del left[name]
        else:
            if setup.people < people and "seats" not in errors:
                errors["seats"] = few_seats(people, setup.computers)
            return None if errors else setup, errors


def link_of(setup: Setup) -> str:
    """The address of the form with this set-up: its preset, and what differs."""
    return f"/new?{urlencode(differing(setup))}"


def presets_in_order() -> tuple[Preset, ...]:
    """The presets as the page shows them: Standard first, then as in RULES."""
    return (PRESETS["duel"], *(p for p in PRESETS.values() if p.name != "duel"))


def _presets(chosen: str, mine: Fields | None) -> tuple[PresetChoice, ...]:
    own = () if mine is None else (_mine(mine, chosen == MINE),)
    return (*(_preset(preset, preset.name == chosen) for preset in presets_in_order()), *own)


def _preset(preset: Preset, chosen: bool) -> PresetChoice:
    rules = preset.rules
    least, most = preset.seats_min, preset.seats_max
    slapped = joined(tuple(SLAPPED[name] for name in CONDITIONS if name in rules.slaps))
    limit = rules.reveal_limit
    ends = say("length_all_cards") if limit is None else count("reveals", limit)
    return PresetChoice(
        name=preset.name,
        title=preset.title,
        players=say("players_exact", seats=SMALL[most])
        if least == most
        else say("players_range", least=SMALL[least], most=SMALL[most]),
        rules=dotted((say("slap_rule", conditions=slapped), ends)),
        about=say(f"preset_{preset.name}"),
        note=long_game(setup_from({"preset": preset.name}), least_seats=4),
        chosen=chosen,
    )


def _mine(mine: Fields, chosen: bool) -> PresetChoice:
    setup = setup_from(mine)
    text = rules_text(setup)
    return PresetChoice(
        name=MINE,
        title=say("mine_title"),
        players=say("players_exact", seats=SMALL[setup.rules.seats]),
        rules=text.headline,
        about=text.different,
        note="",
        chosen=chosen,
    )
