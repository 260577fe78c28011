"""What a person feels at a page, measured in a real browser against UX's bars 4 to 6."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as Waited

from app.bench.figures import Figure, around, at_most, percentile
from app.bench.hands import Hand, hands

PROBE = Path(__file__).with_name("probe.js")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}

PRESS_AT_MS = 400
APART_MS = 260  # a press shows for 140 ms; the next must find the button at rest
VISITS = 5
PATIENCE_MS = 15_000
# A phone's line: 9 Mbit/s, 170 ms there and back.
FOUR_G = {"offline": False, "latency": 170, "downloadThroughput": 1.1e6, "uploadThroughput": 1.1e6}
START = "form[action='/tables'] button.big"
# Home's own form, with a game that goes on by itself and leaves time for a press at 400 ms.
LONG_GAME = """() => {
  const form = document.querySelector("form[action='/tables'] button.big").form;
  const set = { auto: "yes", window_ms: "1000", level: "easy", reveal_limit: "none" };
  for (const [name, value] of Object.entries(set)) {
    const field = form.elements[name] ?? form.appendChild(document.createElement("input"));
    field.name = name;
    field.value = value;
  }
}"""
POSTED = """(action) => performance.getEntriesByType("resource")
  .filter((entry) => entry.name.endsWith(action)).map((entry) => entry.duration)"""


def measure(url: str, chromium: str, samples: int) -> list[Figure]:
    """The figures of the pages at `url`, with `samples` presses by each hand.

    Raises playwright's Error where the pages cannot be used.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        try:
            visits = min(samples, VISITS)
            return [
                *_presses(browser, url, samples),
                *_visits(browser, url, visits),
                *_visits(browser, url, visits, FOUR_G),
            ]
        finally:
            browser.close()


@contextmanager
def _page(browser: Browser, line: dict[str, Any] | None = None) -> Iterator[Page]:
    """A new person's page, watched by the probe."""
    person = browser.new_context(**PHONE)
    person.add_init_script(path=PROBE)
    page = person.new_page()
    page.set_default_timeout(PATIENCE_MS)
    if line is not None:
        network = person.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", line)
    try:
        yield page
    finally:
        person.close()


def _visits(
    browser: Browser, url: str, visits: int, line: dict[str, Any] | None = None
) -> list[Figure]:
    """From home to a table that can be played, several times as a new person."""
    taps, home, table, shift = [], [], [], []
    for _ in range(visits):
        with _page(browser, line) as page:
            page.goto(url, wait_until="networkidle")
            home.append(page.evaluate("() => probe.lcp"))
            shift.append(page.evaluate("() => probe.shift"))
            page.locator(START).click()
            page.wait_for_function("() => window.probe?.usable")
            taps.append(page.evaluate("() => probe.usable - probe.tap()"))
            table.append(page.evaluate("() => probe.lcp"))
    if line is None:
        return [
            at_most("tap to usable table", taps, 300),
            at_most("CLS, home", shift, 0.01, unit="", rule="worst"),
        ]
    return [
        at_most("tap to usable table, 4G", taps, 1000),
        at_most("LCP, home, 4G", home, 1800),
        at_most("LCP, table, 4G", table, 1800),
    ]


def _presses(browser: Browser, url: str, samples: int) -> list[Figure]:
    """One long game: each hand slaps at 400 ms, and then often at whatever is there."""
    with _page(browser) as page:
        page.goto(url)
        page.evaluate(LONG_GAME)
        page.locator(START).click()
        page.wait_for_selector("#table")
        page.evaluate("() => probe.nextWindow()")
        ways = hands(page)
        reactions = {name: _reactions(page, hand, samples) for name, hand in ways.items()}
        felt = {name: _felt(page, hand, samples) for name, hand in ways.items()}
        line_ms = percentile(page.evaluate(POSTED, "/ack"), 50)
        verdicts = page.evaluate("() => probe.verdicts")
        interactions = page.evaluate("() => probe.interactions()")
        return [
            *(at_most(f"press feedback by {name}", shown, 50) for name, shown in felt.items()),
            *(
                around(f"press at {PRESS_AT_MS} ms by {name}, as posted", posted, PRESS_AT_MS, 20)
                for name, posted in reactions.items()
            ),
            at_most("verdict in solo", verdicts, 250 + line_ms, rule="250 ms + round trip (p95)"),
            at_most("INP, table", [percentile(interactions, 98)], 100, rule="p98"),
            at_most(
                "CLS, table", [page.evaluate("() => probe.shift")], 0, unit="", rule="whole game"
            ),
        ]


def _reactions(page: Page, hand: Hand, samples: int) -> list[float]:
    """The `rt` that the page posts for presses 400 ms after a card was painted."""
    posted: list[float] = []
    for _ in range(3 * samples):  # what a game's end swallows is pressed once more
        if len(posted) == samples:
            break
        seen = _next_window(page)
        try:
            with page.expect_request("**/slap", timeout=2 * PRESS_AT_MS) as sent:
                hand(seen["epoch"] + PRESS_AT_MS)
        except Waited:
            continue
        posted.append(float(parse_qs(sent.value.post_data or "")["rt"][0]))
    return posted


def _felt(page: Page, hand: Hand, samples: int) -> list[float]:
    """From each press to the frame on the screen in which the button looks pressed, in ms."""
    _next_window(page)
    before = page.evaluate("() => probe.presses.length")
    for _ in range(samples):
        if page.locator("#again").is_visible():
            _next_window(page)
        hand(None)
        page.wait_for_timeout(APART_MS)
    felt: list[float] = page.evaluate("(before) => probe.presses.slice(before)", before)
    return felt


def _next_window(page: Page) -> dict[str, Any]:
    """Wait for the next card, in the next game where this one is over."""
    while True:
        seen: dict[str, Any] | None = page.evaluate("() => probe.nextWindow()")
        if seen is not None:
            return seen
        page.locator("#again").click()
        page.wait_for_function(
            "() => document.querySelector('#state [data-stage]').dataset.table !== 'over'"
        )
