"""What people do at a table beside pressing: one form each, 204 for a script, 303 for a page."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.engine.rules import InvalidRules
from app.table.inputs import (
    Auto,
    Input,
    Name,
    Next,
    NotYourSeat,
    Pace,
    Pause,
    Ready,
    Refused,
    Rematch,
    Restart,
    Resume,
)
from app.table.names import BadName, clean_name
from app.table.setup import check_timer, paced
from app.web import forms
from app.web.answers import acted
from app.web.forms import Form
from app.web.house import house_for
from app.web.problems import Problem
from app.web.security import ARRIVAL

router = APIRouter(prefix="/t/{id}", include_in_schema=False)


@router.post("/ready")
async def ready(request: Request, id: str) -> Response:
    """This person's seed for the deal; without one the server draws it.

    At a hand-over: the next person has the device; `asks` no: do not ask again this game.
    """
    form = await _form(request, id, "seed", "asks")
    asks = forms.yes(form, "asks") if "asks" in form else True
    return await _act(request, id, Ready(forms.seed(form), asks))


@router.post("/pause")
async def pause(request: Request, id: str) -> Response:
    """Stop the clock and cover the cards."""
    await _form(request, id)
    return await _act(request, id, Pause())


@router.post("/resume")
async def resume(request: Request, id: str) -> Response:
    """Go on, with a fresh window where one was open."""
    await _form(request, id)
    return await _act(request, id, Resume())


@router.post("/leave")
async def leave(request: Request, id: str) -> Response:
    """Stop the clock where nobody else plays, and go home; the game is kept."""
    await _form(request, id)
    try:
        await _act(request, id, Pause())
    except NotYourSeat:
        raise
    except Refused:
        pass  # there is nothing to stop: it is over, or not dealt
    return RedirectResponse("/", 303)


@router.post("/next")
async def next_(request: Request, id: str) -> Response:
    """Begin the window that waits for a hand."""
    await _form(request, id)
    return await _act(request, id, Next())


@router.post("/rematch")
async def rematch(request: Request, id: str) -> Response:
    """The next game at this table."""
    await _form(request, id)
    return await _act(request, id, Rematch())


@router.post("/restart")
async def restart(request: Request, id: str) -> Response:
    """Give up the present game and deal another."""
    await _form(request, id)
    return await _act(request, id, Restart())


@router.post("/auto")
async def auto(request: Request, id: str) -> Response:
    """Turn this person's cards automatically, or no longer: `on` is yes or no."""
    form = await _form(request, id, "on")
    return await _act(request, id, Auto(forms.yes(form, "on")))


@router.post("/rules")
async def rules(request: Request, id: str) -> Response:
    """Another pace, while the table is paused: `window_ms` as POST /tables takes it."""
    form = await _form(request, id, "window_ms")
    live = await house_for(request).table(id)
    given = form.get("window_ms", "")
    try:
        pace = paced(
            live.setup,
            int(given) if given.isascii() and given.isdecimal() and len(given) < 8 else -1,
        )
        check_timer(pace.rules, pace.untimed)
    except InvalidRules as error:
        raise Problem(422, f"{error}.") from None
    return await _act(request, id, Pace(int(given)))


@router.post("/name")
async def name(request: Request, id: str) -> Response:
    """Another name for one of this browser's seats."""
    form = await _form(request, id, "seat", "name")
    seat = forms.seat(form)
    try:
        given = clean_name(form.get("name", ""))
    except BadName as error:
        raise Problem(422, str(error)) from None
    return await _act(request, id, Name(0 if seat is None else seat, given))


async def _form(request: Request, id: str, *fields: str) -> Form:
    """The form of a request to a table. Raises Problem 404 before any other."""
    await house_for(request).table(id)
    return await forms.read(request.scope, request.receive, fields)


async def _act(request: Request, id: str, given: Input) -> Response:
    house = house_for(request)
    live = await house.table(id)
    browser = await house.identity.browser(request.scope)
    await live.act(browser, given, request.scope[ARRIVAL])
    return acted(request)
