"""What is kept of a finished game beside its log: rows derived from it, which can be made again.

Reading functions block and open a connection of their own: call them in a thread. `keep` takes the
writer's connection.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, insert, or_, select, update

from app.store.daily import mark_best
from app.store.schema import games, results, scores, statistics
from app.store.sums import fold

Row = Mapping[str, object]
Rows = Mapping[str, Sequence[Row]]
"""Rows by the name of their table, without the game, which is the same in all."""

_OF_OTHERS = {"game", "best"}
"""Columns that do not follow from the game alone."""
KEPT = {table.name: table for table in (results, scores, statistics)}
"""The tables whose rows belong to one finished game each, by its `game`."""


class Ended(NamedTuple):
    """A finished game: its public id, its table, and when it ended, in unix ms."""

    game: str
    table: str
    ended_ms: int


def keep(connection: Connection, game: str, rows: Rows, version: int) -> None:
    """Keep these rows of a finished game, in place of what was kept of it before.

    The sums of statistics go with them. Nothing is kept of a game that has been deleted meanwhile.
    """
    here = update(games).where(games.c["id"] == game).values(archived=version)
    if not connection.execute(here).rowcount:
        return
    before = tuple(_of(connection, statistics.name, game))
    for name, table in KEPT.items():
        connection.execute(delete(table).where(table.c["game"] == game))
        found = [{"game": game} | dict(row) for row in rows.get(name, ())]
        if found:
            connection.execute(insert(table), found)
    for score in rows.get(scores.name, ()):
        mark_best(connection, str(score["browser"]))
    fold(connection, before, rows.get(statistics.name, ()))


def kept(readers: Engine, game: str) -> Rows:
    """What is kept of a game now, in the form of `keep`, in order of the table's key."""
    with readers.connect() as connection:
        return rows_kept(connection, game)


def rows_kept(connection: Connection, game: str) -> Rows:
    """The same, on a connection that is open."""
    return {name: tuple(_of(connection, name, game)) for name in KEPT}


def keys_of(name: str) -> tuple[str, ...]:
    """The columns by which the rows of one game in a kept table are told apart."""
    return tuple(column.name for column in KEPT[name].primary_key if column.name != "game")


def _of(connection: Connection, name: str, game: str) -> Iterator[Row]:
    table = KEPT[name]
    rows = select(table).where(table.c["game"] == game).order_by(*table.primary_key)
    for row in connection.execute(rows).mappings():
        yield {column: value for column, value in row.items() if column not in _OF_OTHERS}


def ended(readers: Engine, version: int | None = None) -> tuple[Ended, ...]:
    """The finished games, the oldest first; with `version` those not kept by that version yet."""
    rows = select(games.c["id"], games.c["table"], games.c["ended"]).where(
        games.c["ended"].is_not(None)
    )
    if version is not None:
        rows = rows.where(or_(games.c["archived"].is_(None), games.c["archived"] < version))
    with readers.connect() as connection:
        return tuple(Ended(*row) for row in connection.execute(rows.order_by(games.c["ended"])))


def ended_at(readers: Engine, table: str, version: int) -> tuple[Ended, ...]:
    """The finished games of a table that are not kept by that version yet."""
    rows = select(games.c["id"], games.c["table"], games.c["ended"]).where(
        games.c["table"] == table,
        games.c["ended"].is_not(None),
        or_(games.c["archived"].is_(None), games.c["archived"] < version),
    )
    with readers.connect() as connection:
        return tuple(Ended(*row) for row in connection.execute(rows.order_by(games.c["deal"])))
