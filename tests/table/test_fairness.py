"""FAIRNESS 1.4: from presses to actions. Near and far are those of E1 and E2."""

from dataclasses import replace
from typing import Any

import pytest

from app.table.inputs import Ack, Late, NotYourSeat, Refused, Slap
from tests.table.virtual import ME, Virtual

NEAR, FAR = "near", "far"
NEARS, FARS = ["2C", "9H", "4D", "JC"], ["5H", "3C", "7H", "8D", "KC"]
BY_SLAP = "slap"


def two(preset: str = "classic", newest: str = "5H", reveals: int = 0, **fields: Any) -> Virtual:
    """Near in seat 0, far in seat 1, who has just turned a card onto the five of spades."""
    table = Virtual(people=(NEAR, FAR), preset=preset, seats=2, **fields).deal()
    table.give((NEARS, [newest, *FARS[1:]]), turn=1, faceup=["5S"], reveals=reveals)
    table.reveal(at=200, rt=190, browser=FAR)
    table.wait_for_reveal(reveals + 1)
    table.measured(NEAR, 38, 10, 40, 41)
    table.measured(FAR, 232, 26, 40, 239)
    return table


def alone(preset: str = "classic", newest: str = "5H", **fields: Any) -> Virtual:
    """Near in seat 0, who has just turned a card onto the five of spades, against one computer."""
    table = Virtual(people=(NEAR,), preset=preset, computers=1, **fields).deal()
    table.give(([newest, *NEARS], FARS[1:]), faceup=["5S"])
    table.computers_react(5000, slaps=False)
    table.reveal(at=200, rt=190, browser=NEAR)
    table.measured(NEAR, 38, 10, 40, 41)
    return table


def press(seen: str = "1.0", cmd: str = "a" * 32) -> Slap:
    return Slap(seen, "stream-0", 100.0, cmd)


def test_h1_the_far_hand_was_first_and_collects_on_arrival() -> None:
    table = two()
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.collected() is None
    assert table.core.deadline() == start + 739
    table.slap(at=648, rt=412, browser=FAR)
    assert table.collected() == (1, BY_SLAP)
    assert table.now == start + 648


def test_h2_a_silent_far_hand_is_waited_for_and_no_longer() -> None:
    table = two()
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    table.run_until(start + 738)
    assert table.collected() is None
    table.run_until(start + 739)
    assert table.collected() == (0, BY_SLAP)


def test_h3_a_computer_collects_when_a_silent_person_can_no_longer_beat_it() -> None:
    table = alone()
    table.computers_react(430)
    start = table.since
    table.run_until(start + 527)
    assert table.collected() is None
    table.run_until(start + 528)
    assert table.collected() == (1, BY_SLAP)


@pytest.mark.parametrize(
    ("name", "arrives", "rt", "wins"),
    [("H4 sooner", 468, 428, 0), ("H4 later", 472, 432, 1), ("H5 both 430", 470, 430, 0)],
)
def test_h4_h5_a_person_and_a_computer(name: str, arrives: int, rt: int, wins: int) -> None:
    table = alone()
    table.computers_react(430)
    start = table.since
    table.slap(at=arrives, rt=rt, browser=NEAR)
    assert table.collected() == (wins, BY_SLAP), name
    assert table.now == start + arrives


def test_h6_a_reveal_waits_for_the_slap_that_could_still_beat_it() -> None:
    table = two()
    start = table.since
    table.run_until(start + 699)
    assert table.phase == "window"
    table.run_until(start + 700)
    assert table.phase == "ready"
    table.reveal(at=950, rt=910, browser=NEAR)
    table.run_until(start + 1233)
    assert table.core.ledger.n == 1
    table.run_until(start + 1234)
    assert table.core.ledger.n == 2


def test_h6_a_slap_as_early_as_the_waiting_reveal_voids_it() -> None:
    table = two()
    table.reveal(at=950, rt=910, browser=NEAR)
    table.slap(at=1146, rt=910, browser=FAR)
    assert table.collected() == (1, BY_SLAP)
    table.wait(2000)
    assert table.core.ledger.n == 1, "the reveal was voided"


def test_h6_a_slap_one_later_than_the_waiting_reveal_is_late() -> None:
    table = two()
    start = table.since
    table.reveal(at=950, rt=910, browser=NEAR)
    with pytest.raises(Late):
        table.slap(at=1146, rt=911, browser=FAR)
    assert table.collected() is None
    table.run_until(start + 1234)
    assert table.core.ledger.n == 2


