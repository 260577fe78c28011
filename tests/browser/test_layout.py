"""Where things lie (UX 2.3): on the screen, in their sizes, apart, and never shifting."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.drawn import Box, Drawn, boxes
from tests.browser.seen import VIEWS, context
from tests.web.pictures import moments
from tests.web.served import Served

EDGE = 16


class Sizes(NamedTuple):
    """UX 2.3: width and height of a card, of Slap and of Reveal, and how far apart those two
    are.
    """

    card: tuple[int, int]
    slap: tuple[int, int]
    reveal: tuple[int, int]
    apart: int


SIZES = {
    (360, 640): Sizes((104, 146), (168, 168), (112, 112), 48),
    (360, 560): Sizes((104, 146), (168, 168), (112, 112), 48),
    (320, 480): Sizes((80, 112), (128, 112), (96, 88), 64),
    (640, 360): Sizes((92, 129), (140, 200), (108, 140), 300),
    (640, 300): Sizes((92, 129), (140, 200), (108, 140), 300),
    (1280, 800): Sizes((168, 235), (280, 120), (200, 96), 160),
}


DOUBLE = {"preset": "duel", "computers": "1", "level": "hard", "joker_chances": "1"}
"""The second card makes a double, and the computer slaps it (stacked.py)."""

LABEL_PX, LABEL_BELOW = 13, 6

HANDS = ("right", "left", "thumb", "one")
"""The choices of hand that the table offers: right, left, thumb (one thumb), one (one button)."""


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


def size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def overlap(one: Box, other: Box) -> bool:
    """Do the two share more than a line of rounding?"""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 0.5
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.5
    )


def apart(one: Box, other: Box) -> float:
    """The distance between two boxes that do not overlap, the longer way of the two axes."""
    across = max(other[0] - one[2], one[0] - other[2])
    down = max(other[1] - one[3], one[1] - other[3])
    return max(across, down)


def middle(box: Box) -> float:
    return (box[0] + box[2]) / 2


def on_its_side(found: dict[str, Box], hand: str, width: int) -> None:
    """Slap lies where this hand is."""
    slap = found["slap"]
    if hand == "right":
        assert middle(found["reveal"]) < middle(slap) > width / 2
    elif hand == "left":
        assert middle(found["reveal"]) > middle(slap) < width / 2
    elif hand == "thumb":
        assert found["reveal"][3] + 31.5 <= slap[1], "Reveal above Slap, 32 apart"
        assert (middle(found["reveal"]) > width / 2) == (middle(slap) > width / 2)
    else:
        assert hand == "one"
        assert "reveal" not in found
        # Beside the pile where that lies beside it; on a desktop as wide as the table.
        upright = slap[1] > found["card3"][3]
        assert slap[2] - slap[0] >= (min(width - 2 * EDGE, 1200) - 1 if upright else 280)


def lies_well(page: Page, seats: int, where: str) -> dict[str, Box]:
    """Nothing off-screen, nothing over another, all in its size; returns where all lies."""
    shown = page.viewport_size
    assert shown is not None
    width, height = shown["width"], shown["height"]
    sizes, found = SIZES[width, height], boxes(page)
    for part, box in found.items():
        assert box[0] >= -0.5, f"{part} left of the screen: {where}"
        assert box[1] >= -0.5, f"{part} above the screen: {where}"
        assert box[2] <= width + 0.5, f"{part} right of the screen: {where}"
        assert box[3] <= height + 0.5, f"{part} below the screen: {where}"
    for part, expected in (("slap", sizes.slap), ("reveal", sizes.reveal), ("card3", sizes.card)):
        assert size(found[part]) == pytest.approx(expected, abs=1), f"{part}: {where}"
    assert apart(found["slap"], found["reveal"]) >= sizes.apart - 0.5, where
    for hand in ("slap", "reveal"):
        assert found[hand][0] >= EDGE - 0.5, where
        assert found[hand][2] <= width - EDGE + 0.5, where
        assert found[hand][3] <= height - EDGE + 0.5, where
    chips = [part for part in found if part.startswith("chip")]
    assert len(chips) == seats - 1, where
    parts = ["slap", "reveal", "pile", "status", "track", "challenge", "progress", "pause"]
    parts += chips
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            assert not overlap(found[one], found[other]), f"{one} over {other}: {where}"
    assert not page.evaluate(
        "() => document.documentElement.scrollHeight > innerHeight"
        " || document.documentElement.scrollWidth > innerWidth"
    ), f"scrolls: {where}"
    return {part: found[part] for part in ("slap", "reveal", "card3", "track", "pause")}


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_everything_is_on_the_screen_in_its_size_and_apart(drawn: Drawn, seats: int) -> None:
    places: dict[tuple[int, int], set[str]] = {view: set() for view in SIZES}
    for name, picture in moments(seats).items():
        if picture.table != "over":
            drawn.show(picture)
            for view in SIZES:
                drawn.resize(*view)
                where = f"{name}, {seats} seats, {view}"
                places[view].add(str(lies_well(drawn.page, seats, where)))
    assert {len(found) for found in places.values()} == {1}, "the same places in every state"


@pytest.mark.parametrize("hand", HANDS)
def test_every_hand_finds_its_buttons(drawn: Drawn, hand: str) -> None:
    drawn.show(moments(4)["ready"], hand=hand)
    for view in SIZES:
        drawn.resize(*view)
        found = boxes(drawn.page)
        on_its_side(found, hand, view[0])
        for part, box in found.items():
            assert box[0] >= -0.5, (part, view)
            assert box[2] <= view[0] + 0.5, (part, view)
            assert box[3] <= view[1] + 0.5, (part, view)
            for other, there in found.items():
                both = {part, other}
                if part != other and both & {"slap", "reveal"} and not both & {"seats", "meta"}:
                    assert not overlap(box, there), (both, view)


def test_the_three_places_are_labelled_under_their_cards(drawn: Drawn) -> None:
    drawn.show(moments(2)["window"])
    for view in SIZES:
        drawn.resize(*view)
        for place in drawn.page.locator(".place").all():
            card, label = (place.locator(part).bounding_box() for part in (".lies", ".label"))
            assert card is not None
            assert label is not None
            below = label["y"] - card["y"] - card["height"]
            assert below == pytest.approx(LABEL_BELOW, abs=1), view
            size_px = place.locator(".label").evaluate(
                "(e) => parseFloat(getComputedStyle(e).fontSize)"
            )
            assert size_px >= LABEL_PX, view
            assert place.locator(".label").evaluate("(e) => e.scrollWidth <= e.clientWidth"), view


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("view", VIEWS)
def test_a_live_table_lies_as_it_should_and_nothing_shifts(
    visit: Visit, view: str, seats: int
) -> None:
    page = visit("/new", view)
    page.page.locator(".preset", has_text="Party").click()
    expect(page.page.locator("#field-computers")).to_have_value("3")  # Party's own
    page.page.locator("#field-computers").fill(str(seats - 1))
    page.page.locator("fieldset.auto label").click()
    page.page.locator("fieldset.window_ms label", has_text="Brisk").click()
    page.page.get_by_role("button", name="Deal the cards").click()
    page.wait("s.table === 'playing'")
    before = lies_well(page.page, seats, "dealt")
    page.wait("Number(s.n) >= 1")
    assert page.shifts() == []
    # From now on the buttons name their keys, in a place that was free.
    page.page.keyboard.press("Shift")
    page.page.wait_for_selector("#slap .key")
    page.wait("Number(s.n) >= 4 && s.phase === 'window'")
    assert lies_well(page.page, seats, "four cards later") == before
    assert page.shifts() == []


def test_a_collected_pile_shows_a_moment_more(visit_stacked: Visit) -> None:
    page = visit_stacked().open(**DOUBLE)
    page.turn()
    page.wait("s.phase === 'ready'")
    page.turn()
    page.wait("s.phase === 'ready'")
    taken = page.page.locator("#pile .taken")
    assert taken.count(), "a computer has slapped the two fives"
    assert page.ranks() == ["", "", ""], "the places are free for the next card"
    page.page.wait_for_function(
        "() => [...document.querySelectorAll('#pile .taken')]"
        ".every((card) => !card.checkVisibility({ visibilityProperty: true }))"
    )
    assert taken.count()
