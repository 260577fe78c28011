"""Keeps what follows from finished games: once each has ended, and what a stop left undone.

A game's rows are never taken from the table that played it: its stored log is played again by the
engine, and what that comes to is kept.
"""

import asyncio
import logging
from functools import partial

from app.store import archive
from app.store.archive import Ended, Rows
from app.store.journal import JournalFailed
from app.store.log import read_log
from app.store.store import Store
from app.table.derivations import VERSION, rows_of
from app.table.history import history

_log = logging.getLogger(__name__)


def derived(store: Store, game: Ended) -> Rows:
    """The rows of a finished game, from its log. Blocks: for a thread. Raises Unfinished."""
    return rows_of(history(read_log(store.readers, game.table), game.game), game.ended_ms)


class Archive:
    """The archive of a process. `ended` and `sweep` begin tasks; `wait` is for their end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()

    def ended(self, table: str) -> None:
        """A game of this table has ended, and is stored."""
        self._begin(partial(archive.ended_at, self._store.readers, table, VERSION))

    def sweep(self) -> None:
        """Keep what no process has kept yet, or an older version has kept."""
        self._begin(partial(archive.ended, self._store.readers, VERSION))

    async def wait(self) -> None:
        """Until everything is kept that was asked for."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def keep(self, game: Ended) -> None:
        """Keep one game's rows. Raises Unfinished and JournalFailed."""
        rows = await asyncio.to_thread(derived, self._store, game)
        await self._store.writer.submit(
            lambda connection: archive.keep(connection, game.game, rows, VERSION)
        )

    def _begin(self, find: "partial[tuple[Ended, ...]]") -> None:
        task = asyncio.get_running_loop().create_task(self._keep_all(find))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_all(self, find: "partial[tuple[Ended, ...]]") -> None:
        for game in await asyncio.to_thread(find):
            try:
                await self.keep(game)
            except JournalFailed:
                return  # the next start finds it
            except Exception:
                # One game whose log cannot be played must not keep the others from being kept.
                _log.exception("Game %s could not be archived; its log is kept.", game.game)
