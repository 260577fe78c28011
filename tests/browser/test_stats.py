"""The page of statistics: its filters with script and without, and what a keyboard does there."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from app.store import browsers
from app.store.store import Store
from tests.browser.seen import context
from tests.web import played
from tests.web.played import simulated, wanted
from tests.web.served import Served

TOKEN = "t" * 43
GAMES = simulated(60)
Open = Callable[..., Page]


async def fill(store: Store) -> None:
    hashed = hashlib.sha256(TOKEN.encode()).hexdigest()
    known = await store.writer.submit(partial(browsers.ensure, cookie_hash=hashed, now_ms=1_000))
    await store.writer.submit(partial(played.store, browser=known, played=GAMES))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on whose database somebody has played."""
    folder: Path = tmp_path_factory.mktemp("filled")
    store = Store.open(f"sqlite:///{folder / 'slapback.db'}")
    with ThreadPoolExecutor(1) as apart:  # the browser's driver has a loop running in this one
        apart.submit(lambda: asyncio.run(fill(store))).result()
    store.close()
    with Served(folder) as served:
        yield served


@pytest.fixture
def open_page(browser: Browser, filled: Served) -> Iterator[Open]:
    """The page as that person sees it; it must end without an error."""
    people, errors = [], []

    def go(query: str = "", view: str = "desktop", script: bool = True) -> Page:
        person = context(browser, view, java_script_enabled=script)
        people.append(person)
        url = f"http://127.0.0.1:{filled.port}"
        person.add_cookies([{"name": "slapback", "value": TOKEN, "url": url}])
        page = person.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
        page.goto(f"{url}/stats{query}")
        return page

    yield go
    for person in people:
        person.close()
    assert errors == []


def shown(page: Page, number: int) -> None:
    """Wait until so many games are shown."""
    page.wait_for_function(
        "(games) => document.querySelector('#told').textContent.startsWith(games)", arg=f"{number} "
    )


def games(page: Page) -> int:
    return int(page.locator("#told").inner_text().split()[0])


def test_without_script_a_button_shows_what_is_chosen(open_page: Open) -> None:
    page = open_page(script=False)
    assert games(page) == len(wanted(GAMES)) < len(GAMES)
    page.get_by_label("Mode").select_option(label="Against computers")
    page.get_by_label("Computers", exact=True).select_option(label="Normal")
    page.get_by_label("Slapped by").select_option(label="Key")
    page.get_by_label("Games", exact=True).select_option(label="Last 20")
    page.get_by_label("Compare with").select_option(label="Hard")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_load_state()
    chosen = wanted(GAMES, "last20", mode="solo", level="normal", device="key")
    assert 0 < games(page) == len(chosen) < 20
    assert page.get_by_label("Compare with").input_value() == "hard"
    assert page.get_by_label("Mode").input_value() == "solo"


def test_with_script_a_change_shows_at_once_and_nothing_else_moves(open_page: Open) -> None:
    page = open_page()
    page.evaluate("() => { window.here = true; }")
    mode = page.get_by_label("Mode")
    mode.focus()
    mode.select_option(label="Daily")
    daily = len(wanted(GAMES, mode="daily"))
    shown(page, daily)
    assert page.evaluate("() => window.here"), "the page was not loaded anew"
    assert page.evaluate("() => document.activeElement.name") == "mode"
    assert "mode=daily" in page.url
    page.get_by_label("Games", exact=True).select_option(label="Last 20")
    last = len(wanted(GAMES, "last20", mode="daily"))
    shown(page, last)
    page.reload()
    assert games(page) == last
    assert page.get_by_label("Games", exact=True).input_value() == "last20"


def test_the_summary_is_told_to_who_does_not_see_it(open_page: Open) -> None:
    """The same element before and after: a live region that is new is not read."""
    page = open_page()
    page.evaluate("() => { document.querySelector('#told').was = true; }")
    page.get_by_label("Players").select_option(label="4 players")
    number = len(wanted(GAMES, seats=4))
    shown(page, number)
    assert page.evaluate("() => document.querySelector('#told').was === true")
    assert page.locator("#told").get_attribute("role") == "status"


def test_another_level_draws_another_curve(open_page: Open) -> None:
    page = open_page()
    before = page.locator(".curve").first.get_attribute("d")
    page.get_by_label("Compare with").select_option(label="Easy")
    page.wait_for_selector("text=right slaps by Easy computers")
    assert page.locator(".curve").first.get_attribute("d") != before


def test_deleting_asks_for_the_word_first(open_page: Open) -> None:
    """Nothing is sent while the field is empty."""
    page = open_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("summary", has_text="Delete everything").click()
    page.get_by_role("button", name="Delete everything").click()
    assert page.evaluate("() => document.activeElement.id") == "confirm"
    assert "POST" not in sent


def test_the_files_are_downloaded_under_their_names(open_page: Open) -> None:
    page = open_page()
    for form in ("JSON", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Download as {form}").click()
        assert download.value.suggested_filename == f"slapback.{form.lower()}"
        assert GAMES[0].id in Path(download.value.path()).read_text()


@pytest.mark.parametrize("width", [320, 360, 640, 1280])
def test_nothing_is_too_wide_for_any_screen(open_page: Open, width: int) -> None:
    page = open_page()
    page.set_viewport_size({"width": width, "height": 640})
    page.evaluate(
        "() => { for (const each of document.querySelectorAll('details')) each.open = true }"
    )
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
