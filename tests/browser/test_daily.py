"""The daily in a real browser: a whole one to its board and its share text, and its only try."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from app.store.daily import Board, Try
from app.store.journal import Entry
from app.table.history import walk
from app.web.assets import Assets
from app.web.daily_view import daily_page
from app.web.standing_view import standing_view
from app.web.templating import Templates
from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, shot
from tests.browser.seen import VIEWS, Watched, context
from tests.web.daily_facts import STATES
from tests.web.served import ROOT, Served

PATIENCE_S = 200
TEMPLATES = Templates(Assets(ROOT / "static").url)
SHARED = 24  # reveals that two browsers are compared in
CLIPBOARD = ["clipboard-read", "clipboard-write"]
A_DAY_ON = """
const Told = Date;
const wrong = 24 * 60 * 60 * 1000;
window.Date = class extends Told {
  constructor(...given) { super(...(given.length ? given : [Told.now() + wrong])); }
  static now() { return Told.now() + wrong; }
};
"""
NO_SHARING = "delete Navigator.prototype.share;"
NO_CLIPBOARD = 'Object.defineProperty(navigator, "clipboard", { value: undefined });'
SHARING = """navigator.share = (given) => {
  window.shared = given;
  return window.closes ? Promise.reject(new DOMException("", "AbortError")) : Promise.resolve();
};"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose dailies pass quickly."""
    with Served(tmp_path_factory.mktemp("daily"), ("tests.browser.quick_daily",)) as served:
        yield served


@pytest.fixture
def person(browser: Browser) -> Iterator[BrowserContext]:
    made = context(browser, "portrait", permissions=CLIPBOARD)
    yield made
    made.close()


def begin(person: BrowserContext, served: Served) -> Watched:
    """From home to the table of a new person's try."""
    page = Watched(person.new_page())
    page.page.goto(f"http://127.0.0.1:{served.port}/")
    page.page.get_by_role("link", name="Daily").and_(page.page.locator(".tile")).click()
    page.page.get_by_role("button", name="Start").click()
    page.page.wait_for_url("**/t/*")
    page.wait("s.table === 'playing'")
    return page


def checked(route: Route) -> None:
    """What the server says while a score is being checked."""
    date = route.request.url.split("/")[-2]
    tried, nobody = Try(date, "t" * 22, 0, "over", None), Board((), (), None, 0, 0)
    drawn = TEMPLATES.fragment("standing", standing_view(date, tried, nobody, 1))
    route.fulfill(body=drawn, content_type="text/html")


def play(page: Watched, slaps: bool = True) -> int:
    """The game to its end, by keys; how many slaps there were."""
    made, last = 0, ""
    while (shown := page.shown())["table"] == "playing":
        if slaps and shown["n"] != last and page.matches():
            page.page.keyboard.press(" ")
            made, last = made + 1, shown["n"]
        page.page.keyboard.press("Enter")
        page.page.wait_for_timeout(20)
    page.page.wait_for_selector("#result-title")
    # A pile that a computer was quicker to slap cannot be turned onto: told by 409, nobody's fault.
    page.errors = [error for error in page.errors if "status of 409" not in error]
    return made


@pytest.mark.timeout(PATIENCE_S)
def test_a_whole_daily_to_the_board_and_the_share_text(
    person: BrowserContext, quick: Served
) -> None:
    page = begin(person, quick)
    table = page.page.url
    # The first look comes before the score has been checked.
    page.page.route("**/standing", checked, times=1)
    assert play(page) > 0
    standing = page.page.locator("#standing")
    expect(standing).to_have_text("Your score is being checked: your rank comes in a moment.")
    expect(standing).to_have_text("Rank 1: the first on the board.")
    page.page.wait_for_selector("#plots .plot")
    for name in ("See the board", "Practise this deal", "Replay", "Home", "Share"):
        control = page.page.locator("#result .choices .button", has_text=name)
        fits = control.evaluate("a => a.scrollWidth <= a.clientWidth && a.clientHeight < 50")
        assert fits, f"{name} has one line"
    shot(page.page, SCREENSHOTS / "portrait/light/live-daily-result.png")
    points = page.page.locator(".score tfoot td").inner_text()
    amounts = page.page.locator(".score tbody td").all_inner_texts()
    said = page.page.locator(".shared").inner_text().splitlines()
    assert "Play again" not in page.page.locator("#result").inner_text()
    page.page.get_by_role("link", name="See the board").click()
    expect(page.page.locator(".hero h2")).to_contain_text(f"{points} point")
    assert page.page.locator(".score tbody td").all_inner_texts() == amounts
    expect(page.page.locator(".board .mine td").nth(1)).to_have_text(points)
    assert "Rank 1: the first on the board." in page.page.locator(".hero").inner_text()
    shot(page.page, SCREENSHOTS / "portrait/light/live-daily-board.png")
    page.page.get_by_role("button", name="Share").click()
    expect(page.page.locator(".told")).to_have_text("Copied.")
    copied = page.page.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert copied == said, "the same at the table and on the board"
    day = page.page.locator(".board-name, h1").first.inner_text()
    assert day == "Daily " + copied[0].split()[3]
    assert re.fullmatch(rf"Egyptian War daily \d+ – (won|lost|a draw), {points} points?", copied[0])
    assert re.fullmatch(r"\d+ of \d+ slaps first(, best \d\.\d\d s)?, (\d+|none) wrong", copied[1])
    assert page.page.goto(copied[2]) is not None
    assert page.page.url == copied[2]
    assert len("\n".join(copied)) <= 280
    # What is over stays over: no address leads to another try.
    page.page.goto(table)
    page.page.wait_for_selector("#result-title")
    page.page.go_back()
    expect(page.page.get_by_role("button", name="Start")).to_have_count(0)
    page.page.goto(f"http://127.0.0.1:{quick.port}/")
    assert "Done, rank 1" in page.page.locator(".tile").first.inner_text()
    assert page.errors == []


