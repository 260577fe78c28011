"""The daily's days, tries and boards.

Reading functions block and open a connection of their own: call them in a thread. `keep_deals` and
`mark_best` take the writer's connection. Days are `YYYY-MM-DD`, moments unix milliseconds.

A board orders scores by points, then by who finished earlier; equal points share a rank (1, 1, 3).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    and_,
    case,
    func,
    insert,
    literal_column,
    select,
    text,
    tuple_,
    union_all,
    update,
)

from app.store.schema import browsers, daily_deals, games, scores, tables, tries

TOP = 20
"""How many a board lists from its first."""
BESIDE = 2
"""How many it lists on either side of whoever is not among those."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a day's daily is dealt from. Seed and commitment are 32 bytes.

    `shuffle` and `computers` are the versions of the algorithms that it was made for.
    """

    date: str
    seed: bytes
    commitment: bytes
    shuffle: int
    computers: int


@dataclass(frozen=True, slots=True)
class Score:
    """A finished ranked try. `piles` were collected by slap; `best_ms` is the quickest right slap.

    `refused` says why it is not on the board; None: it is.
    """

    game: str
    date: str
    browser: str
    points: int
    won: bool
    play_ms: int
    wrong: int
    right: int
    chances: int
    piles: int
    best_ms: int | None
    refused: str | None
    ended_ms: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a board. `name` is the one that the browser chose for boards, None for none."""

    rank: int
    browser: str
    name: str | None
    score: Score


@dataclass(frozen=True, slots=True)
class Board:
    """A board as one browser sees it.

    `top`: its first 20. `around`: this browser's line with two on either side, but for those that
    `top` has; empty where its line is there, or is none. `mine`: its line, None where it has no
    score or that was refused. `finished`: how many are on the board; `behind`: how many of them
    have fewer points than `mine`.
    """

    top: tuple[Standing, ...]
    around: tuple[Standing, ...]
    mine: Standing | None
    finished: int
    behind: int

    @property
    def percentile(self) -> int | None:
        """How many in a hundred of the others have fewer points; None without others."""
        if self.mine is None or self.finished < 2:
            return None
        return 100 * self.behind // (self.finished - 1)


@dataclass(frozen=True, slots=True)
class Try:
    """A browser's one ranked try at a day. `state` is its table's: waiting, playing, paused, over.

    `score` comes a moment after the state is over, once the log has been played again.
    """

    date: str
    table: str
    begun_ms: int
    state: str
    score: Score | None


def keep_deals(connection: Connection, deals: Iterable[Deal], now_ms: int) -> None:
    """Keep the deals of days that have none yet; a day that has one keeps it."""
    asked = {deal.date: deal for deal in deals}
    there = _deals(connection, asked)
    rows = [
        {
            "date": deal.date,
            "seed": deal.seed.hex(),
            "commitment": deal.commitment.hex(),
            "shuffle": deal.shuffle,
            "computers": deal.computers,
            "created": now_ms,
        }
        for deal in asked.values()
        if deal.date not in there
    ]
    if rows:
        connection.execute(insert(daily_deals), rows)


def deals(readers: Engine, dates: Iterable[str]) -> dict[str, Deal]:
    """The kept deals of these days, by day."""
    with readers.connect() as connection:
        return _deals(connection, dates)


def kept_ms(readers: Engine, date: str) -> int | None:
    """When a day's deal was drawn and kept; None where none is."""
    row = select(daily_deals.c["created"]).where(daily_deals.c["date"] == date)
    with readers.connect() as connection:
        return connection.execute(row).scalar_one_or_none()


def seed_of(connection: Connection, date: str) -> bytes | None:
    """The seed that a day's daily is dealt from; None where none is kept."""
    deal = _deals(connection, (date,)).get(date)
    return None if deal is None else deal.seed


def _deals(connection: Connection, dates: Iterable[str]) -> dict[str, Deal]:
    rows = select(*(daily_deals.c[name] for name in _DEAL_COLUMNS))
    found = connection.execute(rows.where(daily_deals.c["date"].in_(tuple(dates)))).all()
    return {
        date: Deal(date, bytes.fromhex(seed), bytes.fromhex(promise), shuffle, computers)
        for date, seed, promise, shuffle, computers in found
    }


