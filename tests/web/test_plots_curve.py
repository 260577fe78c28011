"""The computers' curve is the plan's own distribution, against what the plan itself draws."""

import pytest

from app.table.computer import FIGURES, draws, react_ms
from app.web.plots.curve import Rivals, before
from app.web.plots.reactions import EDGES

DRAWN = 6000
SEED = bytes(range(32))
# Kolmogorov and Smirnov, at one in a million: the draws are the same every time.
LARGEST = 2.7 / DRAWN**0.5


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize(("extra", "window_ms"), [(0, 1800), (130, 700), (-60, 3000)])
def test_the_curve_is_how_computers_react(level: int, extra: int, window_ms: int) -> None:
    drawn = [react_ms(draws(SEED, level, n, 1), level, extra, window_ms) for n in range(DRAWN)]
    for ms in (150, 200, 201, *range(225, 2500, 25)):
        share = sum(each < ms for each in drawn) / DRAWN
        assert abs(share - before(level, ms, extra, window_ms)) < LARGEST, ms


def test_it_is_a_distribution() -> None:
    for level in range(3):
        shares = [before(level, ms) for ms in range(0, 6000, 50)]
        assert shares == sorted(shares)
        assert shares[0] == before(level, 200) == 0
        assert shares[-1] == pytest.approx(1)


def test_medians_are_those_that_the_set_up_page_tells() -> None:
    for level, median in enumerate((672, 503, 403)):
        assert before(level, median - 1) < 0.5 < before(level, median + 3), FIGURES[level]


def test_a_mixed_company_is_weighed() -> None:
    both = Rivals(((0, 0, 1), (2, 70, 3)), 1800)
    for ms in EDGES:
        assert both.before(ms) == pytest.approx((before(0, ms) + 3 * before(2, ms, 70)) / 4)
