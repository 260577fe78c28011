"""Whole games at the page's own pace, each in a thread with a browser of its own.

They take minutes, nearly all of it waiting for windows, so they are played beside each other.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.drawn import SCREENSHOTS, shot
from tests.browser.seen import Watched, launch, watched

PATIENCE_S = 720
DUEL_REVEALS = 100
EVEN_CARDS = 28  # a hand that slaps every pair ends four games of ten early

# Every n that the page shows: cards turn by themselves, whoever looks on now and then may miss one.
_TURNED = """() => {
  window.turned = [];
  const look = () => {
    const n = Number(document.querySelector("#state [data-stage]")?.dataset.n ?? 0);
    if (window.turned.at(-1) !== n) window.turned.push(n);
  };
  new MutationObserver(look).observe(document.getElementById("state"),
    { subtree: true, childList: true, attributes: true });
  look();
}"""


@dataclass
class Played:
    """What was seen of a game, from the first card to the result."""

    reveals: list[int] = field(default_factory=list)
    slaps: int = 0
    sent: int = 0
    result: str = ""
    counts: list[int] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    record: dict[str, Any] = field(default_factory=dict)
    shifts: list[dict[str, Any]] = field(default_factory=list)


class LongGames:
    """The games, begun when this is entered."""

    def __init__(self, url: str, chromium: str) -> None:
        self._url, self._chromium = url, chromium
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="long game")
        self.duel: Future[Played]
        self.classic: Future[Played]

    def __enter__(self) -> "LongGames":
        self.duel = self._threads.submit(self._play, duel_by_keys)
        self.classic = self._threads.submit(self._play, classic_by_touch)
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(cancel_futures=True)

    def _play(self, game: Callable[[Browser, str], Played]) -> Played:
        with sync_playwright() as playwright:
            browser = launch(playwright, self._chromium)
            try:
                return game(browser, self._url)
            finally:
                browser.close()


def duel_by_keys(browser: Browser, url: str) -> Played:
    """Home, *Play now*, a hundred reveals by Enter and F, slaps by Space, the result.

    About one deal in fifty is won by somebody before the limit; then *Play again* deals another.
    """
    with watched(browser, url) as page:
        page.play_now()
        for deal in (2, 3, 4):
            played = one_duel(page)
            if len(played.reveals) == DUEL_REVEALS:
                break
            page.page.locator("#again").click()
            page.wait(f"s.deal === '{deal}' && s.table === 'playing'")
        shot(page.page, SCREENSHOTS / "desktop/light/live-result.png")
    return played


def one_duel(page: Watched) -> Played:
    """One game of Standard to its result, slapped so that neither side soon has all the cards."""
    played = Played()
    while page.shown()["table"] == "playing":
        page.turn("f" if len(played.reveals) % 2 else "Enter")
        shown = page.shown()
        played.reveals.append(int(shown["n"]))
        page.looked()
        behind = int(shown["counts"].partition(",")[0]) < EVEN_CARDS
        if page.matches() and (behind or not played.slaps):
            page.page.keyboard.press(" ")
            played.slaps += 1
        page.wait("s.phase !== 'window' || s.table !== 'playing'")
    finished(page, played)
    return played


def classic_by_touch(browser: Browser, url: str) -> Played:
    """Sixty reveals of Classic with three computers on a phone: cards turn by themselves."""
    played = Played()
    phone: dict[str, Any] = {"view": "portrait", "has_touch": True, "is_mobile": True}
    with watched(browser, f"{url}/new", **phone) as page:
        page.page.locator("label", has_text="Classic").first.tap()
        page.page.locator("#field-computers").fill("3")
        page.page.locator("fieldset.auto label").tap()
        page.page.locator("fieldset.reveal_limit label", has_text="Other").tap()
        page.page.locator("#field-reveal_limit_number").fill("60")
        page.page.get_by_role("button", name="Deal the cards").tap()
        page.page.wait_for_selector("#table")
        page.page.evaluate(_TURNED)
        last = 0
        while True:
            page.wait(f"Number(s.n) > {last} || s.table === 'over'", timeout_s=60)
            shown = page.shown()
            if shown["table"] == "over":
                break
            last = int(shown["n"])
            page.looked()
            if page.matches():
                played.slaps += touched(page)
        played.reveals = [n for n in page.page.evaluate("() => window.turned") if n]
        finished(page, played)
        shot(page.page, SCREENSHOTS / "portrait/light/live-result.png")
    return played


def touched(page: Watched) -> bool:
    """Whether there was still a button to touch: the game may have ended."""
    try:
        page.page.locator("#slap").tap(timeout=5000)
    except Error:
        if page.shown()["table"] != "over":
            raise
        return False
    return True


def finished(page: Watched, played: Played) -> None:
    """Read the result as it stands there, and what the server says of it."""
    page.page.wait_for_selector("#result-title")
    played.result = page.page.locator("#result-title").inner_text()
    cells = page.page.locator("#result tbody tr td:nth-child(2)").all_inner_texts()
    played.counts = [int(cell) for cell in cells]
    played.state = page.page.request.get(page.address("state")).json()
    played.record = page.page.request.get(page.address("record")).json()
    played.shifts = page.shifts()
    played.sent = len(page.sent("slap"))