def try_of(readers: Engine, date: str, browser: str) -> Try | None:
    """This browser's ranked try at a day."""
    found = _tries(readers, and_(tries.c["browser"] == browser, tries.c["date"] == date))
    return found[0] if found else None


def tries_of(readers: Engine, browser: str) -> tuple[Try, ...]:
    """All the ranked tries of a browser, the newest day first."""
    return _tries(readers, tries.c["browser"] == browser)


def try_at(readers: Engine, table: str) -> tuple[str, str] | None:
    """The day and the browser of the try that is played at a table; None where none is."""
    row = select(tries.c["date"], tries.c["browser"]).where(tries.c["table"] == table)
    with readers.connect() as connection:
        found = connection.execute(row).first()
    return None if found is None else (found.date, found.browser)


def _tries(readers: Engine, which: ColumnElement[bool]) -> tuple[Try, ...]:
    whole = (
        tries.join(tables, tables.c["id"] == tries.c["table"])
        .outerjoin(games, games.c["table"] == tries.c["table"])
        .outerjoin(scores, scores.c["game"] == games.c["id"])
    )
    mine = (tries.c["date"], tries.c["table"], tries.c["begun"], tables.c["state"])
    rows = select(*mine, *_SCORE).select_from(whole).where(which).order_by(tries.c["date"].desc())
    with readers.connect() as connection:
        found = connection.execute(rows).all()
    return tuple(
        Try(date, table, begun, state, None if score[0] is None else _score(score))
        for date, table, begun, state, *score in found
    )


def board(readers: Engine, date: str, browser: str) -> Board:
    """The board of a day. `browser` may be empty: nobody's."""
    return _board(readers, and_(scores.c["date"] == date, scores.c["refused"].is_(None)), browser)


def best_of_all(readers: Engine, browser: str) -> Board:
    """The board of all days: of every browser its best score, the earliest of equal ones."""
    # No score is below 0: so the index is searched by what it is sorted by.
    return _board(readers, and_(_MARKED, scores.c["points"] >= text("0")), browser)


def mark_best(connection: Connection, browser: str) -> None:
    """Mark the one score of a browser that stands on the board of all days."""
    marked = case((scores.c["game"] == _best(browser).scalar_subquery(), 1), else_=0)
    mine = scores.c["browser"] == browser
    connection.execute(update(scores).where(mine).values(best=marked))


def browsers_of(connection: Connection) -> Sequence[str]:
    """The browsers that have a score."""
    return connection.execute(select(scores.c["browser"]).distinct()).scalars().all()


def best_marks(connection: Connection, browser: str) -> tuple[list[str], list[str]]:
    """A browser's games that are marked so, and those that have to be."""
    marked = select(scores.c["game"]).where(scores.c["browser"] == browser, _MARKED)
    was, now = (list(connection.execute(q).scalars()) for q in (marked, _best(browser)))
    return was, now


def _best(browser: str) -> Select[tuple[str]]:
    """The game of a browser's best score on the board."""
    on_it = (scores.c["browser"] == browser, scores.c["refused"].is_(None))
    return select(scores.c["game"]).where(*on_it).order_by(*_FIRST_TO_LAST).limit(1)


# A board is read in five queries, each a search of an index: what one browser sees of it takes as
# long with a hundred thousand scores, but for the counting of those before it.

_DEAL_COLUMNS = ("date", "seed", "commitment", "shuffle", "computers")
_SCORE = tuple(
    scores.c[name]
    for name in (
        *("game", "date", "browser", "points", "won", "play_ms", "wrong", "right"),
        *("chances", "piles", "best_ms", "refused", "ended"),
    )
)
"""In the order of Score's fields."""
_MARKED = scores.c["best"] == text("1")
_FIRST_TO_LAST = (scores.c["points"].desc(), scores.c["ended"], scores.c["game"])
_LAST_TO_FIRST = (scores.c["points"], scores.c["ended"].desc(), scores.c["game"].desc())


