"""What finished games come to, worked out from their logs once and kept for a while.

A long game is up to a second's work of the whole processor, and anybody may ask for it, many times
at once. So equal wishes share one walk, and walks wait for each other: the threads that all pages
are read by stay free, and no table waits for more than one of them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from app.web.limits import TooMany

MOST_KB = 32 * 1024
"""How much is kept in all, as those who ask weigh it."""
WAITING = 64
"""How many different walks may wait for their turn."""
RETRY_MS = 2000

T = TypeVar("T")


class _Walked(NamedTuple):
    value: Any
    kb: float


class Walks:
    """What was walked, by its key; what was last asked for last."""

    def __init__(self, most_kb: float = MOST_KB, waiting: int = WAITING) -> None:
        self._most_kb = most_kb
        self._waiting = waiting
        self._kept: OrderedDict[Hashable, asyncio.Task[_Walked]] = OrderedDict()
        # One at a time: two would be no sooner done, since Python runs one thread at a time.
        self._turn = asyncio.Semaphore(1)

    async def kept(
        self, key: Hashable, walked: Callable[[], T], weighed: Callable[[T], float]
    ) -> T:
        """What `key` stands for; `walked` makes it, in a thread, where it is not kept.

        However many ask at once, it is made once. `weighed` says how large it is, in KB. What
        `walked` raises is raised. Raises TooMany where too many others wait.
        """
        task = self._kept.get(key)
        if task is None:
            if sum(not each.done() for each in self._kept.values()) > self._waiting:
                raise TooMany(RETRY_MS)
            task = asyncio.create_task(self._walk(walked, weighed))
            self._kept[key] = task
        self._kept.move_to_end(key)
        try:
            # Whoever goes away meanwhile takes nothing from the others who wait.
            found: T = (await asyncio.shield(task)).value
        except Exception:
            if self._kept.get(key) is task:
                del self._kept[key]
            raise
        self._tidy()
        return found

    def forget(self) -> None:
        """Keep nothing of what was walked so far; whoever waits for a walk gets it still."""
        self._kept.clear()

    async def _walk(self, walked: Callable[[], T], weighed: Callable[[T], float]) -> _Walked:
        async with self._turn:
            value = await asyncio.to_thread(walked)
        return _Walked(value, weighed(value))

    def _tidy(self) -> None:
        """Forget the oldest; the last one stays, however large."""
        done = [key for key, task in self._kept.items() if task.done() and not task.exception()]
        sizes = {key: self._kept[key].result().kb for key in done}
        for key in done[:-1]:
            if sum(sizes.values()) <= self._most_kb:
                return
            del self._kept[key], sizes[key]
