"""A program that appends until it is killed: `appender.py URL POINT NTH`.

Four tables append groups of one to three entries, several calls at a time. Each acknowledged call
is reported on standard output by one line, `<table> <its last seq>`, before anything else is done.
At the NTH time that the writer comes to POINT, the program says what it knew and kills itself:

begin    nothing of the transaction has run
insert   entries are in the transaction, which is not committed
commit   everything of the transaction has run, and it is about to be committed
told     it is committed, and nobody has been told
"""

import asyncio
import itertools
import os
import random
import signal
import sys
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import Engine

from app.store.journal import Entry
from app.store.store import Store
from tests.store.entries import opened

TABLES = ("north", "east", "south", "west")
POINTS = ("begin", "insert", "commit", "told")


def report(*words: object) -> None:
    """One line to whoever reads, at once and whole."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def group(first: int, size: int) -> list[Entry]:
    """Entries that belong together: each names the first and last of them."""
    last = first + size - 1
    return [
        Entry(seq, 0, "slap", seq % 2, f'{{"group":[{first},{last}]}}')
        for seq in range(first, last + 1)
    ]


async def play(store: Store, table: str, chance: random.Random) -> None:
    """Append for ever, two calls at a time; report each when it is acknowledged."""
    await store.journal.append(table, [opened()])
    report(table, 0)
    seq = 1
    while True:
        calls = [group(seq, chance.randint(1, 3))]
        calls.append(group(calls[0][-1].seq + 1, chance.randint(1, 3)))
        pending = [store.journal.append(table, entries) for entries in calls]
        for entries, stored in zip(calls, pending, strict=True):
            await stored
            report(table, entries[-1].seq)
        seq = calls[-1][-1].seq + 1


def die_at(point: str, nth: int, loop: asyncio.AbstractEventLoop) -> None:
    """Arrange to be killed at the nth passing of a point."""
    passing = itertools.count(1)

    def passed(connection: Connection | None = None) -> None:
        if next(passing) == nth:
            if connection is not None and point != "begin":
                held = connection.execute(text("SELECT count(*) FROM log")).scalar_one()
                report("inside", held)
            os.kill(os.getpid(), signal.SIGKILL)

    if point == "told":
        tell = loop.call_soon_threadsafe

        def told(call: Callable[..., Any], *arguments: Any, **more: Any) -> asyncio.Handle:
            passed()
            return tell(call, *arguments, **more)

        loop.call_soon_threadsafe = told  # type: ignore[method-assign, assignment]
    elif point == "insert":

        @event.listens_for(Engine, "after_cursor_execute")
        def executed(connection: Connection, _: Any, statement: str, *rest: Any) -> None:
            if statement.startswith("INSERT INTO log"):
                passed(connection)

    elif point != "never":
        event.listen(Engine, point, passed)


async def main(url: str, point: str, nth: int) -> None:
    """Append on four tables until killed."""
    store = Store.open(url)
    die_at(point, nth, asyncio.get_running_loop())
    chance = random.Random(nth)
    await asyncio.gather(*(play(store, table, chance) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
