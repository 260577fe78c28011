"""`python -m app check rebuild`: what is kept of finished games, made again from their logs.

Every row that follows from a log is derived anew by the engine and compared with what is stored.
What differs is told in a line, and replaced. One table at a time is held in memory, played again
while nobody waits, and written in a transaction of its own, so a server may run beside it.
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
TRIES = 3
"""How often a table is played again beside a server that goes on writing to it."""

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


def statistic_sums(connection: Connection, browser: str) -> Iterator[Difference]:
    """What a browser's statistics add up to."""
    kept, made = sums.kept(connection, browser), sums.made(connection, browser)
    for table in made:
        if kept[table] != made[table]:
            yield Difference(browser, table, "*", kept[table], made[table])


def best_scores(connection: Connection, browser: str) -> Iterator[Difference]:
    """Which score of a browser stands on the board of all days."""
    was, now = daily.best_marks(connection, browser)
    if was != now:
        yield Difference(browser, "scores", "best", was, now)


class Sums(NamedTuple):
    """Sums of the second level, which follow from the rows of all games of a browser: who has
    some, how they differ from those rows, and how they are made again.
    """

    browsers: Callable[[Connection], Sequence[str]]
    differences: Callable[[Connection, str], Iterator[Difference]]
    make: Callable[[Connection, str], None]


SUMS = (
    Sums(sums.browsers_of, statistic_sums, sums.refold),
    Sums(daily.browsers_of, best_scores, daily.mark_best),
)
"""Made again after the rows of all games."""


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
            try:
                whole.add(_table(readers, writer, table))
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                print(f"{table} log: does not replay: {error!r}")
                whole.add(Outcome(unplayable=1))
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
    found = _compared(readers, table)
    try:
        # The writer's turn is short: a game takes long to play again, and slaps wait meanwhile.
        for _ in range(TRIES):
            if writer is None or not found.stale or _mended(writer, found):
                break
            found = _compared(readers, table)
        else:
            assert writer is not None
            # A match that goes on there is quicker than we are: it waits, this once.
            with writer.begin() as connection:
                found = _Compared(readers, table, _kept(connection, table))
                found.mend(connection)
    except IntegrityError as error:
        found.refused(error)
    for line in found.lines:
        print(line)
    return found.outcome


def _compared(readers: Engine, table: str) -> "_Compared":
    with readers.connect() as connection:
        kept = _kept(connection, table)
    return _Compared(readers, table, kept)


def _mended(writer: Engine, found: "_Compared") -> bool:
    """Write what follows from the log; False where somebody has changed anything meanwhile."""
    with writer.begin() as connection:
        if _kept(connection, found.table) != found.kept:
            return False
        found.mend(connection)
    return True


def _summed(readers: Engine, writer: Engine | None, which: Sums) -> Outcome:
    whole = Outcome()
    with readers.connect() as connection:
        browsers = which.browsers(connection)
    for browser in browsers:
        with readers.connect() as connection:
            found = list(which.differences(connection, browser))
        if writer is not None and found:
            with writer.begin() as connection:
                found = list(which.differences(connection, browser))
                which.make(connection, browser)
        for each in found:
            print(each)
        whole.differences += len(found)
    return whole


class _Kept(NamedTuple):
    """Everything that is stored of a table, from its log to the rows of each of its games; and,
    where the log is of a try at a daily, which, and its day's seed.
    """

    stored: rebuilding.Stored | None = None
    entries: tuple[Entry, ...] = ()
    rows: Mapping[str, archive.Rows] = {}
    ranked: Row | None = None
    seed: bytes | None = None


def _kept(connection: Connection, table: str) -> _Kept:
    stored = rebuilding.stored(connection, table)
    if stored is None:
        return _Kept()
    entries = log_of(connection, table)
    rows = {row["id"]: archive.rows_kept(connection, row["id"]) for row in stored.games}
    ranked = try_of(entries)
    seed = None if ranked is None else daily.seed_of(connection, ranked["date"])
    return _Kept(stored, entries, rows, ranked, seed)


@dataclass(slots=True)
class _Game:
    """A finished game: what its row and its kept rows have to be."""

    id: str
    columns: Row
    rows: archive.Rows


@dataclass(slots=True)
class _Compared:
    """A table as it is stored beside what its log comes to. `stale`: something is to be written."""

    readers: Engine
    table: str
    kept: _Kept
    lines: list[str] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    stale: bool = False
    games: list[_Game] = field(default_factory=list)

    def __post_init__(self) -> None:
        stored = self.kept.stored
        if stored is None:
            return
        self._tell(self.table, "tries", stored.ranked, self.kept.ranked)
        for row in stored.games:
            self._game(self.kept.entries, row)

    def mend(self, connection: Connection) -> None:
        """Write what follows from the log, where anything differed."""
        stored = self.kept.stored
        if stored is None:
            return
        if self.kept.ranked != stored.ranked:
            rebuilding.mend_try(connection, self.table, self.kept.ranked, stored.created_ms)
        for game in self.games:
            rebuilding.mend_game(connection, game.id, game.columns)
            archive.keep(connection, game.id, game.rows, VERSION)

    def refused(self, error: IntegrityError) -> None:
        """The database holds something against what was to be written: nothing was."""
        self.outcome.unplayable += 1
        self.lines.append(f"{self.table} log: what follows from it cannot be kept: {error.orig}")

    def _game(self, entries: Sequence[Entry], row: Row) -> None:
        self.outcome.games += 1
        try:
            played = history(entries, row["id"])
            columns = _columns(entries, played)
            refused = doubt(played, entries, row["ended"], self.kept.seed)
            rows = rows_of(played, row["ended"], refused)
        except Exception as error:
            # Whatever such a log is like, the others are compared all the same.
            self._unplayable(row["id"], f"does not replay: {error!r}")
            return
        if not played.agrees:
            self._unplayable(row["id"], "tells another end than it comes to")
        self.games.append(_Game(row["id"], columns, rows))
        with self.readers.connect() as connection:
            now_owned = archive.owned(connection, row["id"], rows)
        self.stale = self.stale or row["archived"] != VERSION
        self._tell(row["id"], "games", {name: row[name] for name in columns}, columns)
        for name, before in self.kept.rows[row["id"]].items():
            keys = archive.keys_of(name)
            was, now = _by_key(before, keys), _by_key(now_owned.get(name, ()), keys)
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
