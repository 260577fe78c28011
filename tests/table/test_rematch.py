"""Link matches: the next game at the same table."""

from typing import Any

import pytest

from app.table.inputs import Auto, Change, Close, Join, Move, NotYourSeat, Ready, Refused, Rematch
from tests.table.link import ANN, BEN, CLEO, DAN, Link

FIELDS: dict[str, Any] = {"seats": 4, "reveal_limit": 10}


def over(*guests: str, **fields: Any) -> Link:
    return Link(**{**FIELDS, **fields}).ended(*guests)


def to_the_deal(table: Link) -> Link:
    """Let the countdown pass."""
    table.wait(3000)
    assert table.state == "playing"
    return table


def test_it_needs_everybody_s_offer() -> None:
    table = over(BEN, CLEO)
    table.say(ANN, Rematch())
    table.say(CLEO, Rematch())
    assert table.core.picture().offers == (0, 2)
    table.wait(100_000)
    assert table.state == "over"
    table.say(BEN, Rematch())
    assert (table.state, table.ledger.deal) == ("waiting", 2)
    assert table.core.picture().offers == ()
    assert not table.core.picture().presses_ready, "who asked for it is ready"


def test_the_next_game_is_counted_down_to_like_the_first() -> None:
    table = over(BEN)
    table.again(ANN, BEN)
    told = []
    while table.state == "waiting":
        told.append(table.core.picture().starts)
        due = table.core.deadline()
        assert due is not None
        assert due - table.now <= 1000
        table.run_until(due)
    assert list(dict.fromkeys(told)) == [3, 2, 1]


def test_two_presses_at_once_make_one_game() -> None:
    table = over(BEN)
    for who in (ANN, ANN, BEN, BEN, ANN):
        table.say(who, Rematch())
    assert table.kinds.count("sealed") == 2
    assert table.kinds.count("offered") == 2
    table.say(ANN, Ready(None))
    table.say(BEN, Ready(None))
    to_the_deal(table)
    with pytest.raises(Refused, match="still running"):
        table.say(BEN, Rematch())
    assert table.ledger.deal == 2


def test_an_offer_goes_with_who_leaves() -> None:
    table = over(BEN, CLEO)
    table.say(BEN, Rematch())
    table.leave(BEN)
    assert table.core.picture().offers == ()
    table.wait(60_000)
    assert table.state == "over"
    table.say(ANN, Rematch())
    assert table.state == "over"
    table.leave(CLEO)
    assert table.state == "waiting", "everybody who is still here has asked"
    assert table.names == ["Ann", "", "", ""]


def test_who_is_away_holds_nobody_up_and_keeps_the_seat() -> None:
    table = over(BEN, CLEO)
    table.go(CLEO)
    table.say(ANN, Rematch())
    table.say(BEN, Rematch())
    assert table.state == "over", "not yet away"
    table.wait(10_000)
    assert table.state == "waiting"
    for who in (ANN, BEN):
        table.say(who, Ready(None))
    to_the_deal(table)
    assert table.names == ["Ann", "Ben", "Cleo"]
    assert table.chair(CLEO).away


def test_nobody_waits_for_the_seed_of_somebody_who_has_gone() -> None:
    table = over(BEN, CLEO)
    for who in (ANN, BEN, CLEO):
        table.say(who, Rematch())
    for who in (ANN, BEN):
        table.say(who, Ready(None))
    table.go(CLEO)
    table.wait(10_000)
    to_the_deal(table)
    assert 2 in table.core.picture().drawn


def test_latecomers_sit_down_after_who_stays_and_who_left_is_gone() -> None:
    table = Link(**FIELDS).started(BEN, CLEO)
    table.sit(DAN)
    table.leave(BEN)
    for who in (ANN, CLEO):
        table.say(who, Auto(True))
    table.wait(100_000)
    assert table.state == "over"
    with pytest.raises(NotYourSeat):
        table.say(DAN, Rematch())
    table.again(ANN, CLEO)
    assert table.names == ["Ann", "Cleo", "Dan", ""]
    picture = table.core.picture()
    assert (picture.latecomers, picture.coming) == ((), ())
    assert [seat.sitting for seat in picture.seats] == [1, 3, 4, 0]
    assert picture.starts is None, "Dan's page has still to send its seed"
    table.say(DAN, Ready(None))
    to_the_deal(table)
    assert len(table.ledger.game.stacks) == 3


def test_a_latecomer_who_never_looked_on_holds_nobody_up() -> None:
    table = Link(**FIELDS).started(BEN)
    table.say(CLEO, Join("Cleo"))
    for who in (ANN, BEN):
        table.say(who, Auto(True))
    table.wait(100_000)
    table.again(ANN, BEN)
    table.wait(10_000)
    to_the_deal(table)
    assert table.chair(CLEO).away


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("leaves", [0, 1, 2])
def test_the_deal_moves_on_by_one_whoever_leaves(seed: int, leaves: int) -> None:
    table = over(BEN, CLEO, seed=seed)
    dealer = table.ledger.dealer
    assert dealer is not None
    order = [table.names[(dealer + step) % 3].lower() for step in range(3)]
    gone = order[leaves]
    table.leave(gone)
    table.again(*(who for who in order if who != gone))
    to_the_deal(table)
    assert table.ledger.dealer is not None
    heir = next(who for who in order[1:] if who != gone)
    assert table.names[table.ledger.dealer].lower() == heir


def test_nobody_leaves_and_the_deal_goes_round() -> None:
    table = over(BEN, CLEO, computers=1, seats=4)
    dealers = [table.ledger.dealer]
    for _ in range(4):
        table.again(ANN, BEN, CLEO)
        to_the_deal(table)
        dealers.append(table.ledger.dealer)
        table.wait(100_000)
        assert table.state == "over"
    first = dealers[0]
    assert first is not None
    assert dealers == [(first + step) % 4 for step in range(5)]


def test_figures_begin_afresh_and_automatic_turning_stays() -> None:
    table = over(BEN)
    table.again(ANN, BEN)
    assert [(chair.right, chair.wrong, chair.by_slap) for chair in table.ledger.chairs] == [
        (0, 0, 0)
    ] * 2
    assert all(chair.auto for chair in table.ledger.chairs)


def test_a_moved_seat_s_offer_counts() -> None:
    table = over(BEN)
    table.say(ANN, Rematch(), Move(0, "other"))
    table.look("other")
    table.say(BEN, Rematch())
    assert table.state == "waiting"
    assert table.core.picture().host == 0


def test_no_next_game_at_a_closed_table() -> None:
    table = over(BEN)
    table.say(BEN, Rematch())
    table.say(ANN, Close())
    with pytest.raises(Refused):
        table.say(ANN, Rematch())
    table.wait(60_000)
    assert table.state == "over"


def test_the_host_takes_all_back_to_the_waiting_room_whoever_lingers() -> None:
    table = over(BEN, CLEO)
    table.say(ANN, Rematch())
    table.leave(CLEO)
    table.say(DAN, Join("Dan"))
    table.say(ANN, Change(table.ledger.offered))
    assert (table.state, table.ledger.deal) == ("waiting", 2)
    assert table.names == ["Ann", "Ben", "Dan", ""]
    now = table.core.picture()
    assert now.presses_ready, "everybody is asked"
    assert now.changes == 0, "the rules are the same"
    table.wait(60_000)
    assert table.state == "waiting", "nothing begins by itself"
    with pytest.raises(NotYourSeat):
        over(BEN).say(BEN, Change(table.ledger.offered))
