"""A table's life without its clock: deal, turning, pausing, restart, what never lands."""

import json
from typing import Any

import pytest

from app.engine.record import read, replay
from app.engine.shuffle import commitment, deal_seed
from app.table.inputs import Ack, Auto, Pause, Ready, Refused, Rematch, Resume
from app.table.waiting import AUTO_TURN_MS, Plans
from tests.table.virtual import ME, Virtual

MINE, THEIRS = ["5H", "2C", "9H", "4D", "JC"], ["3C", "7H", "8D", "KC"]


def double(preset: str = "classic", **fields: Any) -> Virtual:
    """My five has just made a double, against one computer that does nothing of itself."""
    table = Virtual(preset=preset, computers=1, **fields).deal()
    table.give((MINE, THEIRS), faceup=["5S"])
    table.computers_react(9000, slaps=False)
    table.reveal(at=200, rt=190)
    return table


def plain(preset: str = "classic", **fields: Any) -> Virtual:
    """My five lies on a four: nothing to slap."""
    table = Virtual(preset=preset, computers=1, **fields).deal()
    table.give((MINE, THEIRS), faceup=["4S"])
    table.computers_react(9000, slaps=False)
    table.reveal(at=200, rt=190)
    return table


# Deal


def test_the_commitment_is_shown_before_any_seed_is_taken() -> None:
    table = Virtual(preset="duel")
    picture = table.core.picture()
    assert picture.table == "waiting"
    assert picture.commitment == commitment(table.core.ledger.server_seed).hex()
    table.connect(ME, "s")
    table.act(Ready(b"\x11" * 16))
    ledger = table.core.ledger
    assert ledger.deal_seed == deal_seed(
        ledger.server_seed, ledger.public_id, 1, [b"\x11" * 16, b""]
    )
    assert table.core.picture().table == "playing"
    assert table.core.picture().drawn == ()


def test_a_missing_seed_is_drawn_by_the_server_which_says_so() -> None:
    table = Virtual(preset="duel")
    table.connect(ME, "s")
    table.act(Ready(None))
    assert table.core.picture().drawn == (0,)
    assert len(table.core.ledger.chairs[0].seed or b"") == 16


def test_a_second_ready_changes_nothing() -> None:
    table = Virtual(preset="duel").deal()
    before = list(table.log)
    table.act(Ready(b"\x22" * 16))
    assert table.log == before


def test_play_before_the_deal_is_refused() -> None:
    table = Virtual(preset="duel")
    table.connect(ME, "s")
    for act in (table.slap, table.reveal):
        with pytest.raises(Refused, match="not been dealt"):
            act(None, 100, seen="0.0")
    with pytest.raises(Refused):
        table.act(Pause())


# Turning


def test_a_reveal_in_an_open_window_does_nothing_and_is_not_queued() -> None:
    table = plain("duel")
    before = list(table.log)
    with pytest.raises(Refused, match="Wait"):
        table.reveal(at=900, rt=890)
    table.wait(5000)
    assert [entry.kind for entry in table.log[len(before) :]] == ["close"]


def test_trap_pressing_reveal_fast_covers_a_pattern_or_delays_the_computers() -> None:
    calm, hasty = double(), double()
    for table in (calm, hasty):
        table.computers_react(430)
    for moment in range(100, 490, 20):
        with pytest.raises(Refused):
            hasty.reveal(at=moment, rt=moment)
    ends = []
    for table in (calm, hasty):
        start = table.since
        table.run_until(start + 700)
        ends.append((table.collected(), table.log[-1].ms))
    assert ends == [((1, "slap"), 430)] * 2


def test_in_duel_the_person_turns_the_computers_card_too() -> None:
    table = plain("duel")
    table.wait(1900)
    assert table.core.ledger.game.turn == 1
    assert table.core.picture().turner == 0
    table.reveal(at=2000, rt=1990)
    assert table.core.ledger.n == 2
    assert table.core.ledger.game.revealer == 1


