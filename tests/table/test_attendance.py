"""Link matches: who is away, and how play goes on without them."""

import pytest

from app.engine.cards import Seat
from app.table.inputs import Auto, Join, NotYourSeat, Resume, Reveal
from app.table.ledger import Ledger
from app.table.waiting import IDLE_TURN_MS
from tests.table.link import ANN, BEN, CLEO, DAN, Link

WINDOW_MS, TURN_MS = 700, 600
AWAY_MS, HOST_GONE_MS = 10_000, 20_000


def first_card(table: Link) -> Link:
    """The due seat has turned the first card."""
    table.reveal(at=50, rt=40, browser=due(table))
    table.wait_for_reveal(1)
    return table


def due(table: Link) -> str:
    """Whose card is turned next."""
    turn = table.ledger.game.turn
    assert turn is not None
    browser = table.ledger.chairs[turn].browser
    assert browser is not None
    return browser


def reveals(table: Link) -> list[tuple[Seat | None, int]]:
    """Whose cards have been turned, and at which x."""
    return [(entry.seat, entry.ms) for entry in table.log if entry.kind == "reveal"]


# When an absent seat's card is turned


def test_a_card_is_not_turned_before_its_seat_was_switched_whoever_sits_down_meanwhile() -> None:
    table = first_card(Link(seats=3).started(BEN))
    table.run_until(table.since + 2000)
    table.say(due(table), Auto(True))
    table.say(CLEO, Join("Cleo"))
    table.wait_for_reveal(2)
    assert reveals(table)[-1] == (table.ledger.holder, 2000)


def test_nobody_puts_off_another_s_card_by_switching_their_own() -> None:
    table = first_card(Link(seats=3).started(BEN, CLEO))
    turns, start = due(table), table.since
    table.say(turns, Auto(True))
    cheat = next(who for who in (ANN, BEN, CLEO) if who != turns)
    on = True
    while table.now < start + WINDOW_MS + TURN_MS + 350:
        table.wait(40)
        table.say(cheat, Auto(on))
        on = not on
    assert reveals(table)[1] == (table.seat(turns), WINDOW_MS + TURN_MS)


def test_the_card_of_a_seat_without_a_stream_is_turned_after_ten_seconds_and_not_before() -> None:
    table = first_card(Link().started(BEN))
    turns, gone = due(table), table.now
    table.go(turns)
    table.run_until(gone + AWAY_MS - 1)
    assert not table.chair(turns).away
    assert table.ledger.n == 1
    table.run_until(gone + AWAY_MS)
    assert table.chair(turns).away
    table.wait_for_reveal(2)
    assert reveals(table)[1] == (table.seat(turns), AWAY_MS)


def test_who_is_away_already_is_turned_for_600_ms_after_the_window() -> None:
    table = Link().started(BEN)
    absent, present = BEN, ANN
    table.go(absent)
    table.wait(AWAY_MS)
    while len(reveals(table)) < 6:
        if due(table) == present and table.ledger.asked is None and table.phase == "ready":
            table.reveal(rt=0, browser=present)
        moment = table.core.deadline()
        assert moment is not None
        table.run_until(moment)
    turned = [ms for seat, ms in reveals(table)[1:] if seat == table.seat(absent)]
    assert set(turned) == {WINDOW_MS + TURN_MS}


def test_who_comes_back_turns_their_own_card_again() -> None:
    table = first_card(Link().started(BEN))
    turns = due(table)
    table.go(turns)
    table.wait(AWAY_MS - 500)
    table.look(turns)
    table.wait(60_000)
    assert table.ledger.n == 1, "they are waited for, as long as they are there"
    table.go(turns)
    table.wait_for_reveal(2)
    assert table.chair(turns).away
    table.look(turns)
    assert not table.chair(turns).away
    assert [(e.kind, e.seat) for e in table.log if e.kind == "away"] == [
        ("away", table.seat(turns))
    ] * 2


def test_one_stream_of_several_keeps_the_seat_present() -> None:
    table = Link().started(BEN)
    old = table.core.lines[BEN].active
    new = table.look(BEN)
    assert old is not None
    table.go(BEN, old)
    table.wait(AWAY_MS * 2)
    assert not table.chair(BEN).away
    table.go(BEN, new)
    table.wait(AWAY_MS)
    assert table.chair(BEN).away


