"""FAIRNESS 1.4 for several people, and for tables that order slaps otherwise: by arrival, with
undecided ties, with smaller caps. Near and far are those of E1 and E2.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from app.table.computer import Plan
from app.table.inputs import Late
from tests.table.virtual import Virtual

NEAR, FAR, MID, FOURTH = "near", "far", "mid", "fourth"
LINES = {NEAR: (38, 10, 41), FAR: (232, 26, 239), MID: (120, 20, 122), FOURTH: (60, 10, 61)}
"""B, S and the ack of the present stage."""


def people(*who: str, preset: str = "classic", computers: int = 0, **fields: Any) -> Virtual:
    """These people, then computers; seat 1 has just turned the five of hearts onto another five."""
    seats = len(who) + computers
    table = Virtual(people=who, preset=preset, seats=seats, **fields).deal()
    stacks = [["2C", "9H", "4D"], ["5H", "3C", "7H"], ["8D", "KC"], ["QS", "6C"]][:seats]
    table.give(stacks, turn=1, faceup=["5S"])
    table.computers_react(5000, slaps=False)
    if len(who) > 1:
        table.reveal(at=200, rt=190, browser=who[1])
    table.wait_for_reveal(1)
    for browser in who:
        b, s, a = LINES[browser]
        table.measured(browser, b, s, 40, a)
    return table


def told(table: Virtual) -> Mapping[int, tuple[int, str]]:
    """What the settled window shows of each hand, by seat."""
    marks = table.core.picture().marks
    return {mark.seat: (mark.ms, mark.how) for mark in marks}


def test_the_longest_of_all_bounds_is_waited_for() -> None:
    table = people(NEAR, FAR, MID, FOURTH)
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.core.deadline() == start + 415 + 324, "far's"
    table.slap(at=600, rt=440, browser=FAR)
    assert table.core.deadline() == start + 415 + 200, "mid's"
    table.slap(at=610, rt=500, browser=MID)
    assert table.collected() == (0, "slap"), "fourth's 120 have passed"
    assert table.now == start + 610


def test_nobody_waits_for_whoever_has_slapped_or_has_no_stream() -> None:
    table = people(NEAR, FAR, MID, FOURTH)
    start = table.since
    table.slap(at=270, rt=60, browser=FAR)
    assert table.core.deadline() == start + 100 + 200, "far's adj is 100, and mid may come"
    table.core.lines[MID].disconnect("stream-2", table.now)
    assert table.core.deadline() == start + 100 + 120, "fourth may"
    table.run_until(start + 270)
    assert table.collected() == (1, "slap")


def test_of_four_hands_the_first_one_collects_and_each_time_is_told() -> None:
    table = people(NEAR, FAR, MID, FOURTH)
    table.slap(at=455, rt=415, browser=NEAR)
    table.slap(at=475, rt=414, browser=FOURTH)
    table.slap(at=535, rt=413, browser=MID)
    table.slap(at=648, rt=412, browser=FAR)
    assert table.collected() == (1, "slap")
    assert told(table) == {
        0: (415, "right"),
        1: (412, "won"),
        2: (413, "right"),
        3: (414, "right"),
    }


@pytest.mark.parametrize(("preset", "slaps_until"), [("classic", 1100), ("strict", 700)])
@pytest.mark.parametrize("arrives", [412, 455, 648])
def test_the_computers_that_were_beaten_are_told_whenever_the_pile_is_given(
    preset: str, slaps_until: int, arrives: int
) -> None:
    for react, seen in ((430, True), (700, True), (701, False)):
        table = people(NEAR, computers=1, preset=preset, window_ms=700)
        table.computers_react(react)
        # The line that the press took; 412 is what it says in any case.
        table.measured(NEAR, arrives - 412, 10, 40, arrives - 412)
        table.slap(at=arrives, rt=412, browser=NEAR)
        table.run_until(table.since + slaps_until)
        assert table.collected() == (0, "slap")
        beaten = {1: (react, "right")} if seen else {}
        assert told(table) == {0: (412, "won"), **beaten}


def test_after_the_window_a_later_hand_is_none_any_more() -> None:
    for other, told_too in ((900, True), (901, False)):
        table = people(NEAR, computers=2, window_ms=700)
        reacts = {1: 900, 2: other}
        table.core._plans.of = lambda _, seat, r=reacts: Plan(r[seat], True, True)  # type: ignore[misc,method-assign]
        table.run_until(table.since + 1200)
        assert table.collected() is not None
        assert len(told(table)) == 1 + told_too


def test_a_reveal_waits_for_the_longest_bound_but_its_own() -> None:
    table = people(NEAR, MID, FAR)
    start = table.since
    table.reveal(at=950, rt=910, browser=FAR)  # seat 2 turns after seat 1
    table.run_until(start + 910 + 199)
    assert table.core.ledger.n == 1
    table.run_until(start + 910 + 200)
    assert table.core.ledger.n == 2


def test_a_tie_among_the_beaten_is_no_tie() -> None:
    table = people(NEAR, FAR, MID, preset="strict")
    table.slap(at=455, rt=415, browser=NEAR)
    table.slap(at=537, rt=415, browser=MID)
    table.slap(at=648, rt=412, browser=FAR)
    assert table.collected() == (1, "slap")
    assert "void" not in table.kinds


def test_a_void_tie_waits_for_the_third_who_may_have_been_faster() -> None:
    for far, winner in ((412, (1, "slap")), (416, None)):
        table = people(NEAR, FAR, MID, preset="strict")
        table.slap(at=455, rt=415, browser=NEAR)
        table.slap(at=537, rt=415, browser=MID)
        assert "void" not in table.kinds, "far may have been first"
        table.slap(at=648, rt=far, browser=FAR)
        assert table.collected() == winner
        assert ("void" in table.kinds) is (winner is None)


def test_by_arrival_the_earlier_hand_loses_to_the_earlier_message() -> None:
    table = people(NEAR, FAR, order="arrival")
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    assert (table.collected(), table.now) == ((0, "slap"), start + 455)
    assert told(table) == {0: (455, "won")}, "the time told is the one that counted"
    with pytest.raises(Late):
        table.slap(at=100, rt=50, browser=FAR, seen="1.0")


def test_by_arrival_nothing_is_credited_and_no_quota_is_spent() -> None:
    table = people(NEAR, FAR, order="arrival")
    table.slap(at=690, rt=110, browser=NEAR)
    assert (table.pressed["credit"], table.pressed["extra"], table.pressed["adj"]) == (0, 0, 690)
    assert table.core.ledger.chairs[0].quota == 40


def test_by_arrival_a_computer_slaps_at_its_reaction_and_waits_for_nobody() -> None:
    for arrives, winner in ((429, 0), (430, 1), (431, 1)):
        table = people(NEAR, computers=1, order="arrival")
        table.computers_react(430)
        start = table.since
        table.run_until(start + min(arrives, 430) - 1)
        assert table.collected() is None
        if winner == 0:
            table.slap(at=arrives, rt=100, browser=NEAR)
        table.run_until(start + 430)
        assert table.collected() == (winner, "slap")


def test_by_arrival_no_reveal_and_no_close_is_held() -> None:
    table = people(NEAR, FAR, order="arrival")
    start = table.since
    table.reveal(at=950, rt=910, browser=NEAR)
    assert (table.core.ledger.n, table.now) == (2, start + 950)
    table = people(NEAR, FAR, preset="duel", order="arrival")
    start = table.since
    table.run_until(start + 1799)
    assert table.phase == "window"
    table.run_until(start + 1800)
    assert table.phase == "ready"


@pytest.mark.parametrize(
    ("cap", "credit", "adj", "held"), [(350, 236, 412, 324), (150, 150, 498, 150), (0, 0, 648, 0)]
)
def test_a_table_chooses_how_much_is_credited(cap: int, credit: int, adj: int, held: int) -> None:
    table = people(NEAR, FAR, cap=cap)
    table.slap(at=648, rt=412, browser=FAR)
    assert (table.pressed["credit"], table.pressed["adj"]) == (credit, adj)
    table = people(NEAR, FAR, cap=cap)
    start = table.since
    table.slap(at=455, rt=415, browser=NEAR)
    adj = 415 if cap else 455
    assert table.pressed["adj"] == adj
    assert table.collected() == (None if held else (0, "slap"))
    table.run_until(start + adj + held - 1)
    assert table.collected() == (None if held else (0, "slap"))
    table.run_until(start + adj + held)
    assert table.collected() == (0, "slap")
