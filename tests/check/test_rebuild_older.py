"""Rows as the derivations before have kept them are made again, the sums of them too."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select, update

from app.store import sums
from app.store.schema import games, scores, statistics
from app.store.store import Store
from app.table.derivations import VERSION
from app.table.reactions import COARSE_FROM_MS
from app.web.archive import Archive
from tests.check.kept import Kept
from tests.store.conftest import Clock
from tests.store.filled import keep
from tests.table.played import practice

Capture = pytest.CaptureFixture[str]
BEFORE = 3
TABLES = ("statistics", "statistic_sums", "statistic_days", "streaks", "scores")


@pytest.fixture
async def older(kept: Kept) -> Kept:
    """A database whose rows are those that version 3 kept."""
    store = Store.open(kept.url, now_ms=Clock())
    kept.games = [*kept.games, *await keep(store, "practice", practice(2).entries)]
    store.close()
    return kept


def as_before(row: Mapping[str, Any]) -> dict[str, Any]:
    """Practice was any game against computers, and patterns told no coarse times apart."""
    figures = json.loads(row["figures"])
    for pattern in figures.get("patterns", {}).values():
        if coarse := pattern.pop("coarse", {}):
            pattern["times"] = sums.summed(pattern.get("times", {}), coarse)
    mode = "solo" if row["mode"] == "practice" else row["mode"]
    packed = json.dumps(figures, sort_keys=True, separators=(",", ":"))
    return {"mode": mode, "figures": packed}


async def aged(kept: Kept) -> None:
    store = Store.open(kept.url, now_ms=Clock())

    def age(connection: Any) -> None:
        for row in connection.execute(select(statistics)).mappings().all():
            here = (statistics.c["game"] == row["game"]) & (statistics.c["seat"] == row["seat"])
            connection.execute(update(statistics).where(here).values(as_before(row)))
        connection.execute(update(scores).values(best_ms=100, chances=scores.c["chances"] + 1))
        connection.execute(
            update(games).where(games.c["archived"].is_not(None)).values(archived=BEFORE)
        )
        for browser in sums.browsers_of(connection):
            sums.refold(connection, browser)

    await store.writer.submit(age)
    store.close()


def told(kept: Kept) -> dict[str, list[Any]]:
    return {name: sorted(kept.run(f"SELECT * FROM {name}")) for name in TABLES}  # noqa: S608


async def test_the_fixture_is_of_every_kind(older: Kept) -> None:
    slaps = [json.loads(text) for (text,) in older.run("SELECT slaps FROM statistics")]
    assert any(slap[5] >= COARSE_FROM_MS for each in slaps for slap in each)
    assert any(slap[1] < 150 for each in slaps for slap in each)
    modes = {mode for (mode,) in older.run("SELECT mode FROM statistics")}
    assert modes == {"solo", "pass", "link", "daily", "practice"}


async def test_check_rebuild_makes_them_again(older: Kept, capsys: Capture) -> None:
    whole = told(older)
    await aged(older)
    assert all(told(older)[name] != whole[name] for name in TABLES)
    assert older.rebuild() == 1
    assert 'statistics[0].mode: was "solo", is "practice"' in capsys.readouterr().out
    assert told(older) == whole
    assert older.run("SELECT DISTINCT archived FROM games WHERE ended IS NOT NULL") == [(VERSION,)]
    assert older.rebuild() == 0


async def test_a_start_makes_them_again(older: Kept) -> None:
    whole = told(older)
    await aged(older)
    store = Store.open(older.url, now_ms=Clock())
    archive = Archive(store)
    archive.sweep()
    await archive.wait()
    store.close()
    assert told(older) == whole
    assert older.rebuild() == 0
