"""What a first visit costs (UX bar 3): bytes on the wire by kind, and requests."""

from collections import Counter
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Request

from app.store.store import Store
from tests.browser.replayed import kept, put, put_daily
from tests.browser.seen import Watched, context
from tests.table.whole_games import played
from tests.web.played import simulated
from tests.web.played import store as store_played
from tests.web.served import Served

KB = 1024
WHOLE = {"home": 45 * KB, "table": 75 * KB, "link match": 75 * KB}
OTHER = 70 * KB
KINDS = {"document": 14 * KB, "script": 32 * KB, "stylesheet": 14 * KB, "font": 0}
LATER = ("fetch", "eventsource", "xhr")
"""What a page asks for once it stands: a table's stream, the file of a deal that it checks."""
REQUESTS = 8
PLAY = "form[action='/tables'] button.big"

VISITED = {
    "home": "/",
    "daily": "/daily",
    "new": "/new",
    "settings": "/settings",
    "not found": "/t/nowhere",
    "daily, played": "",
    "stats": "/stats",
    "replay": "",
    "plots": "",
    "check": "",
    "table": "",
    "link match": "",
}
"""Where each page is; tables are opened by another visitor."""
PLAYED = {
    "daily, played": ".score",
    "stats": "figure.plot",
    "replay": ".chip.seat-7",
    "plots": "figure.plot",
    "check": "#proof",
}
"""Pages that show most to who has played, and what they show: they come with this cookie."""
COOKIE = "w" * 43
GAMES = 400


class Weighed(NamedTuple):
    """Bytes of bodies as they came, by kind of resource, and the addresses that were asked for."""

    weight: Counter[str]
    asked: list[str]


def first_visit(browser: Browser, url: str, cookie: str = "", shows: str = "h1") -> Weighed:
    """Everything that a new person's browser loads at an address until the page stands.

    With a cookie: that of somebody who has played, whose files are gone.
    """
    person = context(browser, "portrait")
    if cookie:
        person.add_cookies([{"name": "slapback", "value": cookie, "url": url}])
    page = person.new_page()
    asked: list[Request] = []
    came: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.on("requestfinished", lambda request: came.append(request))
    page.goto(url)
    assert page.locator(shows).count(), shows
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    loaded = [request for request in asked if request.resource_type not in LATER]
    while any(request not in came for request in loaded):
        page.wait_for_timeout(20)  # what the page has by now, the browser tells of a little later
    weight: Counter[str] = Counter()
    for request in loaded:
        weight[request.resource_type] += max(0, request.sizes()["responseBodySize"])
    person.close()
    return Weighed(weight, [request.url for request in asked])


@pytest.fixture(scope="module")
def tables(browser: Browser, server: Served) -> dict[str, str]:
    """The addresses of tables that somebody else has opened."""
    person = context(browser)
    page = Watched(person.new_page())
    found = {}
    page.page.goto(f"http://127.0.0.1:{server.port}")
    page.page.locator(PLAY).click()
    page.page.wait_for_selector("#table")
    found["table"] = page.page.url
    page.open(until="waiting", mode="link", preset="party")
    found["link match"] = page.page.url
    person.close()
    kept(server, history, COOKIE)
    day = put_daily(server, COOKIE)
    paths = {name: url.partition(str(server.port))[2] for name, url in found.items()}
    long = played(5, preset="party", seats=8, auto="yes", reveal_limit="none")
    replay = put(server, long, COOKIE)
    paths |= {
        "daily, played": day,
        "replay": replay,
        "plots": f"{replay}/plots",
        "check": f"{replay}/check",
    }
    return paths


async def history(store: Store, browser: str) -> None:
    await store.writer.submit(
        lambda connection: store_played(connection, browser, simulated(GAMES))
    )


@pytest.mark.parametrize("name", VISITED)
def test_a_first_visit_is_light(
    browser: Browser, server: Served, tables: dict[str, str], name: str
) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    known = (COOKIE, PLAYED[name]) if name in PLAYED else ()
    weight, asked = first_visit(browser, origin + (VISITED[name] or tables[name]), *known)
    assert weight["document"] > 500, "bytes were counted"
    assert weight["stylesheet"] > 500, "bytes were counted"
    assert weight.total() <= WHOLE.get(name, OTHER), weight
    for kind, most in KINDS.items():
        assert weight[kind] <= most, f"{kind}: {weight}"
    assert len(asked) <= REQUESTS, asked
    assert [each for each in asked if not each.startswith(origin)] == []


@pytest.mark.parametrize("name", VISITED)
def test_pages_come_packed(
    browser: Browser, server: Served, tables: dict[str, str], name: str
) -> None:
    address = f"http://127.0.0.1:{server.port}{VISITED[name] or tables[name]}"
    person = context(browser)
    answer = person.new_page().goto(address)
    assert answer is not None
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    person.close()
