"""The set-up form's fields: what a page or a link asks for, and a set-up as such fields.

A page's form holds every rule as it was drawn. Its `base` and `base_mode` say for which preset and
mode: what still has that preset's value was not chosen, so another preset brings its own. A link
holds only what differs from its preset.
"""

from collections.abc import Mapping

from app.engine.conditions import CONDITIONS
from app.engine.rules import FIELDS, PRESETS, InvalidRules, preset_named
from app.table.setup import (
    CAPS,
    DEFAULT_PRESET,
    NO_TIMER,
    PEOPLE,
    Setup,
    setup_from,
    usual_time_limit_s,
)

Fields = dict[str, str]

MINE = "mine"
"""The choice among the presets that stands for the browser's own set-up."""
OTHER = "other"
"""The choice of a length that a number field beside it says."""
BOXES = ("challenges", "repetition_draw", "slap_until_covered", "auto")
"""Fields that are one box on the page: an empty one is not sent, and means no."""
PAGE_ONLY = ("base", "base_mode", "boxes", "reveal_limit_number", "table")
ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "solo": ("seats", "order", "cap"),
    "pass": ("seats", "order", "cap"),
    "link": ("auto", "listening", "turning", "handover"),
}
"""What is not chosen for a table of a mode, so that a change to that mode leaves it behind."""


def full(setup: Setup) -> Fields:
    """The set-up as a value for every field; empty where it is what the preset brings by itself."""
    rules, preset = setup.rules, PRESETS[setup.preset]
    own = rules.slaps - {"joker"} if rules.jokers == "slap" else rules.slaps
    # `decks` and the times follow others, so only a choice of their own is a value.
    decks = "" if rules.decks == preset.decks_for(rules.seats) else str(rules.decks)
    window = "" if setup.window_ms == preset.window_ms else str(setup.window_ms)
    claim = max(setup.window_ms, preset.claim_window_ms)
    named = {name: _text(getattr(rules, name)) for name in FIELDS if name != "seats"}
    if setup.mode == "link":
        # Elsewhere they are the people of the mode, and the computers.
        named["seats"] = str(rules.seats)
        if rules.time_limit_s == usual_time_limit_s(rules):
            named["time_limit_s"] = ""
    return {
        **named,
        "preset": setup.preset,
        "mode": setup.mode,
        "computers": str(setup.computers),
        "level": setup.level,
        "decks": decks,
        "slaps": ",".join(name for name in CONDITIONS if name in own),
        "window_ms": str(NO_TIMER) if setup.untimed else window,
        "claim_window_ms": "" if setup.claim_window_ms == claim else str(setup.claim_window_ms),
        "turning": setup.turning,
        "auto": _text(setup.auto),
        "order": setup.order,
        "cap": "" if setup.cap == CAPS[-1] else str(setup.cap),
        "ties": setup.ties,
        "handover": setup.handover,
        "listening": _text(setup.listening),
    }


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def differing(setup: Setup) -> Fields:
    """The preset and what differs from it; `setup_from` makes the same set-up of it."""
    usual = origin(setup.preset, setup.mode, None)
    chosen = {name: value for name, value in full(setup).items() if value != usual[name]}
    if setup.mode != "solo":
        chosen["mode"] = setup.mode
    return {"preset": setup.preset, **chosen}


def origin(name: str, mode: str, mine: Fields | None) -> Fields:
    """What a preset, or the browser's own set-up, brings by itself to a table of this mode."""
    if name == MINE and mine is not None:
        return full(setup_from({**_in_mode(mine, mode), "mode": mode}))
    seats = max(preset_named(name).rules.seats, PEOPLE.get(mode, 1))  # type: ignore[call-overload]
    return full(setup_from({"preset": name, "mode": mode, "seats": str(seats)}))


def asked(form: Mapping[str, str], mine: Fields | None) -> Fields:
    """What `setup_from` is to make of a page's form, a link's query, or anybody's request."""
    given = plain(form)
    if "base" in form:
        given = _chosen(given, form["base"], form.get("base_mode", "solo"), mine)
    if given.get("preset") == MINE and mine is not None:
        own = _in_mode(mine, given.get("mode", mine.get("mode", "solo")))
        return {**own, **given, "preset": mine["preset"]}
    return given


def _in_mode(mine: Fields, mode: str) -> Fields:
    """The browser's own set-up, without what is not chosen for a table of this mode."""
    if mode == mine.get("mode", "solo"):
        return mine
    return {name: value for name, value in mine.items() if name not in ELSEWHERE.get(mode, ())}


def in_link(mine: Fields | None) -> Fields | None:
    """The browser's own set-up for a link match; None where it cannot be one."""
    fields = {**_in_mode(mine or {}, "link"), "mode": "link"}
    try:
        return differing(setup_from(fields)) if mine else None
    except InvalidRules:
        return None


def _chosen(given: Fields, base: str, base_mode: str, mine: Fields | None) -> Fields:
    """What a page sends, without what it was drawn with."""
    try:
        old = origin(base, base_mode, mine)
    except InvalidRules:  # not one of our pages: all of it was asked for
        return given
    kept = {name: value for name, value in given.items() if value != old.get(name)}
    kept["preset"] = given.get("preset", DEFAULT_PRESET)
    # The browser's own set-up brings its own mode, unless another was chosen with it.
    if "mode" in given and not (kept["preset"] == MINE != base and given["mode"] == base_mode):
        kept["mode"] = given["mode"]
        if given["mode"] != base_mode:
            for name in ELSEWHERE.get(given["mode"], ()):
                kept.pop(name, None)
    return kept


def plain(form: Mapping[str, str]) -> Fields:
    """A form's fields by their own names, without what its page brought unasked."""
    given = {name: value.strip() for name, value in form.items()}
    if "boxes" in given:
        given.update({name: given.get(name, "no") for name in BOXES})
        ticked = [name for name in CONDITIONS if given.pop(f"slap_{name}", "")]
        # Where jokers are slapped on sight, their box is on by itself.
        ticked = [name for name in ticked if name != "joker" or given.get("jokers") != "slap"]
        given["slaps"] = ",".join(ticked)
    if given.get("reveal_limit") == OTHER:
        given["reveal_limit"] = given.get("reveal_limit_number", "") or "0"
    for name in PAGE_ONLY:
        given.pop(name, None)
    return given


def what_stays(fields: Fields) -> tuple[Fields, Setup]:
    """A new preset with as many of the other choices as it allows, and the set-up of them.

    Raises InvalidRules where nothing that could be left out is wrong.
    """
    left = dict(fields)
    while True:
        try:
            return left, setup_from(left)
        except InvalidRules as error:
            wrong = "computers" if error.field == "seats" and "seats" not in left else error.field
            if wrong in ("preset", "mode") or wrong not in left:
                raise
            del left[wrong]
