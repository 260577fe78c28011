"""The only way to get a live table: it is found in memory, or restored from the journal."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager

from app.store.journal import Journal
from app.table.company import seats_for
from app.table.core import Core
from app.table.feed import Render
from app.table.live import Clock, Live, Pulse
from app.table.setup import Setup
from app.table.watch import NOBODY, Watch


def monotonic_ms() -> float:
    """The process's one clock: milliseconds, never set back."""
    return time.monotonic() * 1000


class Damaged(Exception):
    """A table's log cannot be played back. It stays as it is; its table is not to be had."""


class Lobby:
    """The live tables of this process. `entropy` gives seeds; tests pass their own. `watch` hears
    how they do, `ended` gets the id of a table whose game has ended and is stored.
    """

    def __init__(
        self,
        journal: Journal,
        render: Render,
        clock: Clock = monotonic_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        watch: Watch = NOBODY,
        ended: Callable[[str], None] = lambda table: None,
    ) -> None:
        self.clock = clock
        self._journal = journal
        self._render = render
        self._entropy = entropy
        self._tables: dict[str, Live] = {}
        self._restoring: dict[str, asyncio.Task[Live | None]] = {}
        self._apart: dict[str, asyncio.Event] = {}
        self._watch = watch
        self._ended = ended
        self._pulse = Pulse(clock, watch)
        self._beating = False

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def open(
        self, setup: Setup, browser: str, names: Sequence[str], day_seed: bytes | None = None
    ) -> Live:
        """Open a table: people of these names at `browser`, then computers; it is stored then.

        `day_seed` is that of a daily's day. Raises JournalFailed where it could not be.
        """
        id = secrets.token_urlsafe(16)
        chairs = seats_for(setup, browser, names)
        core, outcome = Core.open(setup, chairs, self._entropy, day_seed)
        await self._journal.append(id, outcome.entries)
        return self._seat(id, core)

    async def find(self, id: str) -> Live | None:
        """The table of this id, live; None where there is none. Raises Damaged."""
        while id in self._apart:
            await self._apart[id].wait()
        live = self._tables.get(id)
        if live is not None:
            return live
        task = self._restoring.get(id)
        if task is None:
            task = self._restoring[id] = asyncio.create_task(self._restore(id))
            task.add_done_callback(lambda _: self._restoring.pop(id, None))
        return await asyncio.shield(task)

    def has(self, id: str) -> bool:
        """Whether this table is in memory, or on its way there."""
        return id in self._tables or id in self._restoring

    @asynccontextmanager
    async def apart(self, ids: Collection[str]) -> AsyncIterator[None]:
        """Meanwhile these tables are not in memory, and nobody gets them: their logs may change.

        Their pages are told as when the server restarts; whoever asks for one waits for the end.
        """
        while taken := [self._apart[id] for id in ids if id in self._apart]:
            await taken[0].wait()
        over = asyncio.Event()
        self._apart.update(dict.fromkeys(ids, over))
        try:
            for id in ids:
                if id in self._restoring:
                    await asyncio.wait([self._restoring[id]])
                if id in self._tables:
                    await self._tables[id].stop()
            yield
        finally:
            for id in ids:
                del self._apart[id]
            over.set()

    async def close(self) -> None:
        """The server stops: end every stream and wait until everything is stored."""
        await asyncio.gather(*(live.stop() for live in list(self._tables.values())))
        self._pulse.stop()
        self._beating = False

    async def _restore(self, id: str) -> Live | None:
        entries = await self._journal.load(id)
        if not entries:
            return None
        try:
            core = Core.restore(entries, self._entropy)
        except Exception as error:
            raise Damaged(f"The log of table {id} does not play back: {error!r}.") from error
        outcome = core.recover()
        if outcome.entries:
            await self._journal.append(id, outcome.entries)
        if any(entry.kind == "ended" for entry in outcome.entries):
            self._ended(id)
        return self._seat(id, core)

    def _seat(self, id: str, core: Core) -> Live:
        if not self._beating:
            self._pulse.start()
            self._beating = True
        live = Live(
            id,
            core,
            self._journal,
            self._render,
            self.clock,
            self._pulse,
            self._forget,
            self._ended,
            self._watch,
        )
        self._tables[id] = live
        return live

    def _forget(self, id: str) -> None:
        self._tables.pop(id, None)
        if not self._tables:
            self._pulse.stop()
            self._beating = False
