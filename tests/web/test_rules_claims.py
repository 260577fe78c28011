"""What the rules in force say is what the engine does: for every field, and each of its values.

Each test plays a small position, says what it saw as the claim that it supports, and compares. The
sentences are drawn from the claims; that they say them is checked at the end.
"""

import re
from dataclasses import replace
from typing import Any

import pytest

from app.engine import game as engine
from app.engine.cards import HONOURS
from app.engine.conditions import CONDITIONS
from app.engine.game import Game, IllegalAction
from app.engine.rules import FIELDS, PRESETS, WORDS, Rules, rules_from
from app.engine.shuffle import deal
from app.table.setup import Setup, setup_from
from app.web.rules_claims import Claim, claims, table_claims
from app.web.rules_text import rules_text, sentence
from tests.engine.moments import moment, play
from tests.table.virtual import Virtual

SEED = b"\x07" * 32
HELD = {  # piles on which exactly one condition holds
    "double": "3S 7S 7D",
    "sandwich": "3S 7S 9D 7C",
    "top_bottom": "7S 9D 2C 7H",
    "tens": "3S 4S 6D",
    "marriage": "3S KS QD",
    "split_marriage": "3S KS 2D QC",
    "run": "9S 4S 6D 5C",
    "run_wrap": "9S KS AD 2C",
    "joker": "7S X1",
    "jack": "7S JD",
}


def told(field: str, **rules: object) -> set[Claim]:
    """What the text claims of a field."""
    return {claim for claim in claims(rules_from(rules)) if claim.field == field}


def window(game: Game) -> Game:
    """The same moment while its newest card can be slapped."""
    return game._replace(phase="window", reveals=1, revealer=0)


def collects(game: Game, seat: int = 1) -> bool:
    """Whether a slap by this seat takes the pile."""
    return not engine.slap(game, seat)[0].faceup


def may_slap(game: Game, seat: int = 1) -> bool:
    try:
        engine.slap(game, seat)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("name", CONDITIONS)
def test_slaps(name: str) -> None:
    rules: dict[str, Any] = {
        "slaps": [name, "run"] if name == "run_wrap" else [name],
        "jokers": "challenge" if name == "joker" else "none",
    }
    seen = {
        Claim("slaps", each)
        for each, pile in HELD.items()
        if collects(window(moment("2S 3H", "4C 5C", pile=pile, **rules)))
    }
    assert seen == told("slaps", **rules)


def test_no_slaps() -> None:
    piles = (window(moment("2S 3H", "4C", pile=pile, slaps=[])) for pile in HELD.values())
    assert not any(collects(game) for game in piles)
    assert told("slaps", slaps=[]) == {Claim("slaps", "nothing")}
    assert told("slap_until_covered", slaps=[]) == set()


@pytest.mark.parametrize("value", [True, False])
def test_slap_until_covered(value: bool) -> None:
    game = window(moment("2S 3H", "4C 5C", pile="7S 7D", slap_until_covered=value))
    assert may_slap(game)
    says = "until_covered" if may_slap(engine.close(game)[0]) else "in_window"
    assert told("slap_until_covered", slap_until_covered=value) == {
        Claim("slap_until_covered", says)
    }


def asked(rank: str, **rules: Any) -> int:
    """How many chances the next player has when this card is played; 0 where it asks nothing."""
    card = "X1" if rank == "X" else f"{rank}S"
    game, _ = engine.reveal(moment(f"{card} 3H", "4C 5C 6C", "7H 8H", **rules), 0)
    return game.challenge.left if game.challenge else 0


@pytest.mark.parametrize("value", [True, False])
def test_challenges(value: bool) -> None:
    chances = {rank: asked(rank, challenges=value) for rank in HONOURS}
    seen = {Claim("challenges", rank, left) for rank, left in chances.items() if left}
    assert (seen or {Claim("challenges", "quiet")}) == told("challenges", challenges=value)
    if not value:
        assert told("responder_empty", challenges=value) == set()


@pytest.mark.parametrize("value", range(1, 10))
def test_joker_chances(value: int) -> None:
    rules: dict[str, Any] = {"jokers": "challenge", "joker_chances": value}
    assert told("joker_chances", **rules) == {Claim("joker_chances", "X", asked("X", **rules))}
    assert told("joker_chances", jokers="slap", joker_chances=value) == set()


@pytest.mark.parametrize("challenges", [True, False])
@pytest.mark.parametrize("value", WORDS["jokers"])
def test_jokers(value: str, challenges: bool) -> None:
    rules: dict[str, Any] = {"jokers": value, "challenges": challenges}
    game, _ = deal(rules_from(rules), SEED)
    dealt = any(card[0] == "X" for stack in game.stacks for card in stack)
    if not dealt:
        says = "jokers_none"
    elif asked("X", **rules):
        says = "jokers_challenge"
    else:
        on_sight = collects(window(moment("2S 3H", "4C 5C", pile="7S X1", **rules)))
        says = "jokers_slap" if on_sight else "jokers_quiet"
    assert told("jokers", **rules) == {Claim("jokers", says)}


