"""Tables that never finished a game are removed, once nobody has touched them for long."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.engine.shuffle import day_seed
from app.store import devices, removing
from app.store.journal import Entry, JournalFailed
from app.store.schema import metadata
from app.store.store import Store
from app.table.inputs import Ready
from app.table.lobby import Lobby
from app.table.setup import daily_setup
from app.web.purge import DAY_S, Purge
from tests.store.conftest import Clock
from tests.store.entries import whole_game
from tests.store.filled import know, play
from tests.table.played import at_one_device
from tests.table.virtual import Virtual
from tests.web.site import Site, Visitor
from tests.web.test_pages import page

DAYS = 30
AGE_MS = DAYS * DAY_S * 1000
TOUCHED = 1_000_000
"""When the tables below were touched last, unix ms."""


class House:
    """A store with a lobby, and the purge of both."""

    def __init__(self, file: Path) -> None:
        self.clock = Clock()
        self.clock.now = TOUCHED
        self.file = file
        self.store = Store.open(f"sqlite:///{file}", now_ms=self.clock)
        self.lobby = Lobby(self.store.journal, lambda picture: b"")
        self.purge = Purge(self.store, self.lobby, DAYS)

    async def add(self, table: str, entries: Any = None) -> None:
        """A table of that time."""
        await play(self.store, table, entries or whole_game("me", f"game of {table}")[:4])

    async def purged(self, at_ms: int) -> int:
        self.clock.now = at_ms
        return await self.purge.purge()

    def tables(self) -> set[str]:
        return {id for (id,) in self.rows("SELECT id FROM tables")}

    def rows(self, query: str) -> list[Any]:
        with closing(sqlite3.connect(self.file)) as opened:
            return opened.execute(query).fetchall()

    def left_of(self, table: str) -> list[str]:
        """Where the database still speaks of a table."""
        found = []
        with closing(sqlite3.connect(self.file)) as opened:
            for name in metadata.tables:
                rows = opened.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
                found += [name for row in rows if any(table in str(value) for value in row)]
        return found


@pytest.fixture
async def house(tmp_path: Path) -> Any:
    made = House(tmp_path / "slapback.db")
    await know(made.store, ("me",))
    yield made
    await made.lobby.close()
    made.store.close()


async def test_just_over_the_limit_goes_and_just_under_it_stays(house: House) -> None:
    await house.add("older")
    house.clock.now += 1
    await house.add("younger")
    assert await house.purged(TOUCHED + AGE_MS) == 0
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert house.tables() == {"younger"}
    assert await house.purged(TOUCHED + AGE_MS + 2) == 1
    assert house.tables() == set()


@pytest.mark.parametrize("length", [2, 3, 4, 5, 6])
async def test_whatever_it_was_at_nothing_is_left_of_it(house: House, length: int) -> None:
    await house.add("table", whole_game("me", "game of table")[:length])
    job = partial(
        devices.make, hashed="ab" * 32, browser="me", table="table", now_ms=house.clock.now
    )
    await house.store.writer.submit(job)
    assert set(house.left_of("table")) == {"tables", "seats", "games", "log", "codes"}
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert house.left_of("table") == []
    assert [id for (id,) in house.rows("SELECT id FROM browsers")] == ["me"]


async def test_a_try_that_was_never_finished_goes(house: House) -> None:
    table = Virtual(daily_setup("2026-12-01"), day_seed=day_seed(bytes(32), "2026-12-01")).deal()
    await house.add("daily", table.log)
    assert house.rows("SELECT count(*) FROM tries") == [(1,)]
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert house.left_of("daily") == []


async def test_finished_games_stay_and_their_tables(house: House) -> None:
    await house.add("over", whole_game("me", "one"))
    several = next(
        log.entries for seed in range(99) if len((log := at_one_device(seed, "solo")).ends) > 1
    )
    second = [entry.seq for entry in several if entry.kind == "dealt"][1]
    await house.add("one of two", several[: second + 3])
    assert house.rows("SELECT state FROM tables WHERE id = 'one of two'") == [("playing",)]
    before = [house.left_of(table) for table in ("over", "one of two")]
    assert await house.purged(TOUCHED + 100 * AGE_MS) == 0
    assert [house.left_of(table) for table in ("over", "one of two")] == before


async def test_a_closed_table_goes_unless_a_game_was_finished(house: House) -> None:
    closing_entry = Entry(2, 0, "closed", None, "{}")
    await house.add("closed", [*whole_game("me", "closed game")[:2], closing_entry])
    finished = whole_game("me", "finished")
    await house.add("closed after", [*finished, Entry(len(finished), 0, "closed", None, "{}")])
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert house.tables() == {"closed after"}


async def test_a_live_table_stays_until_it_has_left_memory(house: House) -> None:
    log = Virtual(reveal_limit=12).log
    await house.add("live", log)
    live = await house.lobby.find("live")
    assert live is not None
    assert await house.purged(TOUCHED + AGE_MS + 1) == 0
    await live.act("me", Ready(None), house.lobby.clock())
    assert live.picture.table == "playing"
    await live.stop()
    assert await house.purged(house.clock.now + AGE_MS + 1) == 1
    assert await house.lobby.find("live") is None


async def test_a_table_that_is_being_restored_stays(house: House) -> None:
    await house.add("coming back", Virtual(reveal_limit=12).log)
    coming = asyncio.create_task(house.lobby.find("coming back"))
    await asyncio.sleep(0)
    assert house.lobby.has("coming back")
    assert await house.purged(TOUCHED + AGE_MS + 1) == 0
    assert await coming is not None


async def test_who_comes_while_it_goes_finds_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.add("table", Virtual(reveal_limit=12).log)
    submit, coming = house.store.writer.submit, []

    def slow(run: Any) -> Any:
        coming.append(asyncio.create_task(house.lobby.find("table")))
        return submit(run)

    monkeypatch.setattr(house.store.writer, "submit", slow)
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert await coming[0] is None


async def test_one_that_was_touched_meanwhile_stays(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look-up and the removal: another process has gone on with it."""
    await house.add("touched")
    await house.add("untouched")
    unfinished = removing.unfinished

    def then_touched(*given: Any) -> Any:
        found = unfinished(*given)
        with closing(sqlite3.connect(house.file)) as opened:
            opened.execute("UPDATE tables SET touched = ? WHERE id = 'touched'", (house.clock.now,))
            opened.commit()
        return found

    monkeypatch.setattr(removing, "unfinished", then_touched)
    assert await house.purged(TOUCHED + AGE_MS + 1) == 1
    assert house.tables() == {"touched"}


