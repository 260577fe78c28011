"""What is kept of a finished game follows from its history, and from nothing else."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from app.engine.score import daily_score
from app.store.journal import GONE, Entry
from app.table.derivations import REPLAY, TIMING, result_rows, rows_of, score_rows
from app.table.history import History, history
from app.table.inputs import Auto, Move
from app.table.reactions import Reactions
from app.table.setup import daily_setup
from tests.table.finished import ended_games
from tests.table.link import ANN, BEN, Link
from tests.table.played import at_one_device, daily

ENDED_MS = 1_796_000_000_000


@cache
def ranked() -> tuple[tuple[Entry, ...], History]:
    """A ranked daily that has ended."""
    log = daily(1)
    return tuple(log.entries), history(log.entries, ended_games(log.entries)[0])


def altered(entries: Sequence[Entry], number: int, **changes: Any) -> list[Entry]:
    """The log, with something else in the payload of one entry."""
    found = list(entries)
    entry = found[number]
    payload = json.dumps({**json.loads(entry.payload), **changes})
    found[number] = Entry(entry.seq, entry.ms, entry.kind, entry.seat, payload)
    return found


def test_a_row_a_seat() -> None:
    log = at_one_device(3, "solo")
    for game in ended_games(log.entries):
        told = history(log.entries, game)
        rows = result_rows(told)
        assert [row["seat"] for row in rows] == list(range(told.setup.rules.seats))
        assert tuple(row["cards"] for row in rows) == told.counts
        me, *others = rows
        assert (me["kind"], me["name"], me["level"], me["browser"]) == ("person", "You", None, "me")
        for row in others:
            assert (row["kind"], row["browser"]) == ("computer", None)
            assert row["level"] in (0, 1, 2)


def test_who_sat_there_at_the_end_is_kept() -> None:
    """A seat that moved is the other browser's; one that was left is nobody's, with its name."""
    table = Link(reveal_limit=12, seats=3).started(BEN, "cleo")
    table.say(ANN, Auto(True), Move(0, "ann's phone"))
    table.leave(BEN)
    table.say("cleo", Auto(True))
    table.wait(120_000)
    rows = result_rows(history(table.log, table.ledger.public_id))
    told = [(row["name"], row["browser"]) for row in rows]
    assert told == [("Ann", "ann's phone"), ("Ben", None), ("Cleo", "cleo")]


def test_a_ranked_try_has_a_score() -> None:
    _, told = ranked()
    (row,) = rows_of(told, ENDED_MS)["scores"]
    hands = [hand for turned in told.turned for hand in turned.hands if hand.seat == 0]
    wrong = sum(hand.how == "wrong" for hand in hands)
    piles = sum(
        t.pile is not None and (t.pile.seat, t.pile.how) == (0, "slap") for t in told.turned
    )
    assert (row["date"], row["browser"], row["ended"]) == ("2026-12-01", "me", ENDED_MS)
    assert (row["wrong"], row["right"], row["piles"]) == (wrong, len(hands) - wrong, piles)
    assert row["points"] == daily_score(told.winner == 0, told.play_ms, wrong, piles)
    assert row["won"] == int(told.winner == 0)
    assert row["play_ms"] == told.play_ms
    assert row["chances"] == sum(bool(t.holds) and 0 not in t.out for t in told.turned)
    timed = [hand.ms for hand in hands if hand.how != "wrong" and hand.measured]
    assert row["best_ms"] == min(ms for ms in timed if ms >= 150)


def test_other_games_have_none() -> None:
    log = at_one_device(3, "solo")
    for game in ended_games(log.entries):
        assert score_rows(history(log.entries, game), ENDED_MS) == ()
    _, told = ranked()
    practised = replace(told, setup=daily_setup("2026-12-01", 3000))
    assert score_rows(practised, ENDED_MS) == ()


def test_a_person_who_never_slapped_right_has_no_best() -> None:
    _, told = ranked()
    mine = replace(told.tallies[0], reactions=Reactions())
    (row,) = score_rows(replace(told, tallies=(mine, *told.tallies[1:])), ENDED_MS)
    assert row["best_ms"] is None


def test_a_score_says_why_it_is_off_the_board() -> None:
    _, told = ranked()
    honest = replace(told, flagged=())
    cases = {
        None: honest,
        TIMING: replace(honest, flagged=(0,)),
        REPLAY: replace(honest, flagged=(0,), agrees=False),
    }
    for refused, each in cases.items():
        (row,) = score_rows(each, ENDED_MS)
        assert row["refused"] == refused
    (row,) = score_rows(replace(honest, flagged=(1, 2)), ENDED_MS)
    assert row["refused"] is None, "others' hands are not the player's"


def test_a_time_longer_than_can_have_passed_is_noticed_in_the_log() -> None:
    entries, _ = ranked()
    (game,) = ended_games(entries)
    presses = [entry for entry in entries if entry.kind == "press"]
    told = {entry.seq: json.loads(entry.payload) for entry in presses}
    honest = list(entries)
    for seq, payload in told.items():
        honest = altered(honest, seq, rt=min(payload["rt"], payload["e"]), step_ms=0)
    assert history(honest, game).flagged == ()
    last = presses[-1].seq
    late = told[last]["e"]
    assert history(altered(honest, last, rt=late + 1), game).flagged == (0,)


@pytest.mark.parametrize(("step", "most"), [(0, 0), (16, 32), (100, 200), (9999, 200)])
def test_a_coarse_clock_may_be_as_wrong_as_it_is_coarse(step: int, most: int) -> None:
    """It is told by a slap, and counts for all the presses of that seat."""
    entries, _ = ranked()
    (game,) = ended_games(entries)
    presses = [(entry.seq, json.loads(entry.payload)) for entry in entries if entry.kind == "press"]
    slap = next(seq for seq, told in presses if told["what"] == "slap")
    honest = list(entries)
    for seq, told in presses:
        honest = altered(honest, seq, rt=min(told["rt"], told["e"]), step_ms=0)
    honest = altered(honest, slap, step_ms=step)
    last, told = next((seq, told) for seq, told in presses if told["what"] == "reveal")
    assert history(altered(honest, last, rt=told["e"] + most), game).flagged == ()
    assert history(altered(honest, last, rt=told["e"] + most + 1), game).flagged == (0,)


@pytest.mark.parametrize("changed", [{"winner": 3}, {"play_ms": 1}, {"counts": [52, 0, 0, 0]}])
def test_a_result_that_was_written_in_is_off_the_board(changed: dict[str, Any]) -> None:
    entries, told = ranked()
    forged = history(altered(entries, len(entries) - 1, **changed), told.id)
    (row,) = score_rows(forged, ENDED_MS)
    (true,) = score_rows(told, ENDED_MS)
    assert row == {**true, "refused": REPLAY}, "the score is the engine's all the same"


def test_who_has_deleted_everything_is_nobody() -> None:
    entries, told = ranked()
    seats = json.loads(entries[0].payload)["seats"]
    seats[0] |= {"name": "Player", "browser": GONE}
    rows = rows_of(history(altered(entries, 0, seats=seats), told.id), ENDED_MS)
    me, *others = rows["results"]
    assert (me["name"], me["browser"], me["cards"]) == ("Player", None, told.counts[0])
    assert tuple(others) == result_rows(told)[1:]
    assert rows["scores"] == ()


def test_the_same_log_comes_to_the_same_rows() -> None:
    entries, told = ranked()
    assert rows_of(history(entries, told.id), ENDED_MS) == rows_of(told, ENDED_MS)
