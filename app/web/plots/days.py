"""How reactions changed from day to day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.web.catalogue import MONTHS
from app.web.plots.drawing import (
    BAR,
    LINE,
    Point,
    Scale,
    across,
    below,
    beside,
    dots,
    frame,
    line,
    rounded_up,
    step,
    unit_beside,
    upwards,
)
from app.web.plots.plot import WIDE, Key, Label, Numbers, Plot, Shape
from app.web.plots.thin import thinned_line
from app.web.words import count, say, seconds

DOTTED = 60
"""Up to so many days each is a dot on the line."""
POINTS = 120
"""Of the median's line, and of either edge of the middle half."""
ROWS = 30


@dataclass(frozen=True, slots=True)
class DayFigures:
    """A UTC day, YYYY-MM-DD, with its `slaps` counted and the quartiles of their times in ms."""

    date: str
    slaps: int
    lower: int
    median: int
    upper: int


def day_plot(days: Sequence[DayFigures]) -> Plot:
    """The median of each day, the oldest first, its middle half shaded."""
    title = say("days_title")
    if not days:
        return Plot(title, say("days_none"), (), (), (), Numbers(title, (), ()))
    numbers = [date.fromisoformat(day.date).toordinal() for day in days]
    x = across(numbers[0], numbers[-1])
    top = rounded_up(max(day.upper for day in days), 4)
    up = upwards(0, top)
    rows = range(0, top + 1, step(top, 4))
    places = [x(number) for number in numbers]
    medians = [(place, up(day.median)) for place, day in zip(places, days, strict=True)]
    half = _band(
        [(place, up(day.upper)) for place, day in zip(places, days, strict=True)],
        [(place, up(day.lower)) for place, day in zip(places, days, strict=True)],
    )
    shown = dots(medians) if len(days) <= DOTTED else ""
    return Plot(
        title,
        _sentence(days),
        (
            *frame(up(ms) for ms in rows if ms),
            Shape(half, "half"),
            Shape(line(thinned_line(medians, POINTS)), "own"),
            *((Shape(shown, "own dot"),) if shown else ()),
        ),
        (
            *(beside(up(ms), str(ms)) for ms in rows),
            unit_beside(say("axis_ms")),
            *_dates(numbers, x),
        ),
        (Key(LINE, "own", say("days_key")), Key(BAR, "half", say("days_half_key"))),
        _numbers(days),
    )


def _band(upper: Sequence[Point], lower: Sequence[Point]) -> str:
    """What lies between two lines; of one day an upright stroke that can be seen."""
    if len(upper) == 1:
        (x, high), (_, low) = upper[0], lower[0]
        return f"M{x - 6} {high}h12V{low}h-12z"
    there, back = thinned_line(upper, POINTS), thinned_line(lower, POINTS)[::-1]
    return line((*there, *back)) + "z"


def _dates(numbers: Sequence[int], x: Scale) -> tuple[Label, ...]:
    """The first day and the last one, and where there is room the middle of the time between."""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return (below(WIDE // 2, _day(first)),)
    ends = tuple(below(x(number), _day(number)) for number in (first, last))
    if last - first < 2:
        return ends
    middle = (first + last) // 2
    return (*ends, below(x(middle), _day(middle), spare=True))


def _day(number: int) -> str:
    day = date.fromordinal(number)
    return say("plot_day", day=day.day, month=MONTHS[day.month - 1])


def _named(day: DayFigures) -> str:
    return _day(date.fromisoformat(day.date).toordinal())


def _sentence(days: Sequence[DayFigures]) -> str:
    first, last = days[0], days[-1]
    if len(days) == 1:
        return say("days_one", day=_named(first), time=seconds(first.median))
    return say(
        "days_change",
        before=seconds(first.median),
        first=_named(first),
        after=seconds(last.median),
        last=_named(last),
    )


def _numbers(days: Sequence[DayFigures]) -> Numbers:
    """The newest days, the last one first."""
    rows = tuple(
        (
            day.date,
            str(day.slaps),
            str(day.median),
            say("plot_range", first=day.lower, last=day.upper),
        )
        for day in days[: -ROWS - 1 : -1]
    )
    head = (say("column_day"), say("column_slaps"), say("column_median"), say("column_half"))
    caption = count("days_caption", len(rows) if len(days) > ROWS else 1)
    return Numbers(caption, head, rows)
