"""The journal in a database: the append-only log, and the rows that follow from it."""

from asyncio import Future, to_thread
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, exists, insert, literal_column, or_, select
from sqlalchemy.exc import SQLAlchemyError

from app.store.derived import derive
from app.store.journal import Entry, JournalFailed
from app.store.schema import log
from app.store.writer import Writer

_COLUMNS = ("table", "seq", "ms", "kind", "seat", "payload")


class SqlJournal:
    """Implements Journal. `now_ms` is the wall clock, unix milliseconds: it dates derived rows."""

    def __init__(self, writer: Writer, readers: Engine, now_ms: Callable[[], int]) -> None:
        self._writer = writer
        self._readers = readers
        self._now_ms = now_ms
        # Compiled once: nearly every commit is this statement.
        self._insert = str(_following_insert().compile(dialect=readers.dialect))

    def append(self, table: str, entries: Sequence[Entry]) -> Future[None]:
        """Store entries of a table; the future is done once they and what follows are durable.

        Fails with JournalFailed when they could not be stored, or do not follow on what is stored:
        a seq already used or left out, so that after a failure nothing of that table is stored
        until somebody has loaded it again. Then nothing of this call is stored.
        """
        stored = tuple(entries)
        return self._writer.submit(lambda connection: self._append(connection, table, stored))

    async def load(self, table: str) -> tuple[Entry, ...]:
        """Everything stored of a table, in order; empty for an unknown table."""
        return await to_thread(read_log, self._readers, table)

    def _append(self, connection: Connection, table: str, entries: tuple[Entry, ...]) -> None:
        now_ms = self._now_ms()
        try:
            for entry in entries:
                derive(connection, table, entry.kind, entry.payload, now_ms)
            rows = [_row(table, entry) for entry in entries]
            stored = connection.exec_driver_sql(self._insert, rows).rowcount if rows else 0
        except SQLAlchemyError as error:
            raise JournalFailed(
                f"Table {table}: entries {_span(entries)} were not stored:"
                f" {error.__cause__ or error}"
            ) from error
        if stored != len(entries):
            raise JournalFailed(
                f"Table {table}: entries {_span(entries)} do not follow on what is stored."
            )


def read_log(readers: Engine, table: str) -> tuple[Entry, ...]:
    """Everything stored of a table, in order. Blocks: for a thread."""
    with readers.connect() as connection:
        return log_of(connection, table)


def log_of(connection: Connection, table: str) -> tuple[Entry, ...]:
    """The same, on a connection that is open."""
    rows = select(*(log.c[name] for name in _COLUMNS[1:])).where(log.c["table"] == table)
    return tuple(Entry(*row) for row in connection.execute(rows.order_by(log.c["seq"])))


def opening(readers: Engine, table: str) -> str:
    """The payload of a table's first entry, JSON. Blocks: for a thread."""
    row = select(log.c["payload"]).where(log.c["table"] == table, log.c["seq"] == 0)
    with readers.connect() as connection:
        return str(connection.execute(row).scalar_one())


def _following_insert() -> Any:
    """The insert of an entry that stores nothing where the entry before it is missing."""
    new = {name: bindparam(name, type_=log.c[name].type) for name in _COLUMNS}
    before = bindparam("before", type_=log.c["seq"].type)
    old = log.alias("old")
    follows = exists().where(old.c["table"] == new["table"], old.c["seq"] == before)
    first = before == literal_column("-1")
    return insert(log).from_select(list(_COLUMNS), select(*new.values()).where(or_(first, follows)))


def _row(table: str, entry: Entry) -> dict[str, object]:
    return {
        "table": table,
        "seq": entry.seq,
        "before": entry.seq - 1,
        "ms": entry.ms,
        "kind": entry.kind,
        "seat": entry.seat,
        "payload": entry.payload,
    }


def _span(entries: Sequence[Entry]) -> str:
    return f"{entries[0].seq} to {entries[-1].seq}" if entries else "none"
