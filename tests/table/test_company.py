"""Link matches before the deal: sitting down, names, the host, and other rules."""

import pytest

from app.table.chair import Latecomer
from app.table.inputs import (
    Change,
    Join,
    Name,
    NotYourSeat,
    Pace,
    Pause,
    Ready,
    Refused,
    Remove,
    Restart,
    Start,
)
from tests.table.link import ANN, BEN, CLEO, DAN, Link, link
from tests.table.virtual import ME, Virtual


def kinds_of(table: Link) -> list[str]:
    return [chair.kind for chair in table.ledger.chairs]


# Sitting down


def test_the_opener_is_host_and_the_other_seats_are_open() -> None:
    table = Link(seats=4, computers=1)
    assert kinds_of(table) == ["person", "open", "open", "computer"]
    picture = table.core.picture()
    assert (picture.host, picture.free, picture.presses_ready) == (0, 2, True)
    assert [seat.sitting for seat in picture.seats] == [1, 0, 0, 0]


def test_who_comes_takes_the_first_open_chair() -> None:
    table = Link(seats=4).look_on().sit(BEN, CLEO)
    assert table.names == ["Ann", "Ben", "Cleo", ""]
    table.leave(BEN)
    assert table.names == ["Ann", "", "Cleo", ""], "nobody changes places for it"
    table.sit(DAN)
    assert table.names == ["Ann", "Dan", "Cleo", ""]
    assert [seat.sitting for seat in table.core.picture().seats] == [1, 4, 3, 0]


def test_who_sits_here_does_not_sit_down_twice() -> None:
    table = Link(seats=3).look_on().sit(BEN)
    before = list(table.log)
    assert table.say(BEN, Join("Zoe")).entries == []
    assert table.say(ANN, Join("Zoe")).entries == []
    assert table.log == before


def test_a_full_table_takes_nobody() -> None:
    table = Link().look_on().sit(BEN)
    with pytest.raises(Refused, match="All seats are taken"):
        table.say(CLEO, Join("Cleo"))
    assert table.core.picture().free == 0


def test_nobody_joins_a_table_for_one_device() -> None:
    table = Virtual(preset="duel")
    with pytest.raises(NotYourSeat):
        table.act(Join("Ben"), BEN)
    with pytest.raises(Refused):
        table.act(Join("Me"), ME)
    assert table.kinds == ["opened", "sealed"]


def test_a_table_that_everybody_has_left_is_the_next_one_s() -> None:
    table = Link(seats=3).look_on()
    table.leave(ANN)
    assert table.core.picture().host is None
    table.sit(BEN)
    assert table.core.picture().host == table.seat(BEN) == 0
    table.sit(CLEO)
    table.say(BEN, Start(None))
    assert table.ledger.starting


# Names


def test_no_two_at_a_table_have_the_same_name() -> None:
    table = Link(seats=5, computers=1).look_on()
    for browser in (BEN, CLEO, DAN):
        table.say(browser, Join("Ann" if browser != DAN else "West"))
    assert table.names == ["Ann", "Ann 2", "Ann 3", "West 2", "West"]
    table.say(BEN, Name(1, "Ann 3"))
    assert table.names == ["Ann", "Ann 3 2", "Ann 3", "West 2", "West"]
    table.say(CLEO, Name(2, "Ann 3"))
    assert table.kinds.count("named") == 1, "one's own name is no other's"


def test_a_computer_gives_way_to_a_person_of_its_name() -> None:
    table = Link(seats=3).look_on()
    table.say(BEN, Join("West"))
    table.say(ANN, Change(link(seats=5, computers=2)))
    assert table.names == ["Ann", "West", "", "West 2", "North"]


def test_a_latecomer_s_name_is_taken_too() -> None:
    table = Link(seats=3).started(BEN)
    table.say(CLEO, Join("Cleo"))
    table.say(BEN, Name(table.seat(BEN), "Cleo"))
    assert table.chair(BEN).name == "Cleo 2"


def test_nobody_renames_another() -> None:
    table = Link().look_on().sit(BEN)
    with pytest.raises(NotYourSeat):
        table.say(BEN, Name(0, "Zoe"))
    assert table.names == ["Ann", "Ben"]


# Whose table it is


def test_the_host_s_place_goes_to_who_has_sat_here_longest() -> None:
    table = Link(seats=4).look_on().sit(BEN, CLEO)
    table.leave(BEN)
    table.sit(BEN)
    table.leave(ANN)
    assert table.core.picture().host == table.seat(CLEO), "Ben sits before Cleo, but came later"


def test_who_comes_in_a_countdown_is_host_where_only_they_stay() -> None:
    table = Link(seats=3, computers=1).starting()
    table.sit(BEN)
    table.leave(ANN)
    assert table.core.picture().host == table.seat(BEN)
    assert table.names == ["Ben", "", "West"]


