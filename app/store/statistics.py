"""What a browser's games come to, for its page of statistics and its download.

However many games there are, `read` takes in the sums and the newest games alone. These functions
block and open a connection of their own: call them in a thread.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Select, Table, select

from app.store.schema import (
    games,
    results,
    statistic_days,
    statistic_sums,
    statistics,
    streaks,
    tables,
)
from app.store.sums import KIND, PRACTICE, total

Span = Literal["last20", "30days", "all"]
Counts = Mapping[str, Any]
T = TypeVar("T")

GAMES, DAYS = 20, 30
DOTS = 200
"""How many games of a longer span are told one by one, the newest."""
DAYS_TOLD = 60
"""How many days are, the newest on which there was a game."""


class Kind(NamedTuple):
    """What makes games of one kind: see the table `statistics`."""

    mode: str
    seats: int
    level: str
    device: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games: of this mode, seats, level and device where one is given, in this span.

    Practice is wanted only by its name: what is known already is no measure of anybody.
    """

    mode: str | None = None
    seats: int | None = None
    level: str | None = None
    device: str | None = None
    span: Span = "all"

    def has(self, kind: Kind) -> bool:
        """Whether games of this kind are wanted."""
        if self.mode is None and kind.mode == PRACTICE:
            return False
        return all(getattr(self, name) in (None, getattr(kind, name)) for name in KIND)


class Told(NamedTuple):
    """One game: `median` of its reactions in ms, None without one."""

    right: int
    wrong: int
    median: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of a browser.

    `kinds` are those of all its games. The rest is of the games wanted: `sums` of each kind, `days`
    (UTC days since 1970) and `games`, both the newest ones only, the oldest of them first. The
    streaks are of all its games but practice: wins in a row now, and at best.
    """

    kinds: tuple[Kind, ...]
    sums: tuple[tuple[Kind, Counts], ...]
    days: tuple[tuple[int, Counts], ...]
    games: tuple[Told, ...]
    streak: int
    best_streak: int


def read(readers: Engine, browser: str, wanted: Wanted, today: int) -> Found:
    """A browser's statistics; `today` is the UTC day, counted from 1970."""
    with readers.connect() as connection:
        kinds = _kinds(connection, browser)
        sums: list[tuple[Kind, Counts]] = []
        days: list[tuple[int, Counts]] = []
        told: list[Told] = []
        if not any(map(wanted.has, kinds)):
            pass  # nothing to look for among all that there is
        elif wanted.span == "last20":
            sums, days, told = _of_games(connection, browser, wanted)
        else:
            since = today - DAYS + 1 if wanted.span == "30days" else None
            days_of = _days(connection, browser, wanted, since)
            days = _grouped((day, counts) for day, _, counts in days_of)
            if since is None:
                sums = _sums(connection, browser, wanted)
            else:
                sums = _grouped((kind, counts) for _, kind, counts in days_of)
            told = _dots(connection, browser, wanted, since)
        current, best = _streaks(connection, browser)
    return Found(kinds, tuple(sums), tuple(sorted(days)), tuple(told), current, best)


def streaks_of(readers: Engine, browser: str) -> tuple[int, int]:
    """How many games a browser has won in a row: now, and at best; practice counts in neither."""
    with readers.connect() as connection:
        return _streaks(connection, browser)


def _streaks(connection: Connection, browser: str) -> tuple[int, int]:
    mine = select(streaks.c["current"], streaks.c["best"]).where(streaks.c["browser"] == browser)
    found = connection.execute(mine).one_or_none()
    return (0, 0) if found is None else (found.current, found.best)


def _kinds(connection: Connection, browser: str) -> tuple[Kind, ...]:
    columns = (statistic_sums.c[name] for name in KIND)
    rows = select(*columns).where(statistic_sums.c["browser"] == browser)
    return tuple(Kind(*row) for row in _rows(connection, rows))


def _mine(table: Table, names: tuple[str, ...], browser: str, wanted: Wanted) -> "Select[Any]":
    """These columns of a browser's rows of the kinds wanted."""
    rows = select(*(table.c[name] for name in names)).where(table.c["browser"] == browser)
    if wanted.mode is None:
        rows = rows.where(table.c["mode"] != PRACTICE)
    for name in KIND:
        value = getattr(wanted, name)
        if value is not None:
            rows = rows.where(table.c[name] == value)
    return rows


