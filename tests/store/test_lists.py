"""What pages ask of the store: browsers, saved games, finished games."""

import asyncio
import hashlib
from functools import partial
from typing import get_args

import pytest
from sqlalchemy import func, select

from app.store import browsers, games
from app.store.schema import browsers as browser_rows
from app.store.store import Store
from tests.store.conftest import Clock
from tests.store.entries import DEALT, GAME, SEALED, opened, whole_game

COOKIE = hashlib.sha256(b"cookie").hexdigest()
OTHER = hashlib.sha256(b"other").hexdigest()


async def known(store: Store, cookie: str = COOKIE) -> str:
    return await store.writer.submit(lambda c: browsers.ensure(c, cookie, 1_000))


async def test_a_browser_is_unknown_until_it_acts(store: Store) -> None:
    assert browsers.find(store.readers, COOKIE) is None
    made = await known(store)
    assert browsers.find(store.readers, COOKIE) == browsers.Browser(
        made, None, None, None, None, None, 1_000
    )
    assert browsers.find(store.readers, OTHER) is None


async def test_a_browser_is_stored_once(store: Store) -> None:
    ids = set(await asyncio.gather(*(known(store) for _ in range(20))))
    assert len(ids) == 1
    assert await known(store, OTHER) not in ids
    with store.readers.connect() as connection:
        count = connection.execute(select(func.count()).select_from(browser_rows)).scalar_one()
    assert count == 2


@pytest.mark.parametrize("what", get_args(browsers.Kept))
async def test_what_a_browser_chose_is_kept_for_it_alone(store: Store, what: browsers.Kept) -> None:
    mine, other = await known(store), await known(store, OTHER)
    for value in ("first", "second"):
        await store.writer.submit(partial(browsers.keep, browser=mine, what=what, value=value))
    found = browsers.find(store.readers, COOKIE)
    assert found is not None
    assert {name: getattr(found, name) for name in get_args(browsers.Kept)} == {
        name: "second" if name == what else None for name in get_args(browsers.Kept)
    }
    unchanged = browsers.find(store.readers, OTHER)
    assert unchanged == browsers.Browser(other, None, None, None, None, None, 1_000)
    await store.writer.submit(partial(browsers.keep, browser=mine, what=what, value=None))
    assert browsers.find(store.readers, COOKIE) == browsers.Browser(
        mine, None, None, None, None, None, 1_000
    )


async def test_saved_games_are_a_browser_s_own_newest_first(store: Store, clock: Clock) -> None:
    mine, other = await known(store), await known(store, OTHER)
    for now, table in enumerate(("first", "second", "third")):
        clock.now = now
        await store.journal.append(table, whole_game(mine, f"game {table}")[:4])
    await store.journal.append("hers", whole_game(other, "game hers")[:4])
    clock.now = 10
    await store.journal.append("first", [whole_game()[4]])

    saved = games.unfinished(store.readers, mine, limit=2)
    assert saved.total == 3
    assert [(table.id, table.state, table.touched_ms) for table in saved.tables] == [
        ("first", "paused", 10),
        ("third", "playing", 2),
    ]
    newest = saved.tables[0]
    assert (newest.mode, newest.preset) == ("solo", "duel")
    assert newest.seats == (
        games.SavedSeat("Ada", "person", None),
        games.SavedSeat("North", "computer", 1),
    )
    assert '"window_ms":1500' in newest.setup


async def test_a_finished_game_is_no_longer_saved(store: Store) -> None:
    mine = await known(store)
    game = whole_game(mine)
    await store.journal.append("a", game[:-1])
    assert games.unfinished(store.readers, mine, limit=9).total == 1
    assert games.finished_game(store.readers, GAME) is None
    await store.journal.append("a", game[-1:])
    assert games.unfinished(store.readers, mine, limit=9) == games.Saved((), 0)


async def test_a_finished_game_is_found_by_its_id(store: Store, clock: Clock) -> None:
    clock.now = 5
    await store.journal.append("a", whole_game())
    assert games.finished_game(store.readers, GAME) == games.FinishedGame(
        id=GAME,
        table="a",
        deal=1,
        server_seed=str(SEALED["server_seed"]),
        commitment=str(SEALED["commitment"]),
        deal_seed=str(DEALT["deal_seed"]),
        dealer=1,
        started_ms=5,
        ended_ms=5,
        winner=0,
        reason="all_cards",
        play_ms=61_250,
        keepers=(),
        cards=(52, 0),
    )
    assert games.finished_game(store.readers, "another") is None


@pytest.mark.parametrize("limit", [0, 1])
async def test_a_browser_without_games_has_none(store: Store, limit: int) -> None:
    mine = await known(store)
    await store.journal.append("a", [opened()])
    assert games.unfinished(store.readers, mine, limit) == games.Saved((), 0)
