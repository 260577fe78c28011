"""Every field of the set-up form as a control, and what was refused, in words beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.engine.conditions import CONDITIONS
from app.engine.rules import LIMITS, NUMBERS, WORDS, InvalidRules, Preset
from app.table.setup import LEVELS, NO_TIMER, OFFERED_MODES, PEOPLE, Setup, setup_from
from app.web.catalogue import EXPLAINED, SLAPPED, SMALL
from app.web.forms import shown as text_shown
from app.web.new_form import MINE, OTHER, full
from app.web.rules_figures import MINUTES_MAX, length, short_minutes
from app.web.words import count, duration, pace, pace_name, say

LENGTHS = ("100", "200", "none", OTHER)
SUGGESTED = "50"
"""The length of one's own to begin with."""
PACES = ("", "1000", "1800", "3000", "6000", "18000", "0")
TIMES = ("none", "120", "300", "600", "900", "1500", "3600")

Kind = Literal["radio", "boxes", "number"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button or a box: what it sends, its words, and whether it is chosen.

    `needs` names controls of which one must be ticked, or `name=value`; `why` says so.
    """

    name: str
    value: str
    label: str
    hint: str
    chosen: bool
    needs: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One field of the form, or several boxes. `error` is one sentence, empty where all is fine.

    Of a number: its text as typed, and from `least` to `most`.
    """

    kind: Kind
    name: str
    legend: str
    hint: str
    error: str
    choices: tuple[Choice, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 0
    needs: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Controls under one heading of the custom rules."""

    heading: str
    controls: tuple[Control, ...]


class Drawn:
    """The controls for these values; every one is drawn, whatever was wrong with it."""

    def __init__(self, shown: Mapping[str, str], errors: Mapping[str, str], preset: Preset) -> None:
        self.shown, self.errors, self.preset = shown, errors, preset

    def basics(self, setup: Setup | None) -> tuple[Control, ...]:
        mode = self.shown["mode"]
        people = PEOPLE["pass" if mode == "pass" else "solo"]
        length_hint = long_game(setup) if setup else ""
        return (
            self.radio("mode", OFFERED_MODES),
            Control(
                "number",
                "computers",
                say("computers_legend"),
                say(f"computers_hint_{mode}"),
                self.errors.get("computers", self.errors.get("seats", "")),
                value=self.shown["computers"],
                least=2 - people,
                most=8 - people,
            ),
            self.radio("level", LEVELS, hints=True),
            self.length(length_hint),
            self.pace(),
            self.box("auto"),
        )

    def sections(self) -> tuple[Section, ...]:
        return (
            Section(say("section_slaps"), (self.slaps(), self.box("slap_until_covered"))),
            Section(
                say("section_challenges"),
                (
                    self.box("challenges", needs="any", why="why_challenges"),
                    self.radio("responder_empty", WORDS["responder_empty"], needs="challenges"),
                ),
            ),
            Section(
                say("section_wrong"),
                (
                    self.radio("burn", ("1", "2")),
                    self.radio("empty_false_slap", WORDS["empty_false_slap"]),
                ),
            ),
            Section(
                say("section_ending"),
                (
                    self.radio("ending", WORDS["ending"]),
                    self.radio("time_limit_s", TIMES, needs="timed=yes"),
                    self.box("repetition_draw"),
                    self.radio("ties", ("key", "void")),
                ),
            ),
            Section(
                say("section_deck"),
                (
                    self.radio("decks", ("", "1", "2"), hint=say("decks_hint")),
                    self.radio("jokers", WORDS["jokers"], hints=True),
                    self.number("joker_chances", NUMBERS["joker_chances"], "jokers=challenge"),
                ),
            ),
            Section(
                say("section_turning"),
                (
                    self.radio("turning", ("self", "person")),
                    self.radio("handover", ("every", "pile", "never")),
                ),
            ),
        )

    def pace(self) -> Control:
        """The paces; the preset's own is the usual one, and no other beside it."""
        own = str(self.preset.window_ms)
        offered = tuple(value for value in PACES if value != own)
        now = self.shown["window_ms"]
        return self.radio(
            "window_ms", offered, say("window_ms_hint"), now="" if now == own else now
        )

    def length(self, hint: str) -> Control:
        """The length: two short ones, all the cards, or a number of one's own."""
        limit = self.shown["reveal_limit"]
        chosen = limit if limit in LENGTHS[:-1] else OTHER
        low, high = LIMITS["reveal_limit"]
        return Control(
            "radio",
            "reveal_limit",
            say("reveal_limit_legend"),
            hint,
            self.errors.get("reveal_limit", ""),
            tuple(
                Choice("reveal_limit", v, say(f"reveal_limit_{v}"), "", v == chosen)
                for v in LENGTHS
            ),
            value=limit if chosen == OTHER else SUGGESTED,
            least=low,
            most=high,
        )

    def radio(
        self,
        name: str,
        values: Sequence[str],
        hint: str = "",
        *,
        hints: bool = False,
        needs: str = "",
        now: str | None = None,
    ) -> Control:
        """One of several values; a legal one that the page does not offer is offered too."""
        now = self.shown[name] if now is None else now
        offered = tuple(values)
        if now not in offered and name not in self.errors:
            offered = (*offered, now)
        return Control(
            "radio",
            name,
            say(f"{name}_legend"),
            hint,
            self.errors.get(name, ""),
            tuple(
                Choice(
                    name,
                    value,
                    self.label(name, value),
                    say(f"{name}_{value}_hint") if hints else "",
                    value == now,
                )
                for value in offered
            ),
            needs=needs,
            why=say(f"why_{name}") if needs else "",
        )

    def label(self, name: str, value: str) -> str:
        if name == "window_ms":
            own = say("window_ms_own", time=pace(self.preset.window_ms))
            return pace_name(int(value)) if value else own
        if name == "time_limit_s" and value.isdigit():
            return duration(int(value))
        grows = self.preset.two_decks_from
        if name == "decks" and not value and grows:
            return say("decks_own_grows", seats=SMALL[grows])
        return say(f"{name}_{value or 'own'}")

    def number(self, name: str, bounds: tuple[int, int], needs: str) -> Control:
        return Control(
            "number",
            name,
            say(f"{name}_legend"),
            say(f"{name}_hint"),
            self.errors.get(name, ""),
            value=self.shown[name],
            least=bounds[0],
            most=bounds[1],
            needs=needs,
            why=say(f"why_{name}"),
        )

    def box(self, name: str, needs: str = "", why: str = "") -> Control:
        choice = Choice(
            name,
            "yes",
            say(f"{name}_label"),
            say(f"{name}_hint"),
            self.shown[name] == "yes",
            needs,
            say(why) if why else "",
        )
        return Control("boxes", name, "", "", self.errors.get(name, ""), (choice,))

    def slaps(self) -> Control:
        """The conditions, each a box of its own; jokers on sight are a choice of the deck."""
        ticked = self.shown["slaps"].replace(",", " ").split()
        needs = {"run_wrap": "slap_run", "joker": "jokers=challenge"}
        return Control(
            "boxes",
            "slaps",
            say("slaps_legend"),
            "",
            self.errors.get("slaps", ""),
            tuple(
                Choice(
                    f"slap_{name}",
                    "yes",
                    SLAPPED[name].capitalize(),
                    say("slap_joker_hint") if name == "joker" else EXPLAINED[name].capitalize(),
                    name in ticked,
                    needs.get(name, ""),
                    say(f"why_{name}" if name in needs else "why_last"),
                )
                for name in CONDITIONS
            ),
        )


def refused(error: InvalidRules, fields: Mapping[str, str]) -> tuple[str, str]:
    """The control that a refusal belongs to, and the refusal as one warm sentence."""
    name = error.field
    value = text_shown(fields.get(name, ""))
    if name == "slaps":
        return name, _refused_slaps(fields)
    if name == "preset":
        return name, say("refused_mine") if value == MINE else say("refused_preset", value=value)
    if name == "computers":
        people = PEOPLE["pass" if fields.get("mode") == "pass" else "solo"]
        return name, say("refused_computers", least=2 - people, most=8 - people)
    if name == "seats":
        return name, say("refused_seats", value=value)
    if name == "time_limit_s" and fields.get("window_ms") == str(NO_TIMER) and _is_limit(value):
        return name, say("refused_untimed")
    if name in ("reveal_limit", "joker_chances"):
        return name, say(f"refused_{name}")
    known = name in _CONTROLLED
    return name, say(
        "refused_value" if known else "refused_unknown", value=value or text_shown(name)
    )


def _is_limit(value: str) -> bool:
    """Whether a time limit could be, were there a timer."""
    low, high = LIMITS["time_limit_s"]
    return value.isascii() and value.isdigit() and low <= int(value) <= high


_CONTROLLED = frozenset(full(setup_from({})))


def _refused_slaps(fields: Mapping[str, str]) -> str:
    named = fields.get("slaps", "").replace(",", " ").split()
    for name in named:
        if name not in CONDITIONS or named.count(name) > 1:
            return say("refused_slaps", value=text_shown(name))
    if "run_wrap" in named and "run" not in named:
        return say("refused_run_wrap")
    return say("refused_joker" if "joker" in named else "refused_nothing")


def long_game(setup: Setup, least_seats: int = 2) -> str:
    """How long all the cards take, and a short game beside it; nothing where a limit ends it."""
    rules = setup.rules
    limited = rules.reveal_limit is not None or rules.time_limit_s is not None
    if limited or rules.seats < least_seats or setup.untimed:
        return ""
    usual = length(setup)
    short = count("minutes", max(1, round(short_minutes(setup))))
    if usual.minutes > MINUTES_MAX:
        return say("over_an_hour", minutes=short)
    return say(
        "long_game",
        seats=SMALL[rules.seats],
        reveals=f"{round(usual.reveals, -1):,.0f}",
        minutes=count("minutes", max(1, round(usual.minutes))),
        short=short,
    )
