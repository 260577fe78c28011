"""A finished game as a page asks for it: found, allowed, and with the log that it was played by.

Every page of a finished game begins here, so that there is one place that says who may see it.
"""

import asyncio
import json
import re
from dataclasses import dataclass

from starlette.requests import Request

from app import days
from app.engine.cards import Seat
from app.store import games
from app.store.games import Access, FinishedGame
from app.store.journal import Entry
from app.store.log import read_log
from app.store.store import Store
from app.web.house import house_for
from app.web.problems import Problem

NO_GAME = "There is no finished game at this address. Ask for the link again."

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Permitted:
    """A finished game that may be shown to whoever asks; `you` are the seats that they held.

    `names` are those of its seats now: a person who is forgotten has another than before.
    """

    game: FinishedGame
    you: tuple[Seat, ...]
    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game that may be shown to whoever asks.

    `entries` are the whole log of its table. `played`: the browser that asks held a seat in it.
    `date` is its day where its cards are a daily's, else empty. Until `revealed` only the cards
    that were turned may be shown: no seed, no deal, no stack.
    """

    game: FinishedGame
    entries: tuple[Entry, ...]
    played: bool
    date: str
    revealed: bool


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


async def finished(request: Request, game: str) -> Finished:
    """The finished game of this public id. Raises Problem 404, as `permitted`."""
    store = house_for(request).store
    found = await permitted(request, game)
    entries = await asyncio.to_thread(read_log, store.readers, found.game.table)
    date = json.loads(entries[0].payload)["setup"].get("date", "")
    revealed = days.revealed(date, store.now_ms())
    return Finished(found.game, entries, bool(found.you), date, revealed)


def _find(store: Store, game: str, browser: str | None) -> tuple[FinishedGame, Access] | None:
    ended = games.finished_game(store.readers, game)
    if ended is None:
        return None
    access = games.access(store.readers, game, browser)
    return None if ended.private and not access.played else (ended, access)
