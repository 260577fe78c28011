"""By the Tab key and keys alone (UX bar 8): a replay, who may see it, statistics, the way out."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from app.store.store import Store
from tests.browser.replayed import kept, put
from tests.browser.seen import context
from tests.table.whole_games import played
from tests.web.played import simulated
from tests.web.played import store as store_played
from tests.web.served import Served

COOKIE = "k" * 43
Open = Callable[[str], Page]

# What has the focus, and whether whoever looks can see that: it is in sight, and drawn otherwise
# than without.
FOCUS = """() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect();
  const there = at !== document.body && box.width > 0;
  const ring = (each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  return {
    seen: there && box.bottom > 0 && box.top < innerHeight
      && (ring(at) || (at.parentElement.matches(":has(:focus-visible)") && ring(at.parentElement))),
    name: at.id || at.name || at.textContent.trim().slice(0, 40) || at.tagName,
  };
}"""
FAR = 60


@pytest.fixture
def open_page(browser: Browser, server: Served) -> Iterator[Open]:
    """A page as somebody sees it who has played, and who has no pointer; without an error."""
    person = context(browser, "desktop", permissions=["clipboard-read", "clipboard-write"])
    url = f"http://127.0.0.1:{server.port}"
    person.add_cookies([{"name": "slapback", "value": COOKIE, "url": url}])
    page, errors = person.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)

    def go(path: str) -> Page:
        page.goto(url + path)
        return page

    yield go
    person.close()
    assert errors == []


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus; on its way the focus can always be seen."""
    for _ in range(FAR):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["seen"], focus["name"]
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached")


def has_focus(page: Page, selector: str) -> bool:
    return page.locator(f"{selector}:focus").count() == 1


def at_step(page: Page, n: int) -> None:
    page.wait_for_function(
        "(n) => document.querySelector('.address').value.endsWith(`?at=${n}`)", arg=n
    )


def test_a_replay(open_page: Open, server: Served) -> None:
    table = played(301, preset="duel", seats=2, auto="yes", reveal_limit="30")
    last = table.core.ledger.n
    page = open_page(put(server, table, COOKIE))
    tab_to(page, "#at")
    for key, n in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        page.keyboard.press(key)
        at_step(page, n)
        assert has_focus(page, "#at")
    for way, n in (("on", 1), ("last", last)):
        tab_to(page, f"#to-{way}")
        page.keyboard.press("Enter")
        at_step(page, n)
        assert has_focus(page, f"#to-{way}")
    page.keyboard.press("Home")
    at_step(page, 0)
    tab_to(page, "#to-chance")
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.getElementById('at').value) > 0")
    assert has_focus(page, "#to-chance")
    tab_to(page, "[name=speed]")
    page.keyboard.press("ArrowRight")
    assert page.locator("[name=speed]:checked").get_attribute("value") == "0.5"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Home")
    at_step(page, 0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert has_focus(page, "#play")
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.getElementById('at').value) > 1")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    assert has_focus(page, "#play")
    page.keyboard.press("End")
    at_step(page, last)
    tab_to(page, ".copy")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Copied.")
    assert page.evaluate("() => navigator.clipboard.readText()").endswith(f"?at={last}")
    assert has_focus(page, ".copy")


def test_who_may_see_it(open_page: Open, server: Served) -> None:
    table = played(302, preset="duel", seats=2, auto="yes", reveal_limit="12")
    page = open_page(put(server, table, COOKIE) + "?at=7")
    for told in ("Only those who played.", "Anybody who has its link."):
        tab_to(page, "form[action*='/private'] button")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={told}")
        at_step(page, 7)


async def history(store: Store, browser: str) -> None:
    # Other tests keep games in the same database.
    games = [replace(game, id=f"typed {game.id}") for game in simulated(60)]
    await store.writer.submit(lambda connection: store_played(connection, browser, games))


def test_statistics_their_files_and_their_end(open_page: Open, server: Served) -> None:
    kept(server, history, COOKIE)
    page = open_page("/stats")
    before = page.locator("#told").inner_text()
    tab_to(page, "select[name=mode]")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "(told) => document.getElementById('told').innerText !== told", arg=before
    )
    assert has_focus(page, "select[name=mode]")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(
        "(told) => document.getElementById('told').innerText === told", arg=before
    )
    tab_to(page, "figure.plot summary")
    page.keyboard.press("Enter")
    assert page.locator("figure.plot details[open]").count() == 1
    for kind in ("json", "csv"):
        tab_to(page, f"a[href$='{kind}']")
        with page.expect_download() as coming:
            page.keyboard.press("Enter")
        assert coming.value.suggested_filename.endswith(kind)
        assert has_focus(page, f"a[href$='{kind}']")
    tab_to(page, ".delete summary")
    page.keyboard.press("Enter")
    tab_to(page, "#confirm")
    page.keyboard.type("delete")
    tab_to(page, ".delete button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?*")
    assert page.context.cookies() == []
    page.goto(page.url.partition("?")[0] + "stats")
    assert page.locator("figure.plot").count() == 0
