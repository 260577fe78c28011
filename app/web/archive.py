"""Keeps what follows from finished games: once each has ended, and what a stop left undone.

A game's rows are never taken from the table that played it: its stored log is played again by the
engine, and what that comes to is kept.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from app.store import archive, daily
from app.store.archive import Ended, Rows
from app.store.journal import JournalFailed
from app.store.log import read_log
from app.store.store import Store
from app.table.derivations import VERSION, doubt, rows_of, unplayable
from app.table.history import Unfinished, history

AGAIN_S = 60.0
"""How soon what could not be stored is tried again: somebody may wait for a score."""

_log = logging.getLogger(__name__)


def derived(store: Store, game: Ended) -> Rows:
    """The rows of a finished game, from its log. Blocks: for a thread.

    Raises Unfinished; and, but for a ranked try, whatever a log raises that cannot be played.
    """
    entries = read_log(store.readers, game.table)
    tried = daily.try_at(store.readers, game.table)
    try:
        played = history(entries, game.game)
    except Unfinished:
        raise
    except Exception:
        if tried is None:
            raise
        # Somebody waits for this score: they are told that it does not count, and the rest stays.
        _log.exception("Game %s, a try at the daily, cannot be played again.", game.game)
        row = unplayable(*tried, game.ended_ms)
        return {**archive.kept(store.readers, game.game), "scores": (row,)}
    seed = None
    if tried is not None:
        with store.readers.connect() as connection:
            seed = daily.seed_of(connection, played.setup.date)
    refused = doubt(played, entries, game.ended_ms, seed)
    return rows_of(played, game.ended_ms, refused)


class Archive:
    """The archive of a process. `ended` and `sweep` begin tasks; `wait` is for their end.
    What could not be stored is swept up a little later; what a sweep has not come to when the
    process stops is found by the next start.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._again: asyncio.TimerHandle | None = None
        self._changes = 0  # of logs that were rewritten
        self._settled = asyncio.Event()  # no log is being rewritten now
        self._settled.set()
        self._rewriting = 0

    def ended(self, table: str) -> None:
        """A game of this table has ended, and is stored."""
        self._begin(partial(archive.ended_at, self._store.readers, table, VERSION))

    def sweep(self) -> None:
        """Keep what no process has kept yet, or an older version has kept."""
        self._begin(partial(archive.ended, self._store.readers, VERSION), sweeps=True)

    async def stop(self) -> None:
        """Keep what has just ended; a sweep, which may take long, ends after its present game."""
        self._stopping = True
        if self._again is not None:
            self._again.cancel()
        await self.wait()

    async def wait(self) -> None:
        """Until everything is kept that was asked for."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    @asynccontextmanager
    async def rewriting(self) -> AsyncIterator[None]:
        """Meanwhile logs are rewritten: nothing is kept, and what was derived before is derived
        again. What is on its way to the writer already is kept before whatever is submitted here.
        """
        self._rewriting += 1
        self._settled.clear()
        try:
            yield
        finally:
            self._changes += 1
            self._rewriting -= 1
            if not self._rewriting:
                self._settled.set()

    async def keep(self, game: Ended) -> None:
        """Keep one game's rows. Raises Unfinished and JournalFailed."""
        changes = -1
        while changes != self._changes or self._rewriting:
            await self._settled.wait()
            changes = self._changes
            rows = await asyncio.to_thread(derived, self._store, game)
        await self._store.writer.submit(
            lambda connection: archive.keep(connection, game.game, rows, VERSION)
        )

    def _begin(self, find: "partial[tuple[Ended, ...]]", sweeps: bool = False) -> None:
        task = asyncio.get_running_loop().create_task(self._keep_all(find, sweeps))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_all(self, find: "partial[tuple[Ended, ...]]", sweeps: bool) -> None:
        try:
            found = await asyncio.to_thread(find)
        except Exception:
            _log.exception("Finished games could not be looked up; they are soon again.")
            self._later()
            return
        for game in found:
            if sweeps and self._stopping:
                return
            try:
                await self.keep(game)
            except JournalFailed as error:
                _log.warning("Game %s could not be kept yet: %s", game.game, error)
                self._later()
                return
            except Exception:
                # One game whose log cannot be played must not keep the others from being kept.
                _log.exception("Game %s could not be archived; its log is kept.", game.game)

    def _later(self) -> None:
        if not self._stopping and self._again is None:
            self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._swept_again)

    def _swept_again(self) -> None:
        self._again = None
        self.sweep()
