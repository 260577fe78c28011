"""`python -m app check rebuild`: what is kept of finished games, made again from their logs.

Every row that follows from a log is derived anew by the engine and compared with what is stored.
What differs is told in a line, and replaced. One table at a time is held in memory, and written in
a transaction of its own, so a server may run beside it.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from app.store import archive, daily, rebuilding, sums
from app.store.engines import DatabaseRefused, is_there, open_engine
from app.store.journal import Entry
from app.store.log import log_of
from app.store.migrate import upgrade
from app.table.derivations import VERSION, doubt, rows_of, try_of
from app.table.history import History, history

DIFFERENT, FAILED = 1, 2

Row = Mapping[str, Any]


class Difference(NamedTuple):
    """A value that is not what follows from the log. `where` is a game, or a table for its try."""

    where: str
    table: str
    column: str
    was: object
    now: object

    def __str__(self) -> str:
        told = f"{self.where} {self.table}.{self.column}"
        return f"{told}: was {json.dumps(self.was)}, is {json.dumps(self.now)}"


Sums = Callable[[Connection, bool], Iterator[Difference]]
"""Compares sums over kept rows with those rows; where the flag says so, makes them again too."""


def statistic_sums(connection: Connection, mend: bool) -> Iterator[Difference]:
    """What each browser's statistics add up to."""
    for browser in sums.browsers_of(connection):
        kept, made = sums.kept(connection, browser), sums.made(connection, browser)
        for table in made:
            if kept[table] != made[table]:
                yield Difference(browser, table, "*", kept[table], made[table])
        if mend and kept != made:
            sums.refold(connection, browser)


def best_scores(connection: Connection, mend: bool) -> Iterator[Difference]:
    """Which score of each browser stands on the board of all days."""
    for browser, was, now in daily.best_marks(connection):
        if was != now:
            yield Difference(browser, "scores", "best", was, now)
            if mend:
                daily.mark_best(connection, browser)


SUMS: tuple[Sums, ...] = (statistic_sums, best_scores)
"""Sums of the second level, which follow from the rows of all games: made again after those."""


@dataclass(slots=True)
class Outcome:
    """What came of a table, or of all: games compared, differences told, logs that do not
    replay, or to another end."""

    games: int = 0
    differences: int = 0
    unplayable: int = 0

    def add(self, other: "Outcome") -> None:
        self.games += other.games
        self.differences += other.differences
        self.unplayable += other.unplayable


def rebuild(url: str, dry_run: bool) -> int:
    """Make everything again and print what differed. The exit status: 0 nothing, 1 something
    (mended, unless it is a dry run), 2 the database cannot be used.
    """
    try:
        if not is_there(url):
            raise DatabaseRefused(
                "There is no such database: set SLAPBACK_DATABASE_URL or --database-url."
            )
        whole = _all(url, dry_run)
    except DatabaseRefused as error:
        print(error, file=sys.stderr)
        return FAILED
    except SQLAlchemyError as error:
        print(f"The database does not serve: {error.__cause__ or error}.", file=sys.stderr)
        return FAILED
    mended = "none of it mended" if dry_run else "mended"
    print(
        f"{whole.games} games: {whole.differences} differences"
        + (f", {mended}" if whole.differences else "")
        + (f"; {whole.unplayable} logs are at fault" if whole.unplayable else "")
        + "."
    )
    return DIFFERENT if whole.differences or whole.unplayable else 0


def _all(url: str, dry_run: bool) -> Outcome:
    if not dry_run:
        migrating = open_engine(url, "migrate")
        try:
            upgrade(migrating)
        finally:
            migrating.dispose()
    readers = open_engine(url, "read")
    writer = None if dry_run else open_engine(url, "write")
    whole = Outcome()
    try:
        for table in _tables(readers):
            whole.add(_table(readers, writer, table))
        for each in SUMS:
            whole.add(_summed(readers, writer, each))
    finally:
        readers.dispose()
        if writer is not None:
            writer.dispose()
    return whole


def _tables(readers: Engine) -> Iterator[str]:
    """Every table that has something to be compared, a page of them at a time."""
    last = ""
    while True:
        with readers.connect() as connection:
            page = rebuilding.pages(connection, last)
        if not page:
            return
        yield from page
        last = page[-1]


def _table(readers: Engine, writer: Engine | None, table: str) -> Outcome:
    with readers.connect() as connection:
        found = _Compared(connection, table)
    if writer is not None and found.stale:
        try:
            # Once more, on the writer's turn: somebody may have changed it in between.
            with writer.begin() as connection:
                found = _Compared(connection, table)
                found.mend()
        except IntegrityError as error:
            found.refused(error)
    for line in found.lines:
        print(line)
    return found.outcome


