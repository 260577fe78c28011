"""A finished game's deal: the file that proves it, and the page that checks it in the browser."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.store import daily
from app.store.journal import Entry
from app.store.store import Store
from app.table.proof import proof
from app.web.check_view import CheckPage, check_page, sealed_page
from app.web.house import house_for
from app.web.problems import Problem
from app.web.replays import permitted, secret_until, walked
from app.web.words import say

PAGE_KB = 8

router = APIRouter(prefix="/replay/{game}", include_in_schema=False)


@router.api_route("/deal", methods=["GET", "HEAD"])
async def deal(request: Request, game: str) -> Response:
    """The deal file, to be kept. 409 until a day's seed is public."""
    house = house_for(request)
    found = await permitted(request, game)
    secret = await secret_until(house, found)
    if secret:
        raise Problem(409, say("check_not_yet", moment=secret))
    file = await walked(house, found, "deal", _file, lambda file: len(file) / 1024)
    name = f'attachment; filename="slapback-{game}.json"'
    headers = {"content-disposition": name}
    return Response(file, headers=headers, media_type="application/json")


@router.api_route("/check", methods=["GET", "HEAD"])
async def check(request: Request, game: str) -> Response:
    """The page that checks it; of a day whose seed is secret, what was promised and until when."""
    house = house_for(request)
    found = await permitted(request, game)
    secret = await secret_until(house, found)
    if secret:
        page = sealed_page(game, found.game.commitment, secret)
    else:
        page = await walked(house, found, "check", partial(_page, house.store), lambda _: PAGE_KB)
    chosen = await house.preferences(request.scope)
    return HTMLResponse(house.templates.page_html("check", page, chosen))


def _file(entries: tuple[Entry, ...], game: str) -> bytes:
    return bytes(JSONResponse(proof(entries, game)).body)


def _page(store: Store, entries: tuple[Entry, ...], game: str) -> CheckPage:
    file = proof(entries, game)
    kept_ms = daily.kept_ms(store.readers, file["date"]) if "date" in file else None
    return check_page(file, kept_ms)
