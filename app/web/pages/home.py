"""Home, and the set-up of a new game."""

import asyncio
import json
from collections.abc import Mapping
from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.engine.rules import InvalidRules
from app.store import browsers, games
from app.table.setup import setup_from
from app.web import forms
from app.web.answers import wants_page
from app.web.home_view import SavedView, home_page, saved_view
from app.web.house import House, house_for, preferences_of
from app.web.page_views import FIRST_SETUP, new_page
from app.web.words import players

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


@router.api_route("/new", methods=["GET", "HEAD"])
async def new(request: Request) -> Response:
    """The set-up form, as this browser left it."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    page = new_page(_setup_of(browser))
    return HTMLResponse(house.templates.new_html(page, preferences_of(browser)))


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Open a table, seat the caller, and show it. 422 shows the form again, with what was wrong."""
    house = house_for(request)
    form = await forms.read(request.scope, request.receive, None)
    try:
        setup = setup_from(form)
    except InvalidRules as error:
        sentence = f"{error}."
        if not wants_page(request.scope):
            return PlainTextResponse(sentence, 422)
        page = new_page(form, {error.field: sentence})
        look = await house.preferences(request.scope)
        return HTMLResponse(house.templates.new_html(page, look), 422)
    known = await house.browser(request.scope)
    browser, cookie = await house.identity.introduce(request.scope)
    live = await house.lobby.open(setup, browser, _names(known, setup.people))
    if setup.mode == "solo":  # what Play now repeats, for one person
        chosen = json.dumps({name: form.get(name, "") for name in FIRST_SETUP}, sort_keys=True)
        await house.store.writer.submit(
            partial(browsers.keep, browser=browser, what="setup", value=chosen)
        )
    answer = RedirectResponse(f"/t/{live.id}", 303)
    if cookie is not None:
        answer.headers["set-cookie"] = cookie
    return answer


def _names(browser: browsers.Browser | None, people: int) -> tuple[str, ...]:
    """Who sits down: this browser's person by the name that they chose, then who is with them."""
    first, *others = players(people)
    return (browser.name if browser and browser.name else first, *others)


def _setup_of(browser: browsers.Browser | None) -> Mapping[str, str] | None:
    if browser is None or browser.setup is None:
        return None
    kept: dict[str, str] = json.loads(browser.setup)
    return {name: kept[name] for name in FIRST_SETUP if kept.get(name)}


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
                    seats[0],
                    picture.n,
                    picture.reveals_limit,
                    each.preset,
                )
            )
    return saved
