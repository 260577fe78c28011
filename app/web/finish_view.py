"""The photo finish: who slapped when in the window that has settled."""

from dataclasses import dataclass
from itertools import pairwise

from app.table.names import initial
from app.table.picture import Picture
from app.web.sentences import persons
from app.web.words import isolated


@dataclass(frozen=True, slots=True)
class TickView:
    """A slap in the photo finish; `at` and `label_at` are per cent of the scale.

    `to` is the seat whose page tells it apart as its own; empty for a computer's.
    """

    to: str
    at: str
    label_at: str
    initial: str
    ms: int
    how: str


@dataclass(frozen=True, slots=True)
class BarView:
    """The photo finish of a settled window in which somebody slapped; without ticks, nothing."""

    key: str
    ticks: tuple[TickView, ...]


def bar_view(picture: Picture) -> BarView:
    """The photo finish of a picture; without ticks while its window is open."""
    if not picture.marks or picture.phase == "window":
        return BarView("", ())
    # A slap may come after the window, where the pile stays open until it is covered.
    scale = max(picture.settled_ms, *(mark.ms for mark in picture.marks))
    people = persons(picture)
    exact = [2 + 96 * mark.ms / scale for mark in picture.marks]  # a mark at an end is whole too
    ticks = tuple(
        TickView(
            to=str(mark.seat) if mark.seat in people else "",
            at=f"{at:.1f}%",
            label_at=f"{label_at:.1f}%",
            initial=isolated(initial(picture.seats[mark.seat].name)),
            ms=mark.ms,
            how=mark.how,
        )
        for mark, at, label_at in zip(picture.marks, exact, spread(exact), strict=True)
    )
    return BarView(f"finish-{picture.deal}-{picture.n}", ticks)


def spread(places: list[float], apart: float = 11.5, margin: float = 5.0) -> list[float]:
    """Rising places, in per cent, moved a little so that labels of that width do not touch."""
    apart = min(apart, (100 - 2 * margin) / max(1, len(places) - 1))
    moved = [max(margin, place) for place in places]
    for i in range(1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + apart)
    limit = 100 - margin
    for i in reversed(range(len(moved))):
        moved[i] = min(moved[i], limit)
        limit = moved[i] - apart
    assert all(b - a >= apart - 1e-6 for a, b in pairwise(moved))
    return moved