def test_reload_second_tab_and_back_lead_to_the_same_try(
    person: BrowserContext, quick: Served
) -> None:
    page = begin(person, quick)
    table = page.page.url
    day = f"http://127.0.0.1:{quick.port}/daily"
    page.wait("Number(s.n) >= 1 || document.querySelector('#reveal[aria-disabled=false]')")
    if page.shown()["n"] == "0":  # it is ours to begin
        page.turn()
    page.wait("Number(s.n) >= 1")
    page.page.reload()
    page.wait("Number(s.n) >= 1")
    assert page.page.url == table
    other = Watched(person.new_page())
    other.page.goto(day)
    assert "in play" in other.page.locator(".hero").inner_text()
    other.page.get_by_role("link", name="Continue").click()
    other.page.wait_for_url(f"{table}*")
    # The page of before the try, out of the back button, has its Start still: it opens no second.
    page.page.go_back()
    start = page.page.get_by_role("button", name="Start")
    go_on = page.page.get_by_role("link", name="Continue")
    expect(start.or_(go_on)).to_be_visible()
    (start if start.count() else go_on).click()
    page.page.wait_for_url(f"{table}*")
    assert page.errors == []


def met(served: Served, table: str, until: int) -> list[tuple[object, ...]]:
    """What lay there and who slapped when, reveal by reveal, as this table's log tells it."""
    found: list[tuple[object, ...]] = []
    entries = [Entry(*line) for line in served.log(table)]
    game = next(json.loads(each.payload)["id"] for each in entries if each.kind == "sealed")
    for entry, ledger in walk(entries, game):
        if entry.kind == "reveal" and ledger.n > until:
            break
        if entry.kind == "reveal":
            heights = [len(stack) for stack in ledger.game.stacks]
            found.append((ledger.n, entry.seat, ledger.game.faceup[-3:], heights))
        elif entry.kind == "slap":
            found.append((ledger.n, entry.seat, entry.ms, entry.payload))
    return found


@pytest.mark.timeout(180)
def test_two_browsers_meet_the_same_cards_and_reactions(browser: Browser, server: Served) -> None:
    """One turns by hand, the other one has it done: at the same reveals all is the same."""
    with ExitStack() as exits:
        people = [context(browser, "portrait") for _ in range(2)]
        for person in people:
            exits.callback(person.close)
        by_hand, by_itself = (begin(person, server) for person in people)
        switch = {"form": {"on": "yes"}, "headers": {"Sec-Fetch-Site": "same-origin"}}
        assert people[1].request.post(f"{by_itself.page.url}/auto", **switch).ok  # type: ignore[arg-type]
        while min(int(page.shown()["n"]) for page in (by_hand, by_itself)) <= SHARED:
            shown = by_hand.shown()
            if shown["turner"] == "0" and shown["phase"] == "ready":
                # As late as a card turns by itself: a sooner one covers what is slapped late.
                by_hand.page.wait_for_timeout(550)
                by_hand.page.keyboard.press("Enter")
            by_hand.page.wait_for_timeout(50)
        one, other = (
            met(server, page.page.url.rpartition("/")[2], SHARED) for page in (by_hand, by_itself)
        )
    assert one == other
    turned = [what[0] for what in one if not isinstance(what[3], str)]
    assert turned == [*range(1, SHARED + 1)]


def words(page: Page) -> str:
    return page.locator(".next .clock").inner_text()


