"""Playing a daily: the one ranked try of its day, or practice of its deal. Forms alone."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.days import day_of, playable
from app.engine.rules import PRESETS, InvalidRules, shown
from app.store import browsers, daily
from app.store.daily import Try
from app.store.journal import JournalFailed
from app.table.setup import Setup, daily_setup
from app.web import forms
from app.web.forms import Form
from app.web.house import House, house_for
from app.web.notices import CHANGED, noticed
from app.web.opening import heard, seated, sent_to
from app.web.problems import Problem
from app.web.words import say

OWN_PACE_MS = PRESETS["quartet"].window_ms
"""The daily's own window, which practice has too where nobody chooses another."""

router = APIRouter(prefix="/daily/{date}", include_in_schema=False)


@router.post("")
async def play(request: Request, date: str) -> Response:
    """The ranked try of a day, opened or gone on with: 303 to its table.

    An earlier day without a try of this browser: its page was open while the day changed. 303 to
    the new day's, which says so. 404 for a day that is to come, or none.
    """
    await forms.read(request.scope, request.receive, ())
    house = house_for(request)
    today = _day(house, date)
    known = await house.browser(request.scope)
    begun = await _try_of(house, date, known)
    if begun is not None:
        return sent_to(f"/t/{begun.table}", None)
    if not today:
        return sent_to(noticed("/daily", CHANGED), None)
    return await _open(request, house, known, daily_setup(date))


@router.post("/practise")
async def practise(request: Request, date: str) -> Response:
    """A table of its own with that day's deal, at the pace `window_ms`, which counts nowhere.

    303 to it; 409 while this browser could still play the deal for the board; 422 for no pace.
    """
    form = await forms.read(request.scope, request.receive, ("window_ms",))
    house = house_for(request)
    today = _day(house, date)
    try:
        setup = daily_setup(date, _pace_ms(form))
    except InvalidRules as error:
        raise Problem(422, f"{error}.") from None
    known = await house.browser(request.scope)
    begun = await _try_of(house, date, known)
    if begun is None and today:
        raise Problem(409, say("daily_first_ranked"))
    if begun is not None and begun.state != "over":
        raise Problem(409, say("daily_first_over"))
    return await _open(request, house, known, setup)


def _day(house: House, date: str) -> bool:
    """Whether that is today. Raises Problem 404 where it is no day that can be played."""
    now_ms = house.store.now_ms()
    if not playable(date, now_ms):
        raise Problem(404, say("daily_no_day"))
    return date == day_of(now_ms)


def _pace_ms(form: Form) -> int:
    """The window that a form asks for, 0 for no timer. Raises InvalidRules."""
    text = form.get("window_ms", "")
    if not text:
        return OWN_PACE_MS
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise InvalidRules("window_ms", f"must be a whole number, not {shown(text)}")
    return int(text)


async def _try_of(house: House, date: str, browser: browsers.Browser | None) -> Try | None:
    if browser is None:
        return None
    return await asyncio.to_thread(daily.try_of, house.store.readers, date, browser.id)


async def _open(
    request: Request, house: House, known: browsers.Browser | None, setup: Setup
) -> Response:
    """Open a table of a daily, or go on with the try that another press was quicker to open."""
    deal = await house.dailies.opened(setup.date)
    browser, cookie = await house.identity.introduce(request.scope)
    names = seated(known, setup.people)
    try:
        live = await house.lobby.open(heard(setup, known), browser, names, deal.seed)
    except JournalFailed:
        # The store takes one try a day and browser: it may have been refused for that.
        begun = await asyncio.to_thread(daily.try_of, house.store.readers, setup.date, browser)
        if not setup.ranked or begun is None:
            raise
        return sent_to(f"/t/{begun.table}", cookie)
    return sent_to(f"/t/{live.id}", cookie)
