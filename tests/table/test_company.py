"""Link matches: who sits where, and how that changes."""

import pytest

from app.table.inputs import Change, Close, Join, Name, NotYourSeat, Refused
from tests.table.link import ANN, BEN, CLEO, DAN, Link, link


def test_nobody_leaves_who_never_came() -> None:
    table = Link()
    table.look(ANN)
    before = list(table.log)
    with pytest.raises(NotYourSeat):
        table.leave("zoe")
    assert table.log == before


# Names


def test_no_two_at_a_table_have_the_same_name() -> None:
    table = Link(seats=5, computers=1).look_on()
    for browser in (BEN, CLEO, DAN):
        table.say(browser, Join("Ann" if browser != DAN else "West"))
    assert table.names == ["Ann", "Ann 2", "Ann 3", "West 2", "West"]
    table.say(BEN, Name(1, "Ann 3"))
    assert table.names == ["Ann", "Ann 3 2", "Ann 3", "West 2", "West"]
    table.say(CLEO, Name(2, "Ann 3"))
    assert table.kinds[-1] == "named"
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


# Whose table it is


def test_who_comes_in_a_countdown_is_host_where_only_they_stay() -> None:
    table = Link(seats=3, computers=1).starting()
    table.sit(BEN)
    table.leave(ANN)
    assert table.core.picture().host == table.seat(BEN)
    assert table.names == ["Ben", "", "West"]


# The end


def test_a_table_that_is_closed_in_its_countdown_is_not_dealt() -> None:
    table = Link().starting(BEN)
    table.say(ANN, Close())
    assert table.core.picture().starts is None
    table.wait(60_000)
    assert "dealt" not in table.kinds
    table.restart()
    for who in (ANN, BEN):
        table.look(who)
    table.wait(60_000)
    assert "dealt" not in table.kinds


def test_nothing_is_written_at_a_closed_table() -> None:
    table = Link().starting(BEN)
    table.go(BEN)
    table.say(ANN, Close())
    before = list(table.log)
    table.go(ANN)
    table.wait(60_000)
    for who in (ANN, BEN, CLEO):
        with pytest.raises(Refused):
            table.leave(who)
    assert table.log == before


# The next game


def test_the_next_game_is_counted_down_to_like_the_first() -> None:
    table = Link(reveal_limit=10).ended(BEN)
    table.again(ANN, BEN)
    told = []
    while table.state == "waiting":
        told.append(table.core.picture().starts)
        due = table.core.deadline()
        assert due is not None
        assert due - table.now <= 1000
        table.run_until(due)
    assert list(dict.fromkeys(told)) == [3, 2, 1]
