"""The daily's days, tries and boards: right against a plain calculation, and quick at any size."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from app.store import archive, browsers, daily
from app.store.daily import Board, Deal, Score
from app.store.journal import Entry, JournalFailed
from app.store.store import Store
from tests.store.entries import whole_game

DAY = "2026-12-01"
COLUMNS = (
    *("game", "date", "browser", "points", "won", "play_ms", "wrong", "right"),
    *("chances", "piles", "best_ms", "refused", "ended", "best"),
)


class Made(NamedTuple):
    """A score for a board."""

    browser: int
    points: int
    ended: int
    date: str = DAY
    refused: str | None = None


def fill(file: Path, made: Sequence[Made]) -> None:
    """Write scores straight into the file, with no games behind them; the store is open."""
    rows = [
        (
            *(f"g{number:06}", each.date, f"b{each.browser:06}", each.points, each.points >= 500),
            *(240_000, 1, 5, 9, 4, 410, each.refused, each.ended, 0),
        )
        for number, each in enumerate(made)
    ]
    names = sorted({row[2] for row in rows})
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(
            "INSERT INTO browsers (id, board_name, created) VALUES (?, ?, 1)",
            [(name, None if name.endswith("3") else name.upper()) for name in names],
        )
        marks = ",".join("?" * len(COLUMNS))
        columns = ",".join(f'"{name}"' for name in COLUMNS)
        connection.executemany(f"INSERT INTO scores ({columns}) VALUES ({marks})", rows)  # noqa: S608


async def mark(store: Store, made: Sequence[Made]) -> None:
    for browser in {each.browser for each in made}:
        await store.writer.submit(lambda c, b=browser: daily.mark_best(c, f"b{b:06}"))  # type: ignore[misc]


class Line(NamedTuple):
    """A line of a board by the plain calculation."""

    rank: int
    browser: str
    points: int
    ended: int


def plain(made: Sequence[Made], date: str = "") -> list[Line]:
    """A board worked out by sorting all there is; of all days where no date is given."""
    on_it = [
        (-each.points, each.ended, f"g{number:06}", each)
        for number, each in enumerate(made)
        if each.refused is None and date in ("", each.date)
    ]
    lines: list[Line] = []
    for *_, each in sorted(on_it, key=lambda row: row[:3]):
        browser = f"b{each.browser:06}"
        if any(line.browser == browser for line in lines):
            continue
        ahead = sum(line.points > each.points for line in lines)
        lines.append(Line(1 + ahead, browser, each.points, each.ended))
    return lines


def told(board: Board, where: str) -> list[Line]:
    return [
        Line(each.rank, each.browser, each.score.points, each.score.ended_ms)
        for each in getattr(board, where)
    ]


def agrees(board: Board, lines: Sequence[Line], browser: str) -> None:
    """Whether a board is what the plain calculation says, for this browser's eyes."""
    assert told(board, "top") == list(lines[:20])
    assert board.finished == len(lines)
    place = next((i for i, line in enumerate(lines) if line.browser == browser), None)
    if place is None:
        assert (board.mine, board.around, board.behind) == (None, (), 0)
        assert board.percentile is None
        return
    mine = lines[place]
    assert board.mine is not None
    assert (board.mine.rank, board.mine.score.points) == (mine.rank, mine.points)
    assert told(board, "around") == ([] if place < 20 else lines[max(20, place - 2) : place + 3])
    assert board.behind == sum(line.points < mine.points for line in lines)


@pytest.mark.parametrize("seed", range(12))
async def test_a_board_is_what_sorting_everything_says(store: Store, file: Path, seed: int) -> None:
    """Few different points, so that ties stand at every edge."""
    chance = random.Random(seed)
    days = (DAY, "2026-12-02", "2026-12-03")
    made = [
        Made(browser, 25 * chance.randrange(8), chance.randrange(6), day, refused)
        for browser in range(chance.choice((1, 5, 30, 60)))
        for day in days
        if chance.random() < 0.8
        for refused in (chance.choice((None, None, None, "timing")),)
    ]
    fill(file, made)
    await mark(store, made)
    for browser in ("", *{f"b{each.browser:06}" for each in made}):
        for day in days:
            agrees(daily.board(store.readers, day, browser), plain(made, day), browser)
        agrees(daily.best_of_all(store.readers, browser), plain(made), browser)


