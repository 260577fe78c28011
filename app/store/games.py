"""Lists of tables and games for pages.

Reading functions block and open a connection of their own: call them in a thread. `keep_private`
takes the writer's connection.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select, update

from app.store.schema import games, results, seats, tables


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who holds a seat. `level` is a computer's: 0 easy, 1 normal, 2 hard."""

    name: str
    kind: str
    level: int | None


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table whose game can be gone on with. `setup` is JSON, `touched_ms` unix milliseconds."""

    id: str
    mode: str
    preset: str
    setup: str
    state: str
    touched_ms: int
    seats: tuple[SavedSeat, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """The newest unfinished tables of a browser, and how many it has in all."""

    tables: tuple[SavedTable, ...]
    total: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has ended. Seeds are hex, moments unix ms; `cards` has a count for each seat.

    `keepers` are the seats that wish it to be shown to its players alone.
    """

    id: str
    table: str
    deal: int
    server_seed: str
    commitment: str
    deal_seed: str
    dealer: int
    started_ms: int
    ended_ms: int
    winner: int | None
    reason: str
    play_ms: int
    keepers: tuple[int, ...]
    cards: tuple[int, ...]

    @property
    def private(self) -> bool:
        """It is shown to its players alone."""
        return bool(self.keepers)


@dataclass(frozen=True, slots=True)
class Access:
    """The seats of a finished game that a browser held, and what all of them are called now."""

    you: tuple[int, ...]
    names: tuple[str | None, ...]

    @property
    def played(self) -> bool:
        return bool(self.you)


# In the order of FinishedGame's fields.
_GAME_COLUMNS = (
    *("id", "table", "deal", "server_seed", "commitment", "deal_seed", "dealer"),
    *("started", "ended", "winner", "reason", "play_ms", "private"),
)


def unfinished(readers: Engine, browser: str, limit: int | None = None) -> Saved:
    """Tables at which a browser holds a seat and whose game is not over, the last touched first.

    With `limit` no more than so many.
    """
    mine = select(seats.c["table"]).where(seats.c["browser"] == browser)
    saved = tables.c["id"].in_(mine) & tables.c["state"].not_in(("over", "closed"))
    count = select(func.count()).select_from(tables).where(saved)
    columns = (tables.c[name] for name in ("id", "mode", "preset", "setup", "state", "touched"))
    newest = select(*columns).where(saved).order_by(tables.c["touched"].desc(), tables.c["id"])
    with readers.connect() as connection:
        rows = connection.execute(newest.limit(limit)).all()
        seated = _seated(connection, [row.id for row in rows])
        total = connection.execute(count).scalar_one()
    found = [(*row, tuple(seated[row.id])) for row in rows]
    return Saved(tuple(SavedTable(*fields) for fields in found), total)


def tables_of(readers: Engine, browser: str) -> tuple[str, ...]:
    """The ids of all the tables at which a browser holds a seat, the last touched first."""
    mine = tables.c["id"].in_(select(seats.c["table"]).where(seats.c["browser"] == browser))
    newest = select(tables.c["id"]).where(mine).order_by(tables.c["touched"].desc(), tables.c["id"])
    with readers.connect() as connection:
        return tuple(connection.execute(newest).scalars())


def has_played(readers: Engine, browser: str) -> bool:
    """Whether there is a finished game at whose end a browser held a seat."""
    mine = select(results.c["game"]).where(results.c["browser"] == browser).limit(1)
    with readers.connect() as connection:
        return connection.execute(mine).first() is not None


def _seated(connection: Connection, ids: Sequence[str]) -> dict[str, list[SavedSeat]]:
    """Who sits at each of these tables, seat 0 first."""
    columns = (seats.c[name] for name in ("table", "name", "kind", "level"))
    rows = select(*columns).where(seats.c["table"].in_(ids)).order_by(seats.c["seat"])
    seated: dict[str, list[SavedSeat]] = {table: [] for table in ids}
    for table, *fields in connection.execute(rows):
        seated[table].append(SavedSeat(*fields))
    return seated


def finished_at(readers: Engine, table: str) -> tuple[FinishedGame, ...]:
    """The ended games of a table, the first deal first."""
    columns = (games.c[name] for name in _GAME_COLUMNS)
    ended = (games.c["table"] == table) & games.c["ended"].is_not(None)
    rows = select(*columns).where(ended).order_by(games.c["deal"])
    counts = (
        select(results.c["game"], results.c["cards"])
        .join(games, games.c["id"] == results.c["game"])
        .where(ended)
        .order_by(results.c["game"], results.c["seat"])
    )
    with readers.connect() as connection:
        cards: dict[str, list[int]] = {}
        for game, number in connection.execute(counts):
            cards.setdefault(game, []).append(number)
        found = connection.execute(rows).all()
    return tuple(_finished(row, cards.get(row.id, ())) for row in found)


def finished_game(readers: Engine, game: str) -> FinishedGame | None:
    """An ended game by its public id; None when there is none, or it still runs."""
    columns = (games.c[name] for name in _GAME_COLUMNS)
    row = select(*columns).where(games.c["id"] == game, games.c["ended"].is_not(None))
    counts = select(results.c["cards"]).where(results.c["game"] == game)
    with readers.connect() as connection:
        found = connection.execute(row).one_or_none()
        if found is None:
            return None
        cards = connection.execute(counts.order_by(results.c["seat"])).scalars().all()
    return _finished(found, cards)


def _finished(row: Iterable[Any], cards: Sequence[int]) -> FinishedGame:
    *fields, private = row
    keepers = tuple(seat for seat in range(private.bit_length()) if private >> seat & 1)
    return FinishedGame(*(*fields, keepers, tuple(cards)))


def access(readers: Engine, game: str, browser: str | None) -> Access:
    """What a browser, None an unknown one, is to a finished game; its results are kept."""
    columns = (results.c[name] for name in ("seat", "name", "browser"))
    held = select(*columns).where(results.c["game"] == game).order_by(results.c["seat"])
    with readers.connect() as connection:
        seats = connection.execute(held).all()
        you = tuple(row.seat for row in seats if browser is not None and row.browser == browser)
        return Access(you, tuple(row.name for row in seats))


def keep_private(connection: Connection, game: str, seats: Iterable[int], private: bool) -> None:
    """These seats wish that a game is for its players alone, or do so no longer.

    Where no seat does it is for everybody who has its link.
    """
    here = games.c["id"] == game
    kept = connection.execute(select(games.c["private"]).where(here)).scalar_one()
    bits = sum(1 << seat for seat in set(seats))
    connection.execute(
        update(games).where(here).values(private=kept | bits if private else kept & ~bits)
    )
