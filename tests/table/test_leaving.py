"""Link matches: somebody leaves on purpose, or the host closes the table, in whatever state."""

from typing import Any

import pytest

from app.table.inputs import Auto, Close, Join, NotYourSeat, Refused, Rematch, Resume
from tests.table.link import ANN, BEN, CLEO, DAN, Link

WINDOW_MS, TURN_MS = 700, 600
STATES = ("waiting", "starting", "playing", "paused", "over")


def at(state: str, **fields: Any) -> Link:
    """A table of Ann, Ben and Cleo in this state; a fourth seat is free."""
    table = Link(**{"seats": 4, "reveal_limit": 10, **fields})
    match state:
        case "waiting":
            return table.look_on().sit(BEN, CLEO)
        case "starting":
            return table.starting(BEN, CLEO)
        case "playing":
            return table.started(BEN, CLEO)
        case "over":
            return table.ended(BEN, CLEO)
    table.started(BEN, CLEO)
    for who in (ANN, BEN, CLEO):
        table.go(who)
    table.wait(10_000)
    for who in (ANN, BEN, CLEO):
        table.look(who)
    assert table.state == "paused"
    return table


def cards(table: Link) -> int:
    return table.held() if table.ledger.dealt else 52


def on(table: Link) -> None:
    """Let the table do what it does by itself, all its cards there at every step."""
    for _ in range(60):
        moment = table.core.deadline()
        if moment is None:
            return
        table.run_until(moment)
        assert cards(table) == 52


# Leaving


@pytest.mark.parametrize("state", STATES)
def test_who_leaves_has_no_seat_and_the_others_go_on(state: str) -> None:
    table = at(state)
    table.leave(BEN)
    assert not table.ledger.knows(BEN)
    assert table.core.picture().free == 2
    with pytest.raises(NotYourSeat):
        table.leave(BEN)
    if state == "paused":
        table.say(ANN, Resume())
    for who in (ANN, CLEO):
        table.say(who, Auto(True))
    on(table)
    match state:
        case "waiting" | "starting":
            assert (table.state, table.names) == ("waiting", table.names)
            assert table.names.count("") == 2
        case _:
            assert table.state == "over"
            assert table.names == ["Ann", "Ben", "Cleo"], "the name stays with the cards"


@pytest.mark.parametrize("state", STATES)
def test_the_host_leaves_and_the_next_one_is_host(state: str) -> None:
    table = at(state)
    table.leave(ANN)
    picture = table.core.picture()
    assert picture.host == table.seat(BEN)
    if state in ("playing", "paused", "over"):
        assert picture.seats[0].left
    else:
        assert "Ann" not in table.names


@pytest.mark.parametrize("state", STATES)
def test_the_last_one_leaves_and_who_comes_then_is_host_of_a_table_that_waits(state: str) -> None:
    table = at(state)
    for who in (ANN, BEN, CLEO):
        table.leave(who)
    on(table)
    assert table.core.picture().host is None
    assert table.core.picture().free == 4
    assert cards(table) == 52
    table.sit(DAN)
    assert table.state == "waiting"
    assert table.names == ["Dan", "", "", ""]
    assert table.core.picture().host == 0


@pytest.mark.parametrize("state", ["starting", "playing", "paused", "over"])
def test_a_latecomer_leaves_and_nothing_else_changes(state: str) -> None:
    table = at(state)
    table.sit(DAN)
    assert table.core.picture().latecomers == ("Dan",)
    seats, starts = table.core.picture().seats, table.ledger.starting
    table.leave(DAN)
    picture = table.core.picture()
    assert (picture.latecomers, picture.coming, picture.free) == ((), (), 1)
    assert picture.seats == seats
    assert table.ledger.starting == starts


def test_the_card_of_who_has_left_is_turned_without_waiting_for_ten_seconds() -> None:
    table = Link(seats=3).started(BEN, CLEO)
    turn = table.ledger.game.turn
    assert turn is not None
    browser = table.ledger.chairs[turn].browser
    assert browser is not None
    table.reveal(at=50, rt=40, browser=browser)
    table.wait_for_reveal(1)
    turn = table.ledger.game.turn
    assert turn is not None
    browser = table.ledger.chairs[turn].browser
    assert browser is not None
    table.leave(browser)
    table.wait_for_reveal(2)
    assert (table.log[-1].seat, table.log[-1].ms) == (turn, WINDOW_MS + TURN_MS)


def test_who_leaves_after_that_is_turned_for_at_once() -> None:
    table = Link().started(BEN)
    turn = table.ledger.game.turn
    assert turn is not None
    browser = table.ledger.chairs[turn].browser
    assert browser is not None
    table.wait(4000)
    table.leave(browser)
    table.wait_for_reveal(1)
    assert (table.log[-1].seat, table.log[-1].ms) == (turn, 4000)


def test_who_left_a_game_may_come_back_for_the_next_one() -> None:
    table = at("playing")
    table.leave(BEN)
    table.sit(BEN)
    assert table.core.picture().coming == (4,), "another sitting"
    for who in (ANN, CLEO):
        table.say(who, Auto(True))
    on(table)
    table.again(ANN, CLEO)
    assert table.names == ["Ann", "Cleo", "Ben 2", ""]


# Closing


@pytest.mark.parametrize("state", ["waiting", "starting", "over"])
def test_the_host_closes_the_table_for_good(state: str) -> None:
    table = at(state)
    table.say(ANN, Close())
    assert table.core.picture().closed
    assert table.core.picture().free == 0
    before = list(table.log)
    for who, wish in ((BEN, Rematch()), (CLEO, Auto(False)), (DAN, Join("Dan")), (ANN, Close())):
        with pytest.raises(Refused, match="closed"):
            table.say(who, wish)
    for who in (ANN, BEN):
        table.go(who)
    table.wait(100_000)
    table.restart()
    table.look(CLEO)
    table.wait(100_000)
    assert table.log == before
    assert table.core.picture().closed


@pytest.mark.parametrize("state", ["playing", "paused"])
def test_a_game_is_not_closed_over(state: str) -> None:
    table = at(state)
    before = list(table.log)
    with pytest.raises(Refused, match="A game is running"):
        table.say(ANN, Close())
    assert table.log == before


@pytest.mark.parametrize("who", [BEN, "zoe"])
def test_nobody_else_closes_it(who: str) -> None:
    table = at("over")
    with pytest.raises(NotYourSeat):
        table.say(who, Close())
    assert not table.core.picture().closed


def test_a_table_that_is_closed_in_its_countdown_is_not_dealt() -> None:
    table = Link().starting(BEN)
    table.say(ANN, Close())
    assert table.core.picture().starts is None
    table.restart()
    for who in (ANN, BEN):
        table.look(who)
    table.wait(60_000)
    assert "dealt" not in table.kinds


def test_nobody_leaves_who_never_came() -> None:
    table = Link().look_on()
    before = list(table.log)
    with pytest.raises(NotYourSeat):
        table.leave("zoe")
    assert table.log == before


def test_everybody_may_go_from_a_closed_table() -> None:
    table = Link().look_on().sit(BEN)
    table.say(ANN, Close())
    stored = len(table.log)
    table.leave(BEN)
    table.leave(ANN)
    assert len(table.log) == stored