def _summed(readers: Engine, writer: Engine | None, compared: Sums) -> Outcome:
    with readers.connect() as connection:
        found = list(compared(connection, False))
    if writer is not None and found:
        with writer.begin() as connection:
            found = list(compared(connection, True))
    for each in found:
        print(each)
    return Outcome(differences=len(found))


@dataclass(slots=True)
class _Game:
    """A finished game: what its row and its kept rows have to be."""

    id: str
    columns: Row
    rows: archive.Rows


@dataclass(slots=True)
class _Compared:
    """A table as it is stored beside what its log comes to. `stale`: something is to be written."""

    connection: Connection
    table: str
    lines: list[str] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    stale: bool = False
    games: list[_Game] = field(default_factory=list)
    ranked: Row | None = None
    ranked_before: Row | None = None
    created_ms: int | None = None

    def __post_init__(self) -> None:
        stored = rebuilding.stored(self.connection, self.table)
        if stored is None:
            return
        entries = log_of(self.connection, self.table)
        self.created_ms = stored.created_ms
        self.ranked, self.ranked_before = try_of(entries), stored.ranked
        self._tell(self.table, "tries", stored.ranked, self.ranked)
        for row in stored.games:
            self._game(entries, row)

    def mend(self) -> None:
        """Write what follows from the log, where anything differed."""
        if self.created_ms is None:
            return
        if self.ranked != self.ranked_before:
            rebuilding.mend_try(self.connection, self.table, self.ranked, self.created_ms)
        for game in self.games:
            rebuilding.mend_game(self.connection, game.id, game.columns)
            archive.keep(self.connection, game.id, game.rows, VERSION)

    def refused(self, error: IntegrityError) -> None:
        """The database holds something against what was to be written: nothing was."""
        self.outcome.unplayable += 1
        self.lines.append(f"{self.table} log: what follows from it cannot be kept: {error.orig}")

    def _game(self, entries: Sequence[Entry], row: Row) -> None:
        self.outcome.games += 1
        try:
            played = history(entries, row["id"])
            columns = _columns(entries, played)
            seed = daily.seed_of(self.connection, played.setup.date)
            refused = doubt(played, entries, row["ended"], seed)
            rows = rows_of(played, row["ended"], refused)
        except Exception as error:
            # Whatever such a log is like, the others are compared all the same.
            self._unplayable(row["id"], f"does not replay: {error!r}")
            return
        if not played.agrees:
            self._unplayable(row["id"], "tells another end than it comes to")
        self.games.append(_Game(row["id"], columns, rows))
        self.stale = self.stale or row["archived"] != VERSION
        self._tell(row["id"], "games", {name: row[name] for name in columns}, columns)
        for name, before in archive.rows_kept(self.connection, row["id"]).items():
            keys = archive.keys_of(name)
            was, now = _by_key(before, keys), _by_key(rows.get(name, ()), keys)
            for key in sorted({*was, *now}, key=repr):
                label = name + "".join(f"[{part}]" for part in key)
                self._tell(row["id"], label, was.get(key), now.get(key))

    def _tell(self, where: str, table: str, was: Row | None, now: Row | None) -> None:
        """Each column that differs; a row that is there alone is told as one."""
        if was is None or now is None:
            if was != now:
                self._differ(Difference(where, table, "*", was, now))
            return
        for name in sorted({*was, *now}):
            if was.get(name) != now.get(name):
                self._differ(Difference(where, table, name, was.get(name), now.get(name)))

    def _unplayable(self, game: str, why: str) -> None:
        self.outcome.unplayable += 1
        self.lines.append(f"{game} log: {why}")

    def _differ(self, found: Difference) -> None:
        self.stale = True
        self.outcome.differences += 1
        self.lines.append(str(found))


def _by_key(rows: Sequence[Row], keys: Sequence[str]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[key] for key in keys): row for row in rows}


def _columns(entries: Sequence[Entry], played: History) -> Row:
    """The columns of a game's row, from what its log has sealed and dealt."""
    told = {
        (entry.kind, payload["deal"]): payload
        for entry in entries
        if entry.kind in ("sealed", "dealt")
        for payload in (json.loads(entry.payload),)
    }
    sealed, dealt = told["sealed", played.deal], told["dealt", played.deal]
    return {
        "server_seed": sealed["server_seed"],
        "commitment": sealed["commitment"],
        "deal_seed": dealt["deal_seed"],
        "dealer": played.dealer,
        "winner": played.winner,
        "reason": played.reason,
        "play_ms": played.play_ms,
    }
