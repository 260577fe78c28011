"""A finished game's replay: its page, its steps for the page's script, and who may see it."""

import asyncio
import gzip
import json
import re

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.store import games
from app.store.journal import Entry
from app.table.steps import steps
from app.web import forms
from app.web.answers import again
from app.web.house import House, house_for
from app.web.packing import LEVEL, takes_gzip
from app.web.problems import NO_PAGE, Problem
from app.web.replay_view import BLOCK, REGIONS, Course, Moment, Pace, replay_page
from app.web.replays import Permitted, permitted, walked
from app.web.words import say

NOT_YOURS = "Only those who played this game can change that."
KB_A_STEP = 4

_AT = re.compile(r"(-?)([0-9]{1,9})")

router = APIRouter(prefix="/replay/{game}", include_in_schema=False)


@router.api_route("", methods=["GET", "HEAD"])
async def replay(request: Request, game: str, at: str = "") -> Response:
    """The page at the step `at`: a number beyond the game is its nearer end, no number the deal."""
    house = house_for(request)
    found = await permitted(request, game, say("replay_gone"))
    course = await _course(house, found)
    page = replay_page(
        game,
        course,
        _within(at, course.last),
        found.you,
        found.game.ended_ms,
        house.address(request.scope, f"/replay/{game}"),
        found.game.keepers,
    )
    chosen = await house.preferences(request.scope)
    html = await asyncio.to_thread(house.templates.page_html, "replay", page, chosen)
    return HTMLResponse(html)


@router.api_route("/steps/{block}", methods=["GET", "HEAD"])
async def block(request: Request, game: str, block: str) -> Response:
    """A block of BLOCK steps as the page's script draws them, JSON: block 0 begins with the deal.

    Raises Problem 404 beyond the last.
    """
    house = house_for(request)
    found = await permitted(request, game, say("replay_gone"))
    course = await _course(house, found)
    number = int(block) if _AT.fullmatch(block) else -1
    if not 0 <= number <= course.last // BLOCK:
        raise Problem(404, NO_PAGE)
    headers = {"vary": "accept-encoding"}
    # Fifty steps are much alike: a block is a tenth of its size, and the rest is the thread's work.
    packs = takes_gzip(request.scope)
    if packs:
        headers["content-encoding"] = "gzip"
    body = await house.walks.kept(
        ("block", game, found.names, number, packs),
        lambda: _body(house, course, number, packs),
        lambda body: len(body) / 1024,
    )
    return Response(body, headers=headers, media_type="application/json")


@router.post("/private")
async def private(request: Request, game: str) -> Response:
    """`private=yes`: who sends it wishes that only those who played look on; `no`: no longer. It is
    for whoever has the link where nobody of them wishes otherwise. 303 to the moment shown.

    Raises Problem 403 for who did not play.
    """
    form = await forms.read(request.scope, request.receive, ("private",))
    chosen = forms.yes(form, "private")
    found = await permitted(request, game, say("replay_gone"))
    if not found.you:
        raise Problem(403, NOT_YOURS)
    await house_for(request).store.writer.submit(
        lambda connection: games.keep_private(connection, game, found.you, chosen)
    )
    page = f"/replay/{game}"
    moment = again(request.scope)
    return RedirectResponse(moment if moment.startswith(f"{page}?") else page, 303)


def _within(at: str, last: int) -> int:
    number = _AT.fullmatch(at)
    return 0 if number is None or number[1] else min(int(number[2]), last)


async def _course(house: House, found: Permitted) -> Course:
    def course(entries: tuple[Entry, ...], game: str) -> Course:
        return Course(steps(entries, game))

    return await walked(house, found, "course", course, lambda it: KB_A_STEP * it.last)


def _body(house: House, course: Course, number: int, packs: bool) -> bytes:
    body = _drawn(house, course, number).encode()
    return gzip.compress(body, LEVEL, mtime=0) if packs else body


def _drawn(house: House, course: Course, number: int) -> str:
    begin = number * BLOCK
    ends = min(begin + BLOCK, course.last + 1)
    return json.dumps([_step(house, course.moment(n), course.pace(n)) for n in range(begin, ends)])


def _step(house: House, moment: Moment, pace: Pace) -> dict[str, object]:
    draw = house.templates.fragment
    return {
        "n": moment.n,
        "where": moment.where,
        "ms": pace.ms,
        "chance": moment.chance,
        "pileOn": pace.pile_on,
        "pileBack": pace.pile_back,
        "regions": {name: draw(name, getattr(moment, name)) for name in REGIONS},
    }
