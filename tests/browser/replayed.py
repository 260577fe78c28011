"""Finished games put into the store of a server that runs, whose pages a browser then opens."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from app.store import browsers
from app.store.store import Store
from app.web.identity import hash_of
from tests.table.virtual import Virtual
from tests.web.replays import stored
from tests.web.served import Served


def put(server: Served, table: Virtual, cookie: str = "") -> str:
    """Store a whole game; the path of its replay.

    `cookie` is that of the browser which has played it; the server need not have seen it yet.
    """

    async def keep() -> str:
        store = Store.open(f"sqlite:///{server.database}")
        try:
            hashed = hash_of(cookie) if cookie else "0" * 64
            browser = await store.writer.submit(
                lambda connection: browsers.ensure(connection, hashed, 0)
            )
            return await stored(store, table, browser)
        finally:
            store.close()

    # The driver of browsers runs a loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        return f"/replay/{thread.submit(asyncio.run, keep()).result()}"
