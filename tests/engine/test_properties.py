"""What always holds, over random rules, random cards and random actions."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.cards import Seat
from app.engine.conditions import holding
from app.engine.game import (
    Burned,
    Collected,
    Ended,
    Game,
    IllegalAction,
    Lapsed,
    Out,
    Revealed,
    start,
)
from app.engine.record import carry_out, event_line, read, record_of, replay, state_line
from app.engine.rules import PRESETS, rules_fields
from tests.engine.walks import (
    Tried,
    dealt_games,
    place,
    some_actions,
    stands_anew,
    walk,
    walks,
)


@given(walks())
@settings(max_examples=300)
def test_no_card_is_ever_lost_or_made(walked: tuple[Game, list[str]]) -> None:
    cards = all_cards(walked[0])
    for tried in walk(*walked):
        assert all_cards(tried.after) == cards


@given(walks())
@settings(max_examples=300)
def test_a_refused_action_changes_nothing_and_says_what_the_rules_say(
    walked: tuple[Game, list[str]],
) -> None:
    for tried in walk(*walked):
        line = state_line(tried.before)
        assert tried.why == refusal(tried.before, tried.action)
        assert state_line(tried.before) == line, "an action changed the game it was given"
        if tried.why is not None:
            assert tried.after == tried.before


@given(walks())
@settings(max_examples=400)
def test_trap_responder_without_cards_a_table_that_waits_for_ever(
    walked: tuple[Game, list[str]],
) -> None:
    for tried in walk(*walked):
        game = tried.after
        if game.turn is not None:
            assert game.stacks[game.turn]
            assert game.turn not in game.out
            assert game.claim is None
        else:
            assert game.claim is not None or game.phase == "over" or not any(game.stacks)
        if game.phase == "ready":
            assert game.turn is not None
            assert len(game.out) < game.rules.seats - 1
        assert (game.phase == "over") == (game.result is not None)


@given(walks())
@settings(max_examples=400)
def test_the_state_is_one_that_the_rules_can_bring_about(walked: tuple[Game, list[str]]) -> None:
    for tried in walk(*walked):
        game, rules = tried.after, tried.after.rules
        if game.challenge:
            assert rules.challenges
            assert game.challenge.left >= 1
            assert game.challenge.by not in game.out
            assert game.claim is None
            assert game.turn != game.challenge.by
        if game.claim is not None:
            assert game.phase in ("window", "over")
            assert game.claim not in game.out
            assert game.faceup
        if game.last_chance:
            assert rules.ending == "last_chance"
            assert 0 <= game.last_chance.left <= 3
            assert game.last_chance.seat not in game.out
            assert not game.challenge
            assert game.claim is None
            others = [s for i, s in enumerate(game.stacks) if i != game.last_chance.seat]
            assert game.result or not any(others)
        assert list(game.penalised) == sorted(set(game.penalised))
        assert list(game.out) == sorted(set(game.out))
        assert not any(game.stacks[seat] for seat in game.out)
        assert not game.out or rules.empty_false_slap != "free"
        assert rules.empty_false_slap == "strikes" or not any(game.strikes)
        assert [seat for seat in game.out if game.strikes[seat] != 3] == (
            [] if rules.empty_false_slap == "strikes" else list(game.out)
        )
        assert max(game.strikes) <= 3


@given(walks())
@settings(max_examples=300)
def test_events_tell_what_happened(walked: tuple[Game, list[str]]) -> None:
    for tried in walk(*walked):
        before, after = tried.before, tried.after
        heights = [len(stack) for stack in before.stacks]
        pile = len(before.buried) + len(before.faceup)
        out = set(before.out)
        for event in tried.events:
            match event:
                case Revealed():
                    heights[event.seat] -= 1
                    pile += 1
                    assert after.faceup[-1] == event.card == before.stacks[event.seat][0]
                    assert event.number == after.reveals == before.reveals + 1
                    assert after.revealer == event.seat
                case Burned():
                    assert 1 <= event.count <= before.rules.burn
                    heights[event.seat] -= event.count
                    pile += event.count
                case Collected():
                    assert event.count == pile
                    heights[event.seat] += pile
                    pile = 0
                    held = holding(before.faceup, before.rules.slaps)
                    assert event.conditions == (held if event.how == "slap" else ())
                    assert bool(event.conditions) == (event.how == "slap")
                case Out():
                    out.add(event.seat)
                case Lapsed():
                    assert event.seat in out
                case Ended():
                    assert after.result is not None
                    assert (event.winner, event.reason) == (
                        after.result.winner,
                        after.result.reason,
                    )
                    assert event is tried.events[-1]
                case _:
                    pass
        assert heights == [len(stack) for stack in after.stacks]
        assert pile == len(after.buried) + len(after.faceup)
        assert out == set(after.out)
        assert (after.phase == "over") == (
            before.phase == "over" or isinstance(tried.events[-1] if tried.events else 0, Ended)
        )


@given(walks())
@settings(max_examples=400)
def test_a_game_ends_when_the_rules_say_and_as_they_say(walked: tuple[Game, list[str]]) -> None:
    standing: Counter[tuple[object, ...]] = Counter([place(walked[0])])
    for tried in walk(*walked):
        if tried.why is not None or tried.before.phase == "over":
            continue
        before, game, rules = tried.before, tried.after, tried.after.rules
        result = game.result
        full = [seat for seat, stack in enumerate(game.stacks) if stack]
        pile = game.buried + game.faceup
        staying = [seat for seat in range(rules.seats) if seat not in game.out]
        if len(staying) == 1:
            assert result
            assert (result.reason, result.winner) == ("last_standing", staying[0])
            continue
        settled = game.phase != "window"
        repeated = 0
        if stands_anew(tried):
            standing[place(game)] += 1
            repeated = standing[place(game)]
        if result is None:
            limited = rules.reveal_limit is not None and game.reveals >= rules.reveal_limit
            assert not (settled and limited)
            assert not (settled and not any(game.stacks))
            assert not (rules.repetition_draw and repeated >= 3)
            alone = settled and len(full) == 1 and not pile
            assert (
                not alone
                or game.last_chance
                or all(not isinstance(event, Collected) for event in tried.events)
            )
            if rules.ending == "last_window" and before.phase == "window" and settled:
                assert len(full) > 1
            continue
        assert settled
        match result.reason:
            case "all_cards":
                assert rules.ending != "last_chance"
                assert not pile
                assert full == [result.winner]
            case "last_chance":
                assert rules.ending == "last_chance"
                assert game.last_chance
                assert game.last_chance.seat == result.winner
                assert game.last_chance.left == 0 or not game.stacks[game.last_chance.seat]
            case "limit":
                assert tried.action == "timeup" or game.reveals == rules.reveal_limit
                assert not pile or game.revealer is None or game.revealer in game.out
                counts = [len(stack) for stack in game.stacks]
                most = [seat for seat, count in enumerate(counts) if count == max(counts)]
                assert result.winner == (most[0] if len(most) == 1 else None)
            case "stalled":
                assert tried.action == "close"
                assert not full
                assert result.winner is None
            case "repetition":
                assert rules.repetition_draw
                now = game._replace(turn=due_before_the_end(tried))
                assert standing[place(now)] == 2
                assert result.winner is None
            case "last_standing":
                raise AssertionError("more than one seat is not out")


@given(st.integers(2, 3), st.integers(0, 2**32))
@settings(max_examples=200)
def test_the_third_time_a_position_stands_is_a_draw(seats: int, seed: int) -> None:
    """Few cards, slapped up again and again, come back to where they were."""
    chance = Random(seed)
    rules = replace(
        PRESETS["slapjack"].rules_for(seats), repetition_draw=True, empty_false_slap="free"
    )
    game = start(rules, (("JS", "JD"), ("5H",), ("JC",))[:seats], 0)
    standing = Counter([place(game)])
    for _ in range(100):
        action = chance.choice(["reveal", "close", "slap 0", "slap 1"])
        try:
            after, events = carry_out(game, action)
        except IllegalAction:
            continue
        tried = Tried(game, action, after, events, None)
        if stands_anew(tried):
            standing[place(after)] += 1
            assert standing[place(after)] < 3
        if after.result and after.result.reason == "repetition":
            assert standing[place(after._replace(turn=due_before_the_end(tried)))] == 2
        game = after
        if game.phase == "over":
            break


@given(dealt_games(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_replay_equals_play(dealt: tuple[Game, bytes, Seat], chance: int) -> None:
    game, seed, dealer = dealt
    actions = some_actions(game, Random(chance), 300)
    accepted = [tried for tried in walk(game, actions) if tried.why is None]
    done = [tried.action for tried in accepted]
    text = json.dumps(record_of(game.rules, "party", seed, dealer, done))
    lines = list(replay(read(text)))
    assert [line["state"] for line in lines] == [state_line(tried.after) for tried in accepted]
    assert [line["events"] for line in lines] == [
        [event_line(event) for event in tried.events] for tried in accepted
    ]


@given(walks())
@settings(max_examples=150)
def test_a_record_of_given_cards_replays_what_was_tried(walked: tuple[Game, list[str]]) -> None:
    game, actions = walked
    state = state_line(game)
    record = {
        "rules": rules_fields(game.rules, "duel"),
        **{name: state[name] for name in ("stacks", "turn", "buried", "faceup")},
        "actions": actions,
    }
    lines = list(replay(read(json.dumps(record))))
    assert lines == [
        {
            "n": n,
            "action": tried.action,
            "ok": tried.why is None,
            "why": tried.why,
            "events": [event_line(event) for event in tried.events],
            "state": state_line(tried.after),
        }
        for n, tried in enumerate(walk(game, actions), start=1)
    ]


@given(walks(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_two_games_that_go_on_from_one_do_not_meet(
    walked: tuple[Game, list[str]], seed: int
) -> None:
    game, actions = walked
    alone = [tried.after for tried in walk(game, actions)]
    for tried in walk(game, actions):
        some_actions(tried.before, Random(seed), 20)
    assert [tried.after for tried in walk(game, actions)] == alone


def all_cards(game: Game) -> Counter[str]:
    return Counter(card for pile in (*game.stacks, game.buried, game.faceup) for card in pile)


def due_before_the_end(tried: Tried) -> Seat | None:
    """Who was due in the position that ended the game: the collector, or who was due before."""
    for event in tried.events:
        if isinstance(event, Collected):
            return event.seat
    before = tried.before
    burned = [event.seat for event in tried.events if isinstance(event, Burned)]
    if burned == [before.turn] and not tried.after.stacks[burned[0]]:
        seats = len(before.stacks)
        later = [(burned[0] + step) % seats for step in range(1, seats)]
        return next(seat for seat in later if tried.after.stacks[seat])
    return before.turn


def refusal(game: Game, action: str) -> str | None:
    """The first reason in RULES' list that applies, or None."""
    verb, _, number = action.partition(" ")
    seat = int(number) if number else game.turn
    match verb:
        case _ if game.phase == "over":
            return "game over"
        case "reveal":
            if game.phase == "window":
                return "window open"
            return None if seat == game.turn else "not your turn"
        case "slap":
            if game.phase == "ready" and not game.rules.slap_until_covered:
                return "window closed"
            if not game.faceup:
                return "nothing to slap"
            if seat in game.out:
                return "out"
            right = holding(game.faceup, game.rules.slaps)
            return "penalised" if seat in game.penalised and not right else None
        case "close":
            return "window closed" if game.phase == "ready" else None
        case _:
            return "window open" if game.phase == "window" else None