def test_being_away_costs_no_seat_and_no_card() -> None:
    table = Link(seats=3, reveal_limit=30).started(BEN, CLEO)
    table.go(BEN)
    for who in (ANN, CLEO):
        table.say(who, Auto(True))
    while table.state == "playing":
        moment = table.core.deadline()
        assert moment is not None
        table.run_until(moment)
        assert table.held() == 52
    assert table.state == "over"
    assert table.chair(BEN).name == "Ben"
    assert table.core.picture().seats[table.seat(BEN)].away


# Nobody is there


def test_a_table_that_everybody_has_gone_from_is_paused_and_one_of_them_resumes_it() -> None:
    table = first_card(Link(seats=3).started(BEN, CLEO))
    for who in (ANN, BEN, CLEO):
        table.go(who)
    table.wait(AWAY_MS - 1)
    assert table.state == "playing"
    table.wait(1)
    assert table.state == "paused"
    left = list(table.log)
    table.wait(3_600_000)
    assert table.log == left, "nothing happens at a table without anybody"
    back = next(who for who in (ANN, BEN, CLEO) if who != due(table))
    table.look(back)
    with pytest.raises(NotYourSeat):
        table.say(DAN, Resume())
    table.say(back, Resume())
    assert (table.state, table.ledger.stage) == ("playing", "1.1")
    assert [who for who in (ANN, BEN, CLEO) if not table.chair(who).away] == [back]
    table.wait(30_000)
    assert table.ledger.n > 1, "the others' cards are turned for them"


def test_a_resume_by_nobody_who_is_there_ends_in_a_pause_at_once() -> None:
    table = Link().started(BEN)
    table.go(ANN)
    table.go(BEN)
    table.wait(AWAY_MS)
    table.say(ANN, Resume())
    assert table.state == "paused"
    assert table.kinds[-2:] == ["resumed", "paused"]


def test_the_last_right_slap_is_decided_before_everybody_s_absence_stops_the_clock() -> None:
    table = Link(window_ms=60_000, claim_window_ms=60_000).started(BEN)
    table.give((["5H", "2C"], ["3C", "7H"]), turn=0, faceup=["5S"])
    table.reveal(at=10, rt=5, browser=ANN)
    table.wait_for_reveal(1)
    for who in (ANN, BEN):
        table.go(who)
    table.slap(at=9950, rt=9940, browser=ANN)
    table.run_until(table.since + 9999)
    assert table.collected() is None or table.ledger.collected is not None
    table.wait(30_000)
    assert table.state == "paused"
    assert table.held() == 5
    collected = [entry for entry in table.log if entry.kind == "slap"]
    assert [entry.seat for entry in collected] == [0]


def test_spectators_keep_no_table_going() -> None:
    table = Link().started(BEN)
    for who in (ANN, BEN):
        table.go(who)
    table.tell(table.core.connect("spectator", "theirs", table.now))
    table.wait(AWAY_MS)
    assert table.state == "paused"


# The host is gone


def test_a_host_gone_for_20_s_is_followed_by_who_has_sat_here_longest() -> None:
    table = Link(seats=3).look_on().sit(BEN, CLEO)
    table.go(ANN)
    table.wait(HOST_GONE_MS - 1)
    assert table.ledger.host == table.chair(ANN).sitting
    table.wait(1)
    assert table.ledger.host == table.chair(BEN).sitting
    table.look(ANN)
    assert table.ledger.host == table.chair(ANN).sitting, "it is still their table"
    table.go(ANN)
    table.leave(ANN)
    assert table.ledger.host == table.chair(BEN).sitting


def test_a_sign_of_life_from_another_page_keeps_the_host() -> None:
    table = Link(seats=3).look_on().sit(BEN)
    table.go(ANN)
    for _ in range(6):
        table.wait(HOST_GONE_MS - 1)
        table.core.seen(ANN, table.now)
    assert table.ledger.host == table.chair(ANN).sitting
    table.wait(HOST_GONE_MS)
    assert table.ledger.host == table.chair(BEN).sitting


