"""The journal in a database: what was acknowledged is there, in order, without a gap."""

import asyncio
import sqlite3
import threading
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app.store.journal import Entry, Journal, JournalFailed
from app.store.store import Store
from tests.store.conftest import Clock
from tests.store.entries import DEALT, ENDED, GAME, SETUP, entry, opened, reveal, sealed, whole_game


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    """What another program sees in the file."""
    with sqlite3.connect(file) as other:
        found = other.execute(query).fetchall()
    other.close()
    return found


def execute(statement: str, connection: Connection) -> None:
    connection.execute(text(statement)).close()


async def test_an_unknown_table_is_empty(store: Store) -> None:
    assert await store.journal.load("nobody's") == ()


async def test_a_game_is_loaded_as_it_was_appended_and_after_a_restart(
    url: str, store: Store
) -> None:
    journal: Journal = store.journal
    game = whole_game()
    await journal.append("a", game[:2])
    for each in game[2:]:
        await journal.append("a", [each])
    await journal.append("b", [opened()])
    assert await journal.load("a") == game
    store.close()
    again = Store.open(url)
    assert await again.journal.load("a") == game
    assert await again.journal.load("b") == (opened(),)
    again.close()


async def test_appending_nothing_is_done_at_once(store: Store) -> None:
    await store.journal.append("a", [])
    assert await store.journal.load("a") == ()


async def test_a_seq_is_never_written_twice(store: Store) -> None:
    await store.journal.append("a", [opened(), reveal(1)])
    with pytest.raises(JournalFailed, match="Table a: entries 1 to 2"):
        await store.journal.append("a", [Entry(1, 9, "slap", 0, "{}"), reveal(2)])
    assert await store.journal.load("a") == (opened(), reveal(1))


@pytest.mark.parametrize("entries", [[reveal(3)], [reveal(2), reveal(4)], [reveal(-1)]])
async def test_a_seq_is_never_left_out(store: Store, entries: list[Entry]) -> None:
    await store.journal.append("a", [opened(), reveal(1)])
    with pytest.raises(JournalFailed, match="Table a: entries"):
        await store.journal.append("a", entries)
    assert await store.journal.load("a") == (opened(), reveal(1))


async def test_a_table_s_first_entry_opens_it(store: Store) -> None:
    with pytest.raises(JournalFailed, match="FOREIGN KEY"):
        await store.journal.append("a", [Entry(0, 0, "reveal", 0, "{}")])
    assert await store.journal.load("a") == ()


async def test_nothing_of_a_table_is_stored_behind_its_failure(store: Store) -> None:
    """The core computes ahead on the uncommitted state: what follows a failure must fail too."""
    await store.journal.append("a", [opened()])
    await store.journal.append("b", [opened()])
    go = threading.Event()
    held = store.writer.submit(lambda _: go.wait())
    lost = store.journal.append("a", [entry(1, "sealed", {"deal": 1})])
    ahead = [store.journal.append("a", [reveal(seq)]) for seq in (2, 3)]
    other = store.journal.append("b", [reveal(1)])
    go.set()
    await held
    await other
    for waiting in (lost, *ahead):
        with pytest.raises(JournalFailed, match="Table a"):
            await waiting
    assert await store.journal.load("a") == (opened(),)
    await store.journal.append("a", [reveal(1)])
    assert await store.journal.load("b") == (opened(), reveal(1))


async def test_many_tables_at_once_keep_their_order(store: Store) -> None:
    async def play(table: str) -> None:
        await store.journal.append(table, [opened()])
        pending = [store.journal.append(table, [reveal(seq)]) for seq in range(1, 40)]
        await asyncio.gather(*pending)

    names = [f"table {n}" for n in range(20)]
    await asyncio.gather(*(play(name) for name in names))
    for name in names:
        assert [each.seq for each in await store.journal.load(name)] == list(range(40))


async def test_a_full_disk_fails_what_does_not_fit_and_nothing_else(
    store: Store, file: Path
) -> None:
    await store.journal.append("a", [opened()])

    def fill(connection: Connection) -> None:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count={pages}")).close()

    await store.writer.submit(fill)
    big = Entry(1, 0, "reveal", 0, '"' + "x" * 50_000 + '"')
    with pytest.raises(JournalFailed, match="full"):
        await store.journal.append("a", [big])
    go = threading.Event()
    held = store.writer.submit(lambda _: go.wait())
    fits, too_big = store.journal.append("a", [reveal(1)]), store.journal.append("a", [big])
    go.set()
    await held
    await fits
    with pytest.raises(JournalFailed):
        await too_big
    assert not await asyncio.to_thread(rows, file, "SELECT 1 FROM log WHERE seq > 1")
    await store.writer.submit(partial(execute, "PRAGMA max_page_count=100000"))
    await store.journal.append("a", [Entry(2, 0, "reveal", 0, big.payload)])
    assert len(await store.journal.load("a")) == 3


