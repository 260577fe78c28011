"""What the rules in force claim, as a machine can check it. rules_text.py puts it into words.

Every sentence about a field is made from a claim, so a test that plays a position and compares what
happened with the claim has tested the sentence.
"""

from dataclasses import dataclass

from app.engine.cards import HONOURS, JOKERS, deck
from app.engine.conditions import CONDITIONS
from app.engine.game import STRIKES_OUT
from app.engine.rules import Rules, preset_named
from app.table.setup import Setup, sized


@dataclass(frozen=True, slots=True)
class Claim:
    """`says` what holds for `field`; `number` in the field's unit, 0 where it has none.

    An honour's claim says its rank, and its number is its chances. The claim about the deck counts
    its cards.
    """

    field: str
    says: str
    number: int = 0


def claims(rules: Rules) -> tuple[Claim, ...]:
    """What holds in a game by these rules, in the order in which people read it."""
    return (
        *_slaps(rules),
        *_honours(rules),
        Claim("burn", "burned", rules.burn),
        Claim("empty_false_slap", rules.empty_false_slap, _strikes(rules)),
        Claim("ending", rules.ending),
        *_limits(rules),
        Claim("repetition_draw", "repetition" if rules.repetition_draw else "no_repetition"),
        Claim("seats", "players", rules.seats),
        Claim("decks", "decks", len(deck(rules.decks, rules.jokers != "none"))),
        _jokers(rules),
    )


def _slaps(rules: Rules) -> tuple[Claim, ...]:
    if not rules.slaps:
        return (Claim("slaps", "nothing"),)
    when = "until_covered" if rules.slap_until_covered else "in_window"
    return (
        *(Claim("slaps", name) for name in CONDITIONS if name in rules.slaps),
        Claim("slap_until_covered", when),
    )


def _honours(rules: Rules) -> tuple[Claim, ...]:
    if not rules.challenges:
        return (Claim("challenges", "quiet"),)
    asked = [Claim("challenges", rank, chances) for rank, chances in HONOURS.items()]
    if rules.jokers == "challenge":
        asked.append(Claim("joker_chances", JOKERS[0][0], rules.joker_chances))
    return (*asked, Claim("responder_empty", rules.responder_empty))


def _strikes(rules: Rules) -> int:
    """The wrong slap without cards that puts a seat out, 0 where none does."""
    return {"free": 0, "out": 1, "strikes": STRIKES_OUT}[rules.empty_false_slap]


def _limits(rules: Rules) -> tuple[Claim, ...]:
    found = []
    if rules.reveal_limit is not None:
        found.append(Claim("reveal_limit", "reveal_limit", rules.reveal_limit))
    if rules.time_limit_s is not None:
        found.append(Claim("time_limit_s", "time_limit", rules.time_limit_s))
    return tuple(found) or (Claim("reveal_limit", "no_limit"),)


def _jokers(rules: Rules) -> Claim:
    if rules.jokers == "challenge" and not rules.challenges:
        return Claim("jokers", "jokers_quiet")
    return Claim("jokers", f"jokers_{rules.jokers}")


def table_claims(setup: Setup) -> tuple[Claim, ...]:
    """What holds at the table around the game; numbers are ms."""
    return tuple(
        claim
        for claim in (
            *_times(setup),
            Claim("turning", f"turning_{_turning(setup)}") if setup.computers else None,
            Claim("auto", "auto") if setup.auto and setup.one_device else None,
            Claim("handover", f"handover_{setup.handover}") if setup.mode == "pass" else None,
            *_early(setup),
            *(_arbitration(setup) if setup.rules.slaps else ()),
        )
        if claim is not None
    )


def _turning(setup: Setup) -> str:
    """Where several people sit down, or whose cards turn anyhow, nobody turns for computers."""
    return "self" if setup.people > 1 or setup.auto else setup.turning


def _early(setup: Setup) -> tuple[Claim, ...]:
    """What a link match is that is dealt to fewer than it has seats for."""
    if setup.fewest == setup.rules.seats:
        return ()
    found, preset = [Claim("early", "early", setup.fewest)], preset_named(setup.preset)
    least = sized(setup, setup.fewest).rules
    if least.decks != setup.rules.decks and preset.two_decks_from:
        found.append(Claim("early_decks", "early_decks", preset.two_decks_from))
    if least.time_limit_s != setup.rules.time_limit_s and least.time_limit_s:
        found.append(Claim("early_time", "early_time", least.time_limit_s))
    return tuple(found)


def _arbitration(setup: Setup) -> tuple[Claim, ...]:
    """Which of several slaps counts. Where everybody has one device there is less to say of it."""
    people = setup.ties == "key" and setup.computers > 0
    found = [Claim("ties", "ties_people" if people else f"ties_{setup.ties}")]
    if setup.order == "arrival":
        far = () if setup.one_device else (Claim("far", "far"),)
        return (Claim("order", "order_arrival"), *far, *found)
    if setup.one_device:
        return tuple(found)
    if not setup.cap:
        return (Claim("cap", "no_cap"), *found)
    return (Claim("order", "order_fair"), Claim("cap", "cap", setup.cap), *found)


def _times(setup: Setup) -> tuple[Claim, ...]:
    if setup.untimed:
        return (Claim("untimed", "untimed"),)
    found = [Claim("window_ms", "window", setup.window_ms)]
    if setup.rules.challenges:
        found.append(Claim("claim_window_ms", "claim_window", setup.claim_window_ms))
    if setup.listening:
        found.append(Claim("listening", "listening"))
    return tuple(found)
