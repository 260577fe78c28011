"""Computer seats: FAIRNESS 3's printed figures, and the distributions that the page tells."""

import hashlib
from collections.abc import Sequence
from math import erf, exp, log, sqrt

import pytest

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, rules_from
from app.engine.shuffle import u32
from app.table.computer import (
    EXTRA_MS,
    FIGURES,
    WATCH,
    Draws,
    acts,
    draws,
    level_of,
    near_miss,
    plan,
    react_ms,
    slips,
    turn_ms,
)

V3_SEED = bytes.fromhex("5bb0f90ee9589388a7d28ff91c297e6acfb8fa4cbf1b623fe85a88a4f1362dec")
EASY, NORMAL, HARD = range(3)
QUARTET = PRESETS["quartet"].rules
COUNT = 10_000
SAMPLES = [
    [draws(hashlib.sha256(u32(i)).digest(), level, 1 + i % 300, i % 8) for i in range(COUNT)]
    for level in range(3)
]
"""Ten thousand draws a level, always the same ones."""


@pytest.mark.parametrize(
    ("n", "seat", "react", "does_act", "does_slip", "turn"),
    [
        (1, 1, 433, False, False, 691),
        (1, 2, 511, True, False, 482),
        (1, 3, 899, False, False, 461),
        (2, 1, 1097, False, False, 629),
        (58, 3, 587, False, True, 403),
        (72, 1, 550, False, True, 501),
    ],
)
def test_v3_as_printed(
    n: int, seat: int, react: int, does_act: bool, does_slip: bool, turn: int
) -> None:
    drawn = draws(V3_SEED, NORMAL, n, seat)
    assert react_ms(drawn, NORMAL, EXTRA_MS["double"], window_ms=700) == react
    assert acts(drawn, NORMAL, computers=3, quick=True) is does_act
    assert slips(drawn, NORMAL, computers=3, near=False) is does_slip
    assert turn_ms(drawn) == turn


def test_a_plan_says_who_slaps_and_when() -> None:
    """V3's figures, on the cards that bring them about."""
    double, plain = ("7S", "7D"), ("7S", "8D")

    def planned(n: int, seat: int, faceup: tuple[str, ...]) -> tuple[int, bool, bool]:
        it = plan(draws(V3_SEED, NORMAL, n, seat), NORMAL, 3, faceup, QUARTET, 700)
        return it.react_ms, it.slaps, it.right

    assert planned(1, 2, double) == (511, True, True)
    assert planned(1, 1, double) == (0, False, True)
    assert planned(58, 3, plain) == (587, True, False)
    assert planned(1, 2, plain) == (0, False, False)


def test_draws_depend_on_each_of_the_four_and_on_nothing_else() -> None:
    one = draws(V3_SEED, NORMAL, 7, 2)
    assert one == draws(V3_SEED, NORMAL, 7, 2)
    others = [
        draws(bytes(32), NORMAL, 7, 2),
        draws(V3_SEED, HARD, 7, 2),
        draws(V3_SEED, NORMAL, 8, 2),
        draws(V3_SEED, NORMAL, 7, 3),
    ]
    assert len({each.words for each in (one, *others)}) == 5
    assert len(one.words) == 16


def words(**named: int) -> Draws:
    """Draws with middling words, but for those named `w0` to `w15`."""
    return Draws(tuple(named.get(f"w{i}", 32768) for i in range(16)))


def test_the_exponential_is_minus_the_logarithm_within_a_hundredth() -> None:
    far = 0.0
    for w12 in range(65536):
        far = max(far, abs(words(w12=w12).x / 65536 + log((65536 - w12) / 65536)))
    assert 0 < far < 0.01
    assert words(w12=63).x == 58  # by hand: e 15, m 65410, the bend 42
    assert words(w12=332).x == 303  # by hand: e 15, m 64872, the bend 226
    assert words(w12=0).x == 0
    assert words(w12=65535).x == 16 * 45426


def test_the_normal_is_the_sum_of_twelve() -> None:
    assert Draws((0,) * 16).z == -6 * 65536
    assert Draws((65535,) * 16).z == 6 * 65536 - 12
    assert words().z == 0


