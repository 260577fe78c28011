"""Home: games to go on with, and one press to the next."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app import days
from app.engine.cards import Seat
from app.store import daily, games
from app.store.daily import Try
from app.store.store import Store
from app.table.live import Live
from app.web.home_view import (
    DailyTile,
    SavedView,
    daily_tile,
    home_page,
    rules_changed,
    saved_view,
    waiting_view,
)
from app.web.house import House, house_for, preferences_of
from app.web.kept import last_link, told
from app.web.notices import DELETED, notice_of
from app.web.words import daily_title

SAVED_LISTED = 20  # each is restored to be shown as it stands

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Saved games, and Play now with the set-up played last."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    saved = [] if browser is None else await _saved(house, browser.id)
    last = browser.setup if browser else None
    notice = notice_of(request.scope, DELETED)
    tile = await _daily(house, browser.id if browser else "")
    kept_days = house.settings.keep_unfinished_days
    page = home_page(saved, told(last), last_link(last), tile, notice, kept_days)
    return HTMLResponse(house.templates.page_html("home", page, preferences_of(browser)))


async def _daily(house: House, browser: str) -> DailyTile:
    """Today's daily, as a browser stands with it (empty: nobody's)."""
    now_ms = house.store.now_ms()
    if not browser:
        return daily_tile(now_ms)
    tried, rank = await asyncio.to_thread(_tried, house.store, days.day_of(now_ms), browser)
    return daily_tile(now_ms, tried, rank)


def _tried(store: Store, day: str, browser: str) -> tuple[Try | None, int | None]:
    """A browser's try at a day, and its rank. Blocks: for a thread."""
    tried = daily.try_of(store.readers, day, browser)
    if tried is None or tried.score is None:
        return tried, None
    mine = daily.board(store.readers, day, browser).mine
    return tried, None if mine is None else mine.rank


async def _saved(house: House, browser: str) -> list[SavedView]:
    """The newest unfinished tables of a browser, as they stand."""
    found = await asyncio.to_thread(games.unfinished, house.store.readers, browser, SAVED_LISTED)
    saved = []
    for each in found.tables:
        live = await house.lobby.find(each.id)
        if live is None:
            continue
        seats, picture = live.seats_of(browser), live.picture
        if seats and picture.table != "over":
            saved.append(_listed(live, seats, each.preset))
    return saved


def _listed(live: Live, you: tuple[Seat, ...], preset: str) -> SavedView:
    picture, changed = live.picture, rules_changed(live.offered)
    if picture.mode == "link" and picture.table == "waiting":
        others = [s.name for n, s in enumerate(picture.seats) if s.kind != "open" and n not in you]
        return waiting_view(live.id, others, picture.free, preset, changed)
    names = [seat.name for seat in picture.seats]
    heights, n, limit = picture.heights, picture.n, picture.reveals_limit
    title = daily_title(live.setup)
    return saved_view(live.id, names, heights, you, n, limit, preset, changed, title)
