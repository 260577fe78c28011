"""Moments at a table that the vectors leave open: what meets what, and in which order."""

from dataclasses import replace

import pytest

from app.engine.game import (
    Burned,
    Challenge,
    Claimed,
    Collected,
    Ended,
    IllegalAction,
    Lapsed,
    LastChance,
    LastChanceLeft,
    Out,
    Result,
    Revealed,
    Struck,
    start,
)
from app.engine.state import position
from tests.engine.moments import moment, play, stacks

LAST_CHANCE = ("reveal", "close", "reveal", "close")
"""From `JS` against `2D`: seat 0 collects them, holds all cards, and reveals three more."""


def test_a_refused_action_says_why_in_the_words_of_the_rules() -> None:
    with pytest.raises(IllegalAction) as refusal:
        play(moment("7S", "4C"), "reveal", "reveal")
    assert refusal.value.why == str(refusal.value) == "window open"


def test_a_holder_that_goes_out_in_its_last_chance_loses_it() -> None:
    game, _ = play(moment("JS 4S", "2D", ""), *LAST_CHANCE, "reveal", "close", "reveal", "close")
    game, _ = play(game, "reveal")
    assert (stacks(game), game.last_chance) == (["", "", ""], LastChance(0, 0))
    game, events = play(game, "slap 0")
    assert events == (Out(0), Lapsed(0))
    assert (game.last_chance, game.turn, game.phase) == (None, None, "window")
    game, events = play(game, "close")
    assert events == (Ended(None, "stalled"),)


def test_a_holder_that_burns_its_last_card_has_a_pause_and_then_has_won() -> None:
    game, _ = play(moment("JS 4S", "2D"), *LAST_CHANCE, "reveal", "close", "reveal", "close")
    assert (stacks(game), game.phase, game.turn) == (["2D", ""], "ready", 0)
    game, events = play(game, "slap 0")
    assert events == (Burned(0, 1),)
    assert (game.phase, game.turn, game.last_chance) == ("window", None, LastChance(0, 1))
    game, events = play(game, "close")
    assert events == (Ended(0, "last_chance"),)
    assert (game.buried, game.faceup) == (("2D",), ("4S", "JS"))


def test_who_slaps_all_the_cards_from_a_holder_has_a_last_chance_of_its_own() -> None:
    game, _ = play(moment("JS", "JD"), "reveal", "close", "reveal", "close", "reveal", "close")
    assert game.last_chance == LastChance(1, 2)
    game, events = play(game, "reveal", "slap 0")
    assert events == (Collected(0, "slap", 2, ("double",)), LastChanceLeft(0, 3))
    assert (game.turn, game.phase) == (0, "ready")


def test_the_holders_slap_with_no_reveal_left_wins_at_once() -> None:
    game = moment("JS 4S 4H", "2D", slaps=["jack"])
    game, _ = play(game, *LAST_CHANCE, "reveal", "close", "reveal", "close", "reveal")
    assert (game.last_chance, game.faceup[-1]) == (LastChance(0, 0), "JS")
    game, events = play(game, "slap 0")
    assert events == (Collected(0, "slap", 3, ("jack",)), Ended(0, "last_chance"))


def test_a_last_chance_that_begins_at_the_limit_ends_by_the_limit() -> None:
    game = moment("JS 4S", "2D", reveal_limit=10)._replace(reveals=8)
    _, events = play(game, *LAST_CHANCE)
    assert events == (
        Collected(0, "challenge", 2, ()),
        LastChanceLeft(0, 3),
        Ended(0, "limit"),
    )


def test_all_cards_come_before_the_limit() -> None:
    game = moment("JS 4S", "2D", preset="duel", reveal_limit=10)._replace(reveals=8)
    _, events = play(game, *LAST_CHANCE)
    assert events == (Collected(0, "challenge", 2, ()), Ended(0, "all_cards"))


def test_a_last_chance_used_up_at_the_limit_is_won() -> None:
    game, _ = play(moment("JS 4S", "2D", reveal_limit=10)._replace(reveals=5), *LAST_CHANCE)
    game, events = play(game, "reveal", "close", "reveal", "close", "reveal", "close")
    assert game.reveals == 10
    assert events == (Ended(0, "last_chance"),)


def test_the_claim_of_an_out_seat_lapses_to_nobody_where_all_are_empty() -> None:
    game, events = play(moment("JS", "2D", ""), "reveal", "close", "reveal", "slap 0")
    assert events == (Out(0), Lapsed(0))
    assert (game.claim, game.turn, game.phase) == (None, None, "window")
    assert play(game, "close")[1] == (Ended(None, "stalled"),)


