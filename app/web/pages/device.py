"""Another device: a one-time link, its page on either side, and addresses as QR codes."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.store import browsers, daily, games
from app.web import forms, moving
from app.web.device_view import Belongings, carried_page, give_page, take_all, take_seat
from app.web.house import House, house_for, preferences_of
from app.web.problems import Problem
from app.web.qr import qr_file
from app.web.words import say

HERE = "/device"
AGAIN = b"again=yes"
DAY = "private, max-age=86400"

router = APIRouter(include_in_schema=False)


@router.post(HERE)
async def device(request: Request) -> Response:
    """Without `code`: a new one, for the seat at `table` or for all. With it: take what it gives.

    303 to the code's page, to the table, or home; where `file` is `yes`, a file for all.
    """
    form = await forms.read(request.scope, request.receive, ("code", "table", "file"))
    house = house_for(request)
    if "code" in form:
        async with house.moving:
            return await _take(request, form["code"])
    browser = await house.identity.browser(request.scope)
    if browser is None:
        raise Problem(403, say("device_nothing"))
    if form.get("file") == "yes":
        return await _file(request, browser)
    token, _ = await moving.make(house, browser, form.get("table"))
    return RedirectResponse(f"{HERE}/{token}", 303)


@router.api_route(HERE + "/{code}", methods=["GET", "HEAD"])
async def link(request: Request, code: str) -> Response:
    """A code's page: the link itself for the browser that made it, one button for any other."""
    house = house_for(request)
    known = await house.browser(request.scope)
    here = None if known is None else known.id
    offer = await moving.look(house, code, here, house.identity.hashed(request.scope))
    if isinstance(offer, str):
        raise Problem(410, say("device_used"))
    chosen = preferences_of(known)
    if here == offer.giver:
        address = house.address(request.scope, f"{HERE}/{code}")
        table = None if offer.live is None else offer.live.id
        given = give_page(address, table, offer.until_ms, house.store.now_ms(), offer.lasting)
        return HTMLResponse(house.templates.page_html("give", given, chosen))
    hindrance = moving.hindrance(offer, here)
    if offer.live is not None:
        page = take_seat(code, offer.live, offer.seats, hindrance)
    else:
        comes = await _belongings(house, offer.giver)
        own = None if here is None else await _belongings(house, here)
        page = take_all(code, comes, own, hindrance)
    return HTMLResponse(house.templates.page_html("take", page, chosen))


@router.api_route("/t/{id}/qr.svg", methods=["GET", "HEAD"])
async def qr(request: Request, id: str) -> Response:
    """The table's address as a QR code."""
    house = house_for(request)
    live = await house.table(id)
    drawn = qr_file(house.address(request.scope, f"/t/{live.id}"))
    return Response(drawn, headers={"cache-control": DAY}, media_type="image/svg+xml")


async def _file(request: Request, browser: str) -> Response:
    """A page by itself, to be carried to the other device and opened there: it has the link."""
    house = house_for(request)
    token, until_ms = await moving.make(house, browser, None, lasting=True)
    address = house.address(request.scope, f"{HERE}/{token}")
    drawn = house.templates.page_html("carried", carried_page(address, until_ms))
    headers = {"content-disposition": 'attachment; filename="slapback-move.html"'}
    return HTMLResponse(drawn, headers=headers)


async def _take(request: Request, token: str) -> Response:
    house, scope = house_for(request), request.scope
    here = await house.identity.browser(scope)
    cookie_hash = None if here is None else house.identity.hashed(scope)
    offer = await moving.look(house, token, here, cookie_hash)
    if isinstance(offer, str):
        return RedirectResponse(offer, 303)
    if here is None or cookie_hash is None:
        # What moved to a cookie that this browser does not keep would be nobody's.
        if scope["query_string"] == AGAIN:
            raise Problem(403, say("device_no_cookie"))
        _, cookie = await house.identity.introduce(scope)
        assert cookie is not None
        address = f"{HERE}?{AGAIN.decode()}"
        return RedirectResponse(address, 307, headers={"set-cookie": cookie})
    return RedirectResponse(await moving.take(house, offer, here, cookie_hash), 303)


async def _belongings(house: House, browser: str) -> Belongings:
    readers = house.store.readers
    tables = await asyncio.to_thread(games.tables_of, readers, browser)
    saved = await asyncio.to_thread(games.unfinished, readers, browser, 1)
    name = await asyncio.to_thread(browsers.name_of, readers, browser)
    played = await asyncio.to_thread(games.has_played, readers, browser)
    tries = await asyncio.to_thread(daily.tries_of, readers, browser)
    return Belongings(tables, saved.total, name, played, frozenset(each.date for each in tries))
