"""`check rebuild` beside a server: neither waits for the other, and nothing of either is lost."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import Connection

from app.check import rebuild as checked
from app.store import rebuilding
from app.store.store import Store
from app.table.history import history
from tests.check.kept import Kept
from tests.store.conftest import Clock
from tests.store.filled import keep
from tests.table.played import at_one_device

Capture = pytest.CaptureFixture[str]


async def test_it_runs_beside_a_server(kept: Kept, capsys: Capture) -> None:
    """The store of a server is open, and writes between its transactions."""
    store = Store.open(kept.url, now_ms=Clock())
    kept.run("UPDATE scores SET points = 9999")
    writing = keep(store, "meanwhile", at_one_device(5, "solo").entries)
    assert kept.rebuild() == 1
    games = await writing
    assert kept.rebuild() == 0
    assert capsys.readouterr().out.endswith(
        f"{len(kept.games) + len(games)} games: 0 differences.\n"
    )
    store.close()


def test_a_table_that_goes_meanwhile_is_no_difference(
    kept: Kept, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = rebuilding.pages

    def longer(connection: Connection, after: str) -> tuple[str, ...]:
        return (*pages(connection, after), "zz") if after < "solo 4" else ()

    monkeypatch.setattr(rebuilding, "pages", longer)
    assert kept.rebuild() == 0


def test_nobody_waits_while_a_game_is_played_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def beside(entries: Any, game: str) -> Any:
        with closing(sqlite3.connect(kept.file, timeout=0)) as server:
            server.execute("UPDATE tables SET touched = touched + 1")
            server.commit()
        written.append(game)
        return history(entries, game)

    kept.run("UPDATE scores SET points = 9999")
    monkeypatch.setattr(checked, "history", beside)
    assert kept.rebuild() == 1
    assert set(written) == set(kept.games)
    assert kept.run("SELECT points FROM scores") != [(9999,)]


def test_what_changes_meanwhile_is_compared_once_more(
    kept: Kept, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name goes from a log and its rows after they were read."""
    forgotten: list[str] = []

    def slowly(entries: Any, game: str) -> Any:
        if game == kept.ranked and not forgotten:
            forgotten.append(game)
            kept.run("UPDATE log SET payload = replace(payload, '\"You\"', '\"Player\"')")
            kept.run("UPDATE results SET name = 'Player' WHERE name = 'You'")
        return history(entries, game)

    kept.run("UPDATE scores SET points = 9999")
    monkeypatch.setattr(checked, "history", slowly)
    assert kept.rebuild() == 1
    assert forgotten
    assert capsys.readouterr().out.splitlines()[-1].endswith(": 1 differences, mended.")
    names = kept.run("SELECT name FROM results WHERE game = ? AND seat = 0", kept.ranked)
    assert names == [("Player",)]
    monkeypatch.undo()
    assert kept.rebuild() == 0


def test_a_table_that_never_rests_is_mended_too(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match goes on there, and writes more often than its log can be played again."""
    written: list[str] = []
    waited: list[str] = []

    def beside(entries: Any, game: str) -> Any:
        if game == kept.ranked:
            assert len(written) < 20, "it would go on for as long as the match does"
            with closing(sqlite3.connect(kept.file, timeout=0)) as server:
                try:
                    server.execute("UPDATE log SET ms = ms + 1 WHERE kind = 'opened'")
                    server.commit()
                    written.append(game)
                except sqlite3.OperationalError:
                    waited.append(game)
        return history(entries, game)

    kept.run("UPDATE scores SET points = 9999")
    monkeypatch.setattr(checked, "history", beside)
    assert kept.rebuild() == 1
    assert len(waited) == 1
    assert kept.run("SELECT points FROM scores") != [(9999,)]
    monkeypatch.undo()
    assert kept.rebuild() == 0