def test_a_waiting_reveal_ends_with_the_turn_it_was_for() -> None:
    table = Virtual(people=(NEAR, FAR), preset="classic", seats=2).deal()
    table.give((["2C"], ["6H", *FARS]), turn=1, faceup=["5S"])
    table.reveal(at=200, rt=190, browser=FAR)
    table.wait_for_reveal(1)
    table.measured(NEAR, 38, 10, 40, 41)
    table.measured(FAR, 232, 26, 40, 239)
    table.reveal(at=950, rt=910, browser=NEAR)
    table.slap(at=1000, rt=905, browser=NEAR)  # its only card is burned: far is due now
    assert table.core.ledger.game.turn == 1
    table.wait(3000)
    assert table.core.ledger.n == 1, "near's press must not turn far's card"


def test_h7_a_window_that_ends_slaps_waits_for_them() -> None:
    table = two("duel")
    start = table.since
    table.run_until(start + 2123)
    assert table.phase == "window"
    table.run_until(start + 2124)
    assert table.phase == "ready"


def test_h8_the_close_that_ends_the_game_waits_for_a_slap() -> None:
    table = two(reveal_limit=10, reveals=9)
    start = table.since
    table.run_until(start + 1023)
    assert table.state == "playing"
    table.run_until(start + 1024)
    assert table.state == "over"


def test_h8_a_far_slap_that_was_in_time_collects_before_the_end() -> None:
    table = two(reveal_limit=10, reveals=9)
    start = table.since
    table.slap(at=926, rt=690, browser=FAR)
    assert table.collected() == (1, BY_SLAP)
    assert table.now == start + 926
    assert table.state == "over", "the limit is reached, and the slap has counted"


def test_a_press_for_a_stage_that_is_over_is_late_and_free() -> None:
    table = two()
    before = len(table.log)
    with pytest.raises(Late):
        table.slap(at=300, rt=260, browser=NEAR, seen="0.0")
    assert len(table.log) == before


def test_a_press_for_a_stage_not_yet_begun_is_refused() -> None:
    table = two()
    with pytest.raises(Refused, match="not been turned yet") as refusal:
        table.slap(at=300, rt=260, browser=NEAR, seen="2.0")
    assert not isinstance(refusal.value, Late)


def test_a_stage_that_is_not_yet_stored_has_not_begun() -> None:
    table = two()
    table.core.since = None  # computed, but its commit is still under way
    with pytest.raises(Refused, match="not been turned yet"):
        table.core.handle(NEAR, press("1.0"), table.now)
    with pytest.raises(Late):
        table.core.handle(NEAR, press("0.0", cmd="b" * 32), table.now)


def test_only_the_first_slap_of_a_seat_on_a_reveal_counts() -> None:
    table = two(newest="6H")
    table.slap(at=200, rt=160, browser=NEAR)
    assert len(table.core.ledger.game.buried) == 1
    before = len(table.log)
    table.slap(at=260, rt=220, browser=NEAR)
    table.wait(600)
    table.slap(at=None, rt=900, browser=NEAR)
    assert len(table.core.ledger.game.buried) == 1, "no second penalty"
    assert table.kinds[before:] == ["close"]


def test_the_second_slap_of_the_winner_gets_the_first_ones_answer() -> None:
    table = alone()
    table.slap(at=300, rt=260, browser=NEAR)
    assert table.collected() == (0, BY_SLAP)
    before = list(table.log)
    table.act(press("1.0", cmd="e" * 32), NEAR)
    table.act(press("1.1", cmd="f" * 32), NEAR)
    assert table.log == before


def test_trap_the_same_press_counted_twice_by_retry() -> None:
    table = two()
    table.slap(at=455, rt=415, browser=NEAR, cmd="c" * 32)
    before = list(table.log)
    table.slap(at=470, rt=100, browser=NEAR, cmd="c" * 32)
    assert table.log == before
    with pytest.raises(Late):
        table.slap(at=480, rt=100, browser=FAR, cmd="d" * 32, seen="0.0")
    with pytest.raises(Late):
        table.slap(at=490, rt=100, browser=FAR, cmd="d" * 32)
    assert table.collected() is None


def test_a_repeated_cmd_gets_its_first_answer_after_a_restart_too() -> None:
    table = two()
    table.slap(at=455, rt=415, browser=NEAR, cmd="c" * 32)
    table.restart()
    before = list(table.log)
    table.core.handle(NEAR, press(cmd="c" * 32), table.now)
    assert table.log == before


def test_a_slap_after_the_window_is_late_where_slaps_end_with_it() -> None:
    table = two("duel")
    with pytest.raises(Late):
        table.slap(at=1900, rt=1801, browser=NEAR)
    table.slap(at=1960, rt=1800, browser=FAR)
    table.wait(300)
    assert table.collected() == (1, BY_SLAP)


def test_a_slap_after_the_window_counts_where_slaps_stay_open() -> None:
    table = two()
    table.slap(at=1200, rt=1160, browser=NEAR)
    table.wait(400)
    assert table.collected() == (0, BY_SLAP)


