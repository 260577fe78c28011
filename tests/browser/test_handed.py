"""Where the controls lie for each hand, at every size of UX 2.3."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.browser.drawn import Box, Drawn, boxes
from tests.browser.seen import context
from tests.browser.test_layout import EDGE, SIZES, apart, overlap, size
from tests.web.pictures import moments
from tests.web.served import Served

View = tuple[int, int]


class Thumb(NamedTuple):
    """Width and height of Slap and of Reveal for one thumb: what the height leaves."""

    slap: tuple[int, int]
    reveal: tuple[int, int]


THUMB = {
    (360, 640): Thumb((168, 144), (168, 96)),
    (360, 560): Thumb((168, 116), (168, 56)),
    (320, 480): Thumb((128, 86), (128, 50)),
    (640, 360): Thumb((140, 152), (140, 96)),
    (640, 300): Thumb((140, 124), (140, 64)),
    (1280, 800): Thumb((200, 200), (200, 96)),
}
# On a low screen a button as wide as the page would have no height: it has the pile's right side.
ONE = {
    (360, 640): (328, 168),
    (360, 560): (328, 168),
    (320, 480): (288, 112),
    (640, 360): (300, 276),
    (640, 300): (300, 216),
    (1280, 800): (1200, 120),
}


# What stands in each line at its longest, and with each line empty.
MOMENTS = ("waiting", "ready", "challenge", "another burned", "slapped", "paused")


# What of Reveal and Slap leaves its button.
_OUTSIDE = """() => ["reveal", "slap"].flatMap((id) => {
  const button = document.getElementById(id);
  const box = button.getBoundingClientRect();
  return [...button.children].filter((part) => part.checkVisibility()).flatMap((part) => {
    const its = part.getBoundingClientRect();
    const inside = its.left >= box.left && its.right <= box.right && its.top >= box.top &&
      its.bottom <= box.bottom;
    return inside || part.classList.contains("vh") ? [] : [part.outerHTML];
  });
})"""


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


def lie(drawn: Drawn, hand: str, seats: int) -> dict[View, dict[str, Box]]:
    """Where all lies at each size: on the screen, nothing over another, the same in every state."""
    places: dict[View, list[dict[str, Box]]] = {view: [] for view in SIZES}
    for name in MOMENTS:
        drawn.show(moments(seats)[name], hand=hand)
        for view in SIZES:
            drawn.resize(*view)
            where = f"{name}, {hand}, {seats} seats, {view}"
            places[view].append(lies_there(drawn, view, where))
    for view, found in places.items():
        assert all(each == found[0] for each in found), f"the same places in every state: {view}"
    return {view: found[0] for view, found in places.items()}


def lies_there(drawn: Drawn, view: View, where: str) -> dict[str, Box]:
    """Where the controls lie: on the screen, nothing over another."""
    width, height = view
    found = boxes(drawn.page)
    for part, box in found.items():
        assert box[0] >= -0.5, f"{part}: {where}"
        assert box[1] >= -0.5, f"{part}: {where}"
        assert box[2] <= width + 0.5, f"{part}: {where}"
        assert box[3] <= height + 0.5, f"{part}: {where}"
    parts = [part for part in found if not part.startswith(("card", "seats", "meta"))]
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            assert not overlap(found[one], found[other]), f"{one} over {other}: {where}"
    for control in {"slap", "reveal"} & found.keys():
        assert found[control][0] >= EDGE - 0.5, where
        assert found[control][2] <= width - EDGE + 0.5, where
        assert found[control][3] <= height - EDGE + 0.5, where
    assert size(found["card3"]) == pytest.approx(SIZES[view].card, abs=1), where
    assert not drawn.page.evaluate(
        "() => document.documentElement.scrollHeight > innerHeight"
        " || document.documentElement.scrollWidth > innerWidth"
    ), f"scrolls: {where}"
    kept = ("slap", "reveal", "card3", "track", "pause")
    return {part: found[part] for part in kept if part in found}


def mirrored(box: Box, width: int) -> Box:
    return width - box[2], box[1], width - box[0], box[3]


@pytest.mark.parametrize("seats", [2, 8])
def test_a_left_hand_has_the_same_controls_mirrored(drawn: Drawn, seats: int) -> None:
    rights, lefts = (lie(drawn, hand, seats) for hand in ("right", "left"))
    for view, right in rights.items():
        left = lefts[view]
        for control in ("slap", "reveal"):
            there = mirrored(right[control], view[0])
            assert left[control] == pytest.approx(there, abs=1), view
        assert left["slap"][2] < left["reveal"][0], view
        assert left["track"][1] == right["track"][1], view


@pytest.mark.parametrize("seats", [2, 8])
def test_one_thumb_has_reveal_above_slap_on_one_side(drawn: Drawn, seats: int) -> None:
    for view, found in lie(drawn, "thumb", seats).items():
        assert size(found["slap"]) == pytest.approx(THUMB[view].slap, abs=1), view
        assert size(found["reveal"]) == pytest.approx(THUMB[view].reveal, abs=1), view
        assert found["slap"][1] - found["reveal"][3] == pytest.approx(32, abs=0.5), view
        assert found["slap"][2] == pytest.approx(found["reveal"][2], abs=0.5), view
        assert found["slap"][0] > view[0] / 2 - EDGE, view
        assert view[1] - found["slap"][3] <= 24.5, view
        assert min(*THUMB[view].slap, *THUMB[view].reveal) >= 44, view


@pytest.mark.parametrize("seats", [2, 8])
def test_one_button_leaves_a_wide_slap_alone(drawn: Drawn, seats: int) -> None:
    for view, found in lie(drawn, "one", seats).items():
        assert "reveal" not in found, view
        assert size(found["slap"]) == pytest.approx(ONE[view], abs=1), view
        assert apart(found["slap"], found["pause"]) >= 4, view


@pytest.mark.parametrize("hand", ["right", "left", "thumb", "one"])
def test_keys_are_named_inside_their_buttons(drawn: Drawn, hand: str) -> None:
    drawn.show(moments(2)["ready for another"], hand=hand)
    drawn.page.evaluate("() => document.documentElement.classList.add('keyboard')")
    for view in SIZES:
        drawn.resize(*view)
        assert drawn.page.evaluate(_OUTSIDE) == [], view


def test_one_button_plays_a_whole_reveal_without_reveal(visit: Visit) -> None:
    page = visit("/")
    page.page.evaluate(
        "() => fetch('/settings', { method: 'POST', body: new URLSearchParams({ hand: 'one' }) })"
    )
    page.page.get_by_role("button", name="Play now").click()
    page.wait("s.auto === 'yes'")
    assert page.sent("auto") == [{"on": "yes"}]
    assert not page.page.locator("#reveal").is_visible()
    page.wait("Number(s.n) >= 2")
    assert page.sent("reveal") == []
    page.opened()
    page.page.locator("#slap").click()
    page.wait("s.phase === 'ready' || s.table === 'over' || Number(s.n) >= 3")
    assert len(page.sent("slap")) == 1


def test_with_two_buttons_nobody_turns_for_you(visit: Visit) -> None:
    page = visit("/").play_now()
    page.turn()
    page.wait("s.phase === 'ready'")
    assert page.sent("auto") == []
