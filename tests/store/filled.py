"""Real logs in a store: whole games as `tests.table.played` plays them."""

import json
from collections.abc import Collection, Sequence
from functools import partial

from sqlalchemy import insert

from app.store import archive
from app.store.daily import Deal, keep_deals
from app.store.journal import Entry
from app.store.schema import browsers
from app.store.store import Store
from app.table.derivations import VERSION, rows_of, try_of
from app.table.history import history
from tests.table.finished import ended_games


async def know(store: Store, ids: Collection[str]) -> None:
    """These browsers have acted here."""
    rows = [{"id": each, "created": 1_000} for each in ids]
    await store.writer.submit(lambda connection: connection.execute(insert(browsers), rows))


async def play(store: Store, table: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """A table with this log, a daily's with its day; its finished games."""
    tried = try_of(entries)
    if tried is not None:
        sealed = next(json.loads(each.payload) for each in entries if each.kind == "sealed")
        seed, promise = (bytes.fromhex(sealed[name]) for name in ("server_seed", "commitment"))
        deal = Deal(tried["date"], seed, promise, 1, 1)
        await store.writer.submit(partial(keep_deals, deals=(deal,), now_ms=1_000))
    await store.journal.append(table, entries)
    return ended_games(entries)


async def keep(store: Store, table: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The same, and what follows from its games is kept."""
    found = await play(store, table, entries)
    for game in archive.ended_at(store.readers, table, VERSION):
        rows = rows_of(history(entries, game.game), game.ended_ms)
        job = partial(archive.keep, game=game.game, rows=rows, version=VERSION)
        await store.writer.submit(job)
    return found