def test_a_false_slap_is_paid_at_arrival() -> None:
    table = two(newest="6H")
    table.slap(at=200, rt=160, browser=FAR)
    assert table.core.ledger.game.buried == ("3C",)
    assert table.pictures[-1].burned[0].seat == 1


def test_an_undecided_tie_goes_by_key_or_awards_nothing() -> None:
    for preset, decided in (("classic", True), ("strict", False)):
        table = two(preset)
        table.slap(at=455, rt=412, browser=NEAR)
        table.slap(at=648, rt=412, browser=FAR)
        assert (table.core.ledger.collected is not None) is decided
        if not decided:
            assert "void" in table.kinds
            table.wait(200)
            assert table.phase == "ready", "the window closes as usual"
            assert table.core.ledger.game.faceup == ("5S", "5H")


def test_after_a_void_tie_the_reveal_takes_no_more_slaps() -> None:
    table = Virtual(people=(NEAR, FAR, "third"), preset="strict", seats=3).deal()
    table.give((NEARS, FARS, ["QS", "6C"]), turn=1, faceup=["5S"])
    table.reveal(at=200, rt=190, browser=FAR)
    table.wait_for_reveal(1)
    for browser in (NEAR, FAR, "third"):
        table.measured(browser, 0, 10, 0)
    table.slap(at=400, rt=400, browser=NEAR)
    table.slap(at=400, rt=400, browser=FAR)
    table.wait(100)
    assert "void" in table.kinds
    with pytest.raises(Late):
        table.slap(at=None, rt=420, browser="third")


def test_where_arrival_decides_nobody_waits() -> None:
    table = two(order="arrival")
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.collected() == (0, BY_SLAP)
    assert table.now == start + 455


def test_a_table_with_a_smaller_cap_waits_less() -> None:
    table = two(cap=150)
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.core.deadline() == start + 415 + 150


def test_nobody_waits_for_a_seat_without_a_live_stream() -> None:
    table = two()
    table.core.lines[FAR].disconnect("stream-1", table.now)
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.collected() == (0, BY_SLAP)


def test_a_press_from_a_stream_that_is_not_active_is_taken_without_a_baseline() -> None:
    table = two()
    table.act(Slap("1.0", "an older tab", 412.0, "a" * 32), FAR, at=648)
    pressed = table.pressed
    assert (pressed["b"], pressed["s"], pressed["a"]) == (0, 10, None)
    assert pressed["adj"] == 648 - 10 - 40


def test_a_stranger_and_another_seat_are_refused() -> None:
    table = two()
    with pytest.raises(NotYourSeat):
        table.slap(at=300, rt=260, browser="stranger")
    with pytest.raises(NotYourSeat):
        table.core.handle(NEAR, replace(press(), seat=1), table.now)


def test_every_press_is_stored_with_what_was_measured() -> None:
    table = two()
    table.slap(at=648, rt=412.7, browser=FAR)
    assert table.pressed == {
        "a": 239, "adj": 412, "b": 232, "cmd": f"{2:032x}", "credit": 236, "e": 648,
        "extra": 0, "holds": True, "k": 0, "n": 1, "q": 40, "rt": 412, "s": 26, "what": "slap",
        "z": 0, "by": "", "step_ms": 0,
    }  # fmt: skip


def test_the_quota_pays_for_a_spike_and_grows_with_each_reveal() -> None:
    table = Virtual(people=(ME,), preset="classic", computers=1).deal()
    table.give((["5H", *NEARS], FARS[1:]), faceup=["5S"])
    chair = table.core.ledger.chairs[0]
    assert chair.quota == 40
    table.reveal(at=200, rt=190)
    assert chair.quota == 41
    table.measured(ME, 38, 10, 80, 40)
    table.slap(at=690, rt=420)
    assert (table.pressed["adj"], chair.quota) == (560, 0)


def test_a_press_that_arrived_before_the_card_is_refused() -> None:
    table = alone()
    with pytest.raises(Refused, match="not been turned yet"):
        table.core.handle(NEAR, press(), table.since - 5)
    table.core.ack(NEAR, Ack("1.0", "stream-0"), table.since - 5)
    assert table.core.lines[NEAR].ack == 41, "nor does such an ack count"


def test_an_undecided_tie_shows_every_hand() -> None:
    table = alone("strict")
    table.computers_react(430)
    table.slap(at=470, rt=430, browser=NEAR)
    table.wait(1000)
    assert "void" in table.kinds
    hands = next(picture.marks for picture in table.pictures if picture.marks)
    assert [(mark.seat, mark.ms, mark.how) for mark in hands] == [
        (0, 430, "right"),
        (1, 430, "right"),
    ]


def test_a_right_slap_in_ready_is_not_shown_before_it_is_decided() -> None:
    table = two()
    table.run_until(table.since + 900)
    before = len(table.pictures)
    table.slap(at=950, rt=910, browser=NEAR)
    assert len(table.pictures) == before
    assert table.core.picture().marks == ()