def test_the_third_strike_lets_a_challenge_lapse() -> None:
    game = moment("JS", "2D 3D 4D", "5H", empty_false_slap="strikes")._replace(strikes=(2, 0, 0))
    game, events = play(game, "reveal", "slap 0")
    assert events == (Struck(0, 3), Out(0), Lapsed(0))
    assert (game.turn, game.challenge, game.strikes) == (1, None, (3, 0, 0))


def test_a_seat_that_goes_out_between_windows_leaves_the_due_seat_due() -> None:
    game, events = play(moment("KS", "2D 3D", "5H 6H"), "reveal", "close", "slap 0")
    assert events == (Out(0), Lapsed(0))
    assert (game.phase, game.turn, game.challenge) == ("ready", 1, None)
    assert play(game, "reveal")[0].turn == 2


def test_the_last_but_one_to_go_out_ends_the_game_with_the_claim_lapsed() -> None:
    game, events = play(moment("JS", "2D 3D"), "reveal", "close", "reveal", "slap 0")
    assert events == (Out(0), Lapsed(0), Ended(1, "last_standing"))
    assert (game.turn, game.claim, game.phase) == (None, None, "over")


def test_a_responder_that_burns_its_last_card_in_ready_hands_on_its_chances() -> None:
    game = moment("KS 9S", "2D", "4H 5H", responder_empty="carry")
    game, events = play(game, "reveal", "close", "slap 1")
    assert events == (Burned(1, 1),)
    assert (game.phase, game.turn, game.challenge) == ("ready", 2, Challenge(0, 3))


def test_another_seat_that_goes_out_leaves_the_challenge() -> None:
    game, events = play(moment("KS", "2D 3D", ""), "reveal", "slap 2")
    assert events == (Out(2),)
    assert (game.turn, game.challenge) == (1, Challenge(0, 3))


def test_seats_that_are_out_are_told_in_rising_order() -> None:
    game, _ = play(moment("2S 3S 4S", "5D", "", ""), "reveal", "slap 3", "slap 2")
    assert game.out == (2, 3)


def test_a_seat_that_goes_out_in_ready_ends_no_last_window() -> None:
    game, events = play(moment("5S 6S", "", "", preset="strict", pile="9D"), "slap 1")
    assert events == (Out(1),)
    assert (game.phase, game.turn, game.result) == ("ready", 0, None)


def test_another_seats_burn_leaves_the_due_seat_due_though_it_loses_all() -> None:
    game, events = play(moment("KS", "2D 3D", "4H"), "reveal", "slap 2")
    assert events == (Burned(2, 1),)
    assert (game.turn, game.challenge, stacks(game)) == (1, Challenge(0, 3), ["", "2D 3D", ""])


def test_nobody_gets_the_pile_where_nobody_has_revealed() -> None:
    game, events = play(moment("7S", "4C 5C", pile="KD", buried="9H"), "timeup")
    assert events == (Ended(1, "limit"),)
    assert (game.buried, game.faceup, stacks(game)) == (("9H",), ("KD",), ["7S", "4C 5C"])


def test_equal_highest_counts_are_a_draw_whoever_has_less() -> None:
    game, events = play(moment("7S 8S", "4C", "9D TD"), "timeup")
    assert events == (Ended(None, "limit"),)
    assert game.result == Result(None, "limit")


def test_a_given_pile_may_be_slapped_before_anybody_reveals() -> None:
    game, events = play(moment("2S", "4C", pile="7S 7D", buried="9H"), "slap 1")
    assert events == (Collected(1, "slap", 3, ("double",)),)
    assert stacks(game) == ["2S", "4C 9H 7S 7D"]


def test_a_joker_that_challenges_passes_quietly_where_nothing_does() -> None:
    game = moment("X1 2S", "3D", preset="party", jokers="challenge", challenges=False)
    game, events = play(game, "reveal")
    assert events == (Revealed(0, "X1", 1),)
    assert (game.turn, game.challenge) == (1, None)


def test_the_only_seat_with_cards_goes_on_alone() -> None:
    game, _ = play(moment("2S 3S", "", preset="party"), "reveal")
    assert game.turn == 0


def test_an_honour_claims_where_the_others_have_no_cards() -> None:
    game, events = play(moment("KS 3S", "", preset="party"), "reveal")
    assert events == (Revealed(0, "KS", 1), Claimed(0))
    assert (game.claim, game.turn, game.challenge) == (0, None, None)


def test_a_burn_of_the_only_seat_with_cards_reopens_the_last_window() -> None:
    game = moment("5S 6S", "", preset="strict", pile="9D")
    game, events = play(game, "slap 0")
    assert events == (Burned(0, 1),)
    assert (game.phase, game.turn) == ("window", 0)
    assert play(game, "close")[1] == (Collected(0, "award", 2, ()), Ended(0, "all_cards"))


