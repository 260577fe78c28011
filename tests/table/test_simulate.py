"""Computers against each other: who goes first at which time, and what is added up."""

import hashlib
from typing import Any

import pytest

from app.engine import game as engine
from app.engine.game import Game
from app.engine.rules import PRESETS, rules_from
from app.engine.shuffle import deal, tie_key
from app.table import simulate
from app.table.computer import Draws, Plan, draws, turn_ms
from app.table.simulate import Playing, Settings, deal_seeds, play, spread, summary
from tests.engine.moments import moment, stacks

SEED = hashlib.sha256(b"a table of computers").digest()
FIRST, LAST = b"\x00", b"\xff"
"""Tie keys: of hands with equal x the one with the least comes down first."""


def playing(game: Game, preset: str = "quartet") -> Playing:
    """Normal computers at a table that shows `game`, with a window open on its face-up cards."""
    table = Playing(game.rules, PRESETS[preset], SEED, "normal")
    table.game = game._replace(phase="window", reveals=1, revealer=0)
    table.drawn = table.draw()
    table.slappable = game.faceup[-1][0] == game.faceup[-2][0]
    table.open_window()
    return table


def double(preset: str = "quartet") -> Playing:
    return playing(moment("2S 3S", "4S 5S", "6S", pile="7S 7D", preset=preset), preset)


def plain(preset: str = "quartet") -> Playing:
    return playing(moment("2S 3S", "4S 5S", "6S", pile="7S 8D", preset=preset), preset)


def test_a_right_slap_takes_the_pile_and_ends_the_stage() -> None:
    table = double()
    table.hands = [(900, LAST, 0), (501, FIRST, 2)]
    table.step()
    assert stacks(table.game) == ["2S 3S", "4S 5S", "6S 7S 7D"]
    assert (table.play_ms, table.window_ms, table.hands) == (501, 0, [])
    assert (table.tally["right"], table.tally["slap"]) == (1, 1)
    turn = turn_ms(draws(SEED, 1, 1, 2))
    table.step()
    assert table.game.faceup == ("6S",)
    assert table.play_ms == 501 + turn


def test_a_late_hand_takes_an_uncovered_pattern_after_the_window() -> None:
    table = double()
    table.hands = [(900, FIRST, 2)]
    table.step()
    assert (table.game.phase, table.hands) == ("ready", [(900, FIRST, 2)])
    table.step()
    assert stacks(table.game)[2] == "6S 7S 7D"
    assert table.play_ms == 900


def test_a_hand_at_the_very_time_of_the_next_card_comes_before_it() -> None:
    reveals_at = 700 + turn_ms(draws(SEED, 1, 1, 0))
    for x, faceup in ((reveals_at, 0), (reveals_at + 1, 3)):
        table = double()
        table.hands = [(x, FIRST, 2)]
        table.step()
        table.step()
        assert len(table.game.faceup) == faceup
        assert table.play_ms == reveals_at


def test_where_slaps_count_only_in_the_window_a_hand_is_in_time_to_its_last_ms() -> None:
    for x, right in ((1800, 1), (1801, 0)):
        table = double("duel")
        table.hands = [(x, FIRST, 2)]
        table.step()
        assert table.tally["right"] == right
        assert table.hands == []
        assert table.game.phase == "ready"


def test_a_claim_makes_the_window_longer() -> None:
    table = playing(moment("2S", "4S", pile="KS 8D", preset="party")._replace(claim=0, turn=None))
    table.hands = [(1501, FIRST, 1)]
    table.step()
    assert stacks(table.game)[0] == "2S KS 8D"
    assert (table.play_ms, table.hands, table.tally["challenge"]) == (1500, [], 1)


def test_equal_hands_go_by_their_keys() -> None:
    for winner, keys in ((1, (FIRST, LAST)), (2, (LAST, FIRST))):
        table = double()
        table.hands = sorted([(600, keys[0], 1), (600, keys[1], 2)], reverse=True)
        table.step()
        assert stacks(table.game)[winner].endswith("7S 7D")


