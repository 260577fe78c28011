"""A finished game as a page asks for it: found, allowed, and walked through its log.

Every page of a finished game begins here, so that there is one place that says who may see it.
"""

import asyncio
import json
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import Request

from app import days
from app.engine.cards import Seat
from app.store import games
from app.store.games import Access, FinishedGame
from app.store.journal import Entry
from app.store.log import opening, read_log
from app.store.store import Store
from app.web.house import House, house_for
from app.web.problems import Problem
from app.web.words import moment

NO_GAME = "There is no finished game at this address. Ask for the link again."

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Permitted:
    """A finished game that may be shown to whoever asks; `you` are the seats that they held.

    `names` are those of its seats now: a person who is forgotten has another than before.
    """

    game: FinishedGame
    you: tuple[Seat, ...]
    names: tuple[str | None, ...]


async def permitted(request: Request, game: str, gone: str = NO_GAME) -> Permitted:
    """The finished game of this public id, without its log.

    Raises Problem 404, which says `gone`, where there is none, it still runs, or it is private and
    the browser that asks did not play it: nobody learns which.
    """
    house = house_for(request)
    browser = await house.identity.browser(request.scope)
    found = None
    if _GAME_ID.fullmatch(game):
        found = await asyncio.to_thread(_find, house.store, game, browser)
    if found is None:
        raise Problem(404, gone)
    ended, access = found
    return Permitted(ended, access.you, access.names)


async def walked(
    house: House,
    found: Permitted,
    what: Hashable,
    made: Callable[[tuple[Entry, ...], str], T],
    weighed: Callable[[T], float],
) -> T:
    """What `made` makes of the whole log of a game's table and the game's id: `what` names it.

    `weighed` says how many KB it takes. Raises TooMany where too many wait for such work, and
    Problem 404 where the game has been deleted while this one waited.
    """
    game = found.game

    def walk() -> T:
        entries = read_log(house.store.readers, game.table)
        if not entries:
            raise Problem(404, NO_GAME)
        return made(entries, game.id)

    # Where a name in it has changed, the log is told otherwise.
    return await house.walks.kept((what, game.id, found.names), walk, weighed)


async def secret_until(house: House, found: Permitted) -> str:
    """Until when only the cards of a game that were turned may be shown, no seed, no deal, no
    stack, as a page says it; empty where all may be shown.
    """
    told = json.loads(await asyncio.to_thread(opening, house.store.readers, found.game.table))
    date = told["setup"].get("date", "")
    return "" if days.revealed(date, house.store.now_ms()) else moment(days.reveals_ms(date))


def _find(store: Store, game: str, browser: str | None) -> tuple[FinishedGame, Access] | None:
    ended = games.finished_game(store.readers, game)
    if ended is None:
        return None
    access = games.access(store.readers, game, browser)
    return None if ended.private and not access.played else (ended, access)
