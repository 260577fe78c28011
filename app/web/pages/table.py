"""A table's page, its state as JSON, and what people do at it beside pressing."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.table.inputs import Auto, Input, Pause, Ready, Rematch, Resume
from app.table.live import Live
from app.table.setup import LEVELS
from app.web import forms
from app.web.answers import acted
from app.web.house import house_for
from app.web.page_views import table_page
from app.web.security import ARRIVAL

router = APIRouter(prefix="/t/{id}", include_in_schema=False)


@router.api_route("", methods=["GET", "HEAD"])
async def table(request: Request, id: str) -> Response:
    """The table as its players or its watchers see it."""
    house = house_for(request)
    live = await house.table(id)
    you = live.seats_of(await house.identity.browser(request.scope))
    page = table_page(id, live.picture, house.epoch, you, live.left_ms())
    return HTMLResponse(house.templates.table_html(page))


@router.api_route("/state", methods=["GET", "HEAD"])
async def state(request: Request, id: str) -> Response:
    """The present picture as JSON."""
    house = house_for(request)
    live = await house.table(id)
    return JSONResponse(state_of(live, await house.identity.browser(request.scope)))


@router.api_route("/record", methods=["GET", "HEAD"])
async def record(request: Request, id: str) -> Response:
    """The game record of a finished game; 409 while it runs."""
    live = await house_for(request).table(id)
    return JSONResponse(live.record())


@router.post("/ready")
async def ready(request: Request, id: str) -> Response:
    """This person's seed for the deal; without one the server draws it."""
    live = await house_for(request).table(id)
    form = await forms.read(request.scope, request.receive, ("seed",))
    return await _act(request, live, Ready(forms.seed(form)))


@router.post("/pause")
async def pause(request: Request, id: str) -> Response:
    """Stop the clock and cover the cards."""
    return await _act_without_fields(request, id, Pause())


@router.post("/resume")
async def resume(request: Request, id: str) -> Response:
    """Go on, with a fresh window where one was open."""
    return await _act_without_fields(request, id, Resume())


@router.post("/rematch")
async def rematch(request: Request, id: str) -> Response:
    """The next game at this table."""
    return await _act_without_fields(request, id, Rematch())


@router.post("/auto")
async def auto(request: Request, id: str) -> Response:
    """Turn this person's cards automatically, or no longer: `on` is yes or no."""
    live = await house_for(request).table(id)
    form = await forms.read(request.scope, request.receive, ("on",))
    return await _act(request, live, Auto(forms.yes(form, "on")))


async def _act_without_fields(request: Request, id: str, given: Input) -> Response:
    live = await house_for(request).table(id)
    await forms.read(request.scope, request.receive, ())
    return await _act(request, live, given)


async def _act(request: Request, live: Live, given: Input) -> Response:
    browser = await house_for(request).identity.browser(request.scope)
    await live.act(browser, given, request.scope[ARRIVAL])
    return acted(request)


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
