"""A finished game's deal: the file that proves it, and the page that checks it in the browser."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.days import reveals_ms
from app.store import daily
from app.store.store import Store
from app.table.proof import proof
from app.web.check_view import check_page, sealed_page
from app.web.house import house_for
from app.web.problems import Problem
from app.web.replays import Finished, finished
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
        shown, kept_ms = await asyncio.to_thread(_shown, house.store, found, game)
        page = check_page(shown, kept_ms)
    else:
        until = moment(reveals_ms(found.date))
        page = sealed_page(game, found.game.commitment, until)
    chosen = await house.preferences(request.scope)
    return HTMLResponse(house.templates.page_html("check", page, chosen))


def _shown(store: Store, found: Finished, game: str) -> tuple[dict[str, Any], int | None]:
    """The deal file, and since when a daily's seed has been kept. Blocks: for a thread."""
    kept_ms = daily.kept_ms(store.readers, found.date) if found.date else None
    return proof(found.entries, game), kept_ms