@pytest.mark.parametrize("level", [EASY, NORMAL, HARD])
def test_no_computer_reacts_faster_than_a_fifth_of_a_second(level: int) -> None:
    fastest = words(**{f"w{i}": 0 for i in range(13)})
    for extra in (-60, 0):
        assert react_ms(fastest, level, extra, 700) == 200
    assert min(react_ms(drawn, level, -60, 700) for drawn in SAMPLES[level]) >= 200


@pytest.mark.parametrize("level", [EASY, NORMAL, HARD])
def test_reactions_follow_the_table_of_the_set_up_page(level: int) -> None:
    """Kolmogorov and Smirnov's distance from normal plus exponential; at 1.63 p is 0.01."""
    reactions = sorted(react_ms(drawn, level, 0, 700) for drawn in SAMPLES[level])
    of = FIGURES[level]
    distance = max(
        max(abs(i / COUNT - share), abs((i + 1) / COUNT - share))
        for i, react in enumerate(reactions)
        for share in (sum_below(react + 0.5, of.mean, of.sd, of.tau),)
    )
    assert distance * sqrt(COUNT) < 1.63


@pytest.mark.parametrize(("level", "median"), [(EASY, 672), (NORMAL, 503), (HARD, 403)])
def test_medians_are_those_of_the_set_up_page(level: int, median: int) -> None:
    reactions = sorted(react_ms(drawn, level, 0, 1800) for drawn in SAMPLES[level])
    assert abs(reactions[COUNT // 2] - median) <= 6


def sum_below(t: float, mean: float, sd: float, tau: float) -> float:
    """The share of normal(mean, sd) + exponential(tau) below t."""

    def normal(x: float) -> float:
        return (1 + erf(x / sqrt(2))) / 2

    z = (t - mean) / sd
    return normal(z) - exp(sd * sd / (2 * tau * tau) - (t - mean) / tau) * normal(z - sd / tau)


@pytest.mark.parametrize(
    ("level", "quick", "miss"),
    [
        (EASY, True, 0.12),
        (EASY, False, 0.22),
        (NORMAL, True, 0.05),
        (NORMAL, False, 0.10),
        (HARD, True, 0.02),
        (HARD, False, 0.05),
    ],
)
@pytest.mark.parametrize(
    ("computers", "watch"),
    [(1, 1.0), (2, 0.80), (3, 0.65), (4, 0.57), (5, 0.50), (6, 0.45), (7, 0.40), (8, 0.40)],
)
def test_a_computer_watches_and_misses_as_often_as_it_is_told(
    level: int, quick: bool, miss: float, computers: int, watch: float
) -> None:
    share = watch * (1 - miss)
    seen = [acts(drawn, level, computers, quick) for drawn in SAMPLES[level]]
    assert near(seen, share)
    edge = round(share * 1_000_000)
    at = -(-edge * 65536 // 1_000_000)  # the least w13 whose millionth reaches the edge
    assert acts(words(w13=at - 1), level, computers, quick)
    assert at > 65535 or not acts(words(w13=at), level, computers, quick)


@pytest.mark.parametrize(("level", "slip"), [(EASY, 15), (NORMAL, 10), (HARD, 6)])
@pytest.mark.parametrize("computers", range(1, 9))
def test_slips_are_shared_by_the_computers_and_three_times_as_likely_on_a_near_miss(
    level: int, slip: int, computers: int
) -> None:
    for close, factor in ((False, 1), (True, 3)):
        slipped = [slips(drawn, level, computers, close) for drawn in SAMPLES[level]]
        assert near(slipped, slip * factor / 1000 / computers)
        edge = -(-slip * factor * 65536 // (1000 * computers))
        assert slips(words(w14=edge - 1), level, computers, close)
        assert not slips(words(w14=edge), level, computers, close)


def near(found: Sequence[bool], share: float) -> bool:
    """Is the share of `found` within four standard deviations?"""
    return abs(sum(found) / COUNT - share) <= 4 * sqrt(share * (1 - share) / COUNT)


def test_watching_falls_with_every_computer() -> None:
    assert WATCH == (1000, 800, 650, 570, 500, 450, 400)


def test_a_card_is_turned_after_350_to_700_ms() -> None:
    assert turn_ms(words(w15=0)) == 350
    assert turn_ms(words(w15=65535)) == 700
    turns = [turn_ms(drawn) for drawn in SAMPLES[NORMAL]]
    assert set(turns) == set(range(350, 701))


@pytest.mark.parametrize(("window_ms", "times"), [(700, 1), (1800, 1), (3600, 2), (18000, 10)])
def test_a_longer_window_slows_in_proportion_and_a_shorter_one_does_not(
    window_ms: int, times: int
) -> None:
    for drawn in SAMPLES[NORMAL][:200]:
        assert react_ms(drawn, NORMAL, 0, window_ms) == react_ms(drawn, NORMAL, 0, 1) * times


def test_pace_is_a_whole_division() -> None:
    plain = react_ms(words(), NORMAL, 0, 1800)
    assert react_ms(words(), NORMAL, 0, 1801) == plain * 1801 // 1800


@pytest.mark.parametrize(
    ("faceup", "extra", "miss"),
    [
        ("7S 7D", 0, 50),
        ("7S 8D 7H", 70, 100),
        ("7S 8D 2H 7H", 120, 100),
        ("7S 3D", 130, 100),
        ("6S 7D 8H", 130, 100),
        ("KS AD 2H", 130, 100),
        ("QS KD", 40, 100),
        ("QS 5D KD", 110, 100),
        ("7S X1", -60, 50),
        ("7S JD", -60, 50),
        ("5S 5D", 0, 50),
        ("5S 4D 5H", 70, 100),
        ("JS JD", -60, 50),
        ("KS QD KH", 40, 100),
    ],
)
def test_the_least_extra_of_what_holds_counts_and_its_miss(
    faceup: str, extra: int, miss: int
) -> None:
    rules = rules_from({"preset": "party", "jokers": "slap", "slaps": list(CONDITIONS)})
    cards = tuple(faceup.split())
    edge = -(-(1000 - miss) * 65536 // 1000)
    for w13, slaps in ((edge - 1, True), (edge, False)):
        it = plan(words(w13=w13), NORMAL, 1, cards, rules, 700)
        assert (it.slaps, it.right) == (slaps, True)
    seen = plan(words(w13=0), NORMAL, 1, cards, rules, 700)
    assert seen.react_ms == react_ms(words(), NORMAL, 0, 700) + extra


def test_every_condition_has_a_figure_and_another_would_be_seen_as_late_as_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert set(EXTRA_MS) == set(CONDITIONS) - {"run_wrap"}  # which is reported as a run
    monkeypatch.delitem(EXTRA_MS, "double")
    it = plan(words(w13=0), NORMAL, 1, ("7S", "7D"), QUARTET, 700)
    assert it.react_ms == react_ms(words(), NORMAL, 130, 700)


@pytest.mark.parametrize(
    ("faceup", "looks"),
    [
        ("JS QD", True),
        ("KS JD", True),
        ("QS KD", True),
        ("6S 9D", True),
        ("9S 6D", True),
        ("2S 6S 9D", True),
        ("JS JD", False),
        ("AS KD", False),
        ("TS JD", False),
        ("6S 8D", False),
        ("6S 6D", False),
        ("9S 5S 6D", False),
        ("JS", False),
        ("", False),
    ],
)
def test_different_courts_or_six_and_nine_look_like_a_pair(faceup: str, looks: bool) -> None:
    cards = tuple(faceup.split())
    assert near_miss(cards) is looks
    edge = 10 * 65536 // 1000 + 1  # the least w14 that is no slip on any other card
    no_slaps = rules_from({"preset": "classic", "slaps": []})
    it = plan(words(w14=edge), NORMAL, 1, cards, no_slaps, 700)
    assert (it.slaps, it.right) == (looks, False)


def test_mixed_levels_go_round() -> None:
    assert [level_of("mixed", seat) for seat in range(7)] == [0, 1, 2, 0, 1, 2, 0]
    assert [level_of(level, 5) for level in ("easy", "normal", "hard")] == [0, 1, 2]
