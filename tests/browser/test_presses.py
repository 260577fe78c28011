"""Presses while the page is busy: none is lost, none is doubled, and the focus stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from app.table.picture import Picture
from tests.browser.busy import Busy, next_reveal, same_reveal
from tests.browser.seen import Watched, watched

PRESSES, EVERY_MS = 20, 200
_PAINTED = """async () => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}"""
FOCUSED = "() => document.activeElement?.id"


def by_key(page: Watched) -> None:
    page.page.keyboard.press(" ")


def by_mouse(page: Watched) -> None:
    page.page.locator("#slap").click()


def by_touch(page: Watched) -> None:
    page.page.locator("#slap").tap()


@pytest.mark.parametrize(
    ("slap", "picture", "reveals"),
    [
        (by_key, next_reveal, PRESSES),
        (by_mouse, next_reveal, PRESSES),
        (by_touch, next_reveal, PRESSES),
        # Whether a second press on one reveal counts is the server's to say.
        (by_mouse, same_reveal, 1),
    ],
)
def test_twenty_presses_in_four_seconds_of_ten_pictures_each_are_twenty_requests(
    browser: Browser,
    slap: Callable[[Watched], None],
    picture: Callable[[int], Picture],
    reveals: int,
) -> None:
    with Busy(picture) as busy, watched(browser, busy.url, has_touch=True) as page:
        page.page.locator("#slap").focus()
        page.opened()
        first, shown = busy.sent, int(page.shown()["version"])
        for _ in range(PRESSES):
            before = page.shown()["n"]
            slap(page)
            page.page.wait_for_timeout(EVERY_MS)
            if reveals > 1:
                # A slow machine has not painted another card yet.
                page.wait(f"s.n !== '{before}'")
                page.page.evaluate(_PAINTED)
        assert page.page.evaluate(FOCUSED) == "slap"
        assert busy.posted["slap"] == PRESSES
        sent = page.sent("slap")
        assert len({each["cmd"] for each in sent}) == PRESSES
        assert len({each["seen"] for each in sent}) == reveals, "each names the card it saw"
        # Forty, where neither the machine nor this test's own thread is held up.
        assert busy.sent - first >= 10, "the stream was busy"
        assert int(page.shown()["version"]) - shown >= 10, "and so was the page"


def test_a_key_held_through_many_reveals_slaps_once(browser: Browser) -> None:
    with Busy(next_reveal) as busy, watched(browser, busy.url) as page:
        page.opened()
        n = int(page.shown()["n"])
        while int(page.shown()["n"]) < n + 10:
            page.page.keyboard.down(" ")  # the browser says `repeat` from the second on
        page.page.keyboard.up(" ")
        page.wait(f"Number(s.n) > {n + 12}")
        assert busy.posted["slap"] == 1
