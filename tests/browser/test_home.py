"""Home in a real browser: all of it on one screen, and how to play beneath Play now."""

import pytest
from playwright.sync_api import Browser

from app.web.home_view import SavedView, daily_tile, home_page, saved_view, waiting_view
from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn
from tests.browser.places import page
from tests.browser.seen import context
from tests.web.daily_facts import NOON_MS, TODAY, tried
from tests.web.served import Served

SCROLLS = "() => [document.documentElement.scrollHeight, innerHeight]"


def saved(names: tuple[str, ...], you: tuple[int, ...], changed: bool) -> SavedView:
    return saved_view("A" * 22, names, (9,) * len(names), you, 37, 100, changed=changed)


ALONE = ("Player", "West", "North", "East")
SHOWN = {
    "first": home_page(()),
    "changed": home_page((), {"burn": "2", "preset": "quartet", "computers": "3"}),
    "saved": home_page((saved(ALONE, (0,), True),), {"burn": "2"}, kept_days=30),
    "link": home_page((waiting_view("A" * 22, ("Ada", "Basil"), 1, "quartet", changed=True),)),
    "two": home_page((saved(("Player 1", "Player 2"), (0, 1), False),)),
    "daily": home_page(
        (saved(ALONE, (0,), False),), daily=daily_tile(NOON_MS, tried(TODAY), 12_345)
    ),
}


@pytest.mark.parametrize("shown", SHOWN)
def test_home_fits_a_small_phone_until_how_to_play_is_opened(
    browser: Browser, server: Served, shown: str
) -> None:
    person = context(browser, "portrait")
    drawn = Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    page(lambda draw: draw.page_html("home", SHOWN[shown]))(drawn)
    whole, screen = drawn.page.evaluate(SCROLLS)
    assert whole <= screen
    how = drawn.page.locator(".how")
    assert how.locator("summary").bounding_box()["height"] >= 44  # type: ignore[index]
    how.locator("summary").click()
    assert how.get_by_text("turns the top card").is_visible()
    assert how.locator(".in-force").is_visible()
    how.locator("summary").click()
    person.close()


def test_how_to_play_needs_no_script(visit: Visit) -> None:
    shown = visit("/", java_script_enabled=False).page
    shown.locator(".how summary").click()
    assert shown.locator(".how .in-force").is_visible()
