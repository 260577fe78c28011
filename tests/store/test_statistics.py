"""Sums of statistics: whatever comes and goes, they are what counting all rows anew would give."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from app.store import archive, browsers, sums
from app.store.schema import statistic_days, statistic_sums, streaks
from app.store.statistics import Wanted, read
from app.store.store import Store
from app.store.sums import summed
from app.table.derivations import VERSION
from tests.web import played
from tests.web.played import Game, simulated

TODAY = played.NOW_MS // played.DAY_MS
ALL = (statistic_sums, statistic_days, streaks)

T = TypeVar("T")


async def run(store: Store, job: Callable[[Connection], T]) -> T:
    return await store.writer.submit(job)


async def browser(store: Store, name: str = "ab") -> str:
    return await run(store, lambda c: browsers.ensure(c, name * 32, 1_000))


def dump(store: Store) -> list[list[tuple[Any, ...]]]:
    """All sums and streaks there are."""
    with store.readers.connect() as connection:
        return [sorted(tuple(row) for row in connection.execute(select(table))) for table in ALL]


async def test_kept_one_by_one_or_made_anew_they_are_the_same(store: Store) -> None:
    me = await browser(store)
    await run(store, lambda c: played.keep(c, me, simulated(120)))
    kept = dump(store)
    assert len(kept[0]) > 20
    await run(store, lambda c: sums.refold(c, me))
    assert dump(store) == kept


async def test_the_order_in_which_games_are_kept_changes_nothing(store: Store) -> None:
    me = await browser(store)
    games = simulated(60)
    await run(store, lambda c: played.keep(c, me, games))
    kept = dump(store)

    def again(connection: Connection) -> None:
        for game in random.Random(2).sample(games, len(games)):
            archive.keep(connection, game.id, played.rows(game, me), VERSION)

    def anew(connection: Connection) -> None:
        for game in games:
            archive.keep(connection, game.id, {}, VERSION)

    await run(store, again)
    assert dump(store) == kept, "kept once more"
    await run(store, anew)
    assert dump(store) == [[], [], []], "taken back"
    await run(store, again)
    assert dump(store) == kept, "kept in another order"


async def test_a_game_that_comes_to_something_else_takes_its_old_part_back(store: Store) -> None:
    """Its kind, its day and its end too: as a corrected derivation may do."""
    me = await browser(store)
    games = simulated(40)
    changed = [
        replace(game, mode="link", seats=2, level="none", outcome="won") if n % 3 else game
        for n, game in enumerate(games)
    ]
    await run(store, lambda c: played.keep(c, me, games))

    def change(connection: Connection) -> None:
        for game in changed:
            archive.keep(connection, game.id, played.rows(game, me), VERSION)

    await run(store, change)
    kept = dump(store)
    await run(store, lambda c: sums.refold(c, me))
    assert dump(store) == kept


async def test_the_sums_of_one_browser_are_nobody_else_s(store: Store) -> None:
    me, other = await browser(store), await browser(store, "cd")
    games = simulated(30)
    mine, theirs = games[:20], games[20:]
    await run(store, lambda c: played.keep(c, me, mine))
    alone = dump(store)
    await run(store, lambda c: played.keep(c, other, theirs))
    assert dump(store) != alone
    assert sum(_games(store, me)) == len(played.wanted(mine)) > 10
    assert sum(_games(store, other)) == len(played.wanted(theirs)) > 5
    for each in (me, other):
        kept = await run(store, partial(sums.kept, browser=each))
        assert kept == await run(store, partial(sums.made, browser=each))
        assert kept["streaks"]


def _games(store: Store, who: str) -> list[int]:
    return [counts["games"] for _, counts in read(store.readers, who, Wanted(), TODAY).sums]


def with_outcomes(outcomes: str) -> list[Game]:
    named = {"w": "won", "l": "lost", "d": "drawn"}
    games = simulated(len(outcomes))
    return [
        replace(game, outcome=named[each.lower()], mode="practice" if each.isupper() else "solo")
        for game, each in zip(games, outcomes, strict=True)
    ]


async def test_streaks_are_wins_in_a_row(store: Store) -> None:
    for name, outcomes, streak in (
        ("01", "wwlwwwdww", (2, 3)),
        ("02", "l", (0, 0)),
        ("03", "wwww", (4, 4)),
        ("04", "wwwl", (0, 3)),
        # practice, in capitals, neither goes on with a streak nor breaks it
        ("05", "wwLw", (3, 3)),
        ("06", "wlWWw", (1, 1)),
        ("07", "WW", (0, 0)),
        ("08", "Wwww", (3, 3)),
    ):
        me = await browser(store, name)
        games = [replace(game, id=f"{name} {game.id}") for game in with_outcomes(outcomes)]
        await run(store, lambda c, me=me, games=games: played.keep(c, me, games))  # type: ignore[misc]
        found = read(store.readers, me, Wanted(), TODAY)
        assert (found.streak, found.best_streak) == streak, outcomes
        await run(store, lambda c, me=me: sums.recount(c, me))  # type: ignore[misc]
        assert read(store.readers, me, Wanted(), TODAY) == found


async def test_the_archive_says_what_is_kept_in_the_same_form(store: Store) -> None:
    """So that kept and made anew can be compared."""
    me = await browser(store)
    game = simulated(1)[0]
    await run(store, lambda c: played.keep(c, me, [game]))
    kept = archive.kept(store.readers, game.id)["statistics"]
    assert kept == played.rows(game, me)["statistics"]


def test_counts_add_up_and_are_taken_away() -> None:
    one = {"games": 1, "times": {"400": 2}}
    other = {"games": 2, "times": {"400": 1, "500": 1}, "patterns": {"double": {"first": 1}}}
    whole = summed(one, other)
    assert whole == {
        "games": 3,
        "times": {"400": 3, "500": 1},
        "patterns": {"double": {"first": 1}},
    }
    assert summed(whole, one, -1) == other
    assert summed(whole, whole, -1) == {}
    assert one == {"games": 1, "times": {"400": 2}}
