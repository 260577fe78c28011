"""What people may change while they play on their own device: pace, names, a fresh deal."""

from typing import Any

import pytest

from app.table.inputs import Name, Next, NotYourSeat, Pace, Pause, Refused, Restart, Resume
from tests.table.link import Link
from tests.table.virtual import ME, Virtual

MINE, THEIRS = ["5H", "2C", "9H", "4D", "6C"], ["3C", "7H", "8D", "TC"]


def table_of(preset: str = "classic", faceup: str = "5S", **fields: Any) -> Virtual:
    """My five has just been turned onto `faceup`; the computer slaps at 500 what it sees."""
    table = Virtual(preset=preset, computers=1, **fields).deal()
    table.give((MINE, THEIRS), faceup=[faceup])
    table.computers_react(500)
    table.reveal(at=200, rt=190)
    return table


# A window that waits for a hand


def test_without_a_timer_the_window_waits_and_so_does_the_computer() -> None:
    table = table_of(window_ms=0)
    table.wait(120_000)
    assert (table.phase, table.core.ledger.n) == ("window", 1)
    assert table.core.left_ms(table.now) is None
    picture = table.core.picture()
    assert (picture.held, picture.window_ms) == (True, 0)


def test_a_right_slap_ends_it_however_late() -> None:
    table = table_of(preset="duel", window_ms=0)
    table.slap(at=45_000, rt=44_990.0)
    assert table.collected() == (0, "slap")


def test_next_begins_the_window_and_the_computer_reacts_at_its_own_time() -> None:
    table = table_of(window_ms=0)
    table.wait(30_000)
    table.act(Next())
    ledger = table.core.ledger
    assert (ledger.stage, ledger.window_ms, ledger.held) == ("1.1", 700, False)
    since = table.since
    table.run_until(since + 499)
    assert table.collected() is None
    table.run_until(since + 700)
    assert table.collected() == (1, "slap")


def test_a_false_slap_costs_at_once_and_begins_the_window() -> None:
    table = table_of(faceup="4S", window_ms=0)
    table.slap(at=9000, rt=8990.0)
    ledger = table.core.ledger
    assert ledger.chairs[0].wrong == 1
    assert (ledger.stage, ledger.window_ms, ledger.held) == ("1.1", 700, False)
    table.run_until(table.since + 699)
    assert table.phase == "window"
    table.wait(1)
    assert table.phase == "ready"


def test_without_computers_next_ends_the_window_at_once() -> None:
    table = Virtual(preset="classic", mode="pass", window_ms=0, handover="never").deal()
    table.give((MINE, THEIRS), faceup=["4S"])
    table.reveal(at=200, rt=190)
    table.wait_for_reveal(1)
    table.wait(30_000)
    table.act(Next())
    table.wait(300)
    assert table.phase == "ready"


def test_next_is_nothing_where_no_window_waits() -> None:
    table = table_of()
    before = list(table.log)
    table.act(Next())
    assert table.log == before


def test_a_paused_window_waits_again() -> None:
    table = table_of(window_ms=0)
    table.act(Pause())
    table.act(Resume())
    table.wait(60_000)
    assert table.core.ledger.held


# A window that begins with the spoken card


def test_a_listening_window_begins_with_the_page_s_word() -> None:
    table = table_of(listening="yes")
    assert table.core.ledger.window_ms == 6000
    table.wait(3000)
    assert table.core.since is None
    with pytest.raises(Refused):
        table.slap(None, 100.0)
    table.paint()
    assert table.since == table.now
    table.run_until(table.since + 400)
    table.slap(None, 400.0)
    assert table.pressed["adj"] == 400


# Pace


def test_another_pace_counts_from_the_resumed_window_on() -> None:
    table = table_of(faceup="4S")
    table.act(Pause())
    table.act(Pace(3000))
    table.act(Resume())
    assert table.core.ledger.window_ms == 3000
    table.restart()
    assert table.core.ledger.setup.window_ms == 3000


def test_a_running_window_keeps_its_pace() -> None:
    table = table_of()
    with pytest.raises(Refused, match="Pause"):
        table.act(Pace(3000))


# Names


def test_a_person_may_change_their_name() -> None:
    table = table_of()
    table.act(Name(0, "Ada"))
    assert table.core.picture().seats[0].name == "Ada"
    table.restart()
    assert table.core.ledger.chairs[0].name == "Ada"
    before = list(table.log)
    table.connect(ME, "s")
    table.act(Name(0, "Ada"))
    assert table.log == before
    with pytest.raises(NotYourSeat):
        table.act(Name(1, "Not a computer"))


# A fresh deal


@pytest.mark.parametrize("stop", [True, False])
def test_restart_deals_another_game_and_nothing_planned_reaches_it(stop: bool) -> None:
    """A computer's slap planned in the old game must not hit the new one."""
    table = table_of()
    if stop:
        table.act(Pause())
    old = table.core.ledger.public_id
    table.act(Restart())
    ledger = table.core.ledger
    assert (ledger.state, ledger.deal) == ("waiting", 2)
    assert ledger.public_id != old
    table.wait(5000)
    assert ledger.state == "waiting"
    table.deal()
    table.wait(600)
    assert table.collected() is None
    assert ledger.n == 0


def test_a_second_restart_deals_no_third_game() -> None:
    table = table_of()
    table.act(Restart())
    table.act(Restart())
    assert table.core.ledger.deal == 2


def test_next_at_a_link_match_takes_nobody_s_window_away() -> None:
    """At one device nobody else wants to slap; at others' devices somebody may."""
    table = Link(window_ms=0).started("ben")
    turns = table.ledger.chairs[table.ledger.game.turn or 0].browser or ""
    table.reveal(at=0, rt=0, browser=turns)
    table.wait_for_reveal(1)
    assert table.ledger.held
    table.say("ben", Next())
    assert (table.phase, table.ledger.window_ms) == ("window", table.ledger.setup.window_ms)
