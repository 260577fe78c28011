"""Who sits at a link match and what is played there: sitting down, and what its host may do."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.engine.rules import InvalidRules
from app.store import browsers
from app.table.company import CLOSED, FULL
from app.table.inputs import Change, Close, Input, Join, Pace, Refused, Remove, Start
from app.table.live import Live
from app.table.names import BadName, clean_name
from app.table.setup import check_timer, paced, setup_from
from app.web import forms
from app.web.acting import act, form_of
from app.web.answers import acted, wants_page
from app.web.forms import Form
from app.web.hosting import hosted
from app.web.house import House, house_for, preferences_of
from app.web.kept import fields_of
from app.web.new_form import Fields, asked, full, in_link
from app.web.new_view import new_page
from app.web.pages.new import keep_last
from app.web.problems import Problem
from app.web.security import ARRIVAL
from app.web.words import players

router = APIRouter(prefix="/t/{id}", include_in_schema=False)


@router.post("/join")
async def join(request: Request, id: str) -> Response:
    """Sit down, under `name` or the one this browser has kept; a name that is given is kept.

    While a game runs: a seat in the next one.
    """
    form = await form_of(request, id, "name")
    house = house_for(request)
    live = await house.table(id)
    known = await house.browser(request.scope)
    name = _name(form) or (known and known.name) or players(1)[0]
    if known is None and not live.picture.free:
        # And nobody was introduced for nothing.
        raise Refused(CLOSED if live.picture.closed else FULL)
    browser, cookie = await house.identity.introduce(request.scope)
    await live.act(browser, Join(name), request.scope[ARRIVAL])
    if form.get("name") and (known is None or known.name != name):
        keep = partial(browsers.keep, browser=browser, what="name", value=name)
        await house.store.writer.submit(keep)
    answer = acted(request)
    if cookie is not None:
        answer.headers["set-cookie"] = cookie
    return answer


@router.post("/start")
async def start(request: Request, id: str) -> Response:
    """The host begins; the host's seed for the deal may come with it."""
    form = await form_of(request, id, "seed")
    return await act(request, id, Start(forms.seed(form)))


@router.post("/remove")
async def remove(request: Request, id: str) -> Response:
    """The host frees somebody's `seat`, before the deal; of `sitting` alone, if it is given."""
    form = await form_of(request, id, "seat", "sitting")
    seat = forms.seat(form)
    if seat is None:
        raise Problem(422, "The field “seat” is missing: it is a number from 0 to 7.")
    return await act(request, id, Remove(seat, forms.sitting(form)))


@router.post("/close")
async def close(request: Request, id: str) -> Response:
    """The host closes the table for good."""
    await form_of(request, id)
    return await act(request, id, Close())


@router.post("/rules")
async def rules(request: Request, id: str) -> Response:
    """What is played: of a link match anything that POST /tables takes, by its host before the
    deal; on one device another pace, while the table is paused.
    """
    house = house_for(request)
    live = await house.table(id)
    form = await forms.read(request.scope, request.receive, None)
    if not live.setup.one_device:
        return await _change(request, house, live, form)
    try:
        wish = _pace(live, form)
    except InvalidRules as error:
        raise Problem(422, f"{error}.") from None
    return await act(request, id, wish)


async def _change(request: Request, house: House, live: Live, form: Form) -> Response:
    """Other rules for a link match. Its host's page has the form again, where they cannot be."""
    known = await house.browser(request.scope)
    mine = in_link(fields_of(known.my_setup if known else None))
    table = hosted(live, known)
    fields = _changed(live, form, mine)
    setup, wrong = None, ""
    try:
        setup = setup_from(fields)
    except InvalidRules as error:
        wrong = f"{error}."
    if table and wants_page(request.scope) and (not setup or setup.people < table.people):
        page = new_page(fields, mine, table, chosen=form.get("preset", ""), sent=True)
        return HTMLResponse(house.templates.page_html("new", page, preferences_of(known)), 422)
    if setup is None:
        raise Problem(422, wrong)
    answer = await act(request, live.id, Change(setup))
    if known is not None:
        await keep_last(house, known.id, setup)
    return answer


def _changed(live: Live, form: Form, mine: Fields | None) -> Fields:
    """A preset brings its own rules; without one only what is given changes."""
    given = asked(form, mine)
    kept = {} if "preset" in given else full(live.offered)
    return {**kept, **given, "mode": "link"}


def _pace(live: Live, form: Form) -> Input:
    for name in form.keys() - {"window_ms"}:
        raise InvalidRules(forms.shown(name), "is not changed here, only window_ms")
    given = form.get("window_ms", "")
    whole = given.isascii() and given.isdecimal() and len(given) < 8
    pace = paced(live.setup, int(given) if whole else -1)
    check_timer(pace.rules, pace.untimed)
    return Pace(int(given))


def _name(form: Form) -> str | None:
    if not form.get("name"):
        return None
    try:
        return clean_name(form["name"])
    except BadName as error:
        raise Problem(422, str(error)) from None
