"""Sums of statistics, changed with the rows that they are of and in the same transaction.

What a row adds is nested counts by name, so a row that is replaced is taken back exactly. All
functions take the writer's connection.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, insert, select, union, update

from app.store.schema import statistic_days, statistic_sums, statistics, streaks

Row = Mapping[str, Any]
Counts = Mapping[str, Any]

KIND = ("mode", "seats", "level", "device")
"""What makes games of one kind."""

PRACTICE = "practice"
"""The mode of games whose cards may have been known before: they count in no streak."""

SUMS = (statistic_sums, statistic_days)
FOLDED = (*SUMS, streaks)
_OF_STREAK = ("browser", "ended", "outcome", "mode")


def fold(connection: Connection, before: Sequence[Row], after: Sequence[Row]) -> None:
    """Bring the sums from these rows of a game to those, which are stored already."""
    gone, come = _apart(before, after)
    for table in SUMS:
        _change(connection, table, [(row, -1) for row in gone] + [(row, 1) for row in come])
    gone, come = _apart(_streaking(before), _streaking(after))
    for browser in {row["browser"] for row in gone}:
        recount(connection, browser)
    for row in come:
        _follow(connection, row)


def browsers_of(connection: Connection) -> tuple[str, ...]:
    """The browsers that have statistics, or sums of some, in order."""
    both = union(*(select(table.c["browser"]) for table in (statistics, *FOLDED)))
    return tuple(sorted(connection.execute(both).scalars()))


def kept(connection: Connection, browser: str) -> dict[str, list[Row]]:
    """A browser's sums as they are stored: rows by the name of their table, in order of its key."""
    found: dict[str, list[Row]] = {}
    for table in FOLDED:
        mine = select(table).where(table.c["browser"] == browser).order_by(*table.primary_key)
        found[table.name] = [dict(row) for row in connection.execute(mine).mappings()]
    return found


def made(connection: Connection, browser: str) -> dict[str, list[Row]]:
    """The same, made again from all its rows."""
    rows = select(statistics).where(statistics.c["browser"] == browser)
    mine = [dict(row) for row in connection.execute(rows).mappings()]
    again: dict[str, list[Row]] = {table.name: _added(table, mine) for table in SUMS}
    again[streaks.name] = _streak(connection, browser)
    return again


def refold(connection: Connection, browser: str) -> None:
    """Make a browser's sums again, from all its rows."""
    again = made(connection, browser)
    for table in FOLDED:
        connection.execute(delete(table).where(table.c["browser"] == browser))
        if again[table.name]:
            connection.execute(insert(table), again[table.name])


def join(connection: Connection, old: str, new: str) -> None:
    """The sums of the browser `old` go into those of `new`, whose its rows are already."""
    for table in SUMS:
        its = table.c["browser"] == old
        rows = connection.execute(select(table).where(its)).mappings().all()
        _change(connection, table, [({**row, "browser": new}, 1) for row in rows])
        connection.execute(delete(table).where(its))
    connection.execute(delete(streaks).where(streaks.c["browser"] == old))
    recount(connection, new)


def _added(table: Table, rows: Iterable[Row]) -> list[Row]:
    keys = [column.name for column in table.primary_key]
    by_key: dict[tuple[Any, ...], list[Counts]] = {}
    for row in rows:
        by_key.setdefault(tuple(row[k] for k in keys), []).append(json.loads(row["figures"]))
    totals = {key: total(parts) for key, parts in sorted(by_key.items())}
    return [
        {**dict(zip(keys, key, strict=True)), "figures": _packed(figures)}
        for key, figures in totals.items()
        if figures
    ]


def _packed(figures: Counts) -> str:
    return json.dumps(figures, sort_keys=True, separators=(",", ":"))


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


def _streaking(rows: Iterable[Row]) -> list[Row]:
    """What rows tell of a streak."""
    counted = (row for row in rows if row["mode"] != PRACTICE)
    return [{name: row[name] for name in _OF_STREAK} for row in counted]


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
    told = _packed(figures)
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
    connection.execute(delete(streaks).where(streaks.c["browser"] == browser))
    for row in _streak(connection, browser):
        connection.execute(insert(streaks), row)


def _streak(connection: Connection, browser: str) -> list[Row]:
    mine = select(statistics.c["outcome"], statistics.c["ended"]).where(
        statistics.c["browser"] == browser, statistics.c["mode"] != PRACTICE
    )
    current, best, ended = 0, 0, None
    for outcome, ended in connection.execute(  # noqa: B007  the last one is the newest
        mine.order_by(statistics.c["ended"], statistics.c["game"])
    ):
        current = current + 1 if outcome == "won" else 0
        best = max(best, current)
    if ended is None:
        return []
    return [{"browser": browser, "current": current, "best": best, "ended": ended}]