@pytest.mark.parametrize("wrong", [False, True])
def test_the_countdown_does_not_ask_the_devices_clock(
    browser: Browser, server: Served, wrong: bool
) -> None:
    person = context(browser, timezone_id="Asia/Kolkata", locale="en-GB")
    if wrong:
        person.add_init_script(A_DAY_ON)
    page = person.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/daily")
    left = int(page.locator("[data-left]").get_attribute("data-left") or "0") / 1000
    told = re.fullmatch(r"Next deal at 0?5:30, in (\d+):(\d\d):(\d\d)\.", words(page))
    assert told, words(page)
    hours, minutes, seconds = map(int, told.groups())
    assert left - 5 <= 3600 * hours + 60 * minutes + seconds <= left + 1
    before = words(page)
    expect(page.locator(".next .clock")).not_to_have_text(before)
    person.close()


def test_at_midnight_the_page_leads_to_the_next_deal(visit: Visit) -> None:
    """Its Start was for the day before."""
    page = visit("/daily", "portrait")
    start, shown = page.page.get_by_role("button", name="Start"), page.page
    start.focus()
    before = shown.locator(".hero").bounding_box()
    shown.locator("[data-left]").evaluate("place => { place.dataset.left = '1500'; }")
    link = shown.get_by_role("link", name="The next deal is here.")
    expect(link).to_be_focused()
    expect(start).to_be_disabled()
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert shown.locator(".hero").bounding_box() == before, "nothing moves"
    shot(shown, SCREENSHOTS / "portrait/light/live-daily-midnight.png")
    shown.keyboard.press("Enter")
    shown.wait_for_url("**/daily")
    expect(start).to_be_enabled()


def test_without_script_a_day_is_read_and_begun(visit: Visit) -> None:
    page = visit("/daily", java_script_enabled=False).page
    assert re.search(r"The next deal comes in \d+ (hour|minute)s?\.", words(page))
    page.get_by_text("The rules").click()
    assert page.get_by_text("Sandwiches:").is_visible()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    page.goto(page.url.partition("/t/")[0] + "/daily")
    assert page.get_by_role("link", name="Continue").is_visible()


@pytest.mark.parametrize("how", ["shared", "closed", "copied", "selected"])
def test_a_text_is_shared_copied_or_selected(browser: Browser, server: Served, how: str) -> None:
    person = context(browser, permissions=CLIPBOARD)
    if how in ("shared", "closed"):
        person.add_init_script(SHARING)
    else:
        person.add_init_script(NO_SHARING)
    if how == "selected":
        person.add_init_script(NO_CLIPBOARD)
    page = person.new_page()
    html = TEMPLATES.page_html("daily", daily_page(STATES["daily, won"]))
    url = f"http://127.0.0.1:{server.port}/drawn"
    page.route("**/drawn", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(url)
    if how == "closed":
        page.evaluate("() => { window.closes = true; }")
    page.get_by_role("button", name="Share").click()
    text = page.locator(".shared").inner_text()
    told = page.locator(".told")
    if how == "copied":
        expect(told).to_have_text("Copied.")
        assert page.evaluate("() => navigator.clipboard.readText()") == text
    elif how == "selected":
        expect(told).to_have_text("Copy the text that is selected.")
        assert page.evaluate("() => getSelection().toString()") == text
    else:
        expect(told).to_have_text("")
        assert page.evaluate("() => window.shared") == {"text": text}
    person.close()


# The header


def test_the_header_unfolds_on_a_phone(visit: Visit) -> None:
    page = visit("/settings", "portrait").page
    nav = page.get_by_role("navigation", name="Site")
    button = page.get_by_role("button", name="Menu")
    expect(nav).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(nav).to_be_visible()
    assert nav.get_by_role("link").all_inner_texts() == ["Home", "Daily", "Stats", "Settings"]
    page.keyboard.press("Tab")
    expect(nav.get_by_role("link", name="Home")).to_be_focused()
    page.keyboard.press("Escape")
    expect(nav).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    nav.get_by_role("link", name="Daily").click()
    page.wait_for_url("**/daily")
    moved = "() => window.shifts.reduce((sum, { value }) => sum + value, 0)"
    assert page.evaluate(moved) <= 0.01


def test_the_header_lies_open_where_there_is_room(visit: Visit) -> None:
    page = visit("/settings").page
    for width, open_ in ((1280, True), (700, True), (699, False)):
        page.set_viewport_size({"width": width, "height": 800})
        nav = page.get_by_role("navigation", name="Site")
        expect(nav).to_be_visible() if open_ else expect(nav).to_be_hidden()
        assert page.get_by_role("button", name="Menu").is_visible() is not open_


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("path", ["/", "/daily"])
def test_what_the_script_counts_shifts_nothing(visit: Visit, path: str, view: str) -> None:
    page = visit(path, view)
    page.page.wait_for_function("() => /\\d:\\d\\d:\\d\\d/.test(document.body.innerText)")
    page.page.wait_for_timeout(1200)
    assert sum(shift["value"] for shift in page.shifts()) <= 0.01
