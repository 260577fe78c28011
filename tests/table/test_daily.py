"""The daily: the same for everybody, once, and never stopped to be studied (FAIRNESS 1.4, 2, 3)."""

import hashlib
import json
import random
from collections.abc import Mapping
from contextlib import suppress

import pytest

from app.engine.cards import deck
from app.engine.rules import InvalidRules
from app.engine.score import daily_score
from app.engine.shuffle import day_seed
from app.table.derivations import score_rows
from app.table.history import History, history
from app.table.inputs import Pace, Pause, Refused, Rematch, Restart, Resume
from app.table.setup import daily_setup, setup_from
from tests.table.virtual import Virtual

DATE = "2026-12-01"
DAY_SEED = day_seed(bytes(range(32)), DATE)


def daily(date: str = DATE, practice_ms: int | None = None, **given: object) -> Virtual:
    return Virtual(daily_setup(date, practice_ms), day_seed=DAY_SEED, **given)  # type: ignore[arg-type]


def test_the_deal_is_the_one_of_fairness() -> None:
    """V3, whatever the person's seed and the server's chance."""
    for seed in range(3):
        table = daily(seed=seed).deal()
        ledger = table.core.ledger
        assert ledger.deal_seed.hex().startswith("5bb0f90ee9589388a7d28ff91c297e6a")
        assert ledger.dealer == 2
        assert ledger.commitment.startswith("9c9553ed42596665cdae1cd545ae03ef")
        assert len(ledger.game.stacks[0]) == 13


def test_it_cannot_be_asked_for_as_another_table() -> None:
    for mode in ("daily", "ranked"):
        with pytest.raises(InvalidRules, match="mode"):
            setup_from({"mode": mode})
    with pytest.raises(InvalidRules, match="date"):
        setup_from({"date": DATE})


@pytest.mark.parametrize("wish", [Rematch(), Restart(), Pace(3000)])
def test_it_is_played_once_and_as_it_is(wish: Rematch | Restart | Pace) -> None:
    table = daily().deal()
    table.act(Pause())
    if isinstance(wish, Rematch):
        table.core.ledger.state = "over"
    with pytest.raises(Refused, match=r"[Tt]he daily"):
        table.act(wish)


def test_practice_deals_the_same_cards_again() -> None:
    table = daily(practice_ms=3000).deal()
    first = table.core.ledger.game.stacks
    table.act(Pause())
    table.act(Restart())
    table.deal()
    assert table.core.ledger.deal == 2
    assert table.core.ledger.game.stacks == first
    assert table.core.ledger.setup.window_ms == 3000


def open_window(table: Virtual, slappable: bool) -> Virtual:
    """A window open before the person, on a card that matches the one before, or not."""
    table.give([["7S", "2H"], ["7D" if slappable else "9D", "3H"], ["4C"], ["5C"]], faceup=["7C"])
    table.reveal(at=0, rt=0)
    table.wait_for_reveal(1)
    if slappable:
        assert table.core.ledger.holds
    assert table.phase == "window"
    return table


def test_a_pause_waits_for_the_window_and_ends_the_slaps() -> None:
    table = daily().deal()
    table.computers_react(5000, slaps=False)
    open_window(table, slappable=True)
    table.act(Pause(), at=200)
    assert table.state == "playing", "nobody stops a clock to study a pattern"
    table.wait(499)
    assert (table.state, table.phase) == ("playing", "window")
    table.wait(1)
    assert (table.state, table.phase) == ("paused", "ready")
    table.act(Resume())
    assert table.core.ledger.window_ms == 0
    with pytest.raises(Refused, match="costs nothing"):
        table.slap(at=300, rt=300)
    assert table.core.ledger.chairs[0].wrong == 0


def test_a_slap_in_the_window_counts_though_a_pause_was_asked_for() -> None:
    table = daily().deal()
    table.computers_react(5000, slaps=False)
    open_window(table, slappable=True)
    table.act(Pause(), at=200)
    table.slap(at=400, rt=390)
    assert table.collected() == (0, "slap")
    assert table.state == "paused"


def test_closing_the_page_does_not_stop_an_open_window() -> None:
    table = daily().deal()
    table.computers_react(650)
    open_window(table, slappable=True)
    table.wait(300)
    table.tell(table.core.disconnect("me", "stream-0", table.now))
    assert table.state == "playing"
    table.wait(1000)
    assert table.state == "paused"
    assert table.collected() is not None


@pytest.mark.parametrize(("react", "slaps", "taken"), [(650, True, True), (5000, False, False)])
def test_a_restart_ends_the_card_as_if_it_had_not_been_slapped(
    react: int, slaps: bool, taken: bool
) -> None:
    table = daily().deal()
    table.computers_react(react, slaps)
    open_window(table, slappable=True)
    table.wait(300)
    table.restart()
    assert (table.state, table.phase) == ("paused", "ready")
    assert (table.collected() is not None) is taken
    table.connect("me", "again")
    table.act(Resume())
    assert table.core.ledger.window_ms == 0, "the card is not shown afresh"
    with pytest.raises(Refused):
        table.slap(at=200, rt=200)


