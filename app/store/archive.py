"""What is kept of a finished game beside its log: rows derived from it, which can be made again.

Reading functions block and open a connection of their own: call them in a thread. `keep` takes the
writer's connection.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Select, delete, insert, intersect, or_, select, update

from app.store import persons, sums
from app.store.daily import mark_best
from app.store.schema import browsers, games, results, scores, statistics, tries

Row = Mapping[str, object]
Rows = Mapping[str, Sequence[Row]]
"""Rows by the name of their table, without the game, which is the same in all."""

_OF_OTHERS = {"game", "best"}
"""Columns that do not follow from the game alone."""
KEPT = {table.name: table for table in (results, scores, statistics)}
"""The tables whose rows belong to one finished game each, by its `game`."""

SECOND = "second"
"""Why a score is off the board that a log has nothing against: its person has another try at that
day, on a device that theirs has joined.
"""


class Ended(NamedTuple):
    """A finished game: its public id, its table, and when it ended, in unix ms."""

    game: str
    table: str
    ended_ms: int


def keep(connection: Connection, game: str, rows: Rows, version: int) -> None:
    """Keep these rows of a finished game, in place of what was kept of it before.

    They may name a browser as its log does. The sums of statistics go with them. Nothing is kept
    of a game that has been deleted meanwhile.
    """
    here = update(games).where(games.c["id"] == game).values(archived=version)
    if connection.execute(here).rowcount:
        _replace(connection, game, owned(connection, game, rows))


def _replace(connection: Connection, game: str, rows: Rows) -> None:
    before = tuple(_of(connection, statistics.name, game))
    for name, table in KEPT.items():
        connection.execute(delete(table).where(table.c["game"] == game))
        found = [{"game": game} | dict(row) for row in rows.get(name, ())]
        if found:
            connection.execute(insert(table), found)
    for score in rows.get(scores.name, ()):
        mark_best(connection, str(score["browser"]))
    sums.fold(connection, before, rows.get(statistics.name, ()))


def owned(connection: Connection, game: str, rows: Rows) -> Rows:
    """These rows of a game with each browser as who it is now.

    Of a person who sat there with two devices, the first seat has the statistics. A try that stayed
    behind where the other device had one is off the board.
    """
    named = {str(row["browser"]) for part in rows.values() for row in part if row["browser"]}
    became = persons.now(connection, named)
    mine: dict[str, Sequence[Row]] = {
        name: [dict(row, browser=became.get(str(row["browser"]), row["browser"])) for row in part]
        for name, part in rows.items()
    }
    first: dict[object, Row] = {}
    for row in sorted(mine.get(statistics.name, ()), key=itemgetter("seat")):
        first.setdefault(row["browser"], row)
    mine[statistics.name] = tuple(first.values())
    if mine.get(scores.name) and connection.execute(_stayed().where(games.c["id"] == game)).first():
        mine[scores.name] = [dict(row, refused=row["refused"] or SECOND) for row in mine["scores"]]
    return mine


def join(connection: Connection, old: str, new: str) -> None:
    """All that is kept of the browser `old`, which has become `new`, is that one's."""
    played = (
        select(statistics.c["game"]).where(statistics.c["browser"] == each) for each in (old, new)
    )
    for game in connection.execute(intersect(*played)).scalars().all():
        _replace(connection, game, owned(connection, game, rows_kept(connection, game)))
    on_it = (scores.c["browser"] == old) & scores.c["refused"].is_(None)
    stayed = on_it & scores.c["game"].in_(_stayed().where(tries.c["browser"] == old))
    connection.execute(update(scores).where(stayed).values(refused=SECOND))
    for table in KEPT.values():
        connection.execute(update(table).where(table.c["browser"] == old).values(browser=new))
    mark_best(connection, new)
    sums.join(connection, old, new)


def _stayed() -> Select[str]:
    """The games of tries whose browser has become another: that one has its own try at the day."""
    tried = games.join(tries, tries.c["table"] == games.c["table"]).join(browsers)
    return select(games.c["id"]).select_from(tried).where(browsers.c["became"].is_not(None))


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
