"""Speed against accuracy: one dot a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from app.web.plots.drawing import (
    DOT,
    across,
    below,
    beside,
    dots,
    frame,
    rounded_up,
    step,
    unit_below,
    upwards,
)
from app.web.plots.plot import Key, Numbers, Plot, Shape
from app.web.plots.thin import thinned_dots
from app.web.words import say

DOTS = 320
ROWS = 15
SHARES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, slots=True)
class GameDot:
    """A game: the median of its reactions in ms, its `right` slaps (one at least) and `wrong`."""

    median: int
    right: int
    wrong: int


def accuracy_plot(games: Sequence[GameDot]) -> Plot:
    """How many of all slaps were right, over how quick they were; in any order of the games."""
    title = say("accuracy_title")
    if not games:
        return Plot(title, say("accuracy_none"), (), (), (), Numbers(title, (), ()))
    slowest, quickest = max(game.median for game in games), min(game.median for game in games)
    size = step(max(slowest - quickest, 1), 4)
    first = quickest // size * size
    last = max(first + size, -(-slowest // size) * size)
    x, up = across(first, last), upwards(0, 100)
    return Plot(
        title,
        _sentence(games),
        (
            *frame(up(share) for share in SHARES if share),
            Shape(_drawn(games, first, last), "own dot"),
        ),
        (
            *(beside(up(share), say("axis_share", number=share)) for share in SHARES),
            *(below(x(ms), str(ms), first < ms < last) for ms in range(first, last + 1, size)),
            unit_below(say("axis_ms")),
        ),
        (Key(DOT, "own dot", say("accuracy_axis")),),
        _numbers(games),
    )


def _drawn(games: Sequence[GameDot], first: int, last: int) -> str:
    x, up = across(first, last), upwards(0, 100)
    places = [(x(game.median), up(_share((game,)))) for game in games]
    return dots(thinned_dots(places, DOTS))


def _share(games: Sequence[GameDot]) -> float:
    """Per cent of the slaps that were right."""
    right = sum(game.right for game in games)
    return 100 * right / (right + sum(game.wrong for game in games))


def _sentence(games: Sequence[GameDot]) -> str:
    if len(games) == 1:
        return say("accuracy_one", share=round(_share(games)))
    ordered = sorted(games, key=lambda game: game.median)
    half = len(ordered) // 2
    quick, slow = ordered[:half], ordered[-half:]
    return say("accuracy_halves", quick=round(_share(quick)), slow=round(_share(slow)))


def _numbers(games: Sequence[GameDot]) -> Numbers:
    """Games together by bands of their median, as wide as makes few rows of them."""
    ordered = sorted(games, key=lambda game: game.median)
    size = max(25, rounded_up((ordered[-1].median - ordered[0].median + 1) / ROWS, 1))
    rows = []
    for band, group in groupby(ordered, key=lambda game: game.median // size):
        found = tuple(group)
        rows.append(
            (
                say("plot_range", first=band * size, last=band * size + size - 1),
                str(len(found)),
                str(sum(game.right + game.wrong for game in found)),
                say("axis_share", number=round(_share(found))),
            )
        )
    head = (
        say("column_median"),
        say("column_games"),
        say("column_slaps"),
        say("column_right_share"),
    )
    return Numbers(say("accuracy_caption"), head, tuple(rows))
