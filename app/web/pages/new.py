"""The set-up of a new game: its form, its live summary, its link, and the set-up that is kept."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.engine.rules import InvalidRules
from app.store import browsers
from app.table.setup import PEOPLE, Setup, setup_from
from app.web import forms
from app.web.answers import wants_page
from app.web.hosting import hosted
from app.web.house import House, house_for, preferences_of
from app.web.kept import fields_of, last_link, lasting, text_of
from app.web.new_form import MINE, Fields, asked, full, in_link, what_stays
from app.web.new_view import LINK_SETUP, new_page
from app.web.opening import heard, seated, sent_to
from app.web.problems import Problem
from app.web.words import say

TABLE = "table"
"""Of a query: the link match whose rules are to be changed."""
KEPT = "kept"
"""Of a query: the set-up has just been kept as the browser's own."""

router = APIRouter(include_in_schema=False)


@router.api_route("/new", methods=["GET", "HEAD"])
async def new(request: Request) -> Response:
    """The form: as a link says, else as this browser left it. `table` changes that table's."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    mine = fields_of(browser.my_setup if browser else None)
    form, problem = _query(request)
    kept = form.pop(KEPT, "") == "yes"
    last = browser.setup if browser else None
    table = None
    if TABLE in form:
        live = await house.find(form[TABLE])
        table = hosted(live, browser)
        if live is None or table is None:
            return RedirectResponse(f"/t/{live.id}" if live else "/new", 303)
        form = {**(form if len(form) > 1 else full(live.offered)), "mode": "link"}
        mine = in_link(mine)
    elif form == {"mode": "link"}:
        form = last_link(last) or dict(LINK_SETUP)
    elif not form:
        form = fields_of(last) or {}
    page = new_page(
        asked(form, mine),
        mine,
        table,
        chosen=form.get("preset", ""),
        notice=say("kept_mine") if kept and mine is not None else "",
        problem=problem,
    )
    return HTMLResponse(house.templates.page_html("new", page, preferences_of(browser)))


@router.api_route("/new/summary", methods=["GET", "HEAD"])
async def summary(request: Request) -> Response:
    """What the form says now, in words, for htmx; another preset brings its own values."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    mine = fields_of(browser.my_setup if browser else None)
    form, problem = _query(request)
    live = await house.find(form.get(TABLE, ""))
    table = hosted(live, browser)
    mine = in_link(mine) if table else mine
    fields = asked(form, mine)
    drawn_for = form.get("base"), form.get("base_mode")
    anew = drawn_for != (form.get("preset"), form.get("mode"))
    if anew:
        try:
            fields, _ = what_stays(fields)
        except InvalidRules:
            anew = False  # nothing that could be left out is wrong: the form says what is
    page = new_page(fields, mine, table, chosen=form.get("preset", ""), problem=problem)
    return HTMLResponse(house.templates.changes_html(page, anew))


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Open a table, seat the caller, and show it. 422 shows the form again, with what was wrong."""
    house = house_for(request)
    setup, refusal = await _asked_for(request, house)
    if setup is None:
        return refusal
    known = await house.browser(request.scope)
    browser, cookie = await house.identity.introduce(request.scope)
    names = seated(known, PEOPLE.get(setup.mode, 1))
    live = await house.lobby.open(heard(setup, known), browser, names)
    if setup.mode != "pass":  # what Play now repeats, or Play a friend
        await keep_last(house, browser, setup)
    return sent_to(f"/t/{live.id}", cookie)


@router.post("/new/mine")
async def keep_mine(request: Request) -> Response:
    """Keep the form's set-up as this browser's own; 422 as for a table."""
    house = house_for(request)
    setup, refusal = await _asked_for(request, house)
    if setup is None:
        return refusal
    browser, cookie = await house.identity.introduce(request.scope)
    own = partial(browsers.keep, browser=browser, what="my_setup", value=text_of(setup))
    await house.store.writer.submit(own)
    return sent_to(f"/new?preset={MINE}&{KEPT}=yes", cookie)


async def _asked_for(request: Request, house: House) -> tuple[Setup | None, Response]:
    """The set-up that a form asks for, else the refusal: the form again, as it was typed."""
    form = await forms.read(request.scope, request.receive, None)
    known = await house.browser(request.scope)
    mine = fields_of(known.my_setup if known else None)
    fields = asked(form, mine)
    try:
        return setup_from(fields), Response()
    except InvalidRules as error:
        if not wants_page(request.scope):
            return None, PlainTextResponse(f"{error}.", 422)
        page = new_page(fields, mine, chosen=form.get("preset", ""), sent=True)
        return None, HTMLResponse(
            house.templates.page_html("new", page, preferences_of(known)), 422
        )


async def keep_last(house: House, browser: str, setup: Setup) -> None:
    """Keep what this browser has opened a table with, or changed one to."""
    change = lasting(setup)
    await house.store.writer.submit(
        partial(browsers.alter, browser=browser, what="setup", change=change)
    )


def _query(request: Request) -> tuple[Fields, str]:
    """The query as a form. A damaged one says nothing, and a sentence tells so."""
    query: bytes = request.scope["query_string"]
    try:
        if len(query) > forms.LIMIT:
            raise Problem(413, "")
        return forms.parse(query, None), ""
    except Problem:
        return {}, say("refused_query")
