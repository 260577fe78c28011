"""What people do at a table beside pressing: one form each, 204 for a script, 303 for a page."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.store import browsers
from app.table.inputs import (
    Auto,
    Leave,
    Name,
    Next,
    Pause,
    Ready,
    Rematch,
    Restart,
    Resume,
)
from app.table.names import BadName, clean_name
from app.web import forms
from app.web.acting import act, form_of
from app.web.house import house_for
from app.web.problems import Problem

router = APIRouter(prefix="/t/{id}", include_in_schema=False)


@router.post("/ready")
async def ready(request: Request, id: str) -> Response:
    """This person's seed for the deal; without one the server draws it.

    At a hand-over: the next person has the device; `asks` no: do not ask again this game.
    """
    form = await form_of(request, id, "seed", "asks")
    asks = forms.yes(form, "asks") if "asks" in form else True
    return await act(request, id, Ready(forms.seed(form), asks))


@router.post("/pause")
async def pause(request: Request, id: str) -> Response:
    """Stop the clock and cover the cards."""
    await form_of(request, id)
    return await act(request, id, Pause())


@router.post("/resume")
async def resume(request: Request, id: str) -> Response:
    """Go on, with a fresh window where one was open."""
    await form_of(request, id)
    return await act(request, id, Resume())


@router.post("/leave")
async def leave(request: Request, id: str) -> Response:
    """Go home. On one device the game is kept; at a link match the seat is free for others."""
    await form_of(request, id)
    await act(request, id, Leave())
    return RedirectResponse("/", 303)


@router.post("/next")
async def next_(request: Request, id: str) -> Response:
    """Begin the window that waits for a hand."""
    await form_of(request, id)
    return await act(request, id, Next())


@router.post("/rematch")
async def rematch(request: Request, id: str) -> Response:
    """The next game at this table."""
    await form_of(request, id)
    return await act(request, id, Rematch())


@router.post("/restart")
async def restart(request: Request, id: str) -> Response:
    """Give up the present game and deal another."""
    await form_of(request, id)
    return await act(request, id, Restart())


@router.post("/auto")
async def auto(request: Request, id: str) -> Response:
    """Turn this person's cards automatically, or no longer: `on` is yes or no."""
    form = await form_of(request, id, "on")
    return await act(request, id, Auto(forms.yes(form, "on")))


@router.post("/name")
async def name(request: Request, id: str) -> Response:
    """Another name for one of this browser's seats; of one alone, it is kept for other tables."""
    form = await form_of(request, id, "seat", "name")
    house, seat = house_for(request), forms.seat(form)
    try:
        given = clean_name(form.get("name", ""))
    except BadName as error:
        raise Problem(422, str(error)) from None
    answer = await act(request, id, Name(0 if seat is None else seat, given))
    browser = await house.identity.browser(request.scope)
    live = await house.table(id)
    if browser is not None and live.setup.mode == "link":
        keep = partial(browsers.keep, browser=browser, what="name", value=given)
        await house.store.writer.submit(keep)
    return answer
