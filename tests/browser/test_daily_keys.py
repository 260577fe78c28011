"""The daily by keys alone: from home to the table, to its end, to the board, and shared."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.seen import Watched, context
from tests.browser.test_daily import CLIPBOARD, NO_SHARING, PATIENCE_S, play
from tests.web.served import Served

TABS = 40  # no way is longer
FOCUSED = """() => {
  const it = document.activeElement;
  return it === document.body ? "" : (it.getAttribute("aria-label") ?? it.textContent).trim();
}"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose dailies pass quickly."""
    with Served(tmp_path_factory.mktemp("keys"), ("tests.browser.quick_daily",)) as served:
        yield served


@pytest.fixture
def person(browser: Browser) -> Iterator[BrowserContext]:
    made = context(browser, "desktop", permissions=CLIPBOARD)
    made.add_init_script(NO_SHARING)
    yield made
    made.close()


def tab_to(page: Page, name: str, inside: str = "main") -> None:
    """Press Tab until what is called so in this part of the page has the focus, and is seen."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        here = page.locator(f"{inside} :focus")
        if page.evaluate(FOCUSED).startswith(name) and here.count():
            expect(here).to_be_in_viewport()
            return
    raise AssertionError(f"Tab does not come to {name}")


@pytest.mark.timeout(PATIENCE_S)
def test_a_daily_is_played_and_shared_without_a_pointer(
    person: BrowserContext, quick: Served
) -> None:
    watched = Watched(person.new_page())
    page = watched.page
    page.goto(f"http://127.0.0.1:{quick.port}/")
    tab_to(page, "Daily")
    page.keyboard.press("Enter")
    page.wait_for_url("**/daily")
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    watched.wait("s.table === 'playing'")
    # A pause and the way back, as in any game.
    page.keyboard.press("Escape")
    watched.wait("s.table === 'paused'")
    page.keyboard.press("Enter")
    watched.wait("s.table === 'playing'")
    assert play(watched) > 0
    expect(page.locator("#result-title")).to_be_focused()
    expect(page.locator("#standing")).to_contain_text("Rank 1")
    page.wait_for_selector("#plots .plot")
    expect(page.locator("#result-title")).to_be_focused()  # what came took the focus from nobody
    points = page.locator(".score tfoot td").inner_text()
    tab_to(page, "See the board", "#result")
    page.keyboard.press("Enter")
    page.wait_for_url("**/daily/*")
    expect(page.locator(".board .mine td").nth(1)).to_have_text(points)
    tab_to(page, "Share")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_text("Copied.")
    assert page.evaluate(FOCUSED) == "Share", "the focus stays"
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert f"{points} point" in copied
    # Its name on the board, too.
    tab_to(page, "Your name on the board")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(page.locator(".board .mine th")).to_have_text("Ada (you)")
    tab_to(page, "Practise", ".practise")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert watched.errors == []
