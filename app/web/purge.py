"""Removes tables that never finished a game, once nobody has touched them for long."""

import asyncio
import logging
from contextlib import suppress
from functools import partial

from app.store import removing
from app.store.journal import JournalFailed
from app.store.store import Store
from app.table.lobby import Lobby

DAY_S = 24 * 3600
AT_ONCE = 10  # tables a transaction: slaps wait for the writer too

_log = logging.getLogger(__name__)


class Purge:
    """The purge of a process: at its start, and then once a day."""

    def __init__(self, store: Store, lobby: Lobby, days: int) -> None:
        self._store = store
        self._lobby = lobby
        self._age_ms = days * DAY_S * 1000
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._daily())

    async def stop(self) -> None:
        """No more of it; what is being removed is removed whole."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def purge(self) -> int:
        """Remove what is due now; how many tables. Raises JournalFailed."""
        before_ms, gone = self._store.now_ms() - self._age_ms, 0
        due = await asyncio.to_thread(removing.unfinished, self._store.readers, before_ms)
        for first in range(0, len(due), AT_ONCE):
            # Somebody may have come back to one: what is in memory is played, whatever its age.
            ids = [id for id in due[first : first + AT_ONCE] if not self._lobby.has(id)]
            job = partial(removing.remove_unfinished, ids=ids, before_ms=before_ms)
            async with self._lobby.apart(ids):
                gone += await self._store.writer.submit(job)
        return gone

    async def _daily(self) -> None:
        while True:
            try:
                await self.purge()
            except JournalFailed as error:
                _log.warning("The purge is put off for a day: %s", error)
            except Exception:
                _log.exception("The purge failed; it is tried again in a day.")
            await asyncio.sleep(DAY_S)
