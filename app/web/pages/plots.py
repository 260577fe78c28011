"""A finished game in pictures: under its result, or as a page of its own."""

from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.store.journal import Entry
from app.table.history import history
from app.web.forms import header
from app.web.house import house_for
from app.web.plots.finished import GamePlots, game_plots
from app.web.replays import permitted, walked

KB = 40

router = APIRouter(prefix="/replay/{game}", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class PlotsPage:
    """The page of a finished game's plots; `table` is where it was played."""

    table: str
    game_plots: GamePlots


@router.api_route("/plots", methods=["GET", "HEAD"])
async def plots(request: Request, game: str) -> Response:
    """The plots of a finished game as whoever asks for them played it, or as its watcher.

    A fragment for the table's own script, else a page.
    """
    house = house_for(request)
    found = await permitted(request, game)

    def plotted(entries: tuple[Entry, ...], id: str) -> GamePlots:
        return game_plots(history(entries, id), found.you)

    drawn = await walked(house, found, ("plots", found.you), plotted, lambda _: KB)
    # That may change at any time, and the same picture of the table's result is for all.
    drawn = replace(drawn, private=found.game.private)
    if header(request.scope, b"hx-request") is not None:
        return HTMLResponse(house.templates.fragment("game_plots", drawn))
    page, chosen = PlotsPage(found.game.table, drawn), await house.preferences(request.scope)
    return HTMLResponse(house.templates.page_html("plots", page, chosen))
