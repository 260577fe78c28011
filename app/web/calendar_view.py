"""The calendar of dailies, a month at a time: what a browser has made of each day."""

from calendar import monthrange
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.days import FIRST
from app.store.daily import Try
from app.web.catalogue import MONTHS
from app.web.catalogue_days import WEEKDAYS
from app.web.words import count, day_words, say

MISSED, FORGIVEN, PLAYING = "–", "○", "▸"


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day. `date` is its page's, empty where there is none; `mark` what has come of it.

    `label` says both in words. `now` is the day whose page this is.
    """

    number: int
    date: str
    mark: str
    label: str
    now: bool


@dataclass(frozen=True, slots=True)
class CalendarView:
    """A month's days; `begins` is the weekday of its first, 1 for Monday.

    `before` and `after` are the months beside it (YYYY-MM) that have a daily, else empty.
    """

    caption: str
    weekdays: tuple[str, ...]
    begins: int
    cells: tuple[DayCell, ...]
    before: str
    after: str


def month_of(asked: str, date: str, today: str) -> str:
    """The month to show: the one that was asked for where it can be, else that of `date`."""
    shown = asked if len(asked) == len("2026-12") and FIRST[:7] <= asked <= today[:7] else ""
    parts = shown.split("-")
    fits = len(parts) == 2 and all(part.isascii() and part.isdigit() for part in parts)
    return shown if fits and 1 <= int(parts[1]) <= 12 else date[:7]


def calendar_view(
    month: str, date: str, today: str, tries: Mapping[str, Try], forgiven: Collection[str]
) -> CalendarView:
    """A month (YYYY-MM) around the page of `date`; `tries` are a browser's, by day."""
    year, number = (int(part) for part in month.split("-"))
    begun = min(tries, default="")

    def cell(day: int) -> DayCell:
        written = f"{month}-{day:02d}"
        mark, label = _made(written, today, tries.get(written), begun, forgiven)
        open_to_all = FIRST <= written <= today
        return DayCell(day, written if open_to_all else "", mark, label, written == date)

    first, length = monthrange(year, number)
    return CalendarView(
        caption=say("calendar_month", month=MONTHS[number - 1], year=year),
        weekdays=WEEKDAYS,
        begins=first + 1,
        cells=tuple(cell(day) for day in range(1, length + 1)),
        before=_beside(year, number, -1) if month > FIRST[:7] else "",
        after=_beside(year, number, 1) if month < today[:7] else "",
    )


def _made(
    day: str, today: str, tried: Try | None, begun: str, forgiven: Collection[str]
) -> tuple[str, str]:
    """The mark of a day and its words. Nobody has missed what was before their first daily."""
    words = day_words(day)
    if tried is not None and tried.score is not None:
        points = tried.score.points
        told = say("calendar_points", date=words, points=count("points", points))
        return str(points), told
    if tried is not None and tried.state != "over":
        if day in forgiven:
            return PLAYING + FORGIVEN, say("calendar_playing_forgiven", date=words)
        return PLAYING, say("calendar_playing", date=words)
    if day > today:
        return "", say("calendar_coming", date=words)
    if day in forgiven:
        return FORGIVEN, say("calendar_forgiven", date=words)
    if begun and begun < day < today and tried is None:
        return MISSED, say("calendar_missed", date=words)
    return "", words


def _beside(year: int, number: int, months: int) -> str:
    at = year * 12 + number - 1 + months
    return f"{at // 12:04d}-{at % 12 + 1:02d}"
