"""Everything can be read and hit at every size, zoomed pages too (UX bars 7 and 9)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.drawn import Drawn
from tests.browser.places import PAGES, PLACES
from tests.browser.readable import buried_targets, lost_words, small_targets
from tests.browser.seen import ARGUMENTS, VIEWS, context
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


Found = dict[str, list[str]]
"""What cannot be read or hit, by how the page is looked at."""


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


@pytest.fixture(scope="module")
def enlarged(driver: Playwright, chromium: str, server: Served) -> Iterator[Drawn]:
    """A browser whose text is twice as large."""
    large = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    reader = driver.chromium.launch(executable_path=chromium, args=large)
    yield Drawn(context(reader).new_page(), f"http://127.0.0.1:{server.port}")
    reader.close()


def faulty(found: Found) -> Found:
    return {look: what for look, what in found.items() if what}


@pytest.mark.parametrize("place", PLACES)
def test_no_word_is_lost_by_zoom_and_every_target_is_44_by_44(drawn: Drawn, place: str) -> None:
    PLACES[place](drawn)
    lost: Found = {}
    small: Found = {}
    for zoom, size in ZOOMED.items():
        drawn.resize(*size)
        lost[zoom] = lost_words(drawn.page)
        small[zoom] = small_targets(drawn.page)
    assert faulty(lost) == {}
    assert faulty(small) == {}


@pytest.mark.parametrize("place", PLACES)
def test_no_word_is_lost_by_text_twice_as_large(enlarged: Drawn, place: str) -> None:
    PLACES[place](enlarged)
    lost: Found = {}
    for view in ("portrait", "desktop"):
        enlarged.resize(*VIEWS[view])
        lost[view] = lost_words(enlarged.page)
    assert faulty(lost) == {}


@pytest.mark.parametrize("place", PLACES)
def test_nothing_lies_over_a_target(drawn: Drawn, place: str) -> None:
    PLACES[place](drawn)
    buried: Found = {}
    for view in VIEWS.values():
        drawn.resize(*view)
        for hand in ("right",) if place in PAGES else ("right", "left", "thumb", "one"):
            drawn.choose(hand=hand)
            buried[f"{view}, {hand}"] = buried_targets(drawn.page)
    assert faulty(buried) == {}