def test_a_burn_that_leaves_two_seats_with_cards_reopens_nothing() -> None:
    game = moment("5S 6S", "8D 9D", "", preset="strict")
    game, _ = play(game, "reveal", "close", "slap 1")
    assert (game.phase, game.turn) == ("ready", 1)


def test_a_pattern_may_be_slapped_in_a_reopened_window() -> None:
    game = moment("7S 2S", "7D 3D", "4H", preset="strict", slaps=["jack"])
    game, _ = play(game, "reveal", "close", "reveal", "close", "slap 2", "slap 0")
    assert (game.phase, stacks(game)) == ("window", ["", "3D", ""])
    game = game._replace(rules=moment("", "", "", preset="strict").rules)
    game, events = play(game, "slap 2")
    assert events == (Collected(2, "slap", 4, ("double",)),)
    assert (game.phase, game.result) == ("ready", None)


def test_a_strike_leaves_the_position_as_it_was_and_does_not_count_it() -> None:
    game = moment("5S 6S", "", "", "", preset="slapjack", empty_false_slap="strikes")
    game = start(replace(game.rules, repetition_draw=True), game.stacks, 0)
    game, events = play(game, "reveal", "close", "slap 1", "slap 2", "slap 3")
    assert events == (Struck(3, 1),)
    assert game.result is None
    assert play(game, "reveal")[1] == (Revealed(0, "6S", 2),)


def test_a_burn_between_windows_is_a_position_that_has_stood() -> None:
    """Twice counted as if it had stood already, the position after the burn ends the game."""
    ready, _ = play(moment("5S 6S 7S", "8D 9D", preset="party"), "reveal", "close")
    burned, _ = play(ready, "slap 0")
    assert (burned.phase, burned.result) == ("ready", None)
    once, _ = ready.stood.count(position(burned))
    twice, _ = once.count(position(burned))
    assert play(ready._replace(stood=once), "slap 0")[1] == (Burned(0, 1),)
    assert play(ready._replace(stood=twice), "slap 0")[1][-1] == Ended(None, "repetition")


def test_a_position_is_what_the_rules_say_and_nothing_else() -> None:
    game, _ = play(moment("5S 6S 7S", "8D 9D", "TC JC"), "reveal", "slap 1", "close")
    others = [
        game._replace(stacks=(("6S",), ("7S", "9D"), ("TC", "JC"))),
        game._replace(stacks=(("6S", "7S"), ("9D", "TC"), ("JC",))),
        game._replace(buried=(), faceup=game.buried + game.faceup),
        game._replace(buried=("8S",)),
        game._replace(turn=0),
        game._replace(challenge=Challenge(0, 1)),
        game._replace(challenge=Challenge(0, 2)),
        game._replace(challenge=Challenge(2, 1)),
        game._replace(last_chance=LastChance(0, 1)),
        game._replace(last_chance=LastChance(0, 2)),
        game._replace(last_chance=LastChance(2, 1)),
        game._replace(out=(2,)),
    ]
    assert len({position(each) for each in (game, *others)}) == len(others) + 1
    same = game._replace(reveals=9, penalised=(), strikes=(1, 2, 0), revealer=2)
    assert position(same) == position(game)


def test_what_one_game_goes_on_to_does_not_count_for_another() -> None:
    first = moment("JS", "5H", preset="slapjack", repetition_draw=True)
    for _ in range(5):
        second, _ = play(first, "reveal", "slap 0")
        assert second.result is None
    third, _ = play(second, "reveal", "slap 0")
    assert third.result == Result(None, "repetition")
    assert play(second, "reveal", "slap 0")[0] == third


@pytest.mark.parametrize(
    ("newest", "found"),
    [("9D", ("double",)), ("4C", ("sandwich",)), ("6C", ("top_bottom",)), ("7C", ())],
)
def test_trap_a_burn_changed_what_the_patterns_saw(newest: str, found: tuple[str, ...]) -> None:
    """A seven goes under the pile between two reveals: it lies neither beneath nor between."""
    slaps = ["double", "sandwich", "top_bottom"]
    before = moment(f"{newest} KD", "7S 3S", pile="6H 4S 9S", slaps=slaps)
    lay = stacks(before), before.faceup, before.buried
    paid, events = play(before, "slap 1")
    assert events == (Burned(1, 1),)
    assert (paid.faceup, paid.buried) == (("6H", "4S", "9S"), ("7S",))
    assert (stacks(before), before.faceup, before.buried) == lay, "what was there is unchanged"
    _, events = play(paid, "reveal", "slap 0")
    right = [event.conditions for event in events if isinstance(event, Collected)]
    assert right == ([found] if found else [])