def test_elsewhere_a_computer_turns_its_own_card_after_its_own_time() -> None:
    table = plain("classic")
    assert table.core.ledger.game.turn == 1
    start = table.since
    assert table.core.picture().turner is None
    table.run_until(start + 700 + 349)
    with pytest.raises(Refused, match="West turns the next card"):
        table.reveal(None, 1040)
    assert table.core.ledger.n == 1
    table.run_until(start + 700 + 700 + 98)
    assert table.core.ledger.n == 2


def test_automatic_turning_turns_my_card_after_the_window() -> None:
    table = Virtual(preset="duel", auto="yes").deal()
    first = table.core.ledger.game.turn
    start = table.since
    if first == 0:
        table.run_until(start + AUTO_TURN_MS - 1)
        assert table.core.ledger.n == 0
        table.run_until(start + AUTO_TURN_MS)
    else:
        table.run_until(start + 349)
        assert table.core.ledger.n == 0
        table.run_until(start + 701)
    assert table.core.ledger.n == 1


def test_switching_automatic_turning_leaves_an_open_window_as_it_is() -> None:
    table = plain("duel")
    start, stage = table.since, table.core.ledger.stage
    table.run_until(start + 900)
    table.act(Auto(True))
    assert (table.since, table.core.ledger.stage, table.phase) == (start, stage, "window")
    table.run_until(start + 1800 + 98)
    assert table.phase == "ready"
    table.run_until(start + 1800 + 701)
    assert table.core.ledger.n == 2, (
        "a computer's card is turned for a person with automatic turning"
    )


def test_after_a_collection_nothing_can_be_slapped_and_no_window_is_shown() -> None:
    table = double()
    table.slap(at=400, rt=390)
    assert table.collected() == (0, "slap")
    assert (table.core.ledger.stage, table.core.picture().window_ms) == ("1.1", 0)
    assert table.core.left_ms(table.now) is None
    table.reveal(at=200, rt=190)
    assert table.core.ledger.n == 2, "animation of the collected pile delays nobody"


# Pausing


def test_a_pause_covers_the_cards_and_resume_opens_a_fresh_window() -> None:
    table = double()
    table.run_until(table.since + 500)
    table.act(Pause())
    picture = table.core.picture()
    assert (picture.table, picture.cards, picture.first, picture.faceup) == ("paused", (), None, 2)
    table.wait(60_000)
    assert table.kinds[-1] == "paused", "nothing is carried out while paused"
    table.act(Resume())
    assert table.core.ledger.stage == "1.1"
    assert table.core.left_ms(table.now) == 700
    assert table.core.picture().cards == ("5S", "5H")
    table.slap(at=400, rt=390)
    assert table.collected() == (0, "slap")


def test_a_pause_in_ready_resumes_in_ready_without_a_window() -> None:
    table = plain("duel")
    table.wait(2500)
    table.act(Pause())
    table.act(Resume())
    assert (table.phase, table.core.ledger.window_ms) == ("ready", 0)
    table.reveal(at=150, rt=140)
    assert table.core.ledger.n == 2


def test_a_computer_reacts_at_the_same_time_after_a_pause() -> None:
    table = double()
    table.computers_react(430)
    table.run_until(table.since + 300)
    table.act(Pause())
    table.act(Resume())
    start = table.since
    table.run_until(start + 429)
    assert table.collected() is None
    table.run_until(start + 430 + 98)
    assert table.collected() == (1, "slap")
    assert table.log[-1].ms == 430


def test_a_pause_waits_for_a_slap_that_has_been_made() -> None:
    table = double()
    table.computers_react(430)
    table.measured(ME, 38, 10, 40)
    start = table.since
    table.run_until(start + 480)
    table.act(Pause())
    assert table.state == "playing"
    table.run_until(start + 528)
    assert table.collected() == (1, "slap")
    assert table.state == "paused"


def test_a_slap_made_before_a_pause_is_not_made_again() -> None:
    table = plain()
    table.slap(at=300, rt=290)
    assert len(table.core.ledger.game.buried) == 1
    table.act(Pause())
    table.act(Resume())
    table.slap(at=300, rt=290)
    assert len(table.core.ledger.game.buried) == 1


