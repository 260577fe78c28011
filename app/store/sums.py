"""Sums of statistics, changed with the rows that they are of and in the same transaction.

What a row adds is nested counts by name, so a row that is replaced is taken back exactly. All
functions take the writer's connection.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, insert, select, update

from app.store.schema import statistic_days, statistic_sums, statistics, streaks

Row = Mapping[str, Any]
Counts = Mapping[str, Any]

KIND = ("mode", "seats", "level", "device")
"""What makes games of one kind."""

SUMS = (statistic_sums, statistic_days)
_OF_STREAK = ("browser", "ended", "outcome")


def fold(connection: Connection, before: Sequence[Row], after: Sequence[Row]) -> None:
    """Bring the sums from these rows of a game to those, which are stored already."""
    gone, come = _apart(before, after)
    for table in SUMS:
        _change(connection, table, [(row, -1) for row in gone] + [(row, 1) for row in come])
    gone, come = _apart(_told(before, _OF_STREAK), _told(after, _OF_STREAK))
    for browser in {row["browser"] for row in gone}:
        recount(connection, browser)
    for row in come:
        _follow(connection, row)


def refold(connection: Connection, browser: str) -> None:
    """Make a browser's sums again, from all its rows."""
    for table in (*SUMS, streaks):
        connection.execute(delete(table).where(table.c["browser"] == browser))
    rows = select(statistics).where(statistics.c["browser"] == browser)
    mine = [dict(row) for row in connection.execute(rows).mappings()]
    for table in SUMS:
        _change(connection, table, [(row, 1) for row in mine])
    recount(connection, browser)


def forget(connection: Connection, browser: str) -> None:
    """Delete a browser's statistics: its rows and their sums."""
    for table in (statistics, *SUMS, streaks):
        connection.execute(delete(table).where(table.c["browser"] == browser))


def summed(one: Counts, other: Counts, sign: int = 1) -> dict[str, Any]:
    """Nested counts added up; with `sign` -1, `other` taken away. Noughts are left out."""
    result = dict(one)
    for name, value in other.items():
        if isinstance(value, Mapping):
            part: Any = summed(result.get(name, {}), value, sign)
        else:
            part = result.get(name, 0) + sign * value
        if part:
            result[name] = part
        else:
            result.pop(name, None)
    return result


def total(parts: Iterable[Counts]) -> dict[str, Any]:
    """All of these nested counts added up."""
    result: dict[str, Any] = {}
    for part in parts:
        _add(result, part)
    return result


def _add(result: dict[str, Any], part: Counts) -> None:
    for name, value in part.items():
        if isinstance(value, Mapping):
            _add(result.setdefault(name, {}), value)
        else:
            result[name] = result.get(name, 0) + value


def _apart(before: Sequence[Row], after: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """What is only in the one, and only in the other."""
    return [row for row in before if row not in after], [row for row in after if row not in before]


def _told(rows: Iterable[Row], names: Iterable[str]) -> list[Row]:
    return [{name: row[name] for name in names} for row in rows]


def _change(connection: Connection, table: Table, rows: Iterable[tuple[Row, int]]) -> None:
    """Add each row's figures to the sum that it belongs to (1), or take them away (-1)."""
    keys = [column.name for column in table.primary_key]
    changes: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row, sign in rows:
        key = tuple(row[name] for name in keys)
        changes[key] = summed(changes.get(key, {}), json.loads(row["figures"]), sign)
    for key, change in changes.items():
        if change:
            _store(connection, table, dict(zip(keys, key, strict=True)), change)


def _store(connection: Connection, table: Table, key: Row, change: Counts) -> None:
    this = and_(*(table.c[name] == value for name, value in key.items()))
    known = connection.execute(select(table.c["figures"]).where(this)).scalar_one_or_none()
    figures = summed(json.loads(known or "{}"), change)
    told = json.dumps(figures, sort_keys=True, separators=(",", ":"))
    if not figures:
        connection.execute(delete(table).where(this))
    elif known is None:
        connection.execute(insert(table), {**key, "figures": told})
    else:
        connection.execute(update(table).where(this).values(figures=told))


def _follow(connection: Connection, row: Row) -> None:
    """A game that is newer than all others goes on with the streak; any other may change it."""
    known = select(streaks).where(streaks.c["browser"] == row["browser"])
    streak = connection.execute(known).one_or_none()
    if streak is None or streak.ended >= row["ended"]:
        recount(connection, row["browser"])
        return
    current = streak.current + 1 if row["outcome"] == "won" else 0
    values = {"current": current, "best": max(streak.best, current), "ended": row["ended"]}
    connection.execute(update(streaks).where(streaks.c["browser"] == row["browser"]).values(values))


def recount(connection: Connection, browser: str) -> None:
    """Make a browser's streaks again, from all its rows."""
    mine = select(statistics.c["outcome"], statistics.c["ended"]).where(
        statistics.c["browser"] == browser
    )
    current, best, ended = 0, 0, None
    for outcome, ended in connection.execute(  # noqa: B007  the last one is the newest
        mine.order_by(statistics.c["ended"], statistics.c["game"])
    ):
        current = current + 1 if outcome == "won" else 0
        best = max(best, current)
    connection.execute(delete(streaks).where(streaks.c["browser"] == browser))
    if ended is not None:
        row = {"browser": browser, "current": current, "best": best, "ended": ended}
        connection.execute(insert(streaks), row)