@pytest.mark.parametrize("who", [BEN, "zoe"])
def test_only_the_host_does_what_a_host_does(who: str) -> None:
    table = Link().look_on().sit(BEN)
    before = list(table.log)
    for wish in (Start(None), Remove(0), Remove(1), Change(link(seats=3))):
        with pytest.raises(NotYourSeat):
            table.say(who, wish)
    assert table.log == before


def test_a_new_host_starts_and_the_old_one_no_longer() -> None:
    table = Link(seats=3).look_on().sit(BEN, CLEO)
    table.leave(ANN)
    table.sit(ANN)
    with pytest.raises(NotYourSeat):
        table.say(ANN, Start(None))
    table.say(BEN, Start(None))
    assert table.ledger.starting


# Somebody is sent away


def test_the_host_frees_a_seat_and_another_may_take_it() -> None:
    table = Link().look_on().sit(BEN)
    table.say(ANN, Remove(1))
    assert table.names == ["Ann", ""]
    with pytest.raises(NotYourSeat):
        table.say(BEN, Ready(None))
    table.sit(CLEO)
    assert table.names == ["Ann", "Cleo"]


@pytest.mark.parametrize("seat", [-1, 0, 2, 3, 4, 7])
def test_nobody_else_is_sent_away(seat: int) -> None:
    table = Link(seats=4, computers=1).look_on().sit(BEN)
    before = list(table.log)
    with pytest.raises(Refused):
        table.say(ANN, Remove(seat))
    assert table.log == before


def test_nobody_is_sent_away_from_a_game() -> None:
    table = Link().started(BEN)
    with pytest.raises(Refused):
        table.say(ANN, Remove(1))
    assert not table.chair(BEN).left


# Other rules


def test_other_rules_ask_everybody_again() -> None:
    table = Link(seats=3).look_on().sit(BEN, CLEO)
    table.say(ANN, Change(link(seats=3, burn=2)))
    assert [chair.seed for chair in table.ledger.chairs] == [None] * 3
    assert table.names == ["Ann", "Ben", "Cleo"]
    with pytest.raises(Refused, match="Ben is not ready yet"):
        table.say(ANN, Start(None))
    for who in (BEN, CLEO):
        table.say(who, Ready(None))
    table.say(ANN, Start(None))
    table.wait(3000)
    assert table.ledger.game.rules.burn == 2


def test_more_seats_are_open_ones_and_fewer_push_nobody_out() -> None:
    table = Link(seats=4).look_on().sit(BEN, CLEO)
    table.leave(BEN)
    table.say(ANN, Change(link(seats=6, computers=2)))
    assert table.names == ["Ann", "Cleo", "", "", "West", "North"]
    table.say(ANN, Change(link(seats=2)))
    assert table.names == ["Ann", "Cleo"]
    table.say(ANN, Change(link(seats=3)))
    table.sit(BEN)
    before = list(table.log)
    with pytest.raises(Refused, match="3 people"):
        table.say(ANN, Change(link(seats=4, computers=2)))
    assert table.log == before


def test_latecomers_of_a_countdown_count_where_the_rules_change() -> None:
    table = Link(seats=3).starting(BEN)
    table.say(CLEO, Join("Cleo"))
    assert table.ledger.latecomers == (Latecomer(CLEO, "Cleo", 3),)
    with pytest.raises(Refused, match="3 people"):
        table.say(ANN, Change(link(seats=2)))
    assert table.ledger.starting
    table.say(ANN, Change(link(seats=4)))
    assert table.core.picture().starts is None
    assert table.names == ["Ann", "Ben", "Cleo", ""]
    assert table.core.picture().latecomers == ()


def test_rules_are_not_changed_in_a_game() -> None:
    table = Link().started(BEN)
    with pytest.raises(Refused):
        table.say(ANN, Change(link(burn=2)))
    assert table.ledger.game.rules.burn == 1


def test_what_is_for_one_device_is_refused() -> None:
    table = Link().started(BEN)
    before = list(table.log)
    for wish in (Pause(), Restart(), Pace(700)):
        with pytest.raises(Refused):
            table.say(ANN, wish)
    assert table.log == before


def test_who_sits_there_now_is_not_removed_in_anothers_place() -> None:
    table = Link(seats=3).look_on().sit(BEN)
    sitting = table.chair(BEN).sitting
    table.leave(BEN)
    table.sit(CLEO)
    with pytest.raises(Refused, match="Somebody else"):
        table.say(ANN, Remove(table.seat(CLEO), sitting))
    table.say(ANN, Remove(table.seat(CLEO), table.chair(CLEO).sitting))
    assert table.names == ["Ann", "", ""]
