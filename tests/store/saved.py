"""Databases as they were written at each revision, with live tables in them.

`python -m tests.store.saved` prints the present one; a change that adds a migration keeps what it
prints as `tests/store/revisions/<revision>.sql`, and leaves the older ones as they are.
"""

import asyncio
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from app.store import browsers, devices
from app.store.journal import Entry
from app.store.store import Store
from tests.store.entries import whole_game

REVISIONS = Path(__file__).parent / "revisions"
COOKIE_HASH = "ab" * 32
CODE_HASH = "cd" * 32


def tables(browser: str) -> dict[str, tuple[Entry, ...]]:
    """A table of each state, by id."""
    return {
        "waiting": whole_game(browser, "game waiting")[:2],
        "playing": whole_game(browser, "game playing")[:4],
        "paused": whole_game(browser, "game paused")[:5],
        "over": whole_game(browser, "game over"),
    }


async def fill(store: Store) -> None:
    """Play the tables."""
    browser = await store.writer.submit(lambda c: browsers.ensure(c, COOKIE_HASH, 1_000))
    for table, entries in tables(browser).items():
        await store.journal.append(table, entries)
    await store.writer.submit(lambda c: devices.make(c, CODE_HASH, browser, "playing", 1_000))


def dump() -> str:
    """A database of the present revision, as SQL."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "saved.db"
        store = Store.open(f"sqlite:///{file}", now_ms=lambda: 2_000)
        asyncio.run(fill(store))
        store.close()
        connection = sqlite3.connect(file)
        lines = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    return lines


if __name__ == "__main__":
    print(dump(), end="")
