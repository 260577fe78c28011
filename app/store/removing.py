"""Tables that go for good, with their log and all that follows from it.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, Select, and_, delete, exists, select

from app.store.archive import KEPT
from app.store.daily import mark_best
from app.store.schema import codes, games, log, scores, seats, statistics, tables, tries
from app.store.sums import fold

UNFINISHED = ("waiting", "playing", "paused", "closed")
"""The states of a table that may never have finished a game; an `over` one has."""


def remove(connection: Connection, ids: Sequence[str]) -> None:
    """Remove these tables and every row that refers to them, each before what it refers to.

    What is summed up over the games of their people is without them from now on.
    """
    if not ids:
        return
    played = select(games.c["id"]).where(games.c["table"].in_(ids))
    mine = select(statistics).where(statistics.c["game"].in_(played))
    counted = [dict(row) for row in connection.execute(mine).mappings()]
    ranked = select(scores.c["browser"]).where(scores.c["game"].in_(played)).distinct()
    had_scores = connection.execute(ranked).scalars().all()
    for kept in KEPT.values():
        connection.execute(delete(kept).where(kept.c["game"].in_(played)))
    fold(connection, counted, ())
    for browser in had_scores:
        mark_best(connection, browser)
    for table in (codes, tries, log, seats, games):
        connection.execute(delete(table).where(table.c["table"].in_(ids)))
    connection.execute(delete(tables).where(tables.c["id"].in_(ids)))


def unfinished(readers: Engine, before_ms: int) -> tuple[str, ...]:
    """The tables that never finished a game and were last touched before then, the oldest first."""
    with readers.connect() as connection:
        return tuple(row.id for row in connection.execute(stale(before_ms)))


def stale(before_ms: int) -> Select[str]:
    """The question behind `unfinished`."""
    finished = exists().where(games.c["table"] == tables.c["id"], games.c["ended"].is_not(None))
    old = and_(tables.c["state"].in_(UNFINISHED), tables.c["touched"] < before_ms)
    return select(tables.c["id"]).where(old, ~finished).order_by(tables.c["touched"])


def remove_unfinished(connection: Connection, ids: Sequence[str], before_ms: int) -> int:
    """Remove those of these tables that are still unfinished and untouched; how many they were."""
    due = stale(before_ms).where(tables.c["id"].in_(ids))
    found = [row.id for row in connection.execute(due)]
    remove(connection, found)
    return len(found)
