"""Home: games to go on with, and one press to the next."""

import asyncio
import json
from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.store import browsers, games
from app.web.home_view import SavedView, home_page, rules_changed, saved_view
from app.web.house import House, house_for, preferences_of

SAVED_LISTED = 20  # each is restored to be shown as it stands

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """Saved games, and Play now with the set-up played last."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    saved = [] if browser is None else await _saved(house, browser.id)
    page = home_page(saved, _setup_of(browser))
    return HTMLResponse(house.templates.home_html(page, preferences_of(browser)))


def _setup_of(browser: browsers.Browser | None) -> Mapping[str, str] | None:
    if browser is None or browser.setup is None:
        return None
    kept: dict[str, str] = json.loads(browser.setup)
    return kept


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
            names = [seat.name for seat in picture.seats]
            saved.append(
                saved_view(
                    each.id,
                    names,
                    picture.heights,
                    seats,
                    picture.n,
                    picture.reveals_limit,
                    each.preset,
                    rules_changed(live.setup),
                )
            )
    return saved
