"""Where others fell, as a browser shows it: clocks that are none, and presses that come twice."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

# Everything that would move stands still for ever, and nobody is told of an end.
_STILL = """
const begin = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const animation = begin.apply(this, given);
  animation.pause();
  return animation;
};
for (const kind of ["animationend", "transitionend", "animationcancel", "transitioncancel"]) {
  window.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
}
setInterval(() => document.getAnimations().forEach((each) => each.pause()), 1);
"""

# The device's clock goes seven minutes fast and is set back an hour between two looks at it.
_WRONG = """
const right = Date.now.bind(Date);
let looks = 0;
Date.now = () => right() + (looks++ % 2 ? 7 * 60_000 : -53 * 60_000);
window.Date = new Proxy(Date, { construct: (type) => new type(Date.now()) });
"""

BRISK = {"preset": "duel", "window_ms": "1000", "level": "easy"}
CALM = {**BRISK, "window_ms": "3000"}

# When each stage first showed each phase, whatever it is that this test waits for.
_PHASES = """() => {
  window.phases = {};
  new MutationObserver(() => {
    const { n, phase } = document.querySelector("#state [data-stage]")?.dataset ?? {};
    if (n) window.phases[`${n} ${phase}`] ??= performance.now();
  }).observe(document, { attributes: true, childList: true, subtree: true });
}"""


def plays(page: Watched) -> None:
    """Two reveals, with a slap in the second window: each takes its own time."""
    page.page.evaluate(_PHASES)
    for n in ("1", "2"):
        page.turn()
        page.opened()
        if n == "2":
            page.page.keyboard.press(" ")
        page.wait("s.phase === 'ready'")
        assert page.shown()["n"] == n
        if page.shown()["stage"] == f"{n}.0":  # nobody took the pile, so the window was whole
            seen = page.page.evaluate("() => window.phases")
            assert 2400 < seen[f"{n} ready"] - seen[f"{n} window"] < 4500
    assert len(page.sent("slap")) == 1


def test_trap_an_end_of_animation_was_the_clock(visit: Visit) -> None:
    page = visit()
    page.page.add_init_script(_STILL)
    plays(page.open(**CALM))


def test_trap_reduced_motion_broke_the_game(visit: Visit) -> None:
    plays(visit(reduced_motion="reduce").open(**CALM))


def test_trap_device_clock_wrong_by_minutes(visit: Visit) -> None:
    page = visit()
    page.page.add_init_script(_WRONG)
    page.open(**CALM)
    before = page.page.evaluate("() => performance.now()")
    page.turn()
    page.opened()
    drawn = page.page.evaluate(
        "() => document.querySelector('#bar-fill').getAnimations()[0].effect.getTiming().duration"
    )
    assert drawn == 3000, "the bar's time is the window's"
    page.page.wait_for_timeout(300)
    page.page.keyboard.press(" ")
    most = page.page.evaluate("() => performance.now()") - before
    page.wait("s.phase === 'ready'")
    [sent] = page.sent("slap")
    assert 300 <= float(sent["rt"]) < most, "only durations come back"
    page.turn()
    assert page.shown()["n"] == "2"


def by_mouse(page: Watched) -> None:
    page.page.locator("#slap").click(delay=80)


def by_touch(page: Watched) -> None:
    page.page.locator("#slap").tap()


@pytest.mark.parametrize("press", [by_mouse, by_touch])
def test_trap_the_same_press_counted_twice_by_click_after_pointerdown(
    visit: Visit, press: Callable[[Watched], None]
) -> None:
    page = visit(has_touch=True).open(**BRISK)
    clicks = """() => {
      window.clicks = 0;
      document.querySelector("#slap").addEventListener("click", () => { window.clicks += 1; });
    }"""
    page.page.evaluate(clicks)
    page.turn()
    page.opened()
    press(page)
    page.page.wait_for_function("() => window.clicks === 1")
    page.wait("s.phase === 'ready'")
    assert len(page.sent("slap")) == 1
