"""What the page of statistics draws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.days import DAY_MS
from app.engine.conditions import CONDITIONS
from app.store.statistics import DAYS_TOLD, DOTS, Found, Kind, Wanted
from app.store.sums import total
from app.table.computer import EXTRA_MS, EXTRA_UNLISTED_MS
from app.table.statistics import LEVELS, MIXED, NEAR_MISS, NO_MATCH, NOBODY, PRACTICE
from app.web.catalogue import SLAPPED
from app.web.plots.accuracy import GameDot, accuracy_plot
from app.web.plots.curve import Rivals
from app.web.plots.days import DayFigures, day_plot
from app.web.plots.plot import Plot
from app.web.plots.reactions import Against, against, histogram
from app.web.result_view import FigureView
from app.web.settings_view import Select
from app.web.stats_filter import Asked, filters, level_name, seats_name
from app.web.stats_times import ENOUGH, Times, times_of
from app.web.words import count, dotted, say, seconds

BEST = 3

Counts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NumbersView:
    """A table: its columns' heads, and rows that begin with their own. A dash says nothing."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class StatsPage:
    """A browser's statistics. `empty`: it has finished no game yet, and `play` begins one.

    `told` says in a sentence what is shown, `lack` why there is no more, where that is so; the
    plots are there where enough slaps are.
    """

    empty: bool
    play: tuple[tuple[str, str], ...]
    filters: tuple[Select, ...]
    told: str
    lack: str
    counts: tuple[FigureView, ...]
    plots: tuple[Plot, ...]
    notes: tuple[str, ...]
    patterns: NumbersView
    wins: NumbersView
    streaks: tuple[FigureView, ...]


def stats_page(found: Found, now: Asked, play: Iterable[tuple[str, str]] = ()) -> StatsPage:
    """The page of what was found for `now`; `play` are the fields of Play now."""
    counts: Counts = total(part for _, part in found.sums)
    times = times_of([counts])
    return StatsPage(
        empty=not found.kinds,
        play=tuple(play),
        filters=filters(now, found.kinds),
        told=_told(counts),
        lack=_lack(counts, times),
        counts=_counts(counts, times),
        plots=_plots(found, counts, now.curve),
        notes=_notes(found, counts, now.wanted),
        patterns=_patterns(counts),
        wins=_wins(found.sums),
        streaks=(
            FigureView(say("stats_streak"), str(found.streak), ""),
            FigureView(say("stats_streak_best"), str(found.best_streak), ""),
        ),
    )


def _told(counts: Counts) -> str:
    parts = (
        count("stats_games", counts.get("games", 0)),
        count("stats_right", counts.get("right", 0)),
        count("stats_wrong", counts.get("wrong", 0)),
    )
    return dotted(parts)


def _lack(counts: Counts, times: Times) -> str:
    if not counts:
        return say("stats_no_such")
    if not counts.get("right") and not counts.get("wrong"):
        return say("stats_no_slaps")
    return say("stats_few", number=ENOUGH) if len(times) < ENOUGH else ""


def _counts(counts: Counts, times: Times) -> tuple[FigureView, ...]:
    of_chances = count("of_chances", counts.get("chances", 0))
    found = [
        FigureView(say("stats_first"), str(counts.get("first", 0)), of_chances),
        FigureView(say("figure_right"), str(counts.get("right", 0)), of_chances),
        FigureView(say("figure_wrong"), str(counts.get("wrong", 0)), ""),
        FigureView(say("stats_missed"), str(counts.get("missed", 0)), of_chances),
        FigureView(say("stats_guesses"), str(counts.get("guesses", 0)), say("stats_guesses_note")),
    ]
    if len(times) >= ENOUGH:
        of = count("from_slaps", len(times))
        note = say("stats_coarsely", of=of) if counts.get("coarse") else of
        found.insert(0, FigureView(say("figure_median"), _seconds(times.median), note))
        best = Times.of(counts.get("times", {})).best(BEST)
        if best:
            shown = say("seconds", time=dotted(tuple(map(seconds, best))))
            found.append(FigureView(say("stats_best"), shown, ""))
    return tuple(found)


def _seconds(ms: int) -> str:
    return say("seconds", time=seconds(ms))