def scripted(table: Virtual, seed: int) -> Virtual:
    """A person's game by a fixed script: turns and slaps, some of them wrong, some late."""
    chance, ledger = random.Random(seed), table.core.ledger
    table.deal()
    while table.state == "playing":
        due = table.core.deadline()
        if ledger.n and ledger.holds and chance.random() < 0.7 and 0 not in ledger.slapped:
            moment = chance.randint(300, 650)
            if table.now < table.since + moment:
                with suppress(Refused):
                    table.slap(at=moment, rt=moment - 3)
                continue
        if ledger.game.phase == "ready" and ledger.game.turn == 0 and ledger.asked is None:
            e = int(table.now - table.since) + chance.randint(20, 400)
            with suppress(Refused):
                table.reveal(at=e, rt=e - 3)
            continue
        assert due is not None
        table.run_until(due)
    return table


def met(table: Virtual) -> list[tuple[int, int, int, str]]:
    """What computers did: the entry's time, seat and kind, with the reveal that it was about."""
    found, n = [], 0
    for entry in table.log:
        n += entry.kind == "reveal"
        if entry.kind == "slap" and entry.seat:
            found.append((n, entry.seat, entry.ms, entry.kind))
    return found


def test_the_same_inputs_make_the_same_game() -> None:
    """Entry by entry, whatever the server drew beside; only the table's own name differs."""
    one, other = scripted(daily(seed=1), 5), scripted(daily(seed=2), 5)
    assert one.state == "over"

    def lines(table: Virtual) -> list[object]:
        return [entry for entry in table.log if entry.kind not in ("opened", "sealed", "press")]

    assert lines(one) == lines(other)
    assert one.core.ledger.played_ms == other.core.ledger.played_ms


def test_one_day_is_frozen() -> None:
    """Nothing may change what the world has played on a day: its cards, and who reacted when."""
    table = scripted(daily(), 5)
    told = repr(
        [(entry.kind, entry.seat, entry.ms) for entry in table.log if entry.kind != "press"]
    )
    assert hashlib.sha256(told.encode()).hexdigest() == FROZEN
    assert met(table)


FROZEN = "bb27adb5daadf526381ec4e8a2475e0be7b614bee85eabe3e8a8add766ebf440"


# Its score


def finished(table: Virtual) -> History:
    assert table.state == "over"
    return history(table.log, table.core.ledger.public_id)


def score_of(played: History) -> Mapping[str, object]:
    (row,) = score_rows(played, 77)
    return row


def ending(table: Virtual, *, won: bool | None) -> Virtual:
    """The last of 200 reveals is due, and the person holds most cards, or another, or nobody."""
    mine, theirs = {True: (9, 5), False: (5, 9), None: (6, 6)}[won]
    cards = [card for card in deck(1, False) if card[0] not in "JQKA"]
    stacks = [cards[:mine], cards[10 : 10 + theirs], [], []]
    table.give(stacks, faceup=(), reveals=199)
    return table


@pytest.mark.parametrize(("won", "points"), [(True, 1998), (False, 0), (None, 0)])
def test_a_draw_is_no_win(won: bool | None, points: int) -> None:
    """The time is that of the last reveal and its window: a second and a half."""
    table = daily().deal()
    table.computers_react(5000, slaps=False)
    ending(table, won=won)
    table.reveal(at=800, rt=800)
    table.wait(3000)
    assert table.state == "over"
    winner = table.core.ledger.game.result
    assert winner is not None
    assert (winner.winner == 0) is bool(won)
    ledger = table.core.ledger
    assert daily_score(winner.winner == 0, ledger.played_ms, 0, 0) == points


def test_its_row_is_worked_out_from_the_log_alone() -> None:
    table = scripted(daily(), 5)
    played, mine = finished(table), table.core.ledger.chairs[0].tally()
    row = score_of(played)
    assert (row["date"], row["browser"], row["ended"], row["refused"]) == (DATE, "me", 77, None)
    assert (row["right"], row["wrong"], row["piles"]) == (mine.right, mine.wrong, mine.by_slap)
    assert row["play_ms"] == table.core.ledger.played_ms
    timed = [
        payload["adj"]
        for payload in (json.loads(e.payload) for e in table.log if e.kind == "press")
        if payload["what"] == "slap" and payload["holds"]
    ]
    assert row["best_ms"] == min(ms for ms in timed if ms >= 150)
    assert row["points"] == daily_score(
        played.winner == 0, table.core.ledger.played_ms, mine.wrong, mine.by_slap
    )


def test_two_people_with_the_same_inputs_have_the_same_score() -> None:
    """By the same script, rt included; a third by another meets the same reactions."""
    one, other = (finished(scripted(daily(seed=seed), 5)) for seed in (1, 2))
    third = finished(scripted(daily(seed=3), 6))
    assert score_of(one) == score_of(other)
    assert (one.turned, one.counts, one.play_ms) == (other.turned, other.counts, other.play_ms)
    assert third.began == one.began
    assert third.turned != one.turned
    seen = [_reactions(game) for game in (one, third)]
    both = seen[0].keys() & seen[1].keys()
    assert both
    assert [seen[0][key] for key in both] == [seen[1][key] for key in both]


def _reactions(played: History) -> dict[tuple[object, ...], int]:
    """When computers' hands came down, by reveal, seat and what they saw."""
    return {
        (turned.n, hand.seat, turned.holds): hand.ms
        for turned in played.turned
        for hand in turned.hands
        if hand.seat
    }


def test_practice_has_no_score() -> None:
    assert score_rows(finished(scripted(daily(practice_ms=700), 5)), 77) == ()
