"""Sites at which one browser has finished none, few, many and very many games."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from app.store import statistics
from app.store.statistics import Wanted
from app.web.stats_filter import Asked
from app.web.stats_view import StatsPage, stats_page
from tests.web import played
from tests.web.played import NOW_MS, Game, simulated
from tests.web.site import Site, Visitor

TODAY = NOW_MS // played.DAY_MS
NUMBERS = (0, 5, 500, 10_000)


class Home:
    """A site at which one browser has played so many games."""

    def __init__(self, site: Site, games: list[Game]) -> None:
        self.site, self.games = site, games
        site.wall_ms = NOW_MS
        self.visitor = Visitor(site)
        assert self.visitor.post("/me/name", {"name": "=SUM(A1)"}).status < 400
        self.browser = browser_of(self.visitor)
        site.run(lambda: submitted(site, partial(played.store, browser=self.browser, played=games)))

    def page(self, query: str = "") -> str:
        answer = self.visitor.get(f"/stats{query}")
        assert answer.status == 200
        return answer.text

    def view(self, curve: str = "normal", **filters: Any) -> StatsPage:
        now = Asked(Wanted(**filters), curve)
        found = statistics.read(self.site.store.readers, self.browser, now.wanted, TODAY)
        return stats_page(found, now)


async def submitted(site: Site, job: Any) -> None:
    await site.store.writer.submit(job)


def browser_of(visitor: Visitor) -> str:
    scope = {"headers": [(b"cookie", visitor.cookie.encode())]}
    site = visitor.site
    found: str = site.run(lambda: site.app.state.house.identity.browser(scope))
    return found


class Homes:
    """A home for each number of games, made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._exits = folder, ExitStack()
        self._made: dict[int, Home] = {}

    def __getitem__(self, number: int) -> Home:
        if number not in self._made:
            folder = self._folder / str(number)
            folder.mkdir()
            site = self._exits.enter_context(Site(folder))
            self._made[number] = Home(site, simulated(number))
        return self._made[number]

    def close(self) -> None:
        self._exits.close()


FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"span": "last20"},
    {"span": "30days"},
    {"mode": "solo"},
    {"mode": "practice"},
    {"mode": "pass", "span": "last20"},
    {"seats": 4},
    {"level": "normal", "device": "key"},
    {"mode": "daily", "seats": 2, "level": "hard", "device": "touch", "span": "30days"},
    {"device": "unknown", "span": "last20"},
    {"mode": "link", "level": "normal"},  # which nobody played
)
