"""All that we keep of a person goes: their games, their results, their name at others' tables."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from app.store import forgetting
from app.table.inputs import Leave, Name, Refused
from app.table.lobby import Damaged
from app.web.house import House
from app.web.words import players

AT_ONCE = 10  # tables a transaction: slaps wait for the writer too


async def delete_all(house: House, browser: str) -> None:
    """Forget who has this browser; their cookies stand for nobody afterwards. Raises JournalFailed.

    Their own tables go first, a few at once and each whole; then all else in one transaction, the
    browser itself with it. So where it fails on the way, nothing is half deleted, and whoever asks
    again goes on.
    """
    async with house.moving:
        await _delete_all(house, browser)


async def _delete_all(house: House, browser: str) -> None:
    store = house.store
    found = await asyncio.to_thread(forgetting.traces, store.readers, browser)
    for first in range(0, len(found.alone), AT_ONCE):
        ids = found.alone[first : first + AT_ONCE]
        async with house.lobby.apart(ids):
            remove = partial(forgetting.remove_alone, browser=browser, ids=ids)
            await store.writer.submit(remove)
    name = players(1)[0]
    # Where it has left just now, the others play on; elsewhere memory may still have its name.
    left = [id for id in found.shared if await _left(house, id, found.ids, name)]
    stale = {*found.shared} - {*left} | {*found.parted}
    async with house.lobby.apart(stale), house.archive.rewriting():
        forget = partial(forgetting.forget, browser=browser, shared=found.shared, name=name)
        house.identity.forget(await store.writer.submit(forget))
    # Nobody is shown it any more, but it would lie in memory by its old name.
    house.walks.forget()


async def _left(house: House, id: str, ids: Sequence[str], name: str) -> bool:
    """Leave a table of several, under no name of one's own; False where that cannot be.

    `ids` are the person's: at a table that has closed they may sit by one that has moved.
    """
    try:
        live = await house.lobby.find(id)
    except Damaged:
        return False
    if live is None or live.setup.one_device:
        return False
    here = [each for each in ids if live.sittings_of(each)]
    with suppress(Refused):
        for browser in here:
            for seat in live.seats_of(browser):
                await live.act(browser, Name(seat, name), house.lobby.clock())
            await live.act(browser, Leave(), house.lobby.clock())
        return bool(here) and not any(map(live.sittings_of, ids))
    return False