async def test_many_go_a_few_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(25):
        await house.add(f"table {number}")
    asked = []
    remove = removing.remove_unfinished

    def counted(connection: Any, ids: list[str], before_ms: int) -> int:
        asked.append(len(ids))
        return remove(connection, ids, before_ms)

    monkeypatch.setattr(removing, "remove_unfinished", counted)
    assert await house.purged(TOUCHED + AGE_MS + 1) == 25
    assert asked == [10, 10, 5]


async def test_killed_in_the_middle_it_has_left_nothing_half(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(15):
        await house.add(f"table {number}")
    remove, asked = removing.remove, []

    def dies(connection: Any, ids: list[str]) -> None:
        remove(connection, ids)
        asked.append(ids)
        if len(asked) == 2:
            raise JournalFailed("killed before the commit")

    monkeypatch.setattr(removing, "remove", dies)
    with pytest.raises(JournalFailed):
        await house.purged(TOUCHED + AGE_MS + 1)
    monkeypatch.undo()
    assert len(house.tables()) == 5
    for table in house.tables():
        assert set(house.left_of(f"game of {table}")) == {"games", "log"}
    assert house.rows("PRAGMA foreign_key_check") == []
    assert await house.purged(TOUCHED + AGE_MS + 1) == 5


async def test_the_look_up_is_by_an_index(house: House) -> None:
    query = removing.stale(5).compile(
        dialect=house.store.readers.dialect, compile_kwargs={"literal_binds": True}
    )
    plan = "\n".join(str(row[3]) for row in house.rows(f"EXPLAIN QUERY PLAN {query}"))
    assert "SEARCH tables USING INDEX ix_tables_state_touched (state=? AND touched<?)" in plan
    assert "SCAN" not in plan


async def test_once_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    done = asyncio.Event()
    sleep = asyncio.sleep

    async def at_once(seconds: float) -> None:
        slept.append(seconds)
        house.clock.now += int(seconds * 1000)
        if len(slept) == DAYS + 2:
            done.set()
            await sleep(3600)

    monkeypatch.setattr("app.web.purge.asyncio.sleep", at_once)
    await house.add("table")
    house.purge.begin()
    await done.wait()
    await house.purge.stop()
    await house.purge.stop()
    assert set(slept) == {24 * 3600}
    assert house.tables() == set()


async def test_a_day_on_which_it_fails_is_not_the_last(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = []
    done = asyncio.Event()
    sleep = asyncio.sleep

    async def fails() -> int:
        tried.append(1)
        if len(tried) == 3:
            done.set()
            await sleep(3600)
        raise (JournalFailed("full"), OSError("gone"))[len(tried) - 1]

    async def at_once(seconds: float) -> None:
        await sleep(0)

    monkeypatch.setattr(house.purge, "purge", fails)
    monkeypatch.setattr("app.web.purge.asyncio.sleep", at_once)
    house.purge.begin()
    await done.wait()
    await house.purge.stop()
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]


@pytest.mark.parametrize(("days", "left"), [(2, 1), (1, 0)])
def test_the_start_purges_by_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, left: int
) -> None:
    with Site(tmp_path, keep_unfinished_days=days) as site:
        visitor = Visitor(site)
        visitor.open()
        kept = f"Kept for {days} day{'s' * (days > 1)} after it was last played."
        assert kept in page(visitor, "/").words, "and its player knows"
        assert "Kept for" not in page(Visitor(site), "/").words
    site = Site(tmp_path, keep_unfinished_days=days)
    site.wall_ms += int(1.5 * DAY_S * 1000)
    purge, purged = Purge.purge, asyncio.Event()

    async def told(self: Purge) -> int:
        gone = await purge(self)
        purged.set()
        return gone

    monkeypatch.setattr(Purge, "purge", told)
    with site, closing(sqlite3.connect(site.database)) as file:
        site.run(purged.wait)
        assert file.execute("SELECT count(*) FROM tables").fetchone() == (left,)
