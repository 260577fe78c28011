"""FAIRNESS 1.3: every example of the formula, its rings, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.table.arbiter import (
    CAP,
    NO_BASELINE,
    RT_MIN,
    Baseline,
    Candidate,
    baseline,
    bound,
    by_arrival,
    by_merit,
    timed,
    with_sample,
)


@pytest.mark.parametrize(
    ("name", "e", "rt", "b", "s", "a", "q", "z", "extra", "credit", "adj"),
    [
        ("E1 near player, honest", 455, 415, 38, 10, 41, 40, 0, 0, 40, 415),
        ("E2 far player, honest", 648, 412, 232, 26, 239, 40, 0, 0, 236, 412),
        ("E3 near player forges rt", 455, 110, 38, 10, 41, 40, 0, 40, 91, 364),
        ("E4 card came late, ack shows it", 700, 420, 232, 26, 280, 40, 0, 0, 280, 420),
        ("E5 press alone 230 late", 690, 420, 38, 10, 40, 80, 0, 80, 130, 560),
        ("E6 no acks at all", 455, 415, 0, 10, None, 40, 0, 30, 40, 415),
        ("E7 beyond the cap", 870, 420, 430, 40, 432, 80, 0, 0, 350, 520),
        ("E8 anticipation", 120, 30, 88, 10, 90, 40, 0, 0, 90, 100),
        ("E9 server stalled 120", 575, 415, 38, 10, 41, 40, 120, 0, 160, 415),
        ("E10 rt missing", 455, None, 38, 10, 41, 40, 0, 0, 38, 417),
        ("E11 rt > E", 400, 450, 38, 10, 41, 40, 0, 0, 0, 400),
    ],
)
def test_examples_of_the_formula(
    name: str,
    e: int,
    rt: int | None,
    b: int,
    s: int,
    a: int | None,
    q: int,
    z: int,
    extra: int,
    credit: int,
    adj: int,
) -> None:
    timing = timed(e, rt, Baseline(b, s), a, q, z)
    assert (timing.extra, timing.credit, timing.adj) == (extra, credit, adj), name
    assert timing.flagged is (rt is not None and rt > e)


def test_a_press_later_than_its_arrival_is_flagged() -> None:
    assert timed(400, 450, Baseline(38, 10), 41, 40, 0).flagged
    assert not timed(400, 400, Baseline(38, 10), 41, 40, 0).flagged


@pytest.mark.parametrize(
    ("ring", "b", "s"),
    [
        ([36, 38, 35, 40, 39, 38, 37, 41, 36, 38, 60, 38, 39, 37, 38], 38, 10),
        ([230, 228, 245, 232, 260, 231, 229, 233, 240, 232, 236, 228, 231, 232, 480], 232, 16),
        ([20, 30, 90], 30, 40),
        ([50, 52], 0, 10),
        ([], 0, 10),
    ],
)
def test_examples_of_rings(ring: list[int], b: int, s: int) -> None:
    assert baseline(ring) == Baseline(b, s)


def test_a_ring_keeps_the_last_fifteen_delays_each_at_most_a_second() -> None:
    ring: tuple[int, ...] = ()
    for delay in range(990, 1010):
        ring = with_sample(ring, delay)
    assert ring == (995, 996, 997, 998, 999, 1000) + (1000,) * 9


def test_bounds_of_near_and_far() -> None:
    assert bound(Baseline(38, 10), 40) == 98
    assert bound(Baseline(232, 26), 40) == 324
    assert bound(Baseline(400, 40), 80) == CAP
    assert bound(Baseline(232, 26), 40, cap=150) == 150


@pytest.mark.parametrize("rt", [None, float("nan"), float("inf"), -1.0, 60_001.0])
def test_a_time_that_is_none_counts_as_missing(rt: float | None) -> None:
    assert timed(455, rt, Baseline(38, 10), 41, 40, 0).adj == 417


def test_times_are_rounded_down() -> None:
    assert timed(455, 415.99, Baseline(38, 10), 41, 40, 0).rt == 415


def test_where_arrival_decides_nothing_is_credited() -> None:
    timing = by_arrival(455, 120.0, 40)
    assert (timing.credit, timing.extra, timing.adj) == (0, 0, 455)


times = st.integers(0, 3000)


@given(
    e=times,
    rt=st.none() | st.floats(0, 60_000),
    line=st.builds(Baseline, st.integers(0, 1000), st.integers(10, 40)),
    a=st.none() | st.integers(0, 1000),
    quota=st.integers(0, 80),
    stall=st.integers(0, 250),
    cap=st.sampled_from([0, 150, 350]),
)
def test_what_always_holds(
    e: int, rt: float | None, line: Baseline, a: int | None, quota: int, stall: int, cap: int
) -> None:
    timing = timed(e, rt, line, a, quota, stall, cap)
    assert RT_MIN <= timing.adj <= max(RT_MIN, e)
    assert 0 <= timing.credit <= cap + stall
    assert 0 <= timing.extra <= quota
    free = min(cap + stall, (line.b if a is None else min(a, line.b + line.s)) + line.s + stall)
    if rt is not None and max(0, e - int(rt)) <= free and rt <= e:
        assert timing.adj == max(RT_MIN, int(rt))


def test_no_baseline_is_zero_and_the_least_allowance() -> None:
    assert Baseline(0, 10) == NO_BASELINE


def test_least_adj_then_person_then_tie_key() -> None:
    seed = bytes.fromhex("5bb0f90ee9589388a7d28ff91c297e6acfb8fa4cbf1b623fe85a88a4f1362dec")
    people = [Candidate(seat, 430, person=True) for seat in range(4)]
    # FAIRNESS V3: tie keys of reveal 9 begin 94e3, 5e0b, ab35, cbea.
    assert [each.seat for each in by_merit(people, seed, 9)] == [1, 0, 2, 3]
    computer = Candidate(1, 430, person=False)
    assert [each.seat for each in by_merit([computer, people[3]], seed, 9)] == [3, 1]
    faster = Candidate(2, 429, person=False)
    assert by_merit([people[0], faster], seed, 9)[0] is faster