def test_an_undecided_tie_awards_nothing_where_the_preset_says_so() -> None:
    table = double("strict")
    table.hands = sorted([(600, FIRST, 1), (600, LAST, 2), (650, LAST, 0)], reverse=True)
    table.step()
    assert (table.game.faceup, table.hands) == (("7S", "7D"), [])
    assert (table.tally["void"], table.tally["right"]) == (1, 0)
    table.step()
    assert (table.game.phase, table.game.faceup) == ("ready", ("7S", "7D"))


def test_false_slaps_are_no_tie() -> None:
    table = plain("strict")
    table.hands = sorted([(600, FIRST, 1), (600, LAST, 2)], reverse=True)
    table.step()
    table.step()
    assert (table.game.buried, table.tally["wrong"]) == (("4S", "6S"), 2)
    assert table.play_ms == 0


def test_a_burn_that_reopens_the_window_begins_a_stage_with_the_hands_still_to_come() -> None:
    table = playing(moment("2S 3S", "4S", "", pile="KS 8D", preset="classic"), "classic")
    table.game = table.game._replace(challenge=engine.Challenge(0, 2), turn=1)
    table.hands = [(1100, FIRST, 2), (800, FIRST, 1)]
    for _ in range(2):
        table.step()
    assert (table.game.claim, table.game.phase) == (0, "window")
    assert (table.play_ms, table.window_ms) == (800, 1500)
    table.step()  # the other hand, at its own time from the beginning of the new stage
    assert table.game.out == (2,)
    table.step()
    assert stacks(table.game)[0] == "2S 3S 4S KS 8D"
    assert table.play_ms == 800 + 1500


def test_a_hand_that_would_come_down_after_the_end_never_does() -> None:
    table = playing(moment("2S", "", pile="7S 7D", preset="party"))
    table.hands = [(700, LAST, 1), (600, FIRST, 0)]
    table.step()
    assert table.game.result
    assert table.hands == []
    outcome = table.outcome()
    assert (outcome.reason, outcome.winner, outcome.play_ms) == ("all_cards", 0, 600)


def test_an_end_without_a_collection_ends_the_stage_too() -> None:
    table = playing(moment("2S", "", pile="7S 8D", preset="party"))
    table.game = table.game._replace(stacks=((), ()), turn=None)
    table.step()
    assert (table.outcome().reason, table.play_ms) == ("stalled", 700)


def test_hands_come_from_the_plans_and_a_seat_that_is_out_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[object, ...]] = []

    def planned(drawn: Draws, *about: object) -> Plan:
        asked.append((drawn, *about))
        return Plan(640, slaps=True, right=True)

    monkeypatch.setattr(simulate, "plan", planned)
    table = playing(moment("2S 3S", "4S 5S", "", "9S", pile="7S 8D", preset="duel"), "duel")
    table.game = table.game._replace(phase="ready", out=(2,))
    table.reveal(0, 900)
    keys = [(640, tie_key(SEED, 2, seat), seat) for seat in (0, 1, 3)]
    assert table.hands == sorted(keys, reverse=True)
    assert table.tally["chances"] == 1
    looks = ("7S", "8D", "2S"), table.rules, 1800
    assert asked == [(draws(SEED, 1, 2, seat), 1, 4, *looks) for seat in (0, 1, 3)]


