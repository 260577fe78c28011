"""What every address of a table does with a form: read it, ask the table, answer."""

from fastapi import Request
from starlette.responses import Response

from app.table.inputs import Input
from app.web import forms
from app.web.answers import acted
from app.web.forms import Form
from app.web.house import house_for
from app.web.security import ARRIVAL


async def form_of(request: Request, id: str, *fields: str) -> Form:
    """The form of a request to a table. Raises Problem 404 before any other."""
    await house_for(request).table(id)
    return await forms.read(request.scope, request.receive, fields)


async def act(request: Request, id: str, given: Input) -> Response:
    """Ask the table for it, on behalf of whoever sends the request: 204, or the table's page."""
    house = house_for(request)
    live = await house.table(id)
    browser = await house.identity.browser(request.scope)
    await live.act(browser, given, request.scope[ARRIVAL])
    return acted(request)
