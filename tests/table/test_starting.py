"""Link matches: the host starts, and the deal is counted down to."""

import pytest

from app.table.computer import level_of
from app.table.inputs import Change, Close, Join, Name, Ready, Refused, Remove, Start
from tests.table.link import ANN, BEN, CLEO, DAN, Link, link

HOST_SEED = b"a" * 16


def counted(table: Link) -> list[tuple[int | None, float]]:
    """The seconds that pictures show until the deal, and when (ms from now)."""
    began, told = table.now, [(table.core.picture().starts, 0.0)]
    while table.ledger.starting:
        due = table.core.deadline()
        assert due is not None
        table.run_until(due)
        if (starts := table.core.picture().starts) != told[-1][0]:
            told.append((starts, table.now - began))
    return told


def test_three_two_one() -> None:
    table = Link().starting(BEN)
    assert counted(table) == [(3, 0), (2, 1000), (1, 2000), (None, 3000)]
    assert table.state == "playing"
    shown = [picture.starts for picture in table.pictures if picture.starts is not None]
    assert list(dict.fromkeys(shown)) == [3, 2, 1], "everybody sees it"


def test_the_deal_comes_from_everybody_s_seeds() -> None:
    table = Link(seats=4, computers=1).starting(BEN)
    assert [chair.seed for chair in table.ledger.chairs] == [HOST_SEED, b"ben".ljust(16), b""]
    table.wait(3000)
    assert table.core.picture().drawn == ()


def test_the_server_draws_for_a_host_without_a_seed() -> None:
    table = Link().look_on().sit(BEN)
    table.say(ANN, Start(None))
    assert table.core.picture().drawn == (0,)
    assert len(table.ledger.chairs[0].seed or b"") == 16


def test_a_host_who_has_said_ready_keeps_that_seed() -> None:
    table = Link().look_on().sit(BEN)
    table.say(ANN, Ready(b"z" * 16), Start(HOST_SEED))
    assert table.ledger.chairs[0].seed == b"z" * 16


def test_who_is_not_ready_is_named() -> None:
    table = Link(seats=3).look_on().sit(BEN)
    table.say(CLEO, Join("Cleo"))
    with pytest.raises(Refused, match="Cleo is not ready yet"):
        table.say(ANN, Start(None))
    assert not table.ledger.starting


def test_nobody_starts_alone() -> None:
    table = Link(seats=4).look_on()
    with pytest.raises(Refused, match="You are alone here"):
        table.say(ANN, Start(None))
    table.say(ANN, Change(link(seats=3, computers=1)), Start(None))
    assert table.ledger.starting


def test_a_second_press_starts_nothing_more() -> None:
    table = Link().starting(BEN)
    table.wait(1500)
    before = list(table.log)
    assert table.say(ANN, Start(None)).entries == []
    assert table.log == before
    table.wait(1500)
    assert table.state == "playing"


def test_a_running_game_is_not_started() -> None:
    table = Link().started(BEN)
    with pytest.raises(Refused, match="still running"):
        table.say(ANN, Start(None))


# Early, with open chairs


def test_the_deal_is_for_who_is_there() -> None:
    table = Link(preset="party", seats=8, computers=2, level="mixed").look_on()
    table.sit(BEN, CLEO, DAN)
    assert table.ledger.setup.rules.decks == 2
    levels = [chair.level for chair in table.ledger.chairs[6:]]
    table.leave(BEN)
    table.leave(DAN)
    table.say(ANN, Start(None))
    assert table.names == ["Ann", "Cleo", "West", "North"]
    rules = table.ledger.setup.rules
    assert (rules.seats, rules.decks, rules.time_limit_s) == (4, 1, 25 * 60)
    mixed = [level_of("mixed", seat) for seat in (2, 3)]
    assert [chair.level for chair in table.ledger.chairs[2:]] == mixed != levels
    table.wait(3000)
    assert table.held() == 52
    assert len(table.ledger.game.stacks) == 4
    assert table.core.picture().free == 4, "who comes now may sit down for the next game"


def test_two_of_three_have_the_time_limit_of_two() -> None:
    assert Link(seats=3).started(BEN).ledger.setup.rules.time_limit_s == 15 * 60
    assert Link(seats=3).started(BEN, CLEO).ledger.setup.rules.time_limit_s == 25 * 60
    chosen = Link(seats=3, time_limit_s=600).started(BEN)
    assert chosen.ledger.setup.rules.time_limit_s == 600


def test_a_chosen_number_of_decks_stays() -> None:
    table = Link(preset="party", seats=4, decks=2).started(BEN)
    assert table.held() == 104


def test_the_table_is_its_old_size_where_the_countdown_is_halted() -> None:
    table = Link(preset="party", seats=8, computers=2).starting(BEN, CLEO)
    table.leave(CLEO)
    assert table.names == ["Ann", "Ben", "", "", "", "", "West", "North"]
    assert table.ledger.setup == table.ledger.offered
    assert table.core.picture().free == 4


# What halts it


@pytest.mark.parametrize("how", ["leave", "host leaves", "remove", "change", "close"])
def test_what_halts_the_countdown(how: str) -> None:
    table = Link(seats=3).starting(BEN, CLEO)
    table.wait(1500)
    match how:
        case "leave":
            table.leave(CLEO)
        case "host leaves":
            table.leave(ANN)
        case "remove":
            table.say(ANN, Remove(table.seat(CLEO)))
        case "change":
            table.say(ANN, Change(link(seats=3, burn=2)))
        case _:
            table.say(ANN, Close())
    assert table.core.picture().starts is None
    table.wait(20_000)
    assert table.state == "waiting"
    assert "dealt" not in table.kinds


def test_it_begins_from_three_again() -> None:
    table = Link(seats=3).starting(BEN, CLEO)
    table.wait(2500)
    table.leave(CLEO)
    table.wait(300)
    table.say(ANN, Start(None))
    assert counted(table) == [(3, 0), (2, 1000), (1, 2000), (None, 3000)]


def test_halted_leaves_everybody_who_stays_ready() -> None:
    table = Link(seats=3).starting(BEN, CLEO)
    table.leave(ANN)
    assert table.chair(BEN).seed == b"ben".ljust(16)
    assert table.chair(CLEO).seed == b"cleo".ljust(16)


def test_who_comes_in_the_countdown_does_not_halt_it() -> None:
    table = Link(seats=3).starting(BEN)
    table.wait(1000)
    table.sit(CLEO)
    picture = table.core.picture()
    assert (picture.latecomers, picture.coming, picture.free) == (("Cleo",), (3,), 0)
    table.wait(2000)
    assert table.state == "playing"
    assert len(table.ledger.chairs) == 2


def test_who_came_in_a_halted_countdown_sits_down() -> None:
    table = Link(seats=3).starting(BEN)
    table.say(CLEO, Join("Cleo"))
    table.leave(BEN)
    assert table.names == ["Ann", "Cleo", ""]
    assert table.core.picture().latecomers == ()


def test_a_new_name_and_an_absence_halt_nothing() -> None:
    table = Link().starting(BEN)
    table.go(BEN)
    table.say(BEN, Name(1, "Benno"))
    table.wait(3000)
    assert table.state == "playing"
    assert table.names == ["Ann", "Benno"]


def test_a_restart_begins_the_countdown_again() -> None:
    table = Link().starting(BEN)
    table.wait(2500)
    table.restart()
    assert table.state == "waiting"
    assert table.core.picture().starts == 3
    table.look(ANN)
    assert counted(table)[-1][1] == 3000
    assert table.state == "playing"
