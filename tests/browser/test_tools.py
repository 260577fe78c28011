"""What a slap is told to have been pressed with, and by how coarse a clock it was timed."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

COARSE = """(() => {
  const now = performance.now.bind(performance);
  performance.now = () => Math.floor(now() / 100) * 100;
})()"""
READER = "() => document.getElementById('slap').click()"
PEN = """() => document.getElementById("slap").dispatchEvent(new PointerEvent("pointerdown", {
  bubbles: true, cancelable: true, button: 0, isPrimary: true, pointerId: 7, pointerType: "pen",
}))"""
WATCHED = "() => new Promise((done) => setTimeout(done, 1500))"


def by_key(page: Watched) -> None:
    page.page.keyboard.press(" ")


def by_mouse(page: Watched) -> None:
    page.page.locator("#slap").click()


def by_touch(page: Watched) -> None:
    page.page.locator("#slap").tap()


def by_touch_on_the_pile(page: Watched) -> None:
    page.page.locator("#pile").tap()


def by_pen(page: Watched) -> None:
    page.page.evaluate(PEN)


def by_reader(page: Watched) -> None:
    page.page.evaluate(READER)


def shown(visit: Visit, **more: object) -> Watched:
    """A table whose first card has been turned."""
    page = visit(has_touch=True, **more).play_now()
    page.turn()
    page.opened()
    return page


@pytest.mark.parametrize(
    ("slap", "by"),
    [
        (by_key, "key"),
        (by_mouse, "mouse"),
        (by_touch, "touch"),
        (by_touch_on_the_pile, "touch"),
        (by_pen, "touch"),
        (by_reader, "key"),
    ],
)
def test_a_slap_tells_what_it_was_pressed_with(
    visit: Visit, slap: Callable[[Watched], None], by: str
) -> None:
    page = shown(visit)
    slap(page)
    page.page.wait_for_timeout(300)
    (sent,) = page.sent("slap")
    assert sent["by"] == by
    assert "step" not in sent, "a fine clock says nothing"


def test_a_coarse_clock_is_told_with_every_slap(visit: Visit) -> None:
    page = visit()
    page.page.add_init_script(COARSE)
    page.play_now()
    page.page.evaluate(WATCHED)
    page.turn()
    page.opened()
    by_key(page)
    page.page.wait_for_timeout(300)
    (sent,) = page.sent("slap")
    assert sent["step"] == "100"