def _score(row: Sequence[Any]) -> Score:
    score = Score(*row)
    return replace(score, won=bool(score.won))


def _board(readers: Engine, on_it: ColumnElement[bool], browser: str) -> Board:
    with readers.connect() as connection:
        top = _read(connection, select(*_SCORE).where(on_it).order_by(*_FIRST_TO_LAST).limit(TOP))
        mine = next(iter(_read(connection, _mine(on_it, browser))), None)
        listed = mine is None or mine in top
        beside = [] if mine is None or listed else _around(connection, on_it, mine)
        around = [score for score in beside if score not in top]
        ranks, finished, behind = _counted(connection, on_it, mine, around)
        names = _names(connection, {score.browser for score in (*top, *around)})

    def standing(score: Score, rank: int) -> Standing:
        return Standing(rank, score.browser, names.get(score.browser), score)

    best = [standing(score, rank) for score, rank in zip(top, _ranked(top), strict=True)]
    near = [standing(score, ranks[score.points]) for score in around]
    own = next((each for each in (*best, *near) if each.score == mine), None)
    return Board(tuple(best), tuple(near), own, finished, behind)


def _read(connection: Connection, rows: Select[Any]) -> list[Score]:
    return [_score(row) for row in connection.execute(rows)]


def _mine(on_it: ColumnElement[bool], browser: str) -> Select[Any]:
    return select(*_SCORE).where(on_it, scores.c["browser"] == browser)


def _ranked(top: Sequence[Score]) -> list[int]:
    """The ranks of a board's first scores: as many as have more points, and one."""
    points = [score.points for score in top]
    return [1 + points.index(each) for each in points]


def _around(connection: Connection, on_it: ColumnElement[bool], mine: Score) -> list[Score]:
    """A score with the two before it and the two after it.

    Whether they have as many points or others, each of the four is looked up from its place.
    """
    points, place = scores.c["points"], tuple_(scores.c["ended"], scores.c["game"])
    here, equal = tuple_(mine.ended_ms, mine.game), points == mine.points
    sides: list[tuple[ColumnElement[bool], Sequence[ColumnElement[Any]]]] = [
        (and_(equal, place < here), _LAST_TO_FIRST),
        (points > mine.points, _LAST_TO_FIRST),
        (and_(equal, place > here), _FIRST_TO_LAST),
        (points < mine.points, _FIRST_TO_LAST),
    ]
    parts = [
        select(
            select(literal_column(str(number)).label("side"), *_SCORE)
            .where(on_it, which)
            .order_by(*order)
            .limit(BESIDE)
            .subquery()
        )
        for number, (which, order) in enumerate(sides)
    ]
    found: list[list[Score]] = [[], [], [], []]
    for side, *row in connection.execute(union_all(*parts)):
        found[side].append(_score(row))
    first = [*found[0], *found[1]][:BESIDE]
    last = [*found[2], *found[3]][:BESIDE]
    return [*reversed(first), mine, *last]


def _counted(
    connection: Connection,
    on_it: ColumnElement[bool],
    mine: Score | None,
    around: Sequence[Score],
) -> tuple[dict[int, int], int, int]:
    """Ranks by points, for those around; how many are on a board, and how many behind `mine`."""
    points = sorted({score.points for score in around})
    asked: list[ColumnElement[bool]] = [on_it]
    if mine is not None:
        asked.append(and_(on_it, scores.c["points"] < mine.points))
    asked += [and_(on_it, scores.c["points"] > each) for each in points]
    counts = [select(func.count()).select_from(scores).where(each) for each in asked]
    row = connection.execute(select(*(count.scalar_subquery() for count in counts))).one()
    if mine is None:
        return {}, row[0], 0
    return {each: 1 + more for each, more in zip(points, row[2:], strict=True)}, row[0], row[1]


def _names(connection: Connection, ids: Iterable[str]) -> dict[str, str | None]:
    named = (browsers.c["id"], browsers.c["board_name"])
    rows = select(*named).where(browsers.c["id"].in_(tuple(ids)))
    return {row.id: row.board_name for row in connection.execute(rows)}
