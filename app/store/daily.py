"""The daily's days, tries and boards.

Reading functions block and open a connection of their own: call them in a thread. `keep_deals` and
`mark_best` take the writer's connection. Days are `YYYY-MM-DD`, moments unix milliseconds.

A board orders scores by points, then by who finished earlier; equal points share a rank (1, 1, 3).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    Select,
    and_,
    false,
    func,
    insert,
    literal_column,
    or_,
    select,
    true,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.dialects.sqlite import insert as insert_or

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
    """A line of a board. `name` is the one that the browser has now, None where it chose none."""

    rank: int
    browser: str
    name: str | None
    score: Score


@dataclass(frozen=True, slots=True)
class Board:
    """A board as one browser sees it.

    `top`: its first 20. `around`: this browser's line with two on either side, empty where it is
    in `top` or has none. `mine`: its line, None where it has no score or that was refused.
    `finished`: how many are on the board; `behind`: how many of them have fewer points than `mine`.
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
    rows = [
        {
            "date": deal.date,
            "seed": deal.seed.hex(),
            "commitment": deal.commitment.hex(),
            "shuffle": deal.shuffle,
            "computers": deal.computers,
            "created": now_ms,
        }
        for deal in deals
    ]
    if rows:
        connection.execute(insert_or(daily_deals).on_conflict_do_nothing(), rows)


def deals(readers: Engine, dates: Iterable[str]) -> dict[str, Deal]:
    """The kept deals of these days, by day."""
    raise NotImplementedError


def try_of(readers: Engine, date: str, browser: str) -> Try | None:
    """This browser's ranked try at a day."""
    raise NotImplementedError


def tries(readers: Engine, browser: str) -> tuple[Try, ...]:
    """All the ranked tries of a browser, the newest day first."""
    raise NotImplementedError


def board(readers: Engine, date: str, browser: str) -> Board:
    """The board of a day. `browser` may be empty: nobody's."""
    raise NotImplementedError


def best_of_all(readers: Engine, browser: str) -> Board:
    """The board of all days: of every browser its best score, the earliest of equal ones."""
    raise NotImplementedError


def mark_best(connection: Connection, browser: str) -> None:
    """Mark the one score of a browser that counts on the board of all days."""
    raise NotImplementedError