def test_slaps_after_a_pause_count_but_not_as_reactions() -> None:
    table = double()
    table.act(Pause())
    table.act(Resume())
    table.slap(at=400, rt=390)
    chair = table.core.ledger.chairs[0]
    assert (chair.right, chair.by_slap, chair.timed) == (1, 1, [])


def test_pausing_twice_and_resuming_twice_are_one() -> None:
    table = plain()
    table.act(Pause())
    table.act(Pause())
    table.act(Resume())
    table.act(Resume())
    assert [kind for kind in table.kinds if kind in ("paused", "resumed")] == ["paused", "resumed"]


def test_presses_while_paused_are_refused_and_free() -> None:
    table = double()
    table.act(Pause())
    for act in (table.slap, table.reveal):
        with pytest.raises(Refused, match="paused"):
            act(None, 100)
    assert table.kinds[-1] == "paused"


def test_the_last_stream_to_end_pauses_the_game_and_an_earlier_one_does_not() -> None:
    table = plain("duel")
    table.connect(ME, "second tab")
    table.tell(table.core.disconnect(ME, "second tab", table.now))
    assert table.state == "playing"
    assert table.core.lines[ME].active == "stream-0"
    table.tell(table.core.disconnect(ME, "stream-0", table.now))
    assert table.state == "paused"
    assert table.core.picture().seats[0].connected is False


def test_a_pause_that_arrived_before_the_card_takes_no_time_away() -> None:
    table = plain("duel")
    played = table.core.ledger.played_ms
    table.tell(table.core.handle(ME, Pause(), table.since - 60_000))
    assert table.core.ledger.played_ms == played


def test_a_card_is_not_turned_before_automatic_turning_was_switched_on() -> None:
    table = Virtual(preset="duel").deal()
    table.run_until(table.since + 60_000)
    table.act(Auto(True))
    table.wait(1000)
    assert table.core.ledger.n == 1
    assert table.core.ledger.played_ms == 60_000


# Restart


def test_trap_restart_in_an_open_window_lost_the_game_or_re_dealt() -> None:
    table = double()
    table.run_until(table.since + 300)
    before = table.core.ledger.game
    table.restart()
    assert table.core.ledger.game == before
    assert table.state == "paused"
    table.connect(ME, "back")
    table.act(Resume())
    assert table.core.left_ms(table.now) == 700


def test_a_stored_slap_is_decided_at_once_after_a_restart() -> None:
    table = double()
    # Stored, and then the process died before the decision was.
    decided = table.slap(at=400, rt=390).entries
    assert [entry.kind for entry in decided] == ["press", "slap"]
    del table.log[-1]
    table.restart()
    assert table.collected() == (0, "slap")
    assert table.state == "paused"


@pytest.mark.parametrize(("react", "winner"), [(389, 1), (390, 0), (391, 0)])
def test_a_stored_slap_meets_the_computers_after_a_restart(react: int, winner: int) -> None:
    table = double()
    table.slap(at=400, rt=390)
    del table.log[-1]
    table.computers_react(react)
    table.restart()
    assert table.collected() == (winner, "slap")


def test_a_restart_adds_nothing_to_the_play_time() -> None:
    table = plain("duel")
    played = table.core.ledger.played_ms
    table.wait(700)
    table.restart()
    assert table.core.ledger.played_ms == played


def test_a_pause_adds_the_time_until_it() -> None:
    table = plain("duel")
    played = table.core.ledger.played_ms
    table.run_until(table.since + 700)
    table.act(Pause())
    assert table.core.ledger.played_ms == played + 700


# What never lands


