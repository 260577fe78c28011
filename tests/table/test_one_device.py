"""Two people on one device: whose press it is, ties between them, and the hand-over."""

from typing import Any

import pytest

from app.engine.shuffle import tie_key
from app.table.inputs import Auto, Late, NotYourSeat, Pause, Ready, Refused, Resume, Slap
from tests.table.virtual import ME, Virtual

HERE, THERE = ["5H", "2C", "9H", "4D", "6C"], ["3C", "7H", "8D", "TC"]


def pair(faceup: tuple[str, ...] = ("5S",), preset: str = "classic", **fields: Any) -> Virtual:
    """Two people, no computer; seat 0 turns the first card."""
    table = Virtual(preset=preset, mode="pass", **fields).deal()
    table.give((HERE, THERE), faceup=faceup)
    return table


def turned(**more: Any) -> Virtual:
    """Seat 0 has turned its five, which makes a double unless `faceup` says otherwise."""
    table = pair(**more)
    table.reveal(at=200, rt=190)
    table.wait_for_reveal(1)
    return table


def test_both_seats_belong_to_the_device() -> None:
    ledger = pair().core.ledger
    assert ledger.seats_of(ME) == (0, 1)
    assert [chair.kind for chair in ledger.chairs] == ["person", "person"]


def test_computers_may_join_two_people() -> None:
    ledger = Virtual(preset="quartet", mode="pass").core.ledger
    assert [chair.name for chair in ledger.chairs][2:] == ["West", "North"]
    assert ledger.seats_of(ME) == (0, 1)


def test_the_earlier_hand_of_the_two_collects_whichever_arrives_first() -> None:
    table = turned()
    table.measured(ME, 20, 10)
    table.slap(at=430, rt=410.0, seat=0)
    table.slap(at=431, rt=409.0, seat=1)
    assert table.collected() == (1, "slap")


def test_equal_hands_go_to_the_tie_key() -> None:
    """Never to seat order and never to arrival: over many deals both win."""
    winners = set()
    for seed in range(12):
        table = pair(seed=seed).deal()
        table.reveal(at=200, rt=190)
        table.wait_for_reveal(1)
        table.measured(ME, 20, 10)
        table.slap(at=420, rt=400.0, seat=1)
        table.slap(at=420, rt=400.0, seat=0)
        ledger = table.core.ledger
        taken = ledger.collected
        assert taken is not None
        keys = [tie_key(ledger.deal_seed, ledger.n, seat) for seat in (0, 1)]
        assert keys[taken.seat] == min(keys)
        winners.add(taken.seat)
    assert winners == {0, 1}


def test_a_slap_says_whose_it_is_and_only_own_seats_count() -> None:
    table = Virtual(preset="quartet", mode="pass").deal()
    with pytest.raises(NotYourSeat):
        table.act(Slap("0.0", "stream-0", 100.0, "0" * 32, seat=2))


def test_another_person_s_turn_is_handed_over() -> None:
    table = turned(faceup=("4S",))
    table.wait(1200)
    assert table.state == "handover"
    assert table.core.deadline() is None or table.core.lines.next_probe() == table.core.deadline()
    assert table.core.picture().cards == ("4S", "5H"), "nothing is left to study, so it stays"


def test_nobody_waits_for_a_hand_over_in_which_a_slap_could_still_arrive() -> None:
    """A hand-over ends the slaps on n, so the window's end is held for those on their way."""
    table = turned()
    table.measured(ME, 20, 10)
    table.run_until(table.since + 720)
    assert table.state == "playing"
    table.slap(at=735, rt=699.0, seat=1)
    table.wait(200)
    assert table.collected() == (1, "slap")


def test_during_a_hand_over_a_press_is_no_slap() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    before = list(table.log)
    with pytest.raises(Late):
        table.slap(None, 900.0, seat=1)
    with pytest.raises(Refused):
        table.reveal(None, 900.0)
    table.wait(60_000)
    assert table.log == before


