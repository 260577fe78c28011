"""Home: games to go on with, and one press to the next."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.engine.cards import Seat
from app.store import games
from app.table.live import Live
from app.web.home_view import SavedView, home_page, rules_changed, saved_view, waiting_view
from app.web.house import House, house_for, preferences_of
from app.web.kept import last_link, told
from app.web.words import say

DELETED = b"deleted"  # the query after which home says so
SAVED_LISTED = 20  # each is restored to be shown as it stands

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Saved games, and Play now with the set-up played last."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    saved = [] if browser is None else await _saved(house, browser.id)
    last = browser.setup if browser else None
    notice = say("deleted") if request.scope["query_string"] == DELETED else ""
    page = home_page(saved, told(last), last_link(last), notice)
    return HTMLResponse(house.templates.page_html("home", page, preferences_of(browser)))


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
    return saved_view(live.id, names, heights, you, n, limit, preset, changed)
