"""The daily's service: what each day is dealt from, drawn and kept before the day comes.

A day's seed follows from the server's secret, once: what is kept is what is dealt, whatever a
deploy or another secret would come to. Rows are written at the start, by the hour, and when a daily
is opened; looking at a page writes nothing.
"""

import asyncio
import logging
from functools import partial

from app.days import AHEAD_DAYS, FIRST, day_of, revealed, reveals_ms, shifted
from app.engine.shuffle import SHUFFLE_VERSION, daily_commitment, day_seed
from app.store import daily
from app.store.daily import Deal
from app.store.journal import JournalFailed
from app.store.store import Store
from app.table.computer import COMPUTERS_VERSION
from app.web.problems import Problem
from app.web.words import moment, say

HOUR_S = 60 * 60
# One day more than is public: at midnight the new last day's commitment has to be there already.
KEPT_DAYS = AHEAD_DAYS + 1

_log = logging.getLogger(__name__)


def sealed_until(day: str) -> str:
    """Why a day's deal is not told yet, and when it is."""
    return say("daily_sealed", moment=moment(reveals_ms(day)))


class Dailies:
    """The dailies of a process. `key` is `engine.shuffle.daily_key` of the server's secret."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key
        self._task: asyncio.Task[None] | None = None

    @property
    def today(self) -> str:
        """The UTC day it is now, by the store's wall clock."""
        return day_of(self._store.now_ms())

    async def deal(self, day: str) -> Deal | None:
        """What is kept for a day; None where nothing is. Writes nothing: pages may ask."""
        found = await asyncio.to_thread(daily.deals, self._store.readers, (day,))
        return found.get(day)

    async def commitments(self) -> dict[str, str]:
        """The commitments (hex) of the days whose seeds are secret, by day, as far as kept.

        They are today and the seven days ahead, and yesterday until its seed is public.
        """
        yesterday = shifted(self.today, -1)
        over = revealed(yesterday, self._store.now_ms())
        days = (*(() if over else (yesterday,)), *self._days(AHEAD_DAYS))
        found = await asyncio.to_thread(daily.deals, self._store.readers, days)
        return {day: found[day].commitment.hex() for day in days if day in found}

    async def opened(self, day: str) -> Deal:
        """What a day is dealt from, for a table that is opened now; kept by that if it was not.

        Raises Problem 409 where it was made for algorithms that this program does not have, and
        JournalFailed.
        """
        found = await self.deal(day)
        if found is None:
            await self._keep((day,))
            found = await self.deal(day)
        assert found is not None
        if (found.shuffle, found.computers) != (SHUFFLE_VERSION, COMPUTERS_VERSION):
            raise Problem(409, say("daily_unknown"))
        return found

    async def ahead(self) -> None:
        """Keep the deals of today and the days ahead. Raises JournalFailed."""
        await self._keep(self._days(KEPT_DAYS))

    async def start(self) -> None:
        """Keep them now, and from now on by the hour, until `stop`."""
        await self._tried()
        self._task = asyncio.get_running_loop().create_task(self._by_the_hour())

    async def stop(self) -> None:
        """The server stops."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _by_the_hour(self) -> None:
        while True:
            await asyncio.sleep(HOUR_S)
            await self._tried()

    async def _tried(self) -> None:
        try:
            await self.ahead()
        except JournalFailed:
            _log.exception("The next dailies could not be kept; the next hour tries again.")

    def _days(self, ahead: int) -> tuple[str, ...]:
        days = (shifted(self.today, more) for more in range(ahead + 1))
        return tuple(day for day in days if day >= FIRST)

    async def _keep(self, days: tuple[str, ...]) -> None:
        drawn = tuple(self._drawn(day) for day in days)
        keep = partial(daily.keep_deals, deals=drawn, now_ms=self._store.now_ms())
        await self._store.writer.submit(keep)

    def _drawn(self, day: str) -> Deal:
        seed = day_seed(self._key, day)
        return Deal(day, seed, daily_commitment(seed), SHUFFLE_VERSION, COMPUTERS_VERSION)
