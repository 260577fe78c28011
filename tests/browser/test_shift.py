"""Nothing moves by itself: not at all on the table over a whole game, hardly elsewhere (UX bar 5).

A browser forgives what moves within half a second of a press; here that counts as well.
"""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn
from tests.browser.places import PAGES
from tests.browser.seen import VIEWS, context
from tests.web.served import Served

REVEALS = 10  # the fewest that rules allow
ELSEWHERE = 0.01


@pytest.mark.timeout(120)
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_shifts_over_a_whole_game(visit: Visit, view: str) -> None:
    page = visit("/new", view, has_touch=True)
    page.page.locator(".preset", has_text="Party").click()
    page.page.locator("#field-computers").fill("3")
    page.page.locator("fieldset.auto label").click()
    page.page.locator("fieldset.window_ms label", has_text="Brisk").click()
    page.page.locator("fieldset.reveal_limit label", has_text="Other").click()
    page.page.locator("#field-reveal_limit_number").fill(str(REVEALS))
    page.page.get_by_role("button", name="Deal the cards").click()
    page.page.wait_for_selector("#table")
    for n in range(1, REVEALS + 1):
        page.wait(f"Number(s.n) >= {n} || s.table === 'over'")
        if page.shown()["table"] == "over":
            break
        page.looked()
        # The first key makes the buttons name theirs, on a small screen too.
        if view == "desktop" or n == 2:
            page.page.keyboard.press(" ")
        else:
            page.page.locator("#slap").tap()
        if n == REVEALS // 2:
            page.page.locator("#pause button").click()
            page.wait("s.table === 'paused'")
            page.page.locator("#resume").click()
    page.wait("s.table === 'over'", timeout_s=60)
    page.page.wait_for_selector("#result-title")
    assert page.sent("slap")
    assert page.shifts() == []


@pytest.mark.parametrize("view", VIEWS)
def test_hardly_anything_shifts_on_the_other_pages(
    browser: Browser, server: Served, view: str
) -> None:
    person = context(browser, view)
    drawn = Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    for name, show in PAGES.items():
        show(drawn)
        drawn.page.evaluate("() => document.fonts.ready")
        drawn.page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
        drawn.page.mouse.wheel(0, 2000)
        drawn.page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
        shifts = drawn.page.evaluate("() => window.shifts")
        assert sum(shift["value"] for shift in shifts) <= ELSEWHERE, (name, shifts)
    person.close()
