"""What the bench makes of what it measured."""

import itertools
import json
import math
import os
import random
import re
import time
from statistics import fmean
from unittest.mock import patch

import pytest

from app.bench import compared, judged
from app.bench.eye import CONDITIONS as LOOKED_FOR
from app.bench.eye import slappable
from app.bench.fairness import FAR, LATE_MS, MOST, NEAR, Bout, Contest, later
from app.bench.model import FAR_MS, NEAR_MS, Far
from app.bench.process import NotCounted, Process
from app.bench.pulse import Pulse
from app.bench.table import Measured
from app.engine.conditions import CONDITIONS

OURS = Measured(
    latencies=[float(ms) for ms in range(1, 101)],
    taken=200,
    refused=1,
    lost=2,
    cpu_s=0.1,
    memory_bytes=4 * 50 * 1024,
    own_cpu=0.254,
    picture_bytes=[2000, 2001, 2001],
    press_bytes=[300],
    answer_bytes=[480],
)
FLOOR = Measured(latencies=[0.5], taken=100, cpu_s=0.005, memory_bytes=4 * 1024)


def test_figures_are_of_one_action_and_of_one_table() -> None:
    assert compared.figures(OURS, tables=4) == {
        "press to picture, p50, ms": 50,
        "press to picture, p95, ms": 95,
        "press to picture, p99, ms": 99,
        "server's CPU, s per 1,000 actions": pytest.approx(0.5),
        "memory per table, KiB": 50,
    }


def test_what_was_not_measured_has_no_number() -> None:
    found = compared.figures(Measured(), tables=4)
    assert all(math.isnan(value) for value in found.values())
    assert all(math.isnan(compared.ratio(value, 0.0)) for value in found.values())


def test_the_table_sets_every_run_beside_the_floor() -> None:
    runs = {"slapback": OURS, "fair timing": Measured(), "floor": FLOOR}
    lines = compared.as_table(runs, 4, (0.25, 3.0)).splitlines()
    assert [line.split("  ")[0] for line in lines[:9]] == [
        "",
        *compared.figures(OURS, 4),
        "actions taken",
        "actions refused",
        "actions lost",
    ]
    heads = ["slapback", "fair timing", "floor", "slapback / floor", "fair timing / floor"]
    assert re.split(" {2,}", lines[0].strip()) == heads
    assert lines[1].split()[-5:] == ["50.0", "-", "0.50", "100", "-"]
    assert lines[4].split()[-5:] == ["0.50", "-", "0.05", "10.0", "-"]
    assert lines[6].split()[-3:] == ["200", "0", "100"]
    assert lines[9:] == [
        "4 tables; a press of 300 bytes, a picture of 2001, an answer of 480.",
        "This client's own CPU, of one core: 25 % (slapback), 0 % (fair timing), 0 % (floor).",
        "Load average: 0.2 before, 3.0 after.",
    ]


def test_a_program_gets_the_same() -> None:
    told = json.loads(compared.as_json({"slapback": OURS, "floor": FLOOR}, 4, (0.25, 3.0)))
    assert (told["tables"], told["load"]) == (4, [0.25, 3.0])
    ours = told["runs"]["slapback"]
    assert ours["figures"]["press to picture, p99, ms"] == 99
    assert ours["ratios"]["memory per table, KiB"] == 50
    assert (ours["taken"], ours["refused"], ours["lost"]) == (200, 1, 2)
    nothing = json.loads(compared.as_json({"slapback": Measured(), "floor": FLOOR}, 4, (0, 0)))
    assert nothing["runs"]["slapback"]["ratios"]["press to picture, p50, ms"] is None


# Who won


def contest(
    winner: int, near_ms: int, far_ms: int, far_later_ms: int = 90, late_ms: float = 0
) -> Contest:
    arrivals = near_ms / 1000, (far_ms + 90) / 1000
    return Contest((near_ms / 1000, far_ms / 1000), arrivals, winner, late_ms)


def test_the_truly_first_is_the_quicker_hand() -> None:
    assert contest(NEAR, 400, 390).first == FAR
    assert contest(NEAR, 390, 400).first == NEAR
    assert contest(NEAR, 400, 390).ahead_ms == pytest.approx(10)
    assert contest(FAR, 400, 390).by_arrival == NEAR
    assert contest(FAR, 500, 390).by_arrival == FAR


def test_a_verdict_counts_who_won_and_whether_they_were_first() -> None:
    contests = [
        *[contest(FAR, 500, 300)] * 5,
        *[contest(NEAR, 300, 500)] * 3,
        contest(NEAR, 400, 390),
        contest(NEAR, 400, 360),
    ]
    verdict = judged.judge(contests)
    assert (verdict.contested, verdict.far_won, verdict.first_won) == (10, 50, 80)
    assert (verdict.far_first, verdict.far_by_arrival) == (70, 50)
    assert verdict.ahead_ms == pytest.approx((10, 40))
    assert (verdict.far_kept, verdict.first_kept, verdict.kept) == (True, False, False)
    text = judged.as_text(verdict, 20, (1.0, 2.0))
    assert "the far one wins 50.0 % (want 44 to 56): kept" in text
    assert "80.0 % go to the truly first (want 93 or more): MISSED" in text
    assert "ahead by 10 ms (p50), 40 ms (p95), 40 ms at most" in text


