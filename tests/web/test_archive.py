"""What follows from a finished game is kept: once it has ended, or at the next start."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.store import archive
from app.store.archive import Ended
from app.store.journal import JournalFailed
from app.store.store import Store
from app.table.derivations import VERSION, rows_of
from app.table.history import history
from app.web import archive as web_archive
from app.web.archive import Archive, derived
from tests.store.conftest import Clock
from tests.store.filled import know, play
from tests.table.hand import settle
from tests.table.played import at_one_device, daily

LOG = at_one_device(3, "solo")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path / 'kept.db'}", now_ms=Clock())
    yield opened
    opened.close()


def versions(store: Store) -> dict[str, int | None]:
    """With which version each game is kept."""
    with store.readers.connect() as connection:
        rows = connection.exec_driver_sql("SELECT id, archived FROM games WHERE ended IS NOT NULL")
        return {row.id: row.archived for row in rows}


def expected(entries: Any, game: Ended) -> dict[str, tuple[dict[str, Any], ...]]:
    return rows_of(history(entries, game.game), game.ended_ms)


async def kept_by_nobody(store: Store, tables: int = 1) -> tuple[Ended, ...]:
    """Finished games whose process was killed before it kept them."""
    await know(store, ("me",))
    for number in range(tables):
        log = LOG.entries if number == 0 else at_one_device(number + 20, "solo").entries
        await play(store, f"table {number}", log)
    found = archive.ended(store.readers, VERSION)
    assert len(found) >= tables
    return found


async def test_a_game_is_kept_once_it_has_ended(store: Store) -> None:
    found = await kept_by_nobody(store)
    kept = Archive(store)
    kept.ended("table 0")
    await kept.wait()
    assert versions(store) == {game.game: VERSION for game in found}
    for game in found:
        assert archive.kept(store.readers, game.game) == expected(LOG.entries, game)


async def test_a_daily_s_score_is_kept(store: Store) -> None:
    await know(store, ("me",))
    log = daily(2)
    await play(store, "daily", log.entries)
    kept = Archive(store)
    kept.ended("daily")
    await kept.wait()
    (game,) = archive.ended(store.readers)
    (score,) = archive.kept(store.readers, game.game)["scores"]
    assert score["browser"] == "me"
    assert score == expected(log.entries, game)["scores"][0]


async def test_only_the_games_of_that_table_are_kept(store: Store) -> None:
    await kept_by_nobody(store, 2)
    kept = Archive(store)
    kept.ended("table 1")
    await kept.wait()
    mine = {game.game for game in archive.ended(store.readers) if game.table == "table 1"}
    assert {game for game, version in versions(store).items() if version} == mine


async def test_the_sweep_finds_what_no_process_has_kept(store: Store) -> None:
    found = await kept_by_nobody(store, 3)
    kept = Archive(store)
    kept.sweep()
    await kept.wait()
    assert versions(store) == {game.game: VERSION for game in found}


async def test_a_risen_version_makes_the_rows_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await kept_by_nobody(store)
    kept = Archive(store)
    kept.sweep()
    await kept.wait()
    before = archive.kept(store.readers, found[0].game)

    def renamed(*given: Any) -> Any:
        rows = rows_of(*given)
        return {**rows, "results": tuple({**row, "name": "New"} for row in rows["results"])}

    monkeypatch.setattr(web_archive, "rows_of", renamed)
    kept.sweep()
    await kept.wait()
    assert archive.kept(store.readers, found[0].game) == before, "what is kept stays"
    monkeypatch.setattr(web_archive, "VERSION", VERSION + 1)
    kept.sweep()
    await kept.wait()
    assert versions(store) == {game.game: VERSION + 1 for game in found}
    for game in found:
        assert {row["name"] for row in archive.kept(store.readers, game.game)["results"]} == {"New"}


async def test_what_is_kept_already_is_not_worked_out_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept_by_nobody(store)
    kept = Archive(store)
    kept.sweep()
    await kept.wait()

    def never(*_: Any) -> Any:
        raise AssertionError("worked out again")

    monkeypatch.setattr(web_archive, "derived", never)
    kept.sweep()
    kept.ended("table 0")
    await kept.wait()


async def test_a_log_that_cannot_be_played_keeps_no_other_from_being_kept(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    found = await kept_by_nobody(store, 3)
    broken = found[0]
    await store.writer.submit(
        lambda connection: connection.exec_driver_sql(
            "UPDATE log SET payload = '{}' WHERE \"table\" = :of AND kind = 'ready'",
            {"of": broken.table},
        )
    )
    kept = Archive(store)
    with caplog.at_level(logging.ERROR):
        kept.sweep()
        await kept.wait()
    lost = {game.game for game in found if game.table == broken.table}
    assert versions(store) == {game.game: None if game.game in lost else VERSION for game in found}
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        f"Game {id} could not be archived; its log is kept."
        for id in sorted(lost, key=[game.game for game in found].index)
    ]


async def test_where_nothing_can_be_stored_the_next_start_finds_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found = await kept_by_nobody(store)

    def full(*_: Any) -> None:
        raise JournalFailed("The disk is full.")

    kept = Archive(store)
    with monkeypatch.context() as broken:
        broken.setattr(archive, "keep", full)
        kept.sweep()
        await kept.wait()
        await kept.stop()
    assert set(versions(store).values()) == {None}
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    kept = Archive(store)
    kept.sweep()
    await kept.wait()
    assert versions(store) == {game.game: VERSION for game in found}


@pytest.mark.parametrize("what", ["looked up", "kept"])
async def test_what_fails_for_a_while_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    await kept_by_nobody(store)
    name = "ended" if what == "looked up" else "keep"
    works, failed = getattr(archive, name), 0

    def full(*given: Any) -> Any:
        nonlocal failed
        failed += 1
        if failed < 3:
            raise JournalFailed("The disk is full.")
        return works(*given)

    monkeypatch.setattr(archive, name, full)
    monkeypatch.setattr(web_archive, "AGAIN_S", 0)
    kept = Archive(store)
    kept.sweep()
    async with asyncio.timeout(20):
        while None in versions(store).values():
            await kept.wait()
            await asyncio.sleep(0)
    assert failed >= 3
    await kept.stop()
    assert kept._again is None or kept._again.cancelled()


async def test_nothing_is_tried_again_once_it_stops(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept_by_nobody(store)

    def full(*_: Any) -> None:
        raise JournalFailed("The disk is full.")

    monkeypatch.setattr(archive, "keep", full)
    kept = Archive(store)
    kept.sweep()
    await kept.wait()
    assert kept._again is not None
    await kept.stop()
    assert kept._again.cancelled()


async def test_what_is_half_written_is_not_kept(store: Store) -> None:
    """A game's rows and the mark that they are kept come together."""
    (game, *_) = await kept_by_nobody(store)
    before = archive.kept(store.readers, game.game)
    rows = derived(store, game)

    def dies(connection: Any) -> None:
        archive.keep(connection, game.game, rows, VERSION)
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        await store.writer.submit(dies)
    assert versions(store)[game.game] is None
    assert archive.kept(store.readers, game.game) == before