def test_a_computers_slap_due_when_the_game_ended_never_lands() -> None:
    table = Virtual(preset="slapjack", computers=1, reveal_limit=10).deal()
    table.give((["JC", "2C"], ["3C", "7H"]), faceup=["5S"], reveals=9)
    table.computers_react(720)
    table.reveal(at=200, rt=190)
    start = table.since
    table.core.lines[ME].disconnect("stream-0", table.now)  # nobody to wait for
    table.run_until(start + 700)
    assert table.state == "over"
    stacks = table.core.ledger.game.stacks
    table.wait(5000)
    assert table.core.ledger.game.stacks == stacks
    assert table.core.deadline() is None


def test_trap_a_computers_slap_planned_in_the_old_game_hits_the_new_one() -> None:
    table = Virtual(preset="slapjack", computers=1, reveal_limit=10).deal()
    table.give((["JC", "2C"], ["3C", "7H"]), faceup=["5S"], reveals=9)
    table.computers_react(900)
    table.reveal(at=200, rt=190)
    old_due = table.since + 900
    table.core.lines[ME].disconnect("stream-0", table.now)
    table.run_until(table.since + 700)
    assert table.state == "over"
    table.computers_react_by_themselves()
    table.act(Rematch())
    table.act(Ready(b"\x01" * 16))
    seq = len(table.log)
    table.run_until(old_due)
    assert (table.core.ledger.deal, table.core.ledger.n) == (2, 0)
    table.wait(10_000)
    assert "slap" not in {entry.kind for entry in table.log[seq : seq + 1]}
    first = next((entry.seq for entry in table.log[seq:] if entry.kind == "reveal"), len(table.log))
    assert not [entry for entry in table.log[seq:first] if entry.kind == "slap"]


def test_a_computers_slap_due_when_the_next_card_came_never_lands() -> None:
    table = double()
    table.computers_react(1500)
    first = table.since
    table.run_until(first + 1499)
    assert table.core.ledger.n == 2, "the computer's own reveal came first"
    assert table.core.ledger.holds == ()
    table.computers_react(9000, slaps=False)
    table.wait(3000)
    assert "slap" not in table.kinds


def test_a_plan_is_the_present_reveals_alone() -> None:
    table = Virtual(preset="party", computers=3, auto="yes", reveal_limit=80).deal()
    kept, seen = Plans(), set()
    while table.state != "over":
        table.run_until(table.core.deadline() or table.now)
        ledger = table.core.ledger
        if ledger.game.faceup:
            for seat in (1, 2, 3):
                plan = kept.of(ledger, seat)
                assert plan == Plans().of(ledger, seat)
                seen.add(plan)
    assert len(seen) > 10


# Finished games


def test_a_finished_game_takes_nothing_but_a_rematch() -> None:
    table = over()
    for act in (table.slap, table.reveal):
        with pytest.raises(Refused, match="over"):
            act(None, 100)
    for given in (Pause(), Resume()):
        with pytest.raises(Refused):
            table.act(given)
    table.act(Rematch())
    assert table.core.picture().table == "waiting"


def over() -> Virtual:
    """A game of ten reveals that has come to its end."""
    table = Virtual(preset="classic", computers=2, reveal_limit=10, auto="yes").deal()
    while table.state != "over":
        table.run_until(table.core.deadline() or table.now)
    return table


def test_a_rematch_moves_the_deal_one_seat_on_under_a_new_seed() -> None:
    table = over()
    dealer, seed = table.core.ledger.dealer, table.core.ledger.server_seed
    assert dealer is not None
    table.act(Rematch())
    table.act(Rematch())  # two presses make one game
    table.act(Ready(None))
    assert table.core.ledger.deal == 2
    assert table.core.ledger.dealer == (dealer + 1) % 3
    assert table.core.ledger.server_seed != seed
    assert table.core.ledger.played_ms == 0


def test_the_record_of_a_finished_game_replays_to_its_result() -> None:
    table = over()
    ledger = table.core.ledger
    last = list(replay(read(json.dumps(ledger.record()))))[-1]
    result = ledger.game.result
    assert result is not None
    assert last["state"]["result"] == {"winner": result.winner, "reason": result.reason}
    assert last["state"]["stacks"] == [list(stack) for stack in ledger.game.stacks]