def _against(counts: Counts, level: str) -> Against | None:
    """A level's computers, on the same patterns: a sandwich is seen later than a double.

    Coarse times are compared with nobody: without enough others, there are none.
    """
    times = Times.of(counts.get("times", {}))
    if len(times) < ENOUGH:
        return None
    weights = tuple(
        (LEVELS.index(level), EXTRA_MS.get(name, EXTRA_UNLISTED_MS), sum(part["times"].values()))
        for name, part in counts["patterns"].items()
        if part.get("times")
    )
    return against(Rivals(weights), level, times.median)


def _plots(found: Found, counts: Counts, level: str) -> tuple[Plot, ...]:
    times = times_of([counts])
    if len(times) < ENOUGH:
        return ()
    days = ((day, times_of([counts])) for day, counts in found.days)
    dots = (each for each in found.games if each.median is not None and each.right)
    return (
        histogram(say("reactions_title"), times.drawn(), _against(counts, level)),
        day_plot([_day(day, of_day) for day, of_day in days if len(of_day)]),
        accuracy_plot([GameDot(each.median or 0, each.right, each.wrong) for each in dots]),
    )


def _day(day: int, times: Times) -> DayFigures:
    date = datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date().isoformat()
    lower, upper = times.quantile(1, 4), times.quantile(3, 4)
    return DayFigures(date, len(times), lower, times.median, upper)


def _notes(found: Found, counts: Counts, wanted: Wanted) -> tuple[str, ...]:
    notes = []
    if coarse := sum(counts.get("coarse", {}).values()):
        notes.append(count("stats_coarse_note", coarse))
    notes.append(say("stats_timed_note"))
    if any(kind.mode == "pass" for kind, _ in found.sums):
        notes.append(say("stats_pass_note"))
    if wanted.mode is None and any(kind.mode == PRACTICE for kind in found.kinds):
        notes.append(say("stats_practice_note"))
    more_days = wanted.span == "all" and len(found.days) >= DAYS_TOLD
    if more_days or counts.get("games", 0) > DOTS:
        notes.append(say("stats_newest_note", days=DAYS_TOLD, games=DOTS))
    return tuple(notes)


def _patterns(counts: Counts) -> NumbersView:
    parts = counts.get("patterns", {})
    names = [name for name in (*CONDITIONS, NEAR_MISS, NO_MATCH) if name in parts]
    keys = ("stats_pattern", "stats_chances", "stats_column_first", "stats_missed")
    return NumbersView(
        heads=tuple(map(say, (*keys, "column_wrong", "stats_column_median"))),
        rows=tuple(_pattern(name, parts[name]) for name in names),
    )


def _pattern(name: str, part: Counts) -> tuple[str, ...]:
    none = say("stats_none")
    if name in (NEAR_MISS, NO_MATCH):
        return (say(f"stats_{name}"), none, none, none, str(part["wrong"]), none)
    times = times_of([part])
    numbers = tuple(str(part.get(key, 0)) for key in ("chances", "first", "missed"))
    median = _seconds(times.median) if len(times) >= ENOUGH else none
    if len(times) >= ENOUGH and part.get("coarse"):
        median = say("stats_coarsely", of=median)
    return (SLAPPED[name], *numbers, none, median)


_WINS = ("won", "games")


def _wins(sums: Iterable[tuple[Kind, Counts]]) -> NumbersView:
    """Games won of those played: a column for each number of seats, a row for each level."""
    cells: dict[tuple[str, int], Counts] = {}
    for kind, part in sums:
        place, plain = (kind.level, kind.seats), {name: part.get(name, 0) for name in _WINS}
        cells[place] = total((cells.get(place, {}), plain))
    seats = sorted({seats for _, seats in cells})
    levels = [name for name in (*LEVELS, MIXED, NOBODY) if any(name == level for level, _ in cells)]
    return NumbersView(
        heads=(say("stats_level"), *(seats_name(str(number)) for number in seats)),
        rows=tuple(
            (level_name(level), *(_cell(cells.get((level, number))) for number in seats))
            for level in levels
        ),
    )


def _cell(part: Counts | None) -> str:
    if part is None:
        return say("stats_none")
    return say("stats_won_of", won=part.get("won", 0), games=part["games"])