async def test_waiting_is_for_all_that_was_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await kept_by_nobody(store, 2)
    gate = asyncio.Event()
    keep = Archive.keep

    async def slow(self: Archive, game: Ended) -> None:
        await gate.wait()
        await keep(self, game)

    monkeypatch.setattr(Archive, "keep", slow)
    kept = Archive(store)
    kept.sweep()
    waiting = asyncio.create_task(kept.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    kept.ended("table 0")  # while somebody waits
    gate.set()
    await waiting
    assert versions(store) == {game.game: VERSION for game in found}


async def test_a_stop_waits_for_games_and_not_for_a_long_sweep(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await kept_by_nobody(store, 4)
    gate, begun = asyncio.Event(), asyncio.Event()
    keep = Archive.keep

    async def slow(self: Archive, game: Ended) -> None:
        begun.set()
        await gate.wait()
        await keep(self, game)

    monkeypatch.setattr(Archive, "keep", slow)
    kept = Archive(store)
    kept.sweep()
    await begun.wait()
    kept.ended("table 3")
    stopping = asyncio.create_task(kept.stop())
    await settle()
    assert not stopping.done()
    gate.set()
    await stopping
    last = [game.game for game in found if game.table == "table 3"]
    done = {game for game, version in versions(store).items() if version}
    assert done == {found[0].game, *last}


async def test_a_failed_look_up_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> Any:
        raise OSError("gone")

    monkeypatch.setattr(archive, "ended", fails)
    kept = Archive(store)
    with caplog.at_level(logging.ERROR):
        kept.sweep()
        await kept.wait()
    assert "could not be looked up" in caplog.text


async def test_what_was_derived_from_a_log_before_it_was_rewritten_is_derived_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await kept_by_nobody(store)
    kept = Archive(store)
    asked: list[str] = []

    def slowly(of: Store, game: Ended) -> Any:
        rows = derived(of, game)
        asked.append(game.game)
        if len(asked) > 2:
            return rows
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(rewritten.acquire(), loop).result()
        return {**rows, "results": tuple({**r, "name": "Old"} for r in rows["results"])}

    loop, begun, rewritten = asyncio.get_running_loop(), asyncio.Event(), asyncio.Semaphore(0)
    monkeypatch.setattr(web_archive, "derived", slowly)
    keeping = asyncio.create_task(kept.keep(found[0]))
    for _ in range(2):
        await begun.wait()
        begun.clear()
        async with kept.rewriting():
            rewritten.release()
            while not (kept._settled._waiters or begun.is_set()):  # noqa: ASYNC110  nothing tells
                await asyncio.sleep(0)
            assert not begun.is_set(), "a log was read while it was rewritten"
    await keeping
    assert len(asked) == 3
    assert archive.kept(store.readers, found[0].game) == expected(LOG.entries, found[0])


async def test_two_at_once_do_no_harm(store: Store) -> None:
    found = await kept_by_nobody(store, 2)
    kept = Archive(store)
    kept.sweep()
    kept.sweep()
    for game in found:
        kept.ended(game.table)
    await kept.wait()
    assert versions(store) == {game.game: VERSION for game in found}
    assert archive.kept(store.readers, found[0].game) == expected(LOG.entries, found[0])
