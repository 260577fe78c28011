"""Windows that wait, begin late or change: no timer, the listening table, pace, and turning."""

import time

import pytest

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

SOLO = {"preset": "duel", "computers": "1", "joker_chances": "1"}
UNTIMED = {**SOLO, "preset": "classic", "turning": "person", "window_ms": "0", "level": "hard"}

_BAR = """() => document.querySelector("#bar-fill").getAnimations()
  .map((each) => each.effect.getTiming().duration)"""
_SAME_BAR = """() => {
  window.bars ??= new Set();
  for (const each of document.querySelector("#bar-fill").getAnimations()) window.bars.add(each);
  return window.bars.size;
}"""
# How long each bar runs that is ever shown: a computer may end its window at once.
_ALL_BARS = """() => {
  window.bars = new Set();
  const look = () => {
    for (const each of document.querySelector("#bar-fill").getAnimations()) {
      window.bars.add(each.effect.getTiming().duration);
    }
    requestAnimationFrame(look);
  };
  look();
}"""

# A voice that speaks for as long as the test likes.
_VOICE = """
window.spoken = [];
const voice = {
  cancel: () => {},
  speak: (word) => window.spoken.push(word),
};
Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
"""


def label(page: Watched) -> str:
    return page.page.locator("#reveal-label").inner_text()


def held(page: Watched, n: int) -> None:
    """Turn the next card; its window waits."""
    page.turn()
    page.wait(f"s.n === '{n}' && s.held === 'yes'")
    page.ready()


def test_without_a_timer_reveal_is_next_and_the_computer_waits_for_it(
    visit_stacked: Visit,
) -> None:
    page = visit_stacked().open(**UNTIMED)
    held(page, 1)
    assert label(page) == "Next"
    page.page.keyboard.press("Enter")
    page.wait("s.phase === 'ready'")
    assert label(page) != "Next"
    held(page, 2)
    assert page.matches()
    before = page.table()
    page.page.wait_for_timeout(900)  # twice as long as it needs
    assert page.table() == before
    assert (before["left_ms"], page.page.evaluate(_BAR)) == (None, [])
    page.page.evaluate(_ALL_BARS)
    page.page.locator("#reveal").click()
    page.wait("s.counts === '5,7'")
    assert page.page.evaluate("() => [...window.bars]") == [700]
    assert len(page.sent("next")) == 2
    assert len(page.sent("reveal")) == 2


def test_without_a_timer_a_slap_ends_the_window(visit_stacked: Visit) -> None:
    page = visit_stacked().open(**UNTIMED)
    held(page, 1)
    page.page.keyboard.press("Enter")
    page.wait("s.phase === 'ready'")
    held(page, 2)
    page.page.wait_for_timeout(600)
    page.page.keyboard.press(" ")
    page.wait("s.counts === '7,5'")
    assert page.table()["phase"] == "ready"
    assert len(page.sent("next")) == 1


def gone_ms(began: float) -> float:
    """The most that can be gone of a window that began no sooner than that, in whole ms."""
    return 1000 * (time.monotonic() - began) + 1


def listening(visit: Visit) -> Watched:
    page = visit()
    page.page.add_init_script(_VOICE)
    page.open(**SOLO, listening="yes")
    page.turn()
    page.page.wait_for_function("() => window.spoken.length === 1")
    return page


def test_at_a_listening_table_the_window_begins_when_the_word_ends(visit_stacked: Visit) -> None:
    page = listening(visit_stacked)
    assert page.page.evaluate("() => [spoken[0].text, spoken[0].volume]") == ["Five.", 1]
    page.page.wait_for_timeout(600)
    assert (page.table()["left_ms"], page.page.evaluate(_BAR)) == (None, [])
    began = time.monotonic()
    ended = page.page.evaluate("() => { spoken[0].onend(); return performance.now(); }")
    page.opened()
    assert page.page.evaluate(_BAR) == [6000]
    assert page.table()["left_ms"] >= 6000 - gone_ms(began), "it begins with the word's end"
    page.page.wait_for_timeout(300)
    page.page.keyboard.press(" ")
    most = page.page.evaluate("() => performance.now()") - ended
    page.page.wait_for_timeout(100)
    [sent] = page.sent("slap")
    assert 300 <= float(sent["rt"]) <= most, "a hand is timed from the word's end"
    page.page.wait_for_timeout(2000)
    assert page.page.evaluate("() => window.spoken.length") == 1
    assert page.table()["stage"] == "1.0"


def test_a_voice_that_fails_keeps_no_window_waiting(visit_stacked: Visit) -> None:
    page = listening(visit_stacked)
    began = time.monotonic()
    page.page.evaluate("() => spoken[0].onerror()")
    page.opened()
    assert page.table()["left_ms"] >= 6000 - gone_ms(began)


def test_a_pace_chosen_in_the_pause_is_that_of_the_resumed_window(visit_stacked: Visit) -> None:
    page = visit_stacked().open(**SOLO, window_ms="18000")
    page.turn()
    page.opened()
    page.page.locator("#pause button").click()
    page.page.wait_for_selector("#menu.paused[open]")
    pace = page.page.locator("#menu [name=window_ms]")
    assert pace.input_value() == "18000"
    with page.page.expect_response("**/rules") as answered:
        pace.select_option("6000")
    assert answered.value.status == 204
    page.page.locator("#resume").click()
    page.opened()
    assert page.page.evaluate(_BAR) == [6000]
    assert 3000 < page.table()["left_ms"] <= 6000
    assert page.shown()["stage"] == "1.1"


@pytest.mark.parametrize("on", ["yes", "no"])
def test_changing_automatic_turning_leaves_an_open_window_as_it_is(
    visit_stacked: Visit, on: str
) -> None:
    page = visit_stacked().open(**SOLO, window_ms="6000", auto="no" if on == "yes" else "yes")
    if on == "yes":
        page.turn()
    page.wait("s.n === '1'")
    page.opened()
    assert page.page.evaluate(_SAME_BAR) == 1
    left = page.table()["left_ms"]
    change = "(on) => htmx.ajax('POST', location.pathname + '/auto', {values: {on}, swap: 'none'})"
    page.page.evaluate(change, on)
    page.wait(f"s.auto === '{on}'")
    assert page.shown()["stage"] == "1.0"
    assert page.table()["left_ms"] < left
    assert page.page.evaluate(_SAME_BAR) == 1, "the bar runs on"
    page.wait("s.phase === 'ready'")
    if on == "yes":
        page.wait("s.n === '2'")
    else:
        page.page.wait_for_timeout(900)
        assert page.shown()["n"] == "1"