def test_who_is_there_and_does_not_turn_holds_nobody_up_for_ever() -> None:
    table = first_card(Link().started(BEN))
    x = table.ledger.window_ms + IDLE_TURN_MS
    table.run_until(table.since + x - 1)
    assert table.ledger.n == 1
    table.wait_for_reveal(2)
    assert [e.ms for e in table.log if e.kind == "reveal"][-1] == x


def test_the_absent_are_passed_over() -> None:
    table = Link(seats=3).look_on().sit(BEN, CLEO)
    table.go(BEN)
    table.go(ANN)
    table.wait(HOST_GONE_MS)
    assert table.ledger.host == table.chair(CLEO).sitting


def test_where_nobody_is_there_the_first_to_come_back_takes_over() -> None:
    table = Link(seats=3).look_on().sit(BEN, CLEO)
    for who in (ANN, BEN, CLEO):
        table.go(who)
    table.wait(HOST_GONE_MS * 3)
    assert table.ledger.host == table.chair(ANN).sitting
    table.look(CLEO)
    table.wait(0)
    assert table.ledger.host == table.chair(CLEO).sitting


def test_a_host_who_was_gone_for_less_stays_host() -> None:
    table = Link(seats=3).look_on().sit(BEN)
    for _ in range(4):
        table.go(ANN)
        table.wait(HOST_GONE_MS - 1000)
        table.look(ANN)
    assert table.ledger.host == table.chair(ANN).sitting


# The second tab (FAIRNESS 1.2)


def test_a_new_stream_is_the_active_one_with_an_empty_ring_and_three_probes() -> None:
    table = Link().started(BEN)
    old = table.core.lines[BEN].active
    table.core.lines[BEN].ring = (30, 31, 32)
    table.probes.clear()
    began, new = table.now, table.look(BEN)
    line = table.core.lines[BEN]
    assert (line.active, line.ring) == (new, ())
    assert line.baseline.b == 0
    sent: list[str] = []
    while len(sent) < 3:
        moment = table.core.deadline()
        assert moment is not None
        table.run_until(moment)
        sent = [name for name, _ in table.probes if name == new]
    assert table.now == began + 450
    assert old not in [name for name, _ in table.probes]


def test_a_press_of_the_old_tab_counts_without_credit() -> None:
    table = first_card(Link().started(BEN))
    turns = due(table)
    old = table.core.lines[turns].active
    assert old is not None
    table.look(turns)
    table.act(Reveal(table.ledger.stage, old, 700.0, "e" * 32), turns, at=800)
    assert (table.pressed["b"], table.pressed["s"], table.pressed["a"]) == (0, 10, None)


# Time is up


def test_a_game_with_a_time_limit_ends_in_time_whoever_is_there() -> None:
    table = Link(time_limit_s=30).started(BEN)
    table.say(ANN, Auto(True))
    table.go(BEN)
    while table.state == "playing":
        moment = table.core.deadline()
        assert moment is not None
        table.run_until(moment)
    assert "timeup" in table.kinds
    result = table.ledger.game.result
    assert result is not None
    assert result.reason == "limit"
    assert 30_000 <= table.ledger.played_ms <= 30_000 + WINDOW_MS + TURN_MS
    assert table.ledger.played_ms == played(table)


def test_paused_time_is_no_play_time() -> None:
    table = Link(time_limit_s=30).started(BEN)
    for who in (ANN, BEN):
        table.say(who, Auto(True))
    table.wait(15_000)
    for who in (ANN, BEN):
        table.go(who)
    table.wait(600_000)
    assert table.state == "paused"
    assert 24_000 <= table.ledger.played_ms <= 25_000
    table.look(BEN)
    table.say(BEN, Resume())
    table.wait(60_000)
    assert table.state == "over"
    assert table.ledger.played_ms == played(table)


def played(table: Link) -> int:
    """The sum of the x that ended each stage, from the log alone."""
    ledger, sum_ms = Ledger(), 0
    for entry in table.log:
        stages, over = ledger.stages, ledger.dealt and ledger.state == "over"
        ledger.apply(entry)
        ended = ledger.stages != stages or entry.kind == "paused"
        if ledger.dealt and (ended or (ledger.state == "over") != over):
            sum_ms += entry.ms if entry.kind not in ("dealt", "resumed") else 0
    return sum_ms
