"""The steps of finished games, walked once and kept for a while: a long game's are half a second's
work, and its page asks for them many times.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from app.web.replay_view import Course

STEPS = 12_000
"""How many steps are kept in all, some 3 KB each."""


Key = tuple[str, tuple[str | None, ...]]
"""A game's public id, and the names in it: where one is changed, the log is told otherwise."""


class Courses:
    """Courses by their games, the last asked for last."""

    def __init__(self, most: int = STEPS) -> None:
        self._most = most
        self._kept: OrderedDict[Key, asyncio.Task[Course]] = OrderedDict()

    async def course(self, game: Key, walked: Callable[[], Course]) -> Course:
        """A game's course; `walked` makes it, in a thread, where it is not kept.

        However many ask at once, it is made once. What `walked` raises is raised.
        """
        task = self._kept.get(game)
        if task is None:
            task = asyncio.create_task(asyncio.to_thread(walked))
            self._kept[game] = task
        self._kept.move_to_end(game)
        try:
            # Whoever goes away meanwhile takes nothing from the others who wait.
            course = await asyncio.shield(task)
        except Exception:
            self._kept.pop(game, None)
            raise
        self._tidy()
        return course

    def _tidy(self) -> None:
        """Forget the oldest; the last one stays, however long."""
        done = [game for game, task in self._kept.items() if task.done() and not task.exception()]
        sizes = {game: self._kept[game].result().last for game in done}
        for game in done[:-1]:
            if sum(sizes.values()) <= self._most:
                return
            del self._kept[game], sizes[game]
