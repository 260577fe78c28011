"""Finished games put into the store of a server that runs, whose pages a browser then opens."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar

from app import days
from app.store import browsers
from app.store.store import Store, unix_ms
from app.table.inputs import Auto
from app.table.setup import daily_setup
from app.web.identity import hash_of
from tests.table.virtual import Virtual
from tests.web.replays import stored
from tests.web.served import Served

T = TypeVar("T")


def put(server: Served, table: Virtual, cookie: str = "") -> str:
    """Store a whole game; the path of its replay.

    `cookie` is that of the browser which has played it; the server need not have seen it yet.
    """

    async def keep(store: Store, browser: str) -> str:
        return f"/replay/{await stored(store, table, browser)}"

    return kept(server, keep, cookie)


def put_daily(server: Served, cookie: str) -> str:
    """Store a ranked try at today's daily, dealt as this server deals it; its day's path."""
    date = days.day_of(unix_ms())
    with closing(sqlite3.connect(server.database)) as file:
        query = "SELECT seed FROM daily_deals WHERE date = ?"
        [seed] = file.execute(query, (date,)).fetchone()
    table = Virtual(daily_setup(date), day_seed=bytes.fromhex(seed)).deal()
    table.act(Auto(True))
    while table.state == "playing":
        due = table.core.deadline()
        assert due is not None
        table.run_until(due)
    put(server, table, cookie)
    return f"/daily/{date}"


def kept(server: Served, keep: Callable[[Store, str], Awaitable[T]], cookie: str = "") -> T:
    """What `keep` comes to, with the server's store and the browser of a cookie."""

    async def open_and_keep() -> T:
        store = Store.open(f"sqlite:///{server.database}")
        try:
            hashed = hash_of(cookie) if cookie else "0" * 64
            browser = await store.writer.submit(
                lambda connection: browsers.ensure(connection, hashed, 0)
            )
            return await keep(store, browser)
        finally:
            store.close()

    # The driver of browsers runs a loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, open_and_keep()).result()
