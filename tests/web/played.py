"""Many finished games of one browser, made up by a seed, and what they come to by plain counting.

The counting knows nothing of how the program keeps and adds up games.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, insert

from app.store import archive
from app.store.schema import games, results, statistics, tables
from app.store.sums import refold
from app.table.derivations import VERSION, rows_of
from app.table.history import Hand, History, Player, Turned, history
from tests.table.test_daily import daily, scripted

DAY_MS = 86_400_000
NOW_MS = 20_000 * DAY_MS + 50_000_000
LEVEL_OF = {"easy": (0,), "normal": (1,), "hard": (2,), "mixed": (0, 1, 2), "none": ()}


@dataclass(frozen=True, slots=True)
class Card:
    """A revealed card, and this person's hand on it: `ms` None is none."""

    holds: tuple[str, ...]
    ms: int | None = None
    how: str = ""
    measured: bool = True
    step: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A game of this person, who sits at seat 0 and slaps with `by`."""

    id: str
    ended: int
    mode: str
    seats: int
    level: str
    by: str
    outcome: str
    cards: tuple[Card, ...]

    @property
    def device(self) -> str:
        return self.by if self.by and any(card.ms is not None for card in self.cards) else "unknown"

    @property
    def day(self) -> int:
        return self.ended // DAY_MS


def simulated(number: int, seed: int = 1, a_day: int = 10) -> list[Game]:
    """So many games, the oldest first, so many a day until now."""
    chance = random.Random(seed)
    return [_game(chance, n, NOW_MS - (number - 1 - n) * DAY_MS // a_day) for n in range(number)]


def _game(chance: random.Random, n: int, ended: int) -> Game:
    level = chance.choice(("easy", "normal", "normal", "hard", "mixed", "none"))
    seats = len(LEVEL_OF[level]) + 1 if level != "none" else chance.randint(2, 4)
    mode = chance.choice(("link", "pass")) if level == "none" else chance.choice(("solo", "daily"))
    mode = "practice" if mode == "solo" and n % 4 == 1 else mode
    return Game(
        id=f"game {n}",
        ended=ended,
        mode=mode,
        seats=seats,
        level=level,
        by=chance.choice(("touch", "mouse", "key", "key", "")),
        outcome=chance.choice(("won", "won", "lost", "drawn")),
        cards=tuple(_card(chance) for _ in range(chance.randint(2, 16))),
    )


def _card(chance: random.Random) -> Card:
    holds = chance.choice(((), ("double",), ("sandwich",), ("double", "sandwich"), ("tens",)))
    if chance.random() < (0.3 if holds else 0.9):
        return Card(holds)
    ms = int(max(100, chance.gauss(360, 60) + chance.expovariate(1 / 90)))
    if chance.random() < 0.05:
        ms = chance.choice((100, 149, 150, 1499, 1500, 1700))
    how = chance.choice(("won", "won", "right")) if holds else "wrong"
    return Card(holds, ms, how, chance.random() < 0.9, chance.choice((0, 0, 0, 0, 5, 16, 100)))


@cache
def _whole() -> History:
    table = scripted(daily(), 5)
    return history(table.log, table.core.ledger.public_id)


def told(game: Game, browser: str) -> History:
    """The game as the program reads it from a log."""
    names = ["Me", *("Other" for _ in range(game.seats - 1))]
    computers = LEVEL_OF[game.level] * (game.seats - 1)
    players = [Player("Me", "person", None, browser)]
    for seat, name in enumerate(names[1:]):
        if computers:
            players.append(Player(name, "computer", computers[seat], None))
        else:
            players.append(Player(name, "person", None, browser if game.mode == "pass" else None))
    return replace(
        _whole(),
        id=game.id,
        setup=replace(_whole().setup, mode=_unranked(game.mode), date=_date(game.mode)),
        players=tuple(players),
        turned=tuple(_turned(n, card, game.by) for n, card in enumerate(game.cards, 1)),
        winner={"won": 0, "lost": 1, "drawn": None}[game.outcome],
        counts=(0,) * game.seats,
    )


def _unranked(mode: str) -> Any:
    return "solo" if mode in ("daily", "practice") else mode


def _date(mode: str) -> str:
    return "2026-12-01" if mode == "practice" else ""


def _turned(n: int, card: Card, by: str) -> Turned:
    mine: tuple[Hand, ...] = ()
    if card.ms is not None:
        mine = (Hand(0, card.ms, card.how, card.measured, by, card.step),)  # type: ignore[arg-type]
    other = Hand(1, 333, "right" if card.holds else "wrong", True, "touch", 0)
    return Turned(n, 0, "2C", card.holds, (*mine, other), (), None, 0)


def rows(game: Game, browser: str) -> dict[str, Any]:
    """What the program keeps of it."""
    found = rows_of(told(game, browser), game.ended)
    if game.mode == "daily":  # a daily's own row is A's to test, so it is played unranked here
        found["statistics"] = tuple({**row, "mode": "daily"} for row in found["statistics"])
    return found


def store(connection: Connection, browser: str, played: Sequence[Game]) -> None:
    """Keep the games' rows all at once, and make the sums of them."""
    _open(connection, played)
    kept = [(game.id, rows(game, browser)) for game in played]
    for table in (results, statistics):
        found = [{"game": id, **row} for id, of in kept for row in of[table.name]]
        for start in range(0, len(found), 500):
            connection.execute(insert(table), found[start : start + 500])
    refold(connection, browser)


def keep(connection: Connection, browser: str, played: Iterable[Game]) -> None:
    """Keep the games one by one, as the archive does when each has ended."""
    played = list(played)
    _open(connection, played)
    for game in played:
        archive.keep(connection, game.id, rows(game, browser), VERSION)


def _open(connection: Connection, played: Sequence[Game]) -> None:
    table = f"table of {played[0].id}" if played else "none"
    row = {"mode": "solo", "preset": "duel", "setup": "{}", "state": "over"}
    connection.execute(insert(tables), {**row, "id": table, "created": 0, "touched": 0})
    sealed = {"table": table, "server_seed": "", "commitment": ""}
    fixed = {**sealed, "play_ms": 1234, "archived": VERSION}
    found = [
        {**fixed, "id": game.id, "deal": n, "ended": game.ended} for n, game in enumerate(played)
    ]
    if found:
        connection.execute(insert(games), found)


def wanted(played: Iterable[Game], span: str = "all", **kind: object) -> list[Game]:
    """The games that a filter leaves, the oldest first: practice only where it is asked for."""
    found = [game for game in played if all(getattr(game, name) == kind[name] for name in kind)]
    if "mode" not in kind:
        found = [game for game in found if game.mode != "practice"]
    if span == "last20":
        return found[-20:]
    if span == "30days":
        return [game for game in found if game.day > NOW_MS // DAY_MS - 30]
    return found


def cards(played: Iterable[Game], test: Callable[[Card], bool] = bool) -> list[Card]:
    """The cards of these games for which that is so."""
    return [card for game in played for card in game.cards if test(card)]


def reactions(found: Iterable[Card]) -> list[int]:
    """The times that count in medians, in order of size."""
    return sorted(
        card.ms
        for card in found
        if card.ms is not None and card.how != "wrong" and card.measured and card.ms >= 150
    )
