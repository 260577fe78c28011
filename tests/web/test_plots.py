"""Plots: never heavy, well formed, told in words and numbers too, and thinned without a loss."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random
from xml.etree import ElementTree as ET

import pytest

from app.table.history import History
from app.table.setup import LEVELS
from app.web.plots.accuracy import GameDot, accuracy_plot
from app.web.plots.curve import Rivals
from app.web.plots.days import DayFigures, day_plot
from app.web.plots.drawing import Point, step
from app.web.plots.finished import game_plots
from app.web.plots.plot import Plot
from app.web.plots.reactions import Times, against, histogram
from app.web.plots.thin import thinned_dots, thinned_line
from app.web.stats_times import Times as Counted
from app.web.templating import Templates
from tests.web.histories import played

HEAVIEST = 8 * 1024
TEMPLATES = Templates(lambda name: f"/static/{name}")
LONG = tuple("\U00011005\U00011001\U00011002" * 16 for _ in range(8))
"""Names as heavy as a clean one can be: 16 letters of three code points, four bytes each."""
MANY = (0, 1, 2, 9, 10, 100, 10_000)
SPACE = "\N{NO-BREAK SPACE}"


def drawn(plot: Plot) -> str:
    return TEMPLATES.fragment("plot", plot)


def tree(plot: Plot) -> ET.Element:
    """Its markup as XML, which is stricter than a page."""
    return ET.fromstring(drawn(plot))  # noqa: S314  our own markup


def times(number: int, seed: int = 1) -> list[int]:
    chance = Random(seed)
    return [int(chance.gauss(430, 60) + chance.expovariate(1 / 110)) for _ in range(number)]


def of(reactions: Sequence[int], level: str | None = "normal") -> Plot:
    """The histogram of these reactions, beside computers where there are enough."""
    drawn = Counted(Counter(reactions)).drawn()
    return reaction_plot(drawn, level if len(reactions) >= 10 else None)


def reaction_plot(drawn: Times, level: str | None) -> Plot:
    rivals = None
    if level is not None:
        rivals = against(Rivals(((LEVELS.index(level), 0, 1),)), level, drawn.median)
    return histogram("Your reactions", drawn, rivals)


def days(number: int) -> list[DayFigures]:
    chance, first = Random(2), date(2026, 1, 3)
    found = []
    for i in range(number):
        ms = int(chance.gauss(450, 40))
        day = (first + timedelta(days=i + i // 3)).isoformat()
        found.append(DayFigures(day, 1 + i % 9, ms - 60, ms, ms + 90))
    return found


def games(number: int) -> list[GameDot]:
    chance = Random(3)
    return [
        GameDot(int(chance.gauss(480, 70)), chance.randrange(1, 12), chance.randrange(4))
        for _ in range(number)
    ]


def of_games(*histories: tuple[History, tuple[int, ...]]) -> Iterator[Plot]:
    for history, you in histories:
        yield from game_plots(history, you).plots


@cache
def every_plot() -> tuple[Plot, ...]:
    return tuple(_every_plot())


def _every_plot() -> Iterator[Plot]:
    for number in MANY:
        yield from (of(times(number)), day_plot(days(number)), accuracy_plot(games(number)))
    yield reaction_plot(Times((10**6,) * 54, 10**6, 500, 200, 900), "easy")
    yield reaction_plot(Times((0,) * 53 + (1,), 0, 1490, 1490, 1490), "hard")
    yield reaction_plot(Times((0,) * 54, 10**6, 2000, 1600, 9000), "hard")
    yield accuracy_plot([GameDot(150 + i % 60_000, 1, i % 7) for i in range(10_000)])
    yield day_plot(
        [DayFigures("0001-01-01", 1, 0, 0, 0), DayFigures("9999-12-31", 1, 1, 9, 60_000)]
    )
    yield from of_games(
        (played(reveals=0), (0,)),
        (played(reveals=1, rate=0), (0,)),
        (played(reveals=1, rate=1), ()),
        (played(), (0,)),
        (played(people=2), (0, 1)),
        (played(reveals=20, rate=1, people=2, names=LONG), (0, 1)),
        (played(4, 20, rate=1, names=LONG), (0,)),
        (played(8, 4000, rate=0.15), (0,)),
        (played(8, 4000, rate=1, people=2, names=LONG), (0, 1)),
        (played(8, 4000, rate=1, names=('"' * 16,) * 8), (3,)),
        (played(8, 4000, rate=1), ()),
        (played(2, 4000, rate=0, people=2), (0, 1)),
    )


def test_no_plot_is_heavy() -> None:
    weights = sorted((len(drawn(plot).encode()), plot.title) for plot in every_plot())
    assert weights[-1][0] <= HEAVIEST, weights[-3:]


def test_a_plot_is_well_formed_and_said_in_words() -> None:
    for plot in every_plot():
        well_formed(plot)


def well_formed(plot: Plot) -> None:
    html = drawn(plot)
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|\sfill=|\sstroke=", html)
    figure = tree(plot)
    pictures = figure.findall("svg")
    if plot.shapes:
        (picture,) = pictures
        assert picture.get("role") == "img"
        assert picture.get("aria-label") == plot.sentence
        assert plot.numbers.rows
    assert plot.sentence.rstrip("\u2069").endswith(".")
    for table in figure.iter("table"):
        head = table.findall("thead/tr/th")
        for row in table.findall("tbody/tr"):
            assert len(row) == len(head)
            assert [cell.tag for cell in row] == ["th", *["td"] * (len(head) - 1)]
            assert all(cell.text for cell in row)
    for shape in plot.shapes:
        numbers = [int(number) for number in re.findall(r"-?\d+", shape.d)]
        assert numbers
        assert "nan" not in shape.d
    assert all(-1 <= label.x <= 101 and -1 <= label.y <= 101 for label in plot.labels)


def test_nothing_is_told_by_colour_alone() -> None:
    """Each line and mark of a plot has a sample in its key, or words beside it."""
    frame = {"grid", "axis", "mark", "median"}
    for plot in every_plot():
        looks = {shape.look for shape in plot.shapes} - frame
        keyed = {key.look for key in plot.keys}
        assert looks - keyed <= {"own dot"}, (plot.title, looks, keyed)


def test_drawing_is_always_the_same() -> None:
    assert game_plots(played(8, 900), (0,)) == game_plots(played(8, 900), (0,))
    assert hash(day_plot(days(500))) == hash(day_plot(days(500)))


# Numbers against an independent count


@pytest.mark.parametrize("number", MANY)
def test_the_histogram_counts_every_slap_once(number: int) -> None:
    reactions = times(number)
    rows = of(reactions).numbers.rows
    ends = [re.split("\N{EN DASH}| ", row[0]) for row in rows]
    found = {int(end[0]): int(row[1]) for end, row in zip(ends, rows, strict=True)}
    wide = 50 if number > 100 else 25
    expected = Counter(150 + (ms - 150) // wide * wide for ms in reactions if 150 <= ms < 1500)
    expected[1500] = sum(ms >= 1500 for ms in reactions) if number >= 10 else 0
    assert found == {ms: often for ms, often in expected.items() if often}
    measured = [ms for ms in reactions if ms >= 150]
    for end, row in zip(ends, rows, strict=True):
        last = 10**9 if len(end) > 2 else int(end[1])
        so_far = sum(ms <= last for ms in measured)
        assert row[2] == f"{round(100 * so_far / len(measured))}{SPACE}%"


def test_a_bin_begins_where_the_one_before_ends() -> None:
    counts, slower = Counted(Counter([150, 174, 175, 1474, 1475, 1499, 1500])).bins()
    assert (counts[:2], counts[-2:], slower) == ((2, 1), (1, 2), 1)


def test_the_columns_stand_for_the_counts() -> None:
    """Two slaps of the third bin, one of the last; the scale ends at two."""
    plot = reaction_plot(Times((0, 0, 2, *(0,) * 50, 1), 0, None, None, None), None)
    (bars,) = (shape.d for shape in plot.shapes if shape.look == "bars")
    assert re.fullmatch(r"M0 300H11H22V0H33V300(H\d+)*V150H600V300z", bars), bars
    (share,) = (shape.d for shape in plot.shapes if shape.look == "share")
    assert share == "M0 300H33V100H600V0H600"
    assert plot.sentence == "3 right slaps so far; from 10 on there is a median."


def test_the_histogram_says_how_quick_that_is() -> None:
    plot = reaction_plot(Times((0,) * 10 + (10,) + (0,) * 43, 0, 410, 405, 420), "normal")
    assert plot.sentence == (
        f"The median reaction is 0.41{SPACE}s, from 10 right slaps."
        f" Faster than about 89{SPACE}% of right slaps by Normal computers."
    )
    assert {label.text for label in plot.labels} >= {f"median 410{SPACE}ms", f"10{SPACE}%"}


def test_a_day_has_a_row_and_the_newest_come_first() -> None:
    some = days(40)
    rows = day_plot(some).numbers.rows
    assert len(rows) == 30
    assert [row[0] for row in rows] == [day.date for day in reversed(some)][:30]
    last = some[-1]
    half = f"{last.lower}\N{EN DASH}{last.upper}"
    assert rows[0] == (last.date, str(last.slaps), str(last.median), half)
    assert day_plot(some).sentence == (
        f"Your median reaction went from {some[0].median / 1000:.2f}{SPACE}s on 3 Jan"
        f" to {last.median / 1000:.2f}{SPACE}s on 24 Feb."
    )


@pytest.mark.parametrize("number", [1, 2, 500, 10_000])
def test_games_are_counted_by_bands_of_their_speed(number: int) -> None:
    some = games(number)
    rows = accuracy_plot(some).numbers.rows
    assert len(rows) <= 17
    assert sum(int(row[1]) for row in rows) == number
    assert sum(int(row[2]) for row in rows) == sum(game.right + game.wrong for game in some)
    for row in rows:
        first, last = map(int, row[0].split("\N{EN DASH}"))
        there = [game for game in some if first <= game.median <= last]
        right = sum(game.right for game in there)
        share = 100 * right / sum(game.right + game.wrong for game in there)
        assert (row[1], row[3]) == (str(len(there)), f"{round(share)}{SPACE}%")


def test_quick_and_slow_games_are_compared() -> None:
    plot = accuracy_plot([GameDot(400, 1, 3), GameDot(500, 9, 9), GameDot(600, 3, 1)])
    quick_and_slow = (
        f"In your quicker games 25{SPACE}% of slaps were right, in your slower ones 75{SPACE}%."
    )
    assert plot.sentence == quick_and_slow


# Thinning


def wave(number: int) -> list[Point]:
    chance, y, found = Random(5), 150, []
    for i in range(number):
        y = min(300, max(0, y + chance.randrange(-20, 21)))
        found.append((600 * i // number, y))
    return found


def test_a_thinned_line_keeps_its_ends_and_its_extremes() -> None:
    points = wave(4000)
    kept = thinned_line(points, 120)
    assert len(kept) == 120
    assert set(kept) <= set(points)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    ys = [y for _, y in points]
    assert {min(ys), max(ys)} <= {y for _, y in kept}
    assert thinned_line(points[:2], 9) == tuple(points[:2])
    assert thinned_line([(0, 0), (1, 1), (2, 2)], 9) == ((0, 0), (2, 2))


@pytest.mark.parametrize("most", [1, 7, 300, 10_000])
def test_thinned_dots_are_some_of_them_all_over_the_place(most: int) -> None:
    points = wave(4000)
    kept = thinned_dots(points, most)
    assert 0 < len(kept) <= most
    assert set(kept) <= set(points)
    if most == 300:
        for x, y in points:
            assert any(abs(x - u) <= 60 and abs(y - v) <= 60 for u, v in kept)


@pytest.mark.parametrize(
    ("span", "most", "size"),
    [(1, 4, 1), (4, 4, 1), (5, 4, 2), (9, 4, 5), (52, 4, 20), (4000, 5, 1000)],
)
def test_steps_are_round(span: int, most: int, size: int) -> None:
    assert step(span, most) == size
