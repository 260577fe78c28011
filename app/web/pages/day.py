"""The daily's pages: today's, and any earlier day's. None of them changes anything."""

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import days
from app.store import daily, games
from app.store.daily import Board, Deal, Score, Try
from app.store.games import FinishedGame
from app.store.store import Store
from app.web.calendar_view import month_of
from app.web.daily_view import Facts, daily_page
from app.web.forms import header
from app.web.house import House, house_for, preferences_of
from app.web.notices import CHANGED, notice_of
from app.web.problems import NO_PAGE, Problem
from app.web.standing_view import standing_view
from app.web.streak import streak
from app.web.words import say

ALL = "all"
"""Of a query: the board of all days."""
SHOWN_DAYS = 14
"""Of how many days that are over a page shows the seeds, beside that of its own day."""

router = APIRouter(include_in_schema=False)


@router.api_route("/daily", methods=["GET", "HEAD"])
async def today(request: Request) -> Response:
    """The daily of the present UTC day."""
    return await _page(request, days.day_of(house_for(request).store.now_ms()))


@router.api_route("/daily/{date}", methods=["GET", "HEAD"])
async def day(request: Request, date: str) -> Response:
    """The daily of a day, `YYYY-MM-DD`; 404 where there is none, or none yet."""
    if not days.playable(date, house_for(request).store.now_ms()):
        raise Problem(404, NO_PAGE)
    return await _page(request, date)


@router.api_route("/daily/{date}/standing", methods=["GET", "HEAD"])
async def standing(request: Request, date: str) -> Response:
    """Where the try of this browser stands on a day's board, for the result at its table.

    A fragment for the table's own script; anybody else is led to the day's page, which says it too.
    """
    house = house_for(request)
    if not days.playable(date, house.store.now_ms()):
        raise Problem(404, NO_PAGE)
    if header(request.scope, b"hx-request") is None:
        return RedirectResponse(f"/daily/{date}", 303)
    browser = await house.identity.browser(request.scope)
    tried, board = await asyncio.to_thread(_tried, house.store, date, browser or "")
    look = request.query_params.get("look", "")
    number = int(look) if look.isascii() and look.isdigit() and len(look) == 1 else 1
    drawn = standing_view(date, tried, board, number)
    return HTMLResponse(house.templates.fragment("standing", drawn))


def _tried(store: Store, date: str, browser: str) -> tuple[Try | None, Board]:
    """Blocks: for a thread. A score that the try has is on the board, as that is read after it."""
    tried = daily.try_of(store.readers, date, browser)
    return tried, daily.board(store.readers, date, browser)


async def _page(request: Request, date: str) -> Response:
    house = house_for(request)
    now_ms, browser = house.store.now_ms(), await house.browser(request.scope)
    id = browser.id if browser else ""
    everyone = request.query_params.get("board") == ALL
    kept, sealed = await asyncio.gather(
        asyncio.to_thread(_kept, house.store, date, now_ms, id, everyone),
        house.dailies.commitments(),
    )
    tries = {each.date: each for each in kept.tries}
    finished = (each.date for each in kept.tries if each.state == "over")
    present = days.day_of(now_ms)
    facts = Facts(
        date=date,
        now_ms=now_ms,
        browser=id,
        name=browser.board_name if browser else None,
        table_name=browser.name if browser else None,
        tries=tries,
        streak=streak(finished, present),
        board=kept.board,
        best=kept.best,
        ended=kept.ended,
        progress=await _progress(house, tries.get(date)),
        sealed=sealed,
        shown=kept.shown,
        address=house.address(request.scope, f"/daily/{date}"),
        month=month_of(request.query_params.get("month", ""), date, present),
        notice=notice_of(request.scope, CHANGED),
    )
    page = house.templates.page_html("daily", daily_page(facts), preferences_of(browser))
    return HTMLResponse(page)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the database says of a day, and of a browser's dailies."""

    tries: tuple[Try, ...]
    board: Board
    best: Board | None
    ended: FinishedGame | None
    shown: tuple[Deal, ...]


def _kept(store: Store, date: str, now_ms: int, browser: str, everyone: bool) -> _Kept:
    """Blocks: for a thread."""
    readers = store.readers
    tries = daily.tries_of(readers, browser) if browser else ()
    over = [days.shifted(days.day_of(now_ms), -back) for back in range(1, SHOWN_DAYS + 1)]
    shown = [each for each in {*over, date} if days.revealed(each, now_ms)]
    score = next((each.score for each in tries if each.date == date), None)
    return _Kept(
        tries=tries,
        board=daily.board(readers, date, browser),
        best=daily.best_of_all(readers, browser) if everyone else None,
        ended=_game(store, score),
        shown=tuple(daily.deals(readers, shown).values()),
    )


def _game(store: Store, score: Score | None) -> FinishedGame | None:
    """A score's game, which tells whether it was a draw."""
    return None if score is None else games.finished_game(store.readers, score.game)


async def _progress(house: House, tried: Try | None) -> str:
    """How far a try in play has come, in words."""
    if tried is None or tried.state == "over":
        return ""
    live = await house.lobby.find(tried.table)
    n = live.picture.n if live else 0
    limit = live.picture.reveals_limit if live else None
    if not n or limit is None:
        return say("not_dealt")
    return say("reveal_of", n=n, limit=limit)