async def test_equal_points_share_a_rank_and_the_earlier_is_listed_first(
    store: Store, file: Path
) -> None:
    fill(file, [Made(1, 900, 30), Made(2, 900, 20), Made(3, 1000, 40), Made(4, 25, 1)])
    board = daily.board(store.readers, DAY, "b000004")
    assert [(each.rank, each.browser[-1]) for each in board.top] == [
        *((1, "3"), (2, "2"), (2, "1"), (4, "4"))
    ]
    assert [each.name for each in board.top] == [None, "B000002", "B000001", "B000004"]
    assert board.percentile == 0
    best = daily.board(store.readers, DAY, "b000003")
    assert best.percentile == 100
    assert daily.board(store.readers, DAY, "b000001").percentile == 33


async def test_alone_on_a_board_nobody_is_better_or_worse(store: Store, file: Path) -> None:
    fill(file, [Made(1, 900, 30)])
    board = daily.board(store.readers, DAY, "b000001")
    assert board.mine is not None
    assert (board.mine.rank, board.finished, board.percentile) == (1, 1, None)


# A hundred thousand

MANY = 100_000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A day with a hundred thousand scores, a third of them with no points at all."""
    file = tmp_path_factory.mktemp("many") / "slapback.db"
    store = Store.open(f"sqlite:///{file}", "normal")
    chance = random.Random(1)
    made = [
        Made(n, max(0, chance.randrange(-100, 200)) * 10, chance.randrange(10**8))
        for n in range(MANY)
    ]
    fill(file, made)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE scores SET best = 1")
    yield store
    store.close()


def asked(store: Store, board: Any) -> list[tuple[str, Any]]:
    """The statements with which a board is read."""
    statements: list[tuple[str, Any]] = []

    def heard(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.startswith("SELECT"):
            statements.append((statement, parameters))

    event.listen(store.readers, "before_cursor_execute", heard)
    try:
        board()
    finally:
        event.remove(store.readers, "before_cursor_execute", heard)
    return statements


@pytest.mark.parametrize("browser", ["", "b000000", "b050000", "b099999"])
@pytest.mark.parametrize("which", ["day", "all"])
def test_a_board_of_a_hundred_thousand_is_read_by_indexes(
    many: Store, which: str, browser: str
) -> None:
    def board() -> Board:
        if which == "day":
            return daily.board(many.readers, DAY, browser)
        return daily.best_of_all(many.readers, browser)

    found = board()
    assert found.finished == MANY
    assert len(found.top) == 20
    if browser and found.mine is not None and found.mine.rank > 30:
        assert len(found.around) == 5
    statements = asked(many, board)
    assert 1 <= len(statements) <= 6
    with many.readers.connect() as connection:
        for statement, parameters in statements:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row[3] for row in plan]
            whole = [step for step in steps if step.startswith("SCAN") and "scores" in step]
            assert not whole, (statement, steps)
            assert not [step for step in steps if "TEMP B-TREE" in step], (statement, steps)
            assert [step for step in steps if "INDEX" in step], (statement, steps)


# Days


def deal_of(date: str, seed: int) -> Deal:
    return Deal(date, bytes([seed]) * 32, bytes([seed + 1]) * 32, 1, 1)


async def test_a_day_keeps_its_first_deal(store: Store) -> None:
    first, other = deal_of(DAY, 1), deal_of(DAY, 9)
    next_day = deal_of("2026-12-02", 3)
    await store.writer.submit(lambda c: daily.keep_deals(c, [first], 5))
    await store.writer.submit(lambda c: daily.keep_deals(c, [other, next_day], 6))
    await store.writer.submit(lambda c: daily.keep_deals(c, [], 7))
    found = daily.deals(store.readers, [DAY, "2026-12-02", "2026-12-03"])
    assert found == {DAY: first, "2026-12-02": next_day}


# Tries


def ranked(browser: str, game: str, date: str = DAY) -> tuple[Entry, ...]:
    """The entries of a try, whose table is one of the daily."""
    entries = whole_game(browser, game)
    payload = entries[0].payload.replace('"mode":"solo"', f'"mode":"daily","date":"{date}"')
    assert '"daily"' in payload
    return (replace(entries[0], payload=payload), *entries[1:])


def score_row(browser: str, points: int = 1498, **changes: object) -> dict[str, object]:
    return {
        "date": DAY,
        "browser": browser,
        "points": points,
        "won": 1,
        "play_ms": 231_000,
        "wrong": 1,
        "right": 7,
        "chances": 9,
        "piles": 7,
        "best_ms": 410,
        "refused": None,
        "ended": 1_000,
        **changes,
    }


async def browser_in(store: Store, cookie: str = "ab") -> str:
    return await store.writer.submit(lambda c: browsers.ensure(c, cookie * 32, 1))


async def test_a_try_has_its_state_and_then_its_score(store: Store, clock: Any) -> None:
    browser = await browser_in(store)
    entries = ranked(browser, "game one")
    assert daily.try_of(store.readers, DAY, browser) is None
    await store.journal.append("table one", entries[:2])
    found = daily.try_of(store.readers, DAY, browser)
    assert found == daily.Try(DAY, "table one", clock.now, "waiting", None)
    await store.journal.append("table one", entries[2:])
    found = daily.try_of(store.readers, DAY, browser)
    assert found is not None
    assert (found.state, found.score) == ("over", None)
    rows = {"scores": (score_row(browser),)}
    await store.writer.submit(lambda c: archive.keep(c, "game one", rows, 1))
    found = daily.try_of(store.readers, DAY, browser)
    assert found is not None
    assert found.score == Score(
        *("game one", DAY, browser, 1498, True, 231_000, 1, 7, 9, 7, 410, None, 1_000)
    )
    assert daily.tries_of(store.readers, browser) == (found,)
    assert daily.try_of(store.readers, "2026-12-02", browser) is None


async def test_a_second_try_is_refused_with_all_of_its_table(store: Store) -> None:
    browser, other = await browser_in(store), await browser_in(store, "cd")
    await store.journal.append("table one", ranked(browser, "game one")[:2])
    with pytest.raises(JournalFailed):
        await store.journal.append("table two", ranked(browser, "game two")[:2])
    assert await store.journal.load("table two") == ()
    await store.journal.append("table three", ranked(browser, "game three", "2026-12-02")[:2])
    await store.journal.append("table four", ranked(other, "game four")[:2])
    dates = [each.date for each in daily.tries_of(store.readers, browser)]
    assert dates == ["2026-12-02", DAY]


async def test_a_browser_s_best_is_marked_as_scores_come_and_are_made_again(store: Store) -> None:
    browser = await browser_in(store)
    for number, date in enumerate((DAY, "2026-12-02", "2026-12-03")):
        await store.journal.append(f"t{number}", ranked(browser, f"g{number}", date))

    async def keep(number: int, points: int, **changes: object) -> str:
        rows = {"scores": (score_row(browser, points, ended=number, **changes),)}
        await store.writer.submit(lambda c: archive.keep(c, f"g{number}", rows, 1))
        (best,) = daily.best_of_all(store.readers, browser).top or (None,)
        return best.score.game if best else ""

    assert await keep(0, 700, refused="timing") == ""
    assert await keep(1, 600) == "g1"
    assert await keep(2, 600) == "g1", "of equal ones the earlier"
    assert await keep(0, 700) == "g0"
    assert await keep(0, 100) == "g1", "made again, and worth less"
    assert archive.kept(store.readers, "g0")["scores"][0].keys() == score_row("").keys()