@pytest.mark.parametrize("value", WORDS["responder_empty"])
def test_responder_empty(value: str) -> None:
    game = moment("KS 3H", "4C", "5H 6H", responder_empty=value)
    game, _ = play(game, "reveal", "close", "reveal")
    says = {(0, None): "collect", (None, 2): "carry"}[game.claim, game.turn]
    assert told("responder_empty", responder_empty=value) == {Claim("responder_empty", says)}


@pytest.mark.parametrize("value", [1, 2])
def test_burn(value: int) -> None:
    game = window(moment("2S 3H", "4C 5C 6C", pile="9S 7D", burn=value))
    after, _ = engine.slap(game, 1)
    cost = len(game.stacks[1]) - len(after.stacks[1])
    assert len(after.buried) == cost, "it goes under the pile"
    assert told("burn", burn=value) == {Claim("burn", "burned", cost)}


@pytest.mark.parametrize("value", WORDS["empty_false_slap"])
def test_empty_false_slap(value: str) -> None:
    game = moment("2S 4H 6C 8D 2H", "3S 5H 7C 9D 3H", "", empty_false_slap=value)
    fatal = 0
    for number in range(1, 6):
        game, _ = play(game, "reveal", "slap 2", "close")
        if 2 in game.out:
            fatal = number
            break
    says = {0: "free", 1: "out"}.get(fatal, "strikes")
    assert told("empty_false_slap", empty_false_slap=value) == {
        Claim("empty_false_slap", says, fatal)
    }


@pytest.mark.parametrize("value", WORDS["ending"])
def test_ending(value: str) -> None:
    collected, _ = engine.slap(window(moment("2S 3H 4H 5H 6H", "", pile="7S 7D", ending=value)), 0)
    alone, _ = play(moment("2S 3H 4H", "6H", turn=1, ending=value), "reveal", "close")
    if collected.phase != "over":
        assert collected.last_chance is not None
        assert (collected.last_chance.left, alone.phase) == (3, "ready"), "turns three more"
        says = "last_chance"
    else:
        says = "last_window" if alone.phase == "over" else "full"
    assert told("ending", ending=value) == {Claim("ending", says)}


@pytest.mark.parametrize("value", [10, 23, None])
def test_reveal_limit(value: int | None) -> None:
    game, _ = deal(rules_from({"reveal_limit": value}), SEED)
    while game.phase != "over" and game.reveals < 60:
        game, _ = play(game, "reveal", "close")
    result = game.result
    if result is not None and result.reason == "limit":
        seen = Claim("reveal_limit", "reveal_limit", game.reveals)
    else:
        seen = Claim("reveal_limit", "no_limit")
    assert told("reveal_limit", reveal_limit=value) == {seen}


@pytest.mark.parametrize("value", [30, 45])
def test_time_limit_s(value: int) -> None:
    """The engine knows no clock, so a table is asked."""
    (claim,) = told("time_limit_s", time_limit_s=value)
    table = Virtual(preset="quartet", time_limit_s=value, auto="yes").deal()
    while table.state == "playing":
        table.wait(10)
    result = table.core.ledger.game.result
    assert result is not None
    assert result.reason == "limit"
    # The running window is let pass, and a collected pile's card may be on its way.
    assert claim.number * 1000 <= table.core.ledger.played_ms < claim.number * 1000 + 2500
    assert told("reveal_limit", time_limit_s=value) == set()
    assert told("time_limit_s") == set()


@pytest.mark.parametrize("value", [True, False])
def test_repetition_draw(value: bool) -> None:
    game = moment("JS", "5H", preset="slapjack", repetition_draw=value)
    game, _ = play(game, "reveal", "slap 0", "reveal", "slap 0")
    drawn = game.result is not None and game.result.reason == "repetition"
    says = "repetition" if drawn else "no_repetition"
    assert told("repetition_draw", repetition_draw=value) == {Claim("repetition_draw", says)}


@pytest.mark.parametrize("value", range(2, 9))
def test_seats(value: int) -> None:
    game, _ = deal(rules_from({"seats": value}), SEED)
    assert told("seats", seats=value) == {Claim("seats", "players", len(game.stacks))}


@pytest.mark.parametrize("jokers", WORDS["jokers"])
@pytest.mark.parametrize("value", [1, 2])
def test_decks(value: int, jokers: str) -> None:
    rules = {"decks": value, "jokers": jokers}
    game, _ = deal(rules_from(rules), SEED)
    assert told("decks", **rules) == {Claim("decks", "decks", sum(map(len, game.stacks)))}


# The words


