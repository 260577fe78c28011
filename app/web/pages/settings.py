"""A browser's settings and its name."""

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.store import browsers
from app.store.browsers import Browser
from app.table.names import BadName, clean_name
from app.web import forms, preferences
from app.web.answers import again, wants_page
from app.web.board_view import board_name, unshown_words
from app.web.house import house_for, preferences_of
from app.web.settings_view import settings_page
from app.web.words import say

HERE = "/settings"
NAMED = "/me/name"

router = APIRouter(include_in_schema=False)


@router.api_route(HERE, methods=["GET", "HEAD"])
async def settings(request: Request) -> Response:
    """Every setting, as this browser has it."""
    house = house_for(request)
    browser = await house.browser(request.scope)
    chosen = preferences_of(browser)
    page = settings_page(chosen, *_named(browser))
    return HTMLResponse(house.templates.page_html("settings", page, chosen))


@router.post(HERE)
async def choose(request: Request) -> Response:
    """Change any of the settings. 422 names the field, and nothing is changed."""
    form = await forms.read(request.scope, request.receive, preferences.ROWS)
    chosen = preferences.checked(form)
    house = house_for(request)
    browser, cookie = await house.identity.introduce(request.scope)
    # On the writer's turn: of two changes at once, neither undoes the other.
    change = partial(preferences.changed, chosen=chosen)
    await house.store.writer.submit(
        partial(browsers.alter, browser=browser, what="preferences", change=change)
    )
    return _kept(request, cookie)


@router.post(NAMED)
async def rename(request: Request) -> Response:
    """Keep this person's name for the tables that they open from now on; with `board`, for boards.

    An empty one is none, and without `board` they stand there by a number. 422 says why not; a page
    shows it beside what was typed.
    """
    form = await forms.read(request.scope, request.receive, ("name", "board"))
    typed, on_boards = form.get("name", ""), "board" in form and forms.yes(form, "board")
    house = house_for(request)
    try:
        name = clean_name(typed) if typed.strip() else None
    except BadName as error:
        if not wants_page(request.scope):
            return PlainTextResponse(f"name: {error}", 422)
        chosen = await house.preferences(request.scope)
        page = settings_page(chosen, typed, on_boards, name_error=str(error))
        return HTMLResponse(house.templates.page_html("settings", page, chosen), 422)
    browser, cookie = await house.identity.introduce(request.scope)
    await house.store.writer.submit(
        partial(browsers.keep_name, browser=browser, name=name, on_boards=on_boards)
    )
    return _kept(request, cookie, back_of(request))


def _named(browser: Browser | None) -> tuple[str, bool, str]:
    """A browser's name, whether boards show it, and how it stands there, in words."""
    if browser is None:
        return "", False, ""
    there = say("name_board_is", name=board_name(browser.board_name, browser.id))
    told = f"{there} {unshown_words(browser.board_name)}".strip()
    return browser.name or "", browser.board_name is not None, told


def back_of(request: Request) -> str:
    """The page of ours that a name was sent from: settings, or any where it stands on a board."""
    page = again(request.scope)
    return HERE if page in ("", NAMED) else page


def _kept(request: Request, cookie: str | None, back: str = HERE) -> Response:
    """204 to htmx and our script, the page again to a plain form."""
    answer: Response
    if forms.header(request.scope, b"hx-request") is not None:
        answer = Response(status_code=204)
    else:
        answer = RedirectResponse(back, 303)
    if cookie is not None:
        answer.headers["set-cookie"] = cookie
    return answer
