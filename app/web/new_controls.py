"""Every field of the set-up form as a control, and what was refused, in words beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.engine.conditions import CONDITIONS
from app.engine.rules import LIMITS, NUMBERS, WORDS, Preset
from app.table.setup import CAPS, LEVELS, LINK_PEOPLE_MIN, MODES, PEOPLE, Setup, usual_time_limit_s
from app.web.catalogue import EXPLAINED, SLAPPED, SMALL
from app.web.controls import Choice, Control, Section
from app.web.new_form import OTHER
from app.web.rules_figures import MINUTES_MAX, length, short_minutes
from app.web.words import count, duration, pace, pace_name, say

LENGTHS = ("100", "200", "none", OTHER)
SUGGESTED = "50"
"""The length of one's own to begin with."""
PACES = ("", "1000", "1800", "3000", "6000", "18000", "0")
TIMES = ("none", "120", "300", "600", "900", "1500", "3600")


class Drawn:
    """The controls for these values; every one is drawn, whatever was wrong with it."""

    def __init__(self, shown: Mapping[str, str], errors: Mapping[str, str], preset: Preset) -> None:
        self.shown, self.errors, self.preset = shown, errors, preset
        self.linked = shown["mode"] == "link"

    def basics(self, setup: Setup | None, people: int = 0) -> tuple[Control, ...]:
        """Who plays, and how long; `people` are at the table already, where it has one.

        Nobody changes who plays at a table that is there.
        """
        long = self.length(long_game(setup) if setup else "")
        return (
            *(() if people else (self.radio("mode", MODES, hints=True),)),
            *((self.seats(people),) if self.linked else ()),
            self.computers(),
            self.radio("level", LEVELS, hints=True),
            *((long, self.time_limit(setup)) if self.linked else (long,)),
            self.pace(),
            *(() if self.linked else (self.box("auto"),)),
        )

    def seats(self, people: int) -> Control:
        """How many sit at a link match, people and computers."""
        return Control(
            "number",
            "seats",
            say("seats_legend"),
            count("seats_hint_people", people, word=SMALL[people].capitalize())
            if people
            else say("seats_hint"),
            self.errors.get("seats", ""),
            value=self.shown["seats"],
            least=2,
            most=8,
        )

    def computers(self) -> Control:
        mode = self.shown["mode"]
        least, most = computers_of(mode)
        error = self.errors.get("computers", "")
        return Control(
            "number",
            "computers",
            say("computers_legend"),
            say(f"computers_hint_{mode}"),
            error if self.linked else error or self.errors.get("seats", ""),
            value=self.shown["computers"],
            least=least,
            most=most,
        )

    def time_limit(self, setup: Setup | None) -> Control:
        """The time limit; at a link match there is a usual one, and what it is stands below."""
        if not self.linked:
            return self.radio("time_limit_s", TIMES, needs="timed=yes")
        hint = say("time_limit_s_hint")
        if setup is not None:
            usual = usual_time_limit_s(setup.rules)
            hint = (
                say("time_limit_s_hint_usual", time=duration(usual))
                if usual
                else say("time_limit_s_hint_none")
            )
        return self.radio("time_limit_s", ("", *TIMES), hint, needs="timed=yes")

    def timing(self) -> Section:
        """Which slap comes first, where people sit at devices of their own."""
        own = str(CAPS[-1])
        cap = self.shown["cap"]
        return Section(
            say("section_timing"),
            (
                self.radio("order", ("fair", "arrival"), hints=True),
                self.radio(
                    "cap",
                    ("", *(str(cap) for cap in reversed(CAPS[:-1]))),
                    say("cap_hint"),
                    needs="order=fair",
                    now="" if cap == own else cap,
                ),
                self.radio("ties", ("key", "void")),
            ),
        )

    def turning(self) -> Section:
        """Whose hand turns which cards, where everybody sits at one device."""
        return Section(
            say("section_turning"),
            (
                self.radio("turning", ("self", "person")),
                self.radio("handover", ("every", "pile", "never")),
            ),
        )

    def sections(self) -> tuple[Section, ...]:
        """The custom rules."""
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
                    *(() if self.linked else (self.time_limit(None),)),
                    self.box("repetition_draw"),
                    *(() if self.linked else (self.radio("ties", ("key", "void")),)),
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
            self.timing() if self.linked else self.turning(),
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
        if name == "cap" and not value:
            return say("cap_350")
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


def computers_of(mode: str) -> tuple[int, int]:
    """The least and the most computers at a table of this mode."""
    people = PEOPLE.get(mode, LINK_PEOPLE_MIN)  # type: ignore[call-overload]
    return (0 if mode == "link" else 2 - people), 8 - people


def long_game(setup: Setup, least_seats: int = 2) -> str:
    """How long all the cards take, and a short game beside it; nothing where a limit ends it."""
    rules = setup.rules
    timed = rules.time_limit_s is not None and setup.one_device
    if timed or rules.reveal_limit is not None or rules.seats < least_seats or setup.untimed:
        return ""
    usual = length(replace(setup, rules=replace(rules, time_limit_s=None)))
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
