"""What every plot is drawn with: scales, lines and dots, each as short as it can be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.web.plots.plot import HIGH, WIDE, Label, Shape

Point = tuple[int, int]

LINE = "M0 6h24"
DOT = "M12 6h0"
BAR = "M2 12V2H22V12z"
"""Samples for keys."""


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to units of the drawing area: `first` lies at `start`, `last` at `end`."""

    first: float
    last: float
    start: int
    end: int

    def __call__(self, value: float) -> int:
        span = self.last - self.first
        if not span:
            return (self.start + self.end) // 2
        return round(self.start + (self.end - self.start) * (value - self.first) / span)


def across(first: float, last: float) -> Scale:
    """A scale from the left edge to the right one."""
    return Scale(first, last, 0, WIDE)


def upwards(first: float, last: float) -> Scale:
    """A scale from the lower edge to the upper one."""
    return Scale(first, last, HIGH, 0)


def step(span: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20 … that is in `span` at most `most` times."""
    size = 1
    while span / size > most:
        # 1, 2, 5: the next one is twice as much, and after a 2 it is two and a half times.
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


def rounded_up(top: float, most: int) -> int:
    """The least multiple of its step that is not below `top`, and at least 1."""
    size = step(top, most)
    return max(size, -int(-top // size) * size)


def line(points: Sequence[Point]) -> str:
    """A line through all of the points; empty for none."""
    if not points:
        return ""
    x, y = points[0]
    steps = []
    for next_x, next_y in points[1:]:
        steps.append(f"{next_x - x} {next_y - y}")
        x, y = next_x, next_y
    start = f"M{points[0][0]} {points[0][1]}"
    return (start + "l" + " ".join(steps) if steps else start + "h0").replace(" -", "-")


def outline(edges: Sequence[int], tops: Sequence[int]) -> str:
    """Columns beside each other, from the lower edge: each between two of the edges, to its top."""
    drawn, before = f"M{edges[0]} {HIGH}", HIGH
    for edge, top in zip(edges[1:], tops, strict=True):
        if top != before:
            drawn, before = f"{drawn}V{top}", top
        drawn = f"{drawn}H{edge}"
    return f"{drawn}V{HIGH}z"


def dots(points: Iterable[Point]) -> str:
    """Lines without length: their caps are round or square dots."""
    return "".join(f"M{x} {y}h0" for x, y in points)


def dashes(points: Iterable[Point], length: int = 14) -> str:
    """A short level line about each point."""
    return "".join(f"M{x - length // 2} {y}h{length}" for x, y in points)


def upright(xs: Iterable[int], top: int, bottom: int) -> str:
    """Upright lines."""
    return "".join(f"M{x} {top}V{bottom}" for x in xs)


def level(ys: Iterable[int]) -> str:
    """Lines from the left edge to the right one."""
    return "".join(f"M0 {y}H{WIDE}" for y in ys)


def frame(ys: Iterable[int]) -> tuple[Shape, ...]:
    """The lower edge, and lines across at these heights."""
    return (Shape(level(ys), "grid"), Shape(f"M0 {HIGH}H{WIDE}", "axis"))


def below(x: int, text: str, spare: bool = False) -> Label:
    """Words under the lower edge; `spare` ones are left out where there is little room."""
    return Label(_share(x, WIDE), 100, text, "middle", "x spare" if spare else "x")


def unit_below(text: str) -> Label:
    """The unit of what stands under the lower edge, after it."""
    return Label(100, 100, text, "start", "unit-x")


def beside(y: int, text: str) -> Label:
    """Words left of the drawing."""
    return Label(0, _share(y, HIGH), text, "end", "y")


def unit_beside(text: str) -> Label:
    """The unit of what stands left of the drawing, above it."""
    return Label(0, 0, text, "end", "unit-y")


def right_of(y: int, text: str) -> Label:
    """Words right of the drawing."""
    return Label(100, _share(y, HIGH), text, "start", "y2")


def _share(value: int, whole: int) -> float:
    return round(100 * value / whole, 1)
