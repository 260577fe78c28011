"""Whoever asks for less motion sees nothing move, and nothing ever flashes (UX bar 10)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn
from tests.browser.places import PLACES
from tests.browser.seen import context
from tests.web.served import Served

REDUCED: dict[str, dict[str, str]] = {"by the system": {}}
"""The ways to ask for it, as settings of the browser's owner beside the system's."""

# A running animation or a transition that would move, turn or scale something; `pressed` is what
# the script says of a button under a hand.
_MOVING = """() => {
  for (const id of ["slap", "reveal"]) document.getElementById(id)?.classList.add("pressed");
  const moves = (style) => ["transform", "translate", "rotate", "scale"].some(
    (name) => style[name] && !["none", ""].includes(style[name]));
  const of = (element) => element.id || element.getAttribute("class") || element.tagName;
  const found = [];
  for (const { effect } of document.getAnimations()) {
    const { iterations, duration } = effect.getComputedTiming();
    if (effect.getKeyframes().some(moves)) found.push(`${of(effect.target)} moves`);
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


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser, reduced_motion="reduce")
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


@pytest.mark.parametrize("how", REDUCED)
def test_nothing_moves_on_any_page(drawn: Drawn, how: str) -> None:
    drawn.settings = REDUCED[how]
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
