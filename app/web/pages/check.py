"""A finished game's deal: the file that proves it, and the page that checks it in the browser."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.days import reveals_ms
from app.table.proof import proof
from app.web.check_view import check_page, sealed_page
from app.web.house import house_for
from app.web.problems import Problem
from app.web.replays import finished
from app.web.words import moment, say

router = APIRouter(prefix="/replay/{game}", include_in_schema=False)


@router.api_route("/deal", methods=["GET", "HEAD"])
async def deal(request: Request, game: str) -> Response:
    """The deal file, to be kept. 409 until a day's seed is public."""
    found = await finished(request, game)
    if not found.revealed:
        raise Problem(409, say("check_not_yet", moment=moment(reveals_ms(found.date))))
    # A long game takes a while to play again; tables must not wait for it.
    whole = await asyncio.to_thread(proof, found.entries, game)
    name = f'attachment; filename="slapback-{game}.json"'
    return JSONResponse(whole, headers={"content-disposition": name})


@router.api_route("/check", methods=["GET", "HEAD"])
async def check(request: Request, game: str) -> Response:
    """The page that checks it; of a day whose seed is secret, what was promised and until when."""
    found = await finished(request, game)
    house = house_for(request)
    if found.revealed:
        page = check_page(await asyncio.to_thread(proof, found.entries, game))
    else:
        until = moment(reveals_ms(found.date))
        page = sealed_page(game, found.game.commitment, until)
    chosen = await house.preferences(request.scope)
    return HTMLResponse(house.templates.page_html("check", page, chosen))
