"""Pages and states of the table, photographed into `screenshots/`, to be looked at."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, Drawn, shot
from tests.browser.places import PLACES
from tests.browser.seen import VIEWS, context
from tests.web.served import Served

pytestmark = pytest.mark.photograph

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

SCROLLS = "() => document.documentElement.scrollHeight > innerHeight"


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_photographed(drawn: Drawn, place: str) -> None:
    PLACES[place](drawn)
    assert drawn.page.locator("h1").count() == 1
    file = f"{place.replace(',', '').replace(' ', '-')}.png"
    for view, size in VIEWS.items():
        drawn.resize(*size)
        for scheme in SCHEMES:
            drawn.page.emulate_media(color_scheme=scheme)
            shot(drawn.page, SCREENSHOTS / view / scheme / file)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("view", VIEWS)
def test_the_other_pages_are_photographed(visit: Visit, view: str, scheme: Scheme) -> None:
    folder = SCREENSHOTS / view / scheme
    page = visit("/", view, color_scheme=scheme)
    shot(page.page, folder / "home-first.png")
    if view == "portrait":
        assert not page.page.evaluate(SCROLLS), "home fits without scrolling"
    page.play_now()
    shot(page.page, folder / "live-idle.png")
    page.turn()
    page.opened()
    shot(page.page, folder / "live-window.png")
    page.page.keyboard.press("Escape")
    page.wait("s.table === 'paused'")
    shot(page.page, folder / "live-paused.png")
    page.page.locator("summary", has_text="Save and leave").click()
    page.page.locator("#leave").click()
    page.page.wait_for_selector("text=Continue")
    shot(page.page, folder / "home-saved.png")
    if view == "portrait":
        assert not page.page.evaluate(SCROLLS), "home with a saved game fits without scrolling"
    page.page.goto(page.page.url.rstrip("/") + "/new")
    assert page.page.locator("h1").inner_text() == "New game"
    shot(page.page, folder / "new.png")
    page.page.locator(".group.auto").scroll_into_view_if_needed()
    shot(page.page, folder / "new-below.png")
    page.page.goto(page.page.url.replace("/new", "/t/nowhere"))
    shot(page.page, folder / "404.png")
    page.errors = [error for error in page.errors if "status of 404" not in error]