async def test_a_store_that_cannot_write_says_so(store: Store) -> None:
    assert await store.can_write()
    fail = "BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END"
    broken = {"pulse": "UPDATE ON alembic_version", "entries": "INSERT ON log"}
    for trigger, event in broken.items():
        create = f"CREATE TRIGGER {trigger} BEFORE {event} {fail}"
        await store.writer.submit(partial(execute, create))
    assert not await store.can_write()
    with pytest.raises(JournalFailed, match="disk I/O error"):
        await store.journal.append("a", [opened()])
    for trigger in broken:
        await store.writer.submit(partial(execute, f"DROP TRIGGER {trigger}"))
    assert await store.can_write()
    await store.journal.append("a", [opened()])


async def test_an_opened_table_is_listed_with_its_seats(
    store: Store, file: Path, clock: Clock
) -> None:
    clock.now = 7_000
    await store.journal.append("a", [opened()])
    assert rows(file, "SELECT id, mode, preset, state, created, touched FROM tables") == [
        ("a", "solo", "duel", "waiting", 7_000, 7_000)
    ]
    assert rows(file, "SELECT * FROM seats ORDER BY seat") == [
        ("a", 0, "person", "Ada", None, None),
        ("a", 1, "computer", "North", 1, None),
    ]
    assert str(SETUP["window_ms"]) in str(rows(file, "SELECT setup FROM tables"))


async def test_a_game_s_row_grows_with_its_log(store: Store, file: Path, clock: Clock) -> None:
    state = "SELECT state, touched FROM tables"
    after = {}
    for now, each in enumerate(whole_game()):
        clock.now = now
        await store.journal.append("a", [each])
        (after[each.kind],) = rows(file, state)
        if each.kind == "sealed":
            assert rows(file, "SELECT id FROM games WHERE deal_seed IS NULL") == [(GAME,)]
    assert after == {
        "opened": ("waiting", 0),
        "sealed": ("waiting", 1),
        "dealt": ("playing", 2),
        "reveal": ("playing", 2),  # only moments that a list is sorted by
        "paused": ("paused", 4),
        "resumed": ("playing", 5),
        "ended": ("over", 6),
    }
    assert rows(file, "SELECT deal, deal_seed, dealer, started FROM games") == [
        (1, DEALT["deal_seed"], 1, 2)
    ]
    assert rows(file, "SELECT ended, winner, reason, play_ms FROM games") == [
        (6, 0, "all_cards", ENDED["play_ms"])
    ]
    held = "SELECT game, seat, cards, kind, name, level, browser FROM results ORDER BY seat"
    assert rows(file, held) == [
        (GAME, 0, 52, "person", "Ada", None, None),
        (GAME, 1, 0, "computer", "North", 1, None),
    ]


async def test_a_second_deal_begins_the_table_again(store: Store, file: Path) -> None:
    await store.journal.append("a", whole_game())
    again = {"deal": 2, "id": "another", "server_seed": "aa", "commitment": "bb"}
    await store.journal.append("a", [entry(7, "sealed", again)])
    assert rows(file, "SELECT state FROM tables") == [("waiting",)]
    await store.journal.append("a", [entry(8, "dealt", DEALT | {"deal": 2, "dealer": 0})])
    assert rows(file, "SELECT deal, dealer, ended IS NULL FROM games ORDER BY deal") == [
        (1, 1, 0),
        (2, 0, 1),
    ]


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (entry(2, "sealed", {"deal": 2}), "'sealed' is malformed"),
        (Entry(2, 0, "sealed", None, "{"), "'sealed' is malformed"),
        (Entry(2, 0, "dealt", None, "[]"), "'dealt' is malformed"),
        (entry(2, "dealt", DEALT | {"deal": 2}), "never opened"),
        (entry(2, "ended", ENDED | {"deal": 2}), "entries 2 to 2 were not stored"),
    ],
)
async def test_an_entry_that_cannot_be_followed_is_not_stored(
    store: Store, bad: Entry, says: str
) -> None:
    await store.journal.append("a", [opened(), sealed()])
    with pytest.raises(JournalFailed, match=says):
        await store.journal.append("a", [bad])
    assert await store.journal.load("a") == (opened(), sealed())


async def test_a_browser_that_is_unknown_holds_no_seat(store: Store) -> None:
    with pytest.raises(JournalFailed, match="FOREIGN KEY"):
        await store.journal.append("a", [opened(browser="nobody")])
