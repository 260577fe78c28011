"""The daily on a site of its own: a wall clock that stands, and people who play by a script."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.days import begins_ms
from app.store import daily
from app.store.daily import Board, Score
from app.table.live import Live
from tests.web.site import Answer, Site, Visitor

DATE = "2026-12-01"
HOUR_MS = 60 * 60 * 1000
NOON = begins_ms(DATE) + 12 * HOUR_MS


@contextmanager
def daily_site(folder: Path, wall_ms: int = NOON, **settings: Any) -> Iterator[Site]:
    """The application at a moment of the wall clock; by the heartbeat it is never late.

    Its days are those of the secret of FAIRNESS' V3, where `settings` name no file of one.
    """
    site = Site(folder, **settings)
    site.wall_ms = wall_ms
    again = site.database.exists()
    key = patch("app.web.house.daily_key", lambda secret: bytes(range(32)))
    with (
        ExitStack() as exits,
        patch("app.table.live.Pulse.stall", lambda pulse, now: 0),
        # Only the site's clock moves a table: a real timer would fire where a test is held up.
        patch("app.table.live.Live._arm", lambda live: None),
    ):
        if "secret_file" not in settings:
            exits.enter_context(key)
        exits.enter_context(site)
        if again:
            site.app.state.house.lobby._entropy(999)  # or its ids would be the first start's
        yield site


def asked(visitor: Visitor, date: str = DATE) -> Answer:
    """A press on *Start*."""
    return visitor.post(f"/daily/{date}")


def begin(visitor: Visitor, date: str = DATE) -> str:
    """Begin the ranked try, or go on with it; its table."""
    table = table_of(asked(visitor, date))
    assert visitor.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
    return table


def practise(visitor: Visitor, date: str = DATE, **fields: str) -> Answer:
    return visitor.post(f"/daily/{date}/practise", fields)


def table_of(answer: Answer) -> str:
    """The table that an answer leads to."""
    assert answer.status == 303, answer
    return answer.headers["location"].removeprefix("/t/")


def live_at(site: Site, table: str) -> Live:
    found: Live = site.app.state.house.lobby._tables[table]
    return found


def play(
    visitor: Visitor, table: str, seed: int = 1, reveals: int | None = None, keen: float = 0.8
) -> None:
    """Play by a script of presses and their times, as far as so many reveals, or to the end.

    Somebody who slaps what can be slapped, as often as they are `keen`, and seldom anything else.
    """
    chance, site = random.Random(seed), visitor.site
    live = live_at(site, table)
    while live.picture.table == "playing" and (reveals is None or live.picture.n < reveals):
        site.clock.pass_ms(chance.choice((210, 330, 480)))
        right = bool(live._core.ledger.holds)
        press(visitor, table, "slap" if chance.random() < (keen if right else 0.02) else "reveal")
    site.run(site.app.state.house.archive.wait)


_cmds = iter(range(1, 1_000_000))


def press(
    visitor: Visitor, table: str, action: str, rt: float | None = None, **more: str
) -> Answer:
    """A press of an honest page, or one that claims another `rt`."""
    core = live_at(visitor.site, table)._core
    # On a busy machine the loop's own timers come between: the stage they began is being stored.
    elapsed = 0.0 if core.since is None else visitor.site.clock.now - core.since
    told = max(0, elapsed - 3) if rt is None else rt
    fields = {"seen": core.ledger.stage, "rt": str(told), "stream": "s" * 22}
    return visitor.post(f"/t/{table}/{action}", {**fields, "cmd": f"{next(_cmds):032x}", **more})


def rows(site: Site, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What the database file holds, read as a file."""
    with closing(sqlite3.connect(site.database)) as file:
        return file.execute(query, values).fetchall()


def change(site: Site, query: str, *values: object) -> None:
    """Change what the database file holds, behind the program's back."""
    with closing(sqlite3.connect(site.database)) as file, file:
        file.execute(query, values)


def browser_of(site: Site, table: str) -> str:
    """Whose try is played at a table."""
    ((browser,),) = rows(site, 'SELECT browser FROM tries WHERE "table" = ?', table)
    return str(browser)


def score_at(site: Site, table: str) -> Score | None:
    """The score of the try at a table, as it is kept."""
    found = daily.try_of(site.store.readers, *_whose(site, table))
    assert found is not None
    assert found.table == table
    return found.score


def board_for(site: Site, table: str) -> Board:
    """The board of its day for whoever played at a table."""
    return daily.board(site.store.readers, *_whose(site, table))


def _whose(site: Site, table: str) -> tuple[str, str]:
    found = daily.try_at(site.store.readers, table)
    assert found is not None
    return found
