"""Everything that we keep of a browser goes: its games, its results, its name at others' tables."""

import asyncio
from contextlib import suppress
from functools import partial

from app.store import forgetting
from app.table.inputs import Leave, Name, Refused
from app.table.lobby import Damaged
from app.web.house import House
from app.web.words import players

AT_ONCE = 10  # tables a transaction: slaps wait for the writer too


async def delete_all(house: House, browser: str) -> None:
    """Forget this browser; its cookies stand for nobody afterwards. Raises JournalFailed.

    Its own tables go first, a few at once and each whole; then all else in one transaction, the
    browser itself with it. So where it fails on the way, nothing is half deleted, and whoever asks
    again goes on.
    """
    store = house.store
    found = await asyncio.to_thread(forgetting.traces, store.readers, browser)
    for first in range(0, len(found.alone), AT_ONCE):
        ids = found.alone[first : first + AT_ONCE]
        async with house.lobby.apart(ids):
            remove = partial(forgetting.remove_alone, browser=browser, ids=ids)
            await store.writer.submit(remove)
    name = players(1)[0]
    # Where it has left just now, the others play on; elsewhere memory may still have its name.
    stale = [id for id in found.shared if not await _left(house, id, browser, name)]
    async with house.lobby.apart(stale), house.archive.rewriting():
        forget = partial(forgetting.forget, browser=browser, shared=found.shared, name=name)
        house.identity.forget(await store.writer.submit(forget))


async def _left(house: House, id: str, browser: str, name: str) -> bool:
    """Leave a table of several, under no name of one's own; False where that cannot be."""
    try:
        live = await house.lobby.find(id)
    except Damaged:
        return False
    if live is None or live.setup.one_device or not live.sittings_of(browser):
        return False
    with suppress(Refused):
        for seat in live.seats_of(browser):
            await live.act(browser, Name(seat, name), house.lobby.clock())
        await live.act(browser, Leave(), house.lobby.clock())
        return not live.sittings_of(browser)
    return False