@pytest.mark.parametrize(
    ("far", "kept"), [(43, False), (44, True), (50, True), (56, True), (57, False)]
)
def test_neither_may_win_much_more_often(far: int, kept: bool) -> None:
    won = [contest(FAR, 500, 300)] * far + [contest(NEAR, 300, 500)] * (100 - far)
    assert judged.judge(won).kept == kept


def test_nothing_contested_keeps_nothing() -> None:
    verdict = judged.judge([])
    assert not verdict.kept
    assert json.loads(judged.as_json(verdict, (0, 0)))["far_won"] is None


def test_what_this_machine_made_late_is_left_out_and_told() -> None:
    late = contest(NEAR, 400, 390, late_ms=LATE_MS + 1)
    verdict = judged.judge([contest(FAR, 500, 300), contest(NEAR, 300, 500), late])
    assert (verdict.contested, verdict.left_out, verdict.first_won) == (2, 1, 100)
    assert "1 more were left out" in judged.as_text(verdict, 2, (1.0, 2.0))


def test_a_bout_ends_with_enough_contests_or_with_too_many_late_ones() -> None:
    bout = Bout(2)
    late, good = contest(NEAR, 1, 2, late_ms=LATE_MS + 1), contest(NEAR, 1, 2, late_ms=LATE_MS)
    bout.contests += [good, late, late]
    assert not bout.done
    assert Bout(2, [good, late, good]).done
    assert Bout(2, [late] * 2 * MOST).done


def test_the_worst_moment_of_a_span_counts() -> None:
    pulse = Pulse()
    pulse.beats += [(1.0, 2.0), (2.0, 30.0), (3.0, 4.0)]
    assert pulse.worst_ms(0.5, 1.5) == 2
    assert pulse.worst_ms(1.5, 3.5) == 30
    assert pulse.worst_ms(2.5, 9.0) == 4
    assert pulse.worst_ms(5.0, 9.0) == 0


# What the bench knows of the game and of people


def test_the_eye_sees_what_the_rules_say() -> None:
    ranks = "A23456789TJQK"
    for count in (1, 2, 3):
        for pile in itertools.product(ranks, repeat=count):
            cards = [rank + "S" for rank in pile]
            whole = tuple(cards)
            assert slappable(cards, cards[0], count) == holds(whole), pile
    for first, *newest in itertools.product(ranks, repeat=4):
        cards = [rank + "S" for rank in newest]
        assert slappable(cards, first + "H", 4) == holds((first + "H", *cards)), (first, newest)
    assert not slappable([], None, 0)


def holds(pile: tuple[str, ...]) -> bool:
    return any(CONDITIONS[name](pile) for name in LOOKED_FOR)


def test_stages_come_after_each_other_as_numbers() -> None:
    assert later("10.0", "9.3")
    assert later("9.3", "9.2")
    assert not later("9.2", "9.2")
    assert later("0.0", "")
    assert not later("", "0.0")


@pytest.mark.parametrize(("rtt_ms", "j_ms"), [NEAR_MS, FAR_MS])
def test_a_line_takes_its_time_as_the_model_says(rtt_ms: int, j_ms: int) -> None:
    far = Far(rtt_ms, j_ms, random.Random(7))
    ways = [far.way() * 1000 for _ in range(20_000)]
    assert min(ways) >= rtt_ms / 2
    spike = rtt_ms / 2 + max(200, 1.2 * rtt_ms)
    usual = [ms for ms in ways if ms < spike]
    assert fmean(usual) == pytest.approx(rtt_ms / 2 + j_ms, rel=0.02)
    assert 0.008 < 1 - len(usual) / len(ways) < 0.012
    assert max(ways) < spike + 50 + 20 * j_ms


def test_people_react_as_the_model_says() -> None:
    far = Far(20, 3, random.Random(7))
    with patch.object(far.chance, "normalvariate", return_value=-1000):
        assert far.reaction() == 0.12
    reactions = [far.reaction() * 1000 for _ in range(20_000)]
    assert min(reactions) >= 120
    assert fmean(reactions) == pytest.approx(420, abs=2)
    paints = [far.paint() * 1000 for _ in range(2000)]
    assert (min(paints), max(paints)) == pytest.approx((2, 19), abs=0.1)
    reads = [far.read() * 1000 for _ in range(2000)]
    assert (min(reads), max(reads)) == pytest.approx((-4, 4), abs=0.1)


# What a process costs


def test_a_process_s_cost_grows_with_its_work() -> None:
    process = Process.of(os.getpid())
    assert process is not None
    before, began = process.cpu_s(), time.process_time()
    kept = [bytes(1 << 20) + b"x" for _ in range(8)]
    sum(number * number for number in range(300_000))
    told = process.cpu_s() - before
    assert told == pytest.approx(time.process_time() - began, rel=0.5, abs=0.02)
    assert process.memory_bytes() > 8 << 20
    assert kept


def test_a_process_that_is_not_there_is_told() -> None:
    assert Process.of(None) is None
    with pytest.raises(NotCounted):
        Process.of(2**22 + 1)
    with pytest.raises(NotCounted):
        Process(2**22 + 1).cpu_s()
