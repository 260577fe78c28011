"""What is kept of finished games: in place of what was kept, and found again."""

from functools import partial

import pytest
from sqlalchemy import Connection, func, select

from app.store import archive, removing
from app.store.archive import Ended, Rows
from app.store.journal import GONE, JournalFailed
from app.store.schema import games, seats
from app.store.store import Store
from tests.store.conftest import Clock
from tests.store.entries import entry, whole_game
from tests.store.filled import know, play

RESULT = {"seat": 0, "cards": 52, "kind": "person", "name": "Ada", "level": None, "browser": "ada"}
SCORE = {
    "date": "2026-12-01",
    "browser": "ada",
    "points": 812,
    "won": 1,
    "play_ms": 61_000,
    "wrong": 1,
    "right": 9,
    "chances": 12,
    "piles": 5,
    "best_ms": 388,
    "refused": None,
    "ended": 5_000,
}
NOTHING: Rows = dict.fromkeys(archive.KEPT, ())
ROWS: Rows = {
    **NOTHING,
    "results": (RESULT, {**RESULT, "seat": 1, "cards": 0}),
    "scores": (SCORE,),
}


@pytest.fixture
async def game(store: Store) -> str:
    """A finished game, of which nothing is kept yet but what its log's end has brought."""
    await know(store, ("ada",))
    await play(store, "table", whole_game("ada", "game"))
    return "game"


def archived(store: Store, game: str) -> int | None:
    with store.readers.connect() as connection:
        row = select(games.c["archived"]).where(games.c["id"] == game)
        found: int | None = connection.execute(row).scalar_one()
        return found


async def keep(store: Store, game: str, rows: Rows, version: int = 1) -> None:
    await store.writer.submit(partial(archive.keep, game=game, rows=rows, version=version))


async def test_what_is_kept_is_read_as_it_was_given(store: Store, game: str) -> None:
    assert archived(store, game) is None
    await keep(store, game, ROWS, 7)
    assert archive.kept(store.readers, game) == ROWS
    assert archived(store, game) == 7


async def test_it_takes_the_place_of_what_was_kept(store: Store, game: str) -> None:
    await keep(store, game, ROWS)
    fewer: Rows = {**NOTHING, "results": ({**RESULT, "name": "Ann"},)}
    await keep(store, game, fewer)
    assert archive.kept(store.readers, game) == fewer


async def test_other_games_keep_theirs(store: Store, game: str) -> None:
    await play(store, "another", whole_game("ada", "another game"))
    await keep(store, "another game", ROWS)
    await keep(store, game, {})
    assert archive.kept(store.readers, "another game") == ROWS
    assert archive.kept(store.readers, game) == NOTHING


async def test_rows_that_cannot_be_kept_leave_the_old_ones(store: Store, game: str) -> None:
    await keep(store, game, ROWS)
    wrong: Rows = {"results": (RESULT,), "scores": ({**SCORE, "browser": "nobody"},)}
    with pytest.raises(JournalFailed):
        await keep(store, game, wrong, 2)
    assert archive.kept(store.readers, game) == ROWS
    assert archived(store, game) == 1


async def test_nothing_is_kept_of_a_game_that_has_gone(store: Store, game: str) -> None:
    await store.writer.submit(partial(removing.remove, ids=["table"]))
    await keep(store, game, ROWS)
    assert archive.kept(store.readers, game) == NOTHING


async def test_finished_games_are_found_the_oldest_first(store: Store, clock: Clock) -> None:
    for number, ended_ms in enumerate((3_000, 1_000, 2_000)):
        clock.now = ended_ms
        await play(store, f"table {number}", whole_game(None, f"game {number}"))
    await play(store, "running", whole_game(None, "running")[:4])
    assert archive.ended(store.readers) == (
        Ended("game 1", "table 1", 1_000),
        Ended("game 2", "table 2", 2_000),
        Ended("game 0", "table 0", 3_000),
    )


async def test_those_are_found_that_a_version_has_not_kept(store: Store, clock: Clock) -> None:
    for number, version in enumerate((None, 1, 2, 3)):
        clock.now += 1_000
        await play(store, f"table {number}", whole_game(None, f"game {number}"))
        if version is not None:
            await keep(store, f"game {number}", {}, version)
    missing = {version: archive.ended(store.readers, version) for version in (1, 2, 3, 4)}
    assert {version: [each.game for each in found] for version, found in missing.items()} == {
        1: ["game 0"],
        2: ["game 0", "game 1"],
        3: ["game 0", "game 1", "game 2"],
        4: ["game 0", "game 1", "game 2", "game 3"],
    }


async def test_those_of_one_table_are_found_in_order(store: Store, game: str) -> None:
    again = [
        entry(7, "sealed", {"deal": 2, "id": "second", "server_seed": "5e", "commitment": "c0"}),
        entry(8, "dealt", {"deal": 2, "dealer": 0, "deal_seed": "de"}),
        entry(
            9,
            "ended",
            {"deal": 2, "winner": 1, "reason": "limit", "counts": [20, 32], "play_ms": 9},
        ),
    ]
    await store.journal.append("table", again)
    await play(store, "another", whole_game(None, "another game"))
    found = [each.game for each in archive.ended_at(store.readers, "table", 1)]
    assert found == [game, "second"]
    await keep(store, game, ROWS)
    assert [each.game for each in archive.ended_at(store.readers, "table", 1)] == ["second"]
    assert archive.ended_at(store.readers, "nothing", 1) == ()


async def test_every_kept_table_is_of_games(store: Store) -> None:
    """Whoever adds one: its rows belong to one game each, by its `game`."""

    def rows(connection: Connection) -> list[int]:
        count = (select(func.count()).select_from(table) for table in archive.KEPT.values())
        return [connection.execute(each).scalar_one() for each in count]

    with store.readers.connect() as connection:
        assert rows(connection) == [0] * len(archive.KEPT)
    for name, table in archive.KEPT.items():
        assert table.c["game"].references(games.c["id"]), name
        assert "game" not in archive.keys_of(name)


async def test_a_seat_of_who_has_deleted_everything_is_nobody_s(store: Store) -> None:
    await play(store, "table", whole_game(GONE, "game"))
    with store.readers.connect() as connection:
        held = connection.execute(select(seats.c["browser"]).distinct()).scalars().all()
    assert held == [None]
    assert {row["browser"] for row in archive.kept(store.readers, "game")["results"]} == {None}