def test_ready_goes_on_in_a_stage_of_its_own_and_slaps_on_n_are_over() -> None:
    table = turned()
    table.wait(2000)
    table.act(Ready(None))
    ledger = table.core.ledger
    assert (ledger.state, ledger.stage, ledger.window_ms) == ("playing", "1.1", 0)
    with pytest.raises(Late):
        table.slap(at=50, rt=40.0, seat=0)
    table.reveal(at=300, rt=290.0)
    table.wait(200)
    assert table.core.ledger.n == 2


def test_a_second_ready_changes_nothing() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    table.act(Ready(None))
    before = list(table.log)
    table.act(Ready(None))
    assert table.log == before


def test_the_same_person_goes_on_without_a_hand_over() -> None:
    """Answering an honour takes several cards of one seat."""
    table = pair(faceup=("4S",))
    table.give((["QH", "2C", "9H"], ["3C", "7H", "8D"]), faceup=("4S",))
    table.reveal(at=200, rt=190)
    table.wait(2000)
    table.act(Ready(None))
    table.reveal(at=200, rt=190)
    table.wait(2000)
    assert table.core.ledger.game.turn == 1
    assert table.state == "playing"


def test_after_a_pile_only() -> None:
    table = turned(faceup=("4S",), handover="pile")
    table.wait(2000)
    assert table.state == "playing", "a card more is no pile"
    table = turned(handover="pile")
    table.slap(at=400, rt=390.0, seat=1)
    table.wait(400)
    assert table.collected() == (1, "slap")
    assert table.state == "handover"


def test_whoever_turned_last_and_takes_the_pile_goes_on() -> None:
    table = turned()
    table.slap(at=400, rt=390.0, seat=0)
    table.wait(400)
    assert table.collected() == (0, "slap")
    assert table.state == "playing"


@pytest.mark.parametrize("handover", ["every", "pile", "never"])
def test_never_means_never(handover: str) -> None:
    table = turned(handover=handover)
    table.slap(at=400, rt=390.0, seat=1)
    table.wait(2000)
    assert (table.state == "handover") is (handover != "never")


def test_asked_no_more_this_game_and_again_in_the_next() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    table.act(Ready(None, asks=False))
    table.reveal(at=200, rt=190)
    table.wait(2000)
    assert table.state == "playing"
    table.restart()
    assert table.core.ledger.asks is False
    ledger = table.core.ledger
    ledger.apply(ledger_sealed(table))
    assert ledger.asks is True


def ledger_sealed(table: Virtual) -> Any:
    sealed = next(entry for entry in table.log if entry.kind == "sealed")
    return type(sealed)(table.core.ledger.seq, 0, "sealed", None, sealed.payload)


def test_with_automatic_turning_nobody_takes_the_device() -> None:
    table = pair(faceup=("4S",))
    table.act(Auto(True))
    table.wait(6000)
    assert table.core.ledger.n > 2
    assert "handover" not in table.kinds


def test_a_pause_in_a_hand_over_comes_back_to_it() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    table.act(Pause())
    assert table.state == "paused"
    assert table.core.picture().cards == ()
    table.act(Resume())
    assert table.state == "handover"


def test_a_restart_of_the_server_keeps_the_hand_over() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    table.restart()
    assert table.state == "handover"
    table.connect(ME, "again")
    table.act(Ready(None))
    assert table.state == "playing"


def test_the_time_until_the_hand_over_is_play_time() -> None:
    table = turned(faceup=("4S",))
    begun = table.core.ledger.played_ms
    table.run_until(table.since + 5000)
    assert table.core.ledger.played_ms == begun + 700


def test_a_pause_in_a_hand_over_adds_no_play_time() -> None:
    table = turned(faceup=("4S",))
    begun = table.core.ledger.played_ms
    table.run_until(table.since + 5000)
    table.act(Pause())
    table.wait(5000)
    table.act(Resume())
    assert table.state == "handover"
    assert table.core.ledger.played_ms == begun + 700


def test_a_hand_over_that_nobody_looks_at_is_paused() -> None:
    table = turned(faceup=("4S",))
    table.wait(2000)
    for stream in ("stream-0", "stream-1"):
        table.tell(table.core.disconnect(ME, stream, table.now))
    assert table.state == "paused"
    assert table.core.picture().cards == ()
