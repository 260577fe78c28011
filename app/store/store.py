"""The store as the rest of the program has it: opened from configuration, closed at the end."""

import time
from collections.abc import Callable
from typing import Self

from sqlalchemy import Connection, Engine, text

from app.store.engines import Synchronous, open_engine
from app.store.journal import JournalFailed
from app.store.log import SqlJournal
from app.store.migrate import upgrade
from app.store.writer import Writer


def unix_ms() -> int:
    """The wall clock, in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """A database that is up to date: its journal, its writer, and connections for readers."""

    def __init__(self, write: Engine, readers: Engine, now_ms: Callable[[], int]) -> None:
        self._write = write
        self.readers = readers
        self.now_ms = now_ms
        self.writer = Writer(write)
        self.journal = SqlJournal(self.writer, readers, now_ms)

    @classmethod
    def open(
        cls, url: str, synchronous: Synchronous = "full", now_ms: Callable[[], int] = unix_ms
    ) -> Self:
        """Open a database and migrate it to this version; blocks. A file is made where it lacks.

        Raises DatabaseRefused, with a sentence that says what to set, when it does not serve.
        """
        migrating = open_engine(url, "migrate", synchronous)
        try:
            upgrade(migrating)
        finally:
            migrating.dispose()
        return cls(open_engine(url, "write", synchronous), open_engine(url, "read"), now_ms)

    async def can_write(self) -> bool:
        """Whether the journal can write: something is written, and changes nothing."""
        try:
            await self.writer.submit(_write_something)
        except JournalFailed:
            return False
        return True

    def close(self) -> None:
        """Store all that waits and let go of the database; blocks."""
        self.writer.close()
        self.readers.dispose()
        self._write.dispose()


def _write_something(connection: Connection) -> None:
    """A row given its own value is a page written and synced all the same."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
