"""A table's page, its state as JSON, its record and its match sheet."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.days import revealed
from app.store import games
from app.table.live import Live
from app.table.setup import LEVELS
from app.web.dailies import sealed_until
from app.web.house import house_for, preferences_of
from app.web.problems import Problem
from app.web.replays import permitted
from app.web.room_view import Around
from app.web.rules_text import rules_text
from app.web.sheet_view import sheet_view
from app.web.table_view import table_page
from app.web.words import say

router = APIRouter(prefix="/t/{id}", include_in_schema=False)


@router.api_route("", methods=["GET", "HEAD"])
async def table(request: Request, id: str) -> Response:
    """The table as its players or its watchers see it."""
    house = house_for(request)
    live = await house.table(id)
    browser = await house.identity.browser(request.scope)
    you = live.seats_of(browser)
    known = await house.browser(request.scope)
    chosen = preferences_of(known)
    around = None
    if live.setup.mode == "link":
        around = Around(
            house.address(request.scope, f"/t/{id}"),
            live.offered,
            live.sittings_of(browser),
            (known and known.name) or "",
        )
    page = table_page(
        id, live.picture, live.setup, house.epoch, you, live.left_ms(), chosen, around
    )
    return HTMLResponse(house.templates.page_html("table", page, chosen))


@router.api_route("/state", methods=["GET", "HEAD"])
async def state(request: Request, id: str) -> Response:
    """The present picture as JSON."""
    house = house_for(request)
    live = await house.table(id)
    return JSONResponse(state_of(live, await house.identity.browser(request.scope)))


@router.api_route("/record", methods=["GET", "HEAD"])
async def record(request: Request, id: str) -> Response:
    """The game record of a finished game; 409 while it runs, or is a daily that others play.

    Raises Problem 404 where its replay is private, and whoever asks did not play it.
    """
    house = house_for(request)
    live = await house.table(id)
    record, game = live.record(), live.picture.game
    await permitted(request, game, say("replay_gone"))
    if not revealed(live.setup.date, house.store.now_ms()):
        raise Problem(409, sealed_until(live.setup.date))
    return JSONResponse(record)


@router.api_route("/rules", methods=["GET", "HEAD"])
async def rules(request: Request, id: str) -> Response:
    """The rules in force at this table, in plain words, as a fragment.

    The page on which its host changes them asks for it by and by, and so is seen to be there.
    """
    house = house_for(request)
    live = await house.table(id)
    browser = await house.identity.browser(request.scope)
    if browser is not None:
        live.seen(browser)
    return HTMLResponse(house.templates.fragment("rules", rules_text(live.setup)))


@router.api_route("/sheet", methods=["GET", "HEAD"])
async def sheet(request: Request, id: str) -> Response:
    """The match sheet as a fragment: one row a finished game, and what each has won."""
    house = house_for(request)
    live = await house.table(id)
    you = live.seats_of(await house.identity.browser(request.scope))
    finished = await asyncio.to_thread(games.finished_at, house.store.readers, id)
    page = sheet_view(id, live.picture, you, finished)
    return HTMLResponse(house.templates.fragment("sheet", page))


def state_of(live: Live, browser: str | None) -> dict[str, Any]:
    """The present picture for a program (DESIGN, Addresses). Times in ms; cards as RULES writes."""
    now = live.picture
    return {
        "version": now.version,
        "deal": now.deal,
        "n": now.n,
        "stage": now.stage,
        "table": now.table,
        "phase": now.phase,
        "turn": now.turn,
        "stacks": list(now.heights),
        "pile": {
            "height": now.buried + now.faceup,
            "buried": now.buried,
            "cards": list(now.cards),
            "first": now.first,
        },
        "challenge": now.challenge and {"by": now.challenge.by, "left": now.challenge.left},
        "claim": now.claim,
        "last_chance": now.last_chance
        and {"seat": now.last_chance.seat, "left": now.last_chance.left},
        "out": list(now.out),
        "result": now.result and {"winner": now.result.winner, "reason": now.result.reason},
        "window_ms": now.window_ms,
        "left_ms": live.left_ms(),
        "auto": now.auto,
        "seats": [
            {
                "name": seat.name,
                "kind": seat.kind,
                "level": None if seat.level is None else LEVELS[seat.level],
                "connected": seat.connected,
            }
            for seat in now.seats
        ],
        "you": list(live.seats_of(browser)),
    }
