"""What a first visit costs (UX bar 3): bytes on the wire by kind, and requests."""

from collections import Counter
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Request

from tests.browser.replayed import put
from tests.browser.seen import Watched, context
from tests.table.whole_games import played
from tests.web.served import Served

KB = 1024
WHOLE = {"home": 45 * KB, "table": 75 * KB, "link match": 75 * KB}
OTHER = 70 * KB
KINDS = {"document": 14 * KB, "script": 32 * KB, "stylesheet": 14 * KB, "font": 0}
REQUESTS = 8
PLAY = "form[action='/tables'] button.big"

VISITED = {
    "home": "/",
    "daily": "/daily",
    "new": "/new",
    "settings": "/settings",
    "not found": "/t/nowhere",
    "replay": "",
    "table": "",
    "link match": "",
}
"""Where each page is; tables are opened by another visitor."""


class Weighed(NamedTuple):
    """Bytes of bodies as they came, by kind of resource, and the addresses that were asked for."""

    weight: Counter[str]
    asked: list[str]


def first_visit(browser: Browser, url: str) -> Weighed:
    """Everything that a new person's browser loads at an address until the page stands."""
    person = context(browser, "portrait")
    page = person.new_page()
    asked: list[str] = []
    came: list[Request] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfinished", lambda request: came.append(request))
    page.goto(url)
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    weight: Counter[str] = Counter()
    for request in came:
        weight[request.resource_type] += max(0, request.sizes()["responseBodySize"])
    person.close()
    return Weighed(weight, asked)


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
    found["replay"] = page.page.url.partition("/t/")[0] + put(
        server, played(5, preset="party", seats=8, auto="yes", reveal_limit="100")
    )
    return {name: url.partition(str(server.port))[2] for name, url in found.items()}


@pytest.mark.parametrize("name", VISITED)
def test_a_first_visit_is_light(
    browser: Browser, server: Served, tables: dict[str, str], name: str
) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    weight, asked = first_visit(browser, origin + (VISITED[name] or tables[name]))
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
