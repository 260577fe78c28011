"""Everything can be read and hit at every size, zoomed pages too (UX bars 7 and 9)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.drawn import Drawn
from tests.browser.places import PAGES, PLACES
from tests.browser.readable import buried_targets, lost_words, small_targets
from tests.browser.seen import ARGUMENTS, context
from tests.web.served import Served

ZOOMED = {
    "as it is, phone": (360, 640),
    "as it is, landscape": (640, 360),
    "as it is, desktop": (1280, 800),
    "200 % at 1280": (640, 400),
    "400 % at 1280": (320, 480),
    "400 % at 1280, low": (320, 200),
    "300 % at 1280": (427, 267),
}
"""A page that is zoomed has fewer CSS px."""


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


@pytest.mark.parametrize("zoom", ZOOMED)
def test_no_word_is_lost_by_zoom(drawn: Drawn, zoom: str) -> None:
    width, height = ZOOMED[zoom]
    drawn.page.set_viewport_size({"width": width, "height": height})
    lost = {}
    for place, show in PLACES.items():
        show(drawn)
        lost[place] = lost_words(drawn.page)
    assert {place: words for place, words in lost.items() if words} == {}


@pytest.mark.parametrize("view", ["portrait", "desktop"])
def test_no_word_is_lost_by_text_twice_as_large(
    driver: Playwright, chromium: str, server: Served, view: str
) -> None:
    large = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    reader = driver.chromium.launch(executable_path=chromium, args=large)
    drawn = Drawn(context(reader, view).new_page(), f"http://127.0.0.1:{server.port}")
    lost = {}
    for place, show in PLACES.items():
        show(drawn)
        lost[place] = lost_words(drawn.page)
    reader.close()
    assert {place: words for place, words in lost.items() if words} == {}


@pytest.mark.parametrize("view", ZOOMED)
def test_every_target_is_44_by_44(drawn: Drawn, view: str) -> None:
    width, height = ZOOMED[view]
    drawn.page.set_viewport_size({"width": width, "height": height})
    small = {}
    for place, show in PLACES.items():
        show(drawn)
        small[place] = small_targets(drawn.page)
    assert {place: targets for place, targets in small.items() if targets} == {}


@pytest.mark.parametrize("hand", ["right", "left", "thumb", "one"])
@pytest.mark.parametrize("view", [view for view in ZOOMED if view.startswith("as it is")])
def test_nothing_lies_over_a_target(drawn: Drawn, view: str, hand: str) -> None:
    width, height = ZOOMED[view]
    drawn.page.set_viewport_size({"width": width, "height": height})
    drawn.settings = {"hand": hand}
    buried = {}
    for place, show in PLACES.items():
        if place in PAGES and hand != "right":
            continue
        show(drawn)
        buried[place] = buried_targets(drawn.page)
    drawn.settings = {}
    assert {place: targets for place, targets in buried.items() if targets} == {}