def changed(field: str) -> list[Rules]:
    """Rules for every value of a field, where it matters."""
    base = replace(PRESETS["classic"].rules, jokers="challenge")
    values: dict[str, list[Any]] = {
        "slaps": [frozenset({name}) | ({"run"} if "run" in name else set()) for name in CONDITIONS]
        + [frozenset()],
        "joker_chances": [*range(1, 10)],
        "reveal_limit": [10, 200, None],
        "time_limit_s": [30, 900],
        "seats": [*range(2, 9)],
        "decks": [1, 2],
        "burn": [1, 2],
        **{name: [*words] for name, words in WORDS.items()},
        **{name: [True, False] for name in ("challenges", "repetition_draw", "slap_until_covered")},
    }
    return [replace(base, **{field: value}) for value in values[field]]


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_has_words_of_its_own(field: str) -> None:
    texts = []
    for rules in changed(field):
        setup = replace(setup_from({"preset": "classic"}), rules=rules, computers=rules.seats - 1)
        texts.append("\n".join(s for part in rules_text(setup).parts for s in part.sentences))
    assert len(set(texts)) == len(texts)


WORDED = {
    "double": "one on the other",
    "sandwich": "another between",
    "top_bottom": "first card",
    "tens": "add up to ten",
    "marriage": "king next to a queen",
    "split_marriage": "king and a queen with a card between",
    "run": "three ranks in a row",
    "run_wrap": "king, ace and two",
    "joker": "joker",
    "jack": "jack",
    "nothing": "nothing to slap",
    "until_covered": "until the next card",
    "in_window": "only while its time runs",
    "quiet": "ask for nothing",
    "collect": "lost the pile",
    "carry": "next player",
    "burned": "under the pile",
    "free": "costs nothing",
    "out": "puts you out",
    "strikes": "third wrong slap",
    "full": "holds all the cards wins",
    "last_chance": "turns three more",
    "last_window": "only one with cards",
    "reveal_limit": "most cards win",
    "no_limit": "no other limit",
    "time_limit": "most cards win",
    "repetition": "draw",
    "no_repetition": "ends nothing",
    "decks": "deck",
    "jokers_none": "No jokers",
    "jokers_slap": "slap them",
    "jokers_challenge": "is an honour",
    "jokers_quiet": "ask for nothing",
}
"""Words without which a sentence would not say its claim."""
WORDED_NUMBERS = {"strikes", "out", "free"}
"""Claims whose number stands in words."""


@pytest.mark.parametrize("field", FIELDS)
def test_a_sentence_says_its_claim_and_its_number(field: str) -> None:
    for rules in changed(field):
        found = {claim.field: claim for claim in claims(rules)}
        for claim in claims(rules):
            if claim.field in ("challenges", "joker_chances", "seats") and claim.number:
                continue
            text = sentence(claim, found)
            assert WORDED[claim.says] in text, claim
            if claim.says == "strikes":
                assert ("no", "first", "second", "third")[claim.number] in text
            if claim.number > 1 and claim.says not in WORDED_NUMBERS:
                number = claim.number // 60 if claim.number == 900 else claim.number
                assert re.search(rf"\b{number}\b", text), claim


def test_the_honours_are_told_with_their_chances() -> None:
    setup = setup_from({"preset": "classic", "jokers": "challenge", "joker_chances": "7"})
    text = " ".join(s for part in rules_text(setup).parts for s in part.sentences)
    assert "jack 1, queen 2, king 3, ace 4 and joker 7" in text


# The table around the game


def at_table(**fields: str) -> dict[str, Claim]:
    setup: Setup = setup_from(fields)
    return {claim.field: claim for claim in table_claims(setup)}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("window_ms", ["", "1000", "6000"])
def test_the_windows_told_are_those_of_a_table(preset: str, window_ms: str) -> None:
    fields = {"preset": preset, "window_ms": window_ms}
    claim = at_table(**fields)["window_ms"]
    table = Virtual(setup_from({**fields, "auto": "yes", "turning": "self"})).deal()
    table.computers_react(9000, slaps=False)
    table.wait_for_reveal(1)
    if table.core.ledger.game.claim is None:
        assert claim.number == table.core.ledger.window_ms


def test_what_does_not_concern_a_table_is_not_told() -> None:
    assert "handover" not in at_table(preset="duel")
    assert at_table(mode="pass", handover="pile")["handover"].says == "handover_pile"
    assert "turning" not in at_table(mode="pass", computers="0")
    assert "claim_window_ms" not in at_table(preset="slapjack")
    assert set(at_table(window_ms="0")) == {"untimed", "turning", "ties"}
    assert set(at_table(slaps="", order="arrival")) == {"window_ms", "claim_window_ms", "turning"}
    for fields in ({"preset": "strict"}, {"ties": "void"}):
        assert at_table(**fields)["ties"].says == "ties_void"
