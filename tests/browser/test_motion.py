"""Whoever asks for less motion sees nothing move, and nothing ever flashes (UX bar 10)."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn
from tests.browser.places import PLACES
from tests.browser.seen import context
from tests.web.served import Served

REDUCED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "by the system": ({"reduced_motion": "reduce"}, {}),
    "by the settings alone": ({}, {"motion": "reduced"}),
}
"""The ways to ask for it: what the system says, and what this browser chose."""

# A running animation or a transition that would move, turn or scale something; `pressed` is what
# the script says of a button under a hand.
_MOVING = """() => {
  for (const id of ["slap", "reveal"]) document.getElementById(id)?.classList.add("pressed");
  // What is multiplied by no motion has a transform that leaves everything where it is.
  const moves = (style) => !new DOMMatrix(style.transform).isIdentity ||
    ["translate", "rotate", "scale"].some((name) => style[name] !== "none");
  const ever = (animation) => {
    const { target, pseudoElement } = animation.effect;
    const { delay, duration } = animation.effect.getComputedTiming();
    const names = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    if (!["transform", "translate", "rotate", "scale"].some((name) => names.includes(name))) {
      return false;
    }
    const was = animation.currentTime;
    const found = [0, 0.25, 0.5, 0.75, 0.99].some((part) => {
      animation.currentTime = delay + part * duration;
      return moves(getComputedStyle(target, pseudoElement));
    });
    animation.currentTime = was;
    return found;
  };
  const of = (element) => element.id || element.getAttribute("class") || element.tagName;
  const found = [];
  for (const animation of document.getAnimations()) {
    const { effect } = animation;
    const { iterations, duration } = effect.getComputedTiming();
    if (ever(animation)) found.push(`${of(effect.target)} moves`);
    if (iterations > 2 && duration < 334) found.push(`${of(effect.target)} flashes`);
  }
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const changes = style.transitionProperty.split(", ");
    const takes = style.transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
    if (takes && ["all", "transform", "translate", "scale", "rotate"].some(
      (name) => changes.includes(name))) found.push(`${of(element)} glides`);
  }
  for (const id of ["slap", "reveal"]) {
    const button = document.getElementById(id);
    if (button && moves(getComputedStyle(button))) found.push(`${id} sinks`);
  }
  return found;
}"""


def moving(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_MOVING)
    return found


@pytest.fixture(scope="module", params=REDUCED)
def drawn(browser: Browser, server: Served, request: pytest.FixtureRequest) -> Iterator[Drawn]:
    system, chosen = REDUCED[request.param]
    person = context(browser, **system)
    drawing = Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    drawing.settings = chosen
    yield drawing
    person.close()


def test_nothing_moves_on_any_page(drawn: Drawn) -> None:
    found = {}
    for place, show in PLACES.items():
        show(drawn)
        found[place] = moving(drawn.page)
    assert {place: what for place, what in found.items() if what} == {}


def test_a_button_under_a_hand_stays_where_it_is(drawn: Drawn) -> None:
    PLACES["home"](drawn)
    button = drawn.page.locator("button.big")
    before = button.bounding_box()
    button.hover()
    drawn.page.mouse.down()
    assert button.bounding_box() == before
    drawn.page.mouse.move(0, 0)
    drawn.page.mouse.up()


def test_nothing_moves_at_a_live_table(visit: Visit) -> None:
    page = visit(reduced_motion="reduce").play_now()
    for _ in range(2):
        page.turn()
        page.opened()
        page.page.keyboard.press(" ")
        assert moving(page.page) == []
        page.wait("s.phase === 'ready'")
        assert moving(page.page) == []


def test_the_eye_of_this_test_sees_motion(browser: Browser, server: Served) -> None:
    person = context(browser)
    drawn = Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    PLACES["table, slapped"](drawn)
    found = moving(drawn.page)
    assert "slap glides" in found
    assert [each for each in found if each.startswith("taken-") and each.endswith(" moves")]
    person.close()
