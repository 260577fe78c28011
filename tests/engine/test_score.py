"""The score of a daily game (RULES)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.score import daily_score


@pytest.mark.parametrize(
    ("won", "play_ms", "wrong", "piles", "points"),
    [
        (True, 0, 0, 0, 2000),
        (True, 999, 0, 9, 2000),  # whole seconds, and piles count for nothing
        (True, 1000, 0, 0, 1998),
        (True, 241_999, 1, 7, 1498),
        (True, 749_999, 0, 0, 502),
        (True, 750_000, 0, 0, 500),  # the floor, exactly
        (True, 751_000, 0, 0, 500),
        (True, 9_000_000, 0, 0, 500),
        (True, 0, 75, 0, 500),
        (True, 0, 76, 0, 500),
        (True, 740_000, 1, 0, 500),
        (False, 0, 0, 0, 0),
        (False, 1000, 0, 1, 25),
        (False, 9_000_000, 99, 19, 475),  # neither time nor false slaps cost who has lost
        (False, 0, 0, 21, 525),  # more than a slow win
    ],
)
def test_scores_by_hand(won: bool, play_ms: int, wrong: int, piles: int, points: int) -> None:
    assert daily_score(won, play_ms, wrong, piles) == points


counts = st.integers(0, 200)
times = st.integers(0, 10_000_000)


@given(times, counts, counts, st.integers(0, 100_000), counts)
def test_a_win_is_worth_less_the_longer_it_took_and_never_below_500(
    play_ms: int, wrong: int, piles: int, longer_ms: int, more: int
) -> None:
    points = daily_score(True, play_ms, wrong, piles)
    assert 500 <= points <= 2000
    assert daily_score(True, play_ms + longer_ms, wrong + more, piles) <= points
    assert daily_score(True, play_ms - play_ms % 1000, wrong, 0) == points


@given(times, counts, counts)
def test_a_loss_is_worth_its_piles(play_ms: int, wrong: int, piles: int) -> None:
    assert daily_score(False, play_ms, wrong, piles) == 25 * piles
