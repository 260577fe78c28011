"""Streaks: days in a row, one missed day in seven forgiven."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.streak import Streak, streak

TODAY = date(2026, 12, 31)


def day(ago: int) -> str:
    return (TODAY - timedelta(ago)).isoformat()


def told(line: str) -> Streak:
    """The streak of days as they are drawn, today the last: x finished, . missed."""
    return streak([day(ago) for ago, what in enumerate(reversed(line)) if what == "x"], day(0))


@pytest.mark.parametrize(
    ("line", "length", "forgiven"),
    [
        ("", 0, ()),
        ("x", 1, ()),
        (".", 0, ()),
        ("xxx", 3, ()),
        ("xxx.", 3, ()),  # today is not over yet
        ("xx.x", 3, (1,)),
        ("xx..", 2, (1,)),  # yesterday is forgiven, and today still may be finished
        ("x..x", 1, ()),  # never two in a row
        ("xx...", 0, ()),
        (".xx", 2, ()),  # before the first day nothing was missed
        ("x.xxxxx.x", 6, (1,)),  # six days apart: two of seven
        ("x.xxxxxx.x", 8, (1, 8)),
        ("x.xxxxxx.", 7, (7,)),
        ("x.xxxxxx..", 7, (1, 8)),
        ("xxx.xx..", 2, (1,)),  # the newest is the one that is forgiven
    ],
)
def test_streaks_by_hand(line: str, length: int, forgiven: tuple[int, ...]) -> None:
    found = told(line)
    assert found == Streak(length, tuple(day(ago) for ago in forgiven), line.endswith("x"))
    assert found.alive is (length > 0)


def test_days_to_come_and_their_order_do_not_count() -> None:
    days = [day(2), day(-1), day(0), day(-5), day(1), day(0)]
    assert streak(days, day(0)) == Streak(3, (), True)


def test_it_runs_over_the_ends_of_months_and_years() -> None:
    days = ["2027-02-28", "2027-03-01", "2028-02-28", "2028-02-29", "2028-03-01"]
    assert streak(days, "2027-03-01").length == 2
    assert streak(days, "2028-03-01").length == 3
    assert streak(["2026-12-31", "2027-01-01"], "2027-01-02").length == 2


lines = st.text("xxxx.", max_size=60)


@given(lines)
def test_of_any_seven_days_one_may_be_missed(line: str) -> None:
    found = told(line)
    finished = {day(ago) for ago, what in enumerate(reversed(line)) if what == "x"}
    counted = [day(ago) for ago in range(len(line)) if day(ago) in finished]
    counted = counted[: found.length]
    assert len(counted) == found.length
    missed = [date.fromisoformat(each) for each in found.forgiven]
    assert not finished & set(found.forgiven)
    assert all((a - b).days >= 7 for a, b in pairwise(missed))
    if counted:
        # Every day from the first counted one to yesterday is counted or forgiven.
        oldest = date.fromisoformat(counted[-1])
        between = {day(ago) for ago in range(1, (TODAY - oldest).days + 1)}
        assert between <= {*counted, *found.forgiven}
        assert all(each > oldest for each in missed)
    # And it ends for a reason: two of seven, or two in a row, are missed before it.
    if len(counted) < len(finished):
        start = date.fromisoformat(counted[-1]) if counted else TODAY
        gap = [start - timedelta(1), start - timedelta(2)]
        first_missed = start - timedelta(1) if counted else TODAY - timedelta(1)
        near = any((other - first_missed).days < 7 for other in missed)
        two = all(each.isoformat() not in finished for each in gap) or not counted
        assert near or two


@given(lines)
def test_finishing_today_adds_one_and_takes_nothing(line: str) -> None:
    before, after = told(line + "."), told(line + "x")
    assert after.length == before.length + 1
    assert after.forgiven == before.forgiven
    assert (before.done, after.done) == (False, True)


@given(lines, st.integers(1, 30))
def test_without_a_missed_day_it_is_as_many(line: str, more: int) -> None:
    assert told(line + "..." + "x" * more).length == more
