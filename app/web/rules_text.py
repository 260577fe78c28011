"""The one text of a set-up in plain words: it feeds the set-up's summary and the table's rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.days import reveals_ms
from app.engine.cards import deck
from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS
from app.table.setup import Setup, sized
from app.web.catalogue import EXPLAINED, RANKS, SLAPPED, SMALL
from app.web.rules_claims import Claim, claims, table_claims
from app.web.rules_differences import differences
from app.web.rules_figures import MINUTES_MAX, chances, length, quickest_ms, short_minutes
from app.web.words import count, duration, joined, moment, pace, say, seconds

_PARTS = {
    "slaps": "slap",
    "slap_until_covered": "slap",
    "challenges": "honours",
    "joker_chances": "honours",
    "responder_empty": "honours",
    "burn": "wrong",
    "empty_false_slap": "wrong",
    "ending": "end",
    "reveal_limit": "end",
    "time_limit_s": "end",
    "repetition_draw": "end",
    "early_time": "end",
    "order": "timing",
    "cap": "timing",
    "far": "timing",
    "ties": "timing",
}
"""Under which heading a field's sentence stands; all others are about the table."""


_WITHOUT_SLAPS = {
    "rule_last_chance": "rule_last_chance_quiet",
    "rule_last_window": "rule_last_window_quiet",
    "rule_window": "rule_window_quiet",
    "rule_window_claim": "rule_window_claim_quiet",
    "rule_untimed": "rule_untimed_quiet",
    "rule_listening": "rule_listening_quiet",
}
"""Sentences that others stand for where there is nothing to slap."""

ONE_DECK = len(deck(1, jokers=True))
"""The most cards that one deck has."""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesText:
    """A set-up in plain words. `quickest` is empty where no computer slaps.

    `headline` says it on one line, `different` what its preset has otherwise; `chance`, `long` and
    `quickest` are about, measured and not promised.
    """

    headline: str
    parts: tuple[Part, ...]
    different: str
    chance: str
    long: str
    quickest: str


def rules_text(setup: Setup) -> RulesText:
    """The set-up in plain words."""
    told = (*claims(setup.rules), *table_claims(setup))
    return RulesText(
        headline=_headline(setup),
        parts=tuple(
            Part(say(f"part_{part}"), sentences)
            for part in ("slap", "honours", "wrong", "end", "table", "timing")
            if (sentences := tuple(_sentences(part, told, setup.one_device)))
        )
        + _ranked(setup),
        different=_different(setup),
        chance=_chance(setup),
        long=_long(setup),
        quickest=_quickest(setup),
    )


def _ranked(setup: Setup) -> tuple[Part, ...]:
    """What holds in a ranked daily beside the rules of its preset."""
    if not setup.ranked:
        return ()
    until = say("rule_ranked_until", moment=moment(reveals_ms(setup.date)))
    return (Part(say("daily"), (say("rule_ranked"), until, say("rule_ranked_pause"))),)


def _sentences(part: str, told: tuple[Claim, ...], one_device: bool) -> Iterable[str]:
    own = [claim for claim in told if _part(claim, one_device) == part]
    asked = [claim for claim in own if claim.says in RANKS]
    if asked:
        yield _asked(asked)
        if any(claim.field == "slap_until_covered" for claim in told):
            yield say("rule_honour_beaten")
    by_field = {claim.field: claim for claim in told}
    for claim in own:
        if claim in asked or claim.field in ("seats", "claim_window_ms"):
            continue
        yield sentence(claim, by_field)


def _part(claim: Claim, one_device: bool) -> str:
    """Who was first has a heading of its own where people sit at devices of their own."""
    part = _PARTS.get(claim.field, "table")
    return "table" if part == "timing" and one_device else part


