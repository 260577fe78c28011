"""The application keeps what follows from finished games: when it stops, and when it starts."""

import asyncio
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.store.archive import Ended
from app.store.journal import Entry
from app.store.store import Store
from app.table.derivations import VERSION
from app.web.archive import Archive
from tests.table.played import at_one_device
from tests.web.served import Served
from tests.web.site import Site, Visitor

LOG = at_one_device(3, "solo")


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(query).fetchall()


KEPT = "SELECT archived FROM games WHERE ended IS NOT NULL"


def test_a_finished_game_is_kept_by_the_time_that_the_server_has_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, stop, stopping = Archive.keep, Archive.stop, asyncio.Event()

    async def slow(self: Archive, game: Ended) -> None:
        await stopping.wait()
        for _ in range(50):
            await asyncio.sleep(0)
        await keep(self, game)

    async def stops(self: Archive) -> None:
        stopping.set()
        await stop(self)

    async def at_once(self: Archive) -> None:
        """Nobody waits for it but who stops the server."""

    monkeypatch.setattr(Archive, "keep", slow)
    monkeypatch.setattr(Archive, "stop", stops)
    with Site(tmp_path) as site:
        visitor = Visitor(site)
        with monkeypatch.context() as still:
            still.setattr(Archive, "wait", at_once)
            visitor.finish(visitor.deal(reveal_limit="10"))
        assert rows(site.database, KEPT) == [(None,)]
    assert rows(site.database, KEPT) == [(VERSION,)]
    held = rows(site.database, "SELECT kind, browser IS NULL FROM results ORDER BY seat")
    assert held == [("person", 0), ("computer", 1)]


def test_the_start_keeps_what_was_left(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        visitor = Visitor(site)
        visitor.finish(visitor.deal(reveal_limit="10"))
    with closing(sqlite3.connect(site.database)) as file:
        file.execute("UPDATE games SET archived = NULL")
        file.execute("UPDATE results SET name = 'wrong'")
        file.commit()
    with Site(tmp_path) as site:
        site.run(site.app.state.house.archive.wait)
    assert rows(site.database, KEPT) == [(VERSION,)]
    assert rows(site.database, "SELECT DISTINCT name FROM results WHERE name = 'wrong'") == []


@pytest.mark.timeout(120)
def test_a_server_killed_before_it_kept_a_game_keeps_it_at_its_next_start(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        served.kill()
        log = list(LOG.entries)
        with closing(sqlite3.connect(served.database)) as file:
            file.execute("INSERT INTO browsers (id, created) VALUES ('me', 1)")
            file.commit()
        asyncio.run(as_it_was_killed(served.database, log))
        assert {version for (version,) in rows(served.database, KEPT)} == {None}
        served.start()
        began = time.monotonic()
        while (None,) in rows(served.database, KEPT) and time.monotonic() - began < 20:
            time.sleep(0.05)
        served.signal(signal.SIGTERM)
        assert served.ended(10) == -signal.SIGTERM
    assert {version for (version,) in rows(served.database, KEPT)} == {VERSION}


async def as_it_was_killed(database: Path, log: list[Entry]) -> None:
    """The end of a game is stored, and nothing after it."""
    store = Store.open(f"sqlite:///{database}")
    await store.journal.append("table", log)
    store.close()
