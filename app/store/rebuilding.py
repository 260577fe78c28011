"""What is stored of tables beside their logs, read to be compared with them, and made again.

Everything here takes an open connection, so that a table is read and mended in one transaction.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from app.store.schema import games, tables, tries

PAGE = 200

Row = Mapping[str, Any]

GAME_COLUMNS = (
    *("server_seed", "commitment", "deal_seed", "dealer"),
    *("winner", "reason", "play_ms"),
)
"""The columns of a game's row that follow from its log."""


class Stored(NamedTuple):
    """A table's finished games, the first deal first, its try where it is one, its opening."""

    games: tuple[Row, ...]
    ranked: Row | None
    created_ms: int


def pages(connection: Connection, after: str) -> tuple[str, ...]:
    """The ids of the next tables behind `after` that have something to be compared, in order."""
    finished = exists().where(games.c["table"] == tables.c["id"], games.c["ended"].is_not(None))
    ranked = or_(tables.c["mode"] == "daily", exists().where(tries.c["table"] == tables.c["id"]))
    rows = select(tables.c["id"]).where(tables.c["id"] > after, or_(finished, ranked))
    found = connection.execute(rows.order_by(tables.c["id"]).limit(PAGE))
    return tuple(row.id for row in found)


def stored(connection: Connection, table: str) -> Stored | None:
    """What is stored of a table; None where it has gone meanwhile."""
    created = select(tables.c["created"]).where(tables.c["id"] == table)
    found = connection.execute(created).scalar_one_or_none()
    if found is None:
        return None
    columns = (games.c[name] for name in ("id", "deal", "ended", "archived", *GAME_COLUMNS))
    ended = select(*columns).where(games.c["table"] == table, games.c["ended"].is_not(None))
    ranked = select(tries.c["date"], tries.c["browser"]).where(tries.c["table"] == table)
    return Stored(
        tuple(_rows(connection, ended.order_by(games.c["deal"]))),
        next(_rows(connection, ranked), None),
        found,
    )


def mend_game(connection: Connection, game: str, row: Row) -> None:
    """These columns of a game are so from now on."""
    connection.execute(update(games).where(games.c["id"] == game).values(dict(row)))


def mend_try(connection: Connection, table: str, row: Row | None, begun_ms: int) -> None:
    """A table is this ranked try from now on; none where `row` is None."""
    connection.execute(delete(tries).where(tries.c["table"] == table))
    if row is not None:
        connection.execute(insert(tries), {**row, "table": table, "begun": begun_ms})


def _rows(connection: Connection, query: Any) -> Iterator[Row]:
    return (dict(row) for row in connection.execute(query).mappings())