def _rows(connection: Connection, rows: "Select[Any]") -> list[Sequence[Any]]:
    return [tuple(row) for row in connection.execute(rows)]


def _sums(connection: Connection, browser: str, wanted: Wanted) -> list[tuple[Kind, Counts]]:
    rows = _rows(connection, _mine(statistic_sums, (*KIND, "figures"), browser, wanted))
    return [(Kind(*row[:-1]), json.loads(row[-1])) for row in rows]


def _days(
    connection: Connection, browser: str, wanted: Wanted, since: int | None
) -> list[tuple[int, Kind, Counts]]:
    """The sums of each day and kind; without `since` of the newest days alone."""
    day = statistic_days.c["day"]
    if since is None:
        newest = _mine(statistic_days, ("day",), browser, wanted).distinct().order_by(day.desc())
        found = connection.execute(newest.limit(DAYS_TOLD)).scalars().all()
        since = min(found, default=0)
    rows = _mine(statistic_days, ("day", *KIND, "figures"), browser, wanted).where(day >= since)
    return [
        (row[0], Kind(*row[1:-1]), json.loads(row[-1]))
        for row in _rows(connection, rows.order_by(day))
    ]


_TOLD = ("right", "wrong", "median")


def _dots(connection: Connection, browser: str, wanted: Wanted, since: int | None) -> list[Told]:
    rows = _mine(statistics, _TOLD, browser, wanted)
    if since is not None:
        rows = rows.where(statistics.c["ended"] >= since * 24 * 60 * 60 * 1000)
    return [Told(*row) for row in reversed(_rows(connection, _newest(rows).limit(DOTS)))]


def _newest(rows: "Select[Any]") -> "Select[Any]":
    return rows.order_by(statistics.c["ended"].desc(), statistics.c["game"].desc())


def _of_games(
    connection: Connection, browser: str, wanted: Wanted
) -> tuple[list[tuple[Kind, Counts]], list[tuple[int, Counts]], list[Told]]:
    """Sums, days and games of the newest games."""
    rows = _mine(statistics, (*_TOLD, "day", *KIND, "figures"), browser, wanted)
    newest = _rows(connection, _newest(rows).limit(GAMES))[::-1]
    counts = [json.loads(row[-1]) for row in newest]
    return (
        _grouped((Kind(*row[4:-1]), each) for row, each in zip(newest, counts, strict=True)),
        _grouped((row[3], each) for row, each in zip(newest, counts, strict=True)),
        [Told(*row[:3]) for row in newest],
    )


def _grouped(parts: Iterable[tuple[T, Counts]]) -> list[tuple[T, Counts]]:
    found: dict[T, list[Counts]] = {}
    for key, counts in parts:
        found.setdefault(key, []).append(counts)
    return [(key, of[0] if len(of) == 1 else total(of)) for key, of in found.items()]


def everything(readers: Engine, browser: str) -> Iterator[Mapping[str, Any]]:
    """Each game of a browser, the oldest first, with the name that it had there and all.

    `preset` and `setup` (JSON) are its table's, as they are now: at a link match its host may have
    changed them since. `private` is 1 where the game is shown to its players alone.
    """
    columns = [column for column in statistics.c if column.name != "browser"]
    at_seat = (results.c["game"] == statistics.c["game"]) & (
        results.c["seat"] == statistics.c["seat"]
    )
    rows = (
        select(
            *(*columns, results.c["name"], results.c["cards"]),
            *(games.c["play_ms"], games.c["private"], tables.c["preset"], tables.c["setup"]),
        )
        .join(games, games.c["id"] == statistics.c["game"])
        .join(tables, tables.c["id"] == games.c["table"])
        .outerjoin(results, at_seat)
        .where(statistics.c["browser"] == browser)
        .order_by(statistics.c["ended"], statistics.c["game"])
    )
    with readers.connect() as connection:
        for row in connection.execute(rows).mappings():
            yield {**row, "figures": json.loads(row["figures"]), "slaps": json.loads(row["slaps"])}