def test_classic_without_a_limit_to_its_end_on_the_virtual_clock() -> None:
    table = Virtual(preset="classic", computers=3, auto="yes").deal()
    while table.state != "over":
        due = table.core.deadline()
        assert due is not None, "somebody is always due"
        table.run_until(due)
        stacks = table.core.ledger.game.stacks
        pile = len(table.core.ledger.game.buried) + len(table.core.ledger.game.faceup)
        assert sum(map(len, stacks)) + pile == 52
    result = table.core.ledger.game.result
    assert result is not None
    assert result.reason in ("last_chance", "last_standing", "repetition")
    restored = table.core.ledger.game
    table.restart()
    assert table.core.ledger.game == restored


@pytest.mark.parametrize("computers", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "mixed"])
def test_computers_of_every_number_and_level_play_to_the_end(computers: int, level: str) -> None:
    table = Virtual(
        preset="party", computers=computers, level=level, auto="yes", reveal_limit=60
    ).deal()
    while table.state != "over":
        table.run_until(table.core.deadline() or table.now)
    assert table.core.ledger.n <= 60
    levels = [chair.level for chair in table.core.ledger.chairs[1:]]
    assert levels == [
        {"easy": 0, "normal": 1, "hard": 2, "mixed": seat % 3}[level]
        for seat in range(1, computers + 1)
    ]


def test_the_same_seed_and_inputs_give_the_same_log_byte_for_byte() -> None:
    logs = []
    for _ in range(2):
        table = Virtual(preset="quartet", computers=3, auto="yes", reveal_limit=80, seed=5).deal()
        while table.state != "over":
            table.run_until(table.core.deadline() or table.now)
            if table.core.ledger.n in (3, 11) and not table.core.ledger.slapped:
                table.slap(None, 300)
        logs.append(table.log)
    assert logs[0] == logs[1]


# Acks and probes


def test_acks_of_reveals_and_probes_make_the_baseline() -> None:
    table = Virtual(preset="duel").deal()
    table.wait(460)
    assert [number for _, number in table.probes] == [1, 2, 3]
    for number in (1, 2, 3):
        table.core.ack(ME, Ack(f"p{number}", "stream-0"), table.now)
    assert table.core.lines[ME].ring == (310, 160, 10)
    table.core.ack(ME, Ack("p3", "stream-0"), table.now)
    assert len(table.core.lines[ME].ring) == 3, "second acks are ignored"


def test_only_the_active_streams_current_acks_count() -> None:
    table = plain("duel")
    line = table.core.lines[ME]
    size = len(line.ring)
    table.core.ack(ME, Ack("1.0", "another"), table.now + 30)
    table.core.ack(ME, Ack("0.0", "stream-0"), table.now + 30)
    assert (len(line.ring), line.ack) == (size, None)
    table.core.ack(ME, Ack("1.0", "stream-0"), table.since + 38)
    assert (line.ring[-1], line.ack) == (38, 38)
    table.core.ack(ME, Ack("1.0", "stream-0"), table.since + 90)
    assert (len(line.ring), line.ack) == (size + 1, 38)


def test_the_ack_of_a_later_stage_of_a_reveal_does_not_join_the_ring() -> None:
    table = double()
    table.slap(at=400, rt=390)
    line = table.core.lines[ME]
    size = len(line.ring)
    table.core.ack(ME, Ack("1.1", "stream-0"), table.since + 38)
    assert (len(line.ring), line.ack) == (size, 38)


def test_one_probe_every_five_seconds_while_nothing_is_revealed() -> None:
    table = Virtual(preset="duel").deal()
    table.wait(500)
    seen = len(table.probes)
    table.wait(20_000)
    assert len(table.probes) - seen == 4


def test_a_new_active_stream_is_measured_afresh() -> None:
    table = plain("duel")
    line = table.core.lines[ME]
    table.paint()
    assert line.ring
    table.connect(ME, "reloaded")
    assert (line.ring, line.active) == ((), "reloaded")
    table.wait(460)
    assert [number for stream, number in table.probes if stream == "reloaded"] == [2, 3, 4]
