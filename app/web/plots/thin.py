"""Fewer points that look the same: always the same ones for the same points."""

from collections.abc import Sequence
from heapq import heappop, heappush

from app.web.plots.drawing import Point


def thinned_line(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """At most `most` (2 or more) points of a line, both ends among them.

    Ramer, Douglas and Peucker, the worst first: each point that is added is the one that the line
    so far misses by most. Points on the line are left out in any case.
    """
    if len(points) < 3:
        return tuple(points)
    kept = {0, len(points) - 1}
    waiting: list[tuple[float, int, int, int]] = []

    def look(first: int, last: int) -> None:
        far, worst = _farthest(points, first, last)
        if far > 0:
            heappush(waiting, (-far, worst, first, last))

    look(0, len(points) - 1)
    while waiting and len(kept) < most:
        _, worst, first, last = heappop(waiting)
        kept.add(worst)
        look(first, worst)
        look(worst, last)
    return tuple(points[i] for i in sorted(kept))


def _farthest(points: Sequence[Point], first: int, last: int) -> tuple[float, int]:
    """How far the farthest point between two lies above or below their line, and which it is."""
    (x0, y0), (x1, y1) = points[first], points[last]
    slope = (y1 - y0) / (x1 - x0) if x1 != x0 else 0.0
    found, worst = 0.0, first
    for i in range(first + 1, last):
        x, y = points[i]
        off = abs(y - y0 - slope * (x - x0))
        if off > found:
            found, worst = off, i
    return found, worst


def thinned_dots(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """At most `most` (1 or more) dots, from left to right: those that would lie on each other are
    one, and while there are too many, so are those that nearly would.
    """
    cell, found = 1, sorted(set(points))
    while len(found) > most:
        cell += 1
        cells = {(x // cell, y // cell): (x, y) for x, y in sorted(set(points), reverse=True)}
        found = sorted(cells.values())
    return tuple(found)