@pytest.mark.parametrize("preset", ["quartet", "duel"])
def test_play_time_is_the_sum_of_what_ended_each_stage(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody slaps: each stage ends with the next card, or with a claim collected."""

    def nobody(drawn: Draws, *_: object) -> Plan:
        return Plan(0, slaps=False, right=False)

    monkeypatch.setattr(simulate, "plan", nobody)
    rules = rules_from({"preset": preset, "reveal_limit": 60})
    plain_ms, claim_ms = (1800, 1800) if preset == "duel" else (700, 1500)
    game, _ = deal(rules, SEED)
    played = window = 0
    while game.phase != "over":
        if game.phase == "ready":
            assert game.turn is not None
            played += window + turn_ms(draws(SEED, 1, game.reveals, game.turn))
            game, _ = engine.reveal(game, game.turn)
            window = plain_ms if game.claim is None else claim_ms
        else:
            game, events = engine.close(game)
            if events:
                played, window = played + window, 0
    outcome = play(rules, PRESETS[preset], SEED, "normal")
    assert (outcome.reveals, outcome.reason) == (60, "limit")
    assert outcome.play_ms == played


def test_the_deal_seeds_are_those_of_the_design() -> None:
    text = b"ers:simulate:1\x00"
    assert list(deal_seeds(258, 2)) == [
        hashlib.sha256(text + b"\x00\x00\x01\x02" + b"\x00\x00\x00\x00").digest(),
        hashlib.sha256(text + b"\x00\x00\x01\x02" + b"\x00\x00\x00\x01").digest(),
    ]


def simulated(**changes: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "preset": "quartet",
        "seats": 4,
        "games": 4,
        "seed": 7,
        "level": "normal",
    }
    return simulate.simulate(Settings(**{**given, **changes}))


def test_the_same_settings_give_the_same_summary_and_others_another() -> None:
    one = simulated()
    assert one == simulated()
    for changes in ({"seed": 8}, {"level": "mixed"}, {"preset": "party"}, {"seats": 3}):
        other = simulated(**changes)
        assert other["reveals"] != one["reveals"] or other["play_ms"] != one["play_ms"]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_figures_of_a_summary_agree(preset: str) -> None:
    settings = Settings(preset, 3, 6, 11, "mixed")
    rules = PRESETS[preset].rules_for(3)
    outcomes = [play(rules, PRESETS[preset], seed, "mixed") for seed in deal_seeds(11, 6)]
    told = summary(settings, outcomes)
    assert sum(told["endings"].values()) == told["games"] == 6
    assert sum(told["wins"]) + told["draws"] + told["endings"]["unfinished"] == 6
    assert told["reveals"]["total"] == sum(outcome.reveals for outcome in outcomes)
    assert told["reveals"]["median"] <= told["reveals"]["p90"] <= told["reveals"]["total"]
    assert told["slaps"]["right"] == told["piles"]["slap"] <= told["chances"]["total"]
    per_100 = 100 * told["chances"]["total"] / told["reveals"]["total"]
    assert told["chances"]["per_100_reveals"] == pytest.approx(per_100, abs=0.006)


def test_eight_computers_play_too() -> None:
    told = simulated(preset="slapjack", seats=8, games=1)
    assert len(told["wins"]) == 8


def test_a_game_without_an_end_is_told_as_unfinished() -> None:
    settings = Settings("quartet", 4, 1, 7, "normal")
    outcome = play(PRESETS["quartet"].rules, PRESETS["quartet"], SEED, "normal", reveals_max=25)
    assert (outcome.reveals, outcome.reason, outcome.winner) == (25, None, None)
    told = summary(settings, [outcome])
    assert told["endings"]["unfinished"] == 1
    assert (told["draws"], sum(told["wins"])) == (0, 0)


def test_the_ninth_tenth_is_by_nearest_rank() -> None:
    assert spread([5]) == {"total": 5, "median": 5, "p90": 5}
    assert spread(list(range(1, 11)))["p90"] == 9
    assert spread(list(range(1, 12)))["p90"] == 10


@pytest.mark.parametrize(("preset", "told"), [("duel", 8.6), ("doubles", 4.9)])
def test_chances_are_as_frequent_as_the_set_up_page_tells(preset: str, told: float) -> None:
    """Four standard deviations of a share of some 6000 reveals."""
    found = simulated(preset=preset, seats=2, games=60, seed=3)
    share = found["chances"]["per_100_reveals"]
    assert abs(share - told) < 4 * (told * (100 - told) / 6000) ** 0.5