def sentence(claim: Claim, told: dict[str, Claim]) -> str:
    """A claim in words; `told` has the others by field, where one sentence says two."""
    match claim.field:
        case "slaps" if claim.says in EXPLAINED:
            name = SLAPPED[claim.says].capitalize()
            return say("condition_line", name=name, explained=EXPLAINED[claim.says])
        case "burn":
            return count("rule_burned", claim.number)
        case "time_limit_s":
            return say("rule_time_limit", time=duration(claim.number))
        case "early_time":
            return say("rule_early_time", time=duration(claim.number))
        case "early" | "early_decks":
            return say(f"rule_{claim.says}", seats=SMALL[claim.number])
        case "cap":
            return say(f"rule_{claim.says}", time=pace(claim.number))
        case "decks":
            seats = SMALL[told["seats"].number].capitalize()
            key = "rule_one_deck" if claim.number <= ONE_DECK else "rule_two_decks"
            return say(key, seats=seats, cards=claim.number)
        case "window_ms":
            return _window(claim, told)
    return say(_key(f"rule_{claim.says}", told), number=claim.number)


def _key(usual: str, told: dict[str, Claim]) -> str:
    quiet = "slaps" in told and told["slaps"].says == "nothing"
    return _WITHOUT_SLAPS.get(usual, usual) if quiet else usual


def _asked(asked: Iterable[Claim]) -> str:
    """What each honour asks for: "jack 1, queen 2, king 3 and ace 4"."""
    parts = [
        say("asks", rank=RANKS[claim.says], number=claim.number)
        for claim in sorted(asked, key=lambda claim: claim.number)
    ]
    return say("rule_honour", asked=joined(tuple(parts)))


def _window(window: Claim, told: dict[str, Claim]) -> str:
    time, claim_window = pace(window.number), told.get("claim_window_ms")
    if claim_window is None or claim_window.number == window.number:
        return say(_key("rule_window", told), time=time)
    return say(_key("rule_window_claim", told), time=time, claim=pace(claim_window.number))


def _headline(setup: Setup) -> str:
    names = tuple(SLAPPED[name] for name in CONDITIONS if name in setup.rules.slaps)
    slapped = joined(names) if names else say("headline_nothing")
    limit = setup.rules.reveal_limit
    long = say("length_all_cards") if limit is None else count("reveals", limit)
    if setup.rules.time_limit_s is not None:
        long = say("headline_timed", length=long, time=duration(setup.rules.time_limit_s))
    return say("headline", slapped=slapped, length=long[:1].upper() + long[1:])


def _different(setup: Setup) -> str:
    what, preset = differences(setup), PRESETS[setup.preset].title
    if not what:
        return say("differs_not", preset=preset)
    return say("differs", preset=preset, what=joined(what))


def _chance(setup: Setup) -> str:
    often = chances(setup.rules)
    return say("chance", number=max(1, round(100 / often))) if often else say("no_chance")


def _long(setup: Setup) -> str:
    """How long a game takes; of a link match that is dealt to fewer people, that too."""
    told = _about(setup)
    if setup.untimed or setup.fewest == setup.rules.seats:
        return told
    few = _about(sized(setup, setup.fewest))
    if few == told:
        return told
    seats = SMALL[setup.fewest].capitalize()
    return " ".join((told, say("long_few", seats=seats, about=few)))


def _about(setup: Setup) -> str:
    if setup.untimed:
        return say("your_time")
    usual, limit_s = length(setup), setup.rules.time_limit_s
    limit = float("inf") if limit_s is None else limit_s / 60
    if usual.minutes > MINUTES_MAX:
        return say("over_an_hour", minutes=_minutes(short_minutes(setup)))
    minutes, tenth = _minutes(usual.minutes), _minutes(min(usual.minutes_p90, MINUTES_MAX))
    if usual.minutes >= limit:
        return say("about_limit", limit=duration(limit_s or 0))
    if usual.minutes_p90 >= limit:
        return say("about_most", minutes=minutes, limit=duration(limit_s or 0))
    if usual.minutes_p90 < 1.5 * usual.minutes:
        return say("about_long", minutes=minutes)
    return say("about_long_tenth", minutes=minutes, tenth=tenth)


def _minutes(minutes: float) -> str:
    return count("minutes", max(1, round(minutes)))


def _quickest(setup: Setup) -> str:
    ms = quickest_ms(setup)
    return "" if ms is None else say("quickest", time=seconds(ms))
