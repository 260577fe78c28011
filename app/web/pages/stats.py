"""A browser's own statistics, and all that is kept of it to take along."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.days import DAY_MS
from app.store import daily, games, statistics
from app.store.browsers import Browser
from app.store.statistics import Found
from app.web.home_view import play_fields
from app.web.house import House, house_for, preferences_of
from app.web.kept import told
from app.web.stats_data import Beside, as_csv, as_json
from app.web.stats_filter import Asked, asked
from app.web.stats_view import StatsPage, stats_page
from app.web.streak import Streak, streak

HERE = "/stats"
NOTHING = Found((), (), (), (), 0, 0)
NO_STREAK = Streak(0, (), done=False)

router = APIRouter(include_in_schema=False)


@router.api_route(HERE, methods=["GET", "HEAD"])
async def stats(request: Request) -> Response:
    """The statistics of the browser that asks, of the games that its query names."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    now = asked(request.query_params)
    # Drawn in a thread too: a long history must not keep anybody's slap waiting.
    draw = partial(
        _drawn,
        house,
        None if browser is None else browser.id,
        now,
        play_fields(told(browser.setup if browser else None)),
    )
    page = await asyncio.to_thread(draw)
    return HTMLResponse(house.templates.page_html("stats", page, preferences_of(browser)))


def _drawn(
    house: House, browser: str | None, now: Asked, play: tuple[tuple[str, str], ...]
) -> StatsPage:
    found = NOTHING
    if browser is not None:
        today = house.store.now_ms() // DAY_MS
        found = statistics.read(house.store.readers, browser, now.wanted, today)
    return stats_page(found, now, play)


@router.api_route(HERE + "/data.json", methods=["GET", "HEAD"])
async def data_json(request: Request) -> Response:
    """All that is kept of the browser that asks; of a new one a file without games."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    text = await asyncio.to_thread(
        lambda: as_json(browser, _beside(house, browser), _games(house, browser))
    )
    return _file(text, "json", "application/json")


@router.api_route(HERE + "/data.csv", methods=["GET", "HEAD"])
async def data_csv(request: Request) -> Response:
    """Every finished game of the browser that asks, a row each."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    text = await asyncio.to_thread(lambda: as_csv(_games(house, browser)))
    return _file(text, "csv", "text/csv; charset=utf-8; header=present")


def _beside(house: House, browser: Browser | None) -> Beside:
    if browser is None:
        return Beside((), (), (0, 0), NO_STREAK)
    readers, id = house.store.readers, browser.id
    tries = daily.tries_of(readers, id)
    return Beside(
        dailies=tries,
        unfinished=games.unfinished(readers, id).tables,
        won=statistics.streaks_of(readers, id),
        daily=streak((each.date for each in tries if each.state == "over"), house.dailies.today),
    )


def _games(house: House, browser: Browser | None) -> Iterable[Mapping[str, Any]]:
    return () if browser is None else statistics.everything(house.store.readers, browser.id)


def _file(text: str, ending: str, media_type: str) -> Response:
    saved = {"content-disposition": f'attachment; filename="slapback.{ending}"'}
    return Response(text, headers=saved, media_type=media_type)
