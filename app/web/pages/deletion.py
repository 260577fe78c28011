"""Deleting everything that is kept of a browser."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.web import forms
from app.web.deletion import delete_all
from app.web.house import house_for
from app.web.notices import DELETED, noticed
from app.web.problems import Problem
from app.web.words import say

CONFIRMED = "DELETE"
DONE = noticed("/", DELETED)

router = APIRouter(include_in_schema=False)


@router.post("/me/delete")
async def delete(request: Request) -> Response:
    """Forget the browser that sends this, for good, where `confirm` is the word DELETE.

    422 where it is not, and nothing is changed. Who is not known is told the same: nothing is kept.
    """
    form = await forms.read(request.scope, request.receive, ("confirm",))
    if form.get("confirm", "").strip().upper() != CONFIRMED:
        raise Problem(422, say("delete_confirm"))
    house = house_for(request)
    browser = await house.identity.browser(request.scope)
    if browser is not None:
        await delete_all(house, browser)
    return RedirectResponse(DONE, 303, headers={"set-cookie": house.identity.farewell})
