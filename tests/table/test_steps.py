"""The steps of a replay against the engine's own account of the same games."""

from typing import Any

import pytest

from app.engine.conditions import holding
from app.table.history import Unfinished, history
from app.table.inputs import Auto, Pause, Resume
from app.table.steps import Step, steps
from tests.table.virtual import Virtual
from tests.table.whole_games import account, games, played

GAMES = {name: (fields, seed) for name, fields, seed in games()}


def agrees(step: Step, lying: dict[str, Any], after: dict[str, Any], events: list[Any]) -> None:
    """Whether a step is what the engine says of its reveal."""
    picture = step.picture
    assert picture.heights == tuple(map(len, lying["stacks"]))
    assert list(picture.cards) == list(lying["faceup"][-3:])
    assert (picture.faceup, picture.buried) == (len(lying["faceup"]), len(lying["buried"]))
    assert picture.first == (lying["faceup"][0] if lying["faceup"] else None)
    assert picture.turn == lying["turn"]
    asked = picture.challenge
    assert (asked and {"by": asked.by, "left": asked.left}) == lying["challenge"]
    assert picture.claim == lying["claim"]
    last = picture.last_chance
    assert (last and {"seat": last.seat, "left": last.left}) == lying["last_chance"]
    assert list(picture.out) == list(lying["out"])
    assert picture.table == "playing"
    piles = [event[1:] for event in events if event[0] == "collected"]
    assert [[p.seat, p.how, p.count, list(p.conditions)] for p in filter(None, [step.pile])] == (
        piles
    )
    assert step.burned == sum(event[2] for event in events if event[0] == "burned")
    assert list(step.out) == [event[1] for event in events if event[0] == "out"]
    ended = [event for event in events if event[0] == "ended"]
    assert (step.end is not None) == bool(ended)
    if step.end is not None:
        assert step.end.table == "over"
        assert step.end.heights == tuple(map(len, after["stacks"]))
        assert step.end.result is not None
        assert [step.end.result.winner, step.end.result.reason] == ended[0][1:]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_the_engine_s(name: str) -> None:
    fields, seed = GAMES[name]
    table = played(seed, **fields)
    found = steps(table.log, table.core.ledger.public_id)
    told = list(account(table))
    assert len(found) == len(told) > 5
    decks = table.setup.rules.decks
    pack = sum(map(len, told[0][0]["stacks"]))
    assert pack in (52 * decks, 54 * decks)
    for step, (lying, after, events) in zip(found, told, strict=True):
        agrees(step, lying, after, events)
        assert step.n == found.index(step) == step.picture.n
        assert sum(step.picture.heights) + step.picture.faceup + step.picture.buried == pack
        if step.n:
            [revealed] = [event for event in events if event[0] == "revealed"]
            assert [step.seat, step.picture.cards[-1], step.n] == revealed[1:]
            assert step.holds == holding(tuple(lying["faceup"]), table.setup.rules.slaps)


@pytest.mark.parametrize("name", list(GAMES)[::7])
def test_hands_and_times_are_the_history_s(name: str) -> None:
    """Told apart from the steps, by the other reader of logs."""
    fields, seed = GAMES[name]
    table = played(seed, **fields)
    game = table.core.ledger.public_id
    found, past = steps(table.log, game), history(table.log, game)
    assert [[(m.seat, m.ms, m.how) for m in step.marks] for step in found[1:]] == [
        [(hand.seat, hand.ms, hand.how) for hand in turned.hands] for turned in past.turned
    ]
    assert [sum(step.ms for step in found[:n]) for n in range(1, len(found))] == [
        turned.played_ms for turned in past.turned
    ]
    assert sum(step.ms for step in found) == past.play_ms


def test_nothing_is_in_a_step_but_what_lay_face_up() -> None:
    table = played(3, preset="duel", seats=2, auto="yes")
    for step in steps(table.log, table.core.ledger.public_id):
        assert not step.picture.commitment
        assert not step.picture.story
        assert step.picture.result is None
        assert not step.picture.tallies


def test_a_game_that_is_not_there_or_still_runs_has_none() -> None:
    table = played(3, preset="duel", seats=2, auto="yes", reveal_limit=12)
    game = table.core.ledger.public_id
    for entries, wanted in ((table.log, "x" * 22), (table.log[:-1], game), ((), game)):
        with pytest.raises(Unfinished):
            steps(entries, wanted)


def test_a_paused_table_is_shown_uncovered_as_it_lay() -> None:
    table = Virtual(preset="duel", seats=2, auto="yes", reveal_limit=12).deal()
    table.wait_for_reveal(5)
    table.act(Pause())
    table.wait(500)
    table.act(Resume())
    while (due := table.core.deadline()) is not None and table.state == "playing":
        table.run_until(due)
    found = steps(table.log, table.core.ledger.public_id)
    assert {"pausing", "paused"} & set(table.kinds)
    assert all(step.picture.cards for step in found[1:])


def test_an_undecided_tie_is_told_and_takes_nothing() -> None:
    table = Virtual(people=("me", "far"), preset="strict", seats=3, reveal_limit=60).deal()
    table.computers_react(5000, slaps=False)
    for browser in table.people:
        table.act(Auto(True), browser)
    tied = 0
    while table.state == "playing":
        if table.core.ledger.holds and table.now <= table.since + 400 and not tied:
            for browser in table.people:
                table.measured(browser, 0, 10, 0)
            for browser in table.people:
                table.slap(at=400, rt=400, browser=browser)
            tied = table.core.ledger.n
        due = table.core.deadline()
        assert due is not None
        table.run_until(due)
    assert "void" in table.kinds
    found = steps(table.log, table.core.ledger.public_id)
    assert [step.n for step in found if step.tied] == [tied]
    assert [(mark.seat, mark.ms) for mark in found[tied].marks] == [(0, 400), (1, 400)]
    assert {mark.how for mark in found[tied].marks} == {"right"}
    assert found[tied].pile is None
