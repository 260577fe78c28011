"""A plot as its template draws it: partials/plot.html, the same for every kind of plot.

The drawing area is 0..WIDE by 0..HIGH, y downwards, and is stretched to the place it has; lines
keep their width and words their size, so that both can be read on any screen. Colours, dashes and
shapes are classes of 90-plots.css; there is no style in the markup.
"""

from dataclasses import dataclass
from typing import Literal

WIDE, HIGH = 600, 300
"""Units of the drawing area."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A path: `d` in units of the drawing area, `look` its classes."""

    d: str
    look: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a place given in per cent of the drawing area, which they may stand outside.

    `look` says on which side: `x` below, `y` left of it, `y2` right of it, `top` above it. `spare`
    words are left out where there is little room.
    """

    x: float
    y: float
    text: str
    anchor: Anchor
    look: str


@dataclass(frozen=True, slots=True)
class Key:
    """What a look means; `d` is a sample of it in a box of 24 by 12."""

    d: str
    look: str
    text: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the plot shows, as a table: its column heads, and rows that begin with their head."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with its one sentence, which is its text alternative, and its numbers.

    Where there is nothing to draw, `shapes` are empty, and the sentence says why.
    """

    title: str
    sentence: str
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]
    keys: tuple[Key, ...]
    numbers: Numbers
