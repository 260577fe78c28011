"""A database in which one browser has finished many games: what a page of statistics is asked of.

The one part of the bench that knows more than addresses: so many games cannot be played first.
The games are made up, their rows and sums are those that the program makes of games like them.
"""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from sqlalchemy import Connection, insert

from app.days import DAY_MS
from app.store import archive, browsers
from app.store.engines import open_engine
from app.store.migrate import upgrade
from app.store.schema import games, tables
from app.table.derivations import VERSION, rows_of
from app.table.history import Hand, History, Player, Turned
from app.table.picture import Tally
from app.table.reactions import Reactions
from app.table.setup import Setup, setup_from

GAMES_A_DAY = 10
REVEALS = 40
CHANCE_RATE = 0.12
KINDS = (
    {"preset": "duel", "computers": "1", "level": "easy"},
    {"preset": "duel", "computers": "1", "level": "normal"},
    {"preset": "duel", "computers": "1", "level": "hard"},
    {"preset": "quartet", "computers": "3", "level": "normal"},
    {"preset": "quartet", "computers": "3", "level": "mixed"},
    {"preset": "classic", "mode": "link", "computers": "0", "seats": "2"},
    {"preset": "party", "mode": "link", "computers": "1", "seats": "4"},
)
HANDS = ("touch", "mouse", "key")
LEVELS = {"easy": 0, "normal": 1, "hard": 2, "mixed": 1}


def fill(url: str, number: int, cookie: str, until_ms: int) -> None:
    """Make a database at `url` with so many games of the browser with this cookie; blocks.

    The newest of them has ended at `until_ms` (unix), ten of them on each day before.
    """
    engine = open_engine(url, "migrate", "normal")
    try:
        upgrade(engine)
        with engine.begin() as connection:
            hashed = hashlib.sha256(cookie.encode()).hexdigest()
            browser = browsers.ensure(connection, hashed, 0)
            row = {"mode": "solo", "preset": "duel", "setup": "{}", "state": "over"}
            times = {"created": 0, "touched": until_ms}
            connection.execute(insert(tables), {"id": "filled", **row, **times})
            for played, ended_ms in _played(number, browser, until_ms):
                _keep(connection, played, ended_ms)
    finally:
        engine.dispose()


def _keep(connection: Connection, played: History, ended_ms: int) -> None:
    row = {"id": played.id, "table": "filled", "deal": played.deal, "ended": ended_ms}
    promise = {"server_seed": "", "commitment": "", "play_ms": played.play_ms}
    connection.execute(insert(games), row | promise)
    archive.keep(connection, played.id, rows_of(played, ended_ms), VERSION)


def _played(number: int, browser: str, until_ms: int) -> Iterator[tuple[History, int]]:
    chance = random.Random(number)  # noqa: S311  made-up games, not a shuffle
    setups = [setup_from(fields) for fields in KINDS]
    for n in range(number):
        ended_ms = until_ms - (number - 1 - n) * DAY_MS // GAMES_A_DAY
        yield _game(chance, n, chance.choice(setups), browser), ended_ms


def _game(chance: random.Random, n: int, setup: Setup, browser: str) -> History:
    people = setup.people
    seats = range(setup.rules.seats)
    players = [
        Player("Player", "person", None, browser if seat == 0 else None)
        if seat < people
        else Player("West", "computer", LEVELS[setup.level], None)
        for seat in seats
    ]
    by = chance.choice(HANDS)
    turned = tuple(_turned(chance, each, by) for each in range(1, REVEALS + 1))
    winner = chance.choice((0, 0, 1, None))
    return History(
        id=hashlib.sha256(f"game {n}".encode()).hexdigest()[:22],
        deal=n + 1,
        setup=replace(setup, date=""),
        players=tuple(players),
        dealer=0,
        began=(0,) * len(players),
        turned=turned,
        winner=winner,
        reason="limit",
        counts=(0,) * len(players),
        tallies=(Tally(Reactions(), 0, 0, 0, 0, 0),) * len(players),
        play_ms=60_000,
        flagged=(),
        agrees=True,
    )


def _turned(chance: random.Random, n: int, by: str) -> Turned:
    holds: tuple[str, ...] = ()
    if chance.random() < CHANCE_RATE:
        holds = chance.choice((("double",), ("sandwich",)))
    hands: tuple[Hand, ...] = ()
    if chance.random() < (0.8 if holds else 0.01):
        right: Literal["won", "right"] = "won" if chance.random() < 0.5 else "right"
        ms = int(chance.gauss(400, 60) + chance.expovariate(1 / 90))
        hands = (Hand(0, max(100, ms), right if holds else "wrong", True, by, 0),)
    return Turned(n, 0, "2C", holds, hands, (), None, 0)
