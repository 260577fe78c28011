"""Every way to play: by keys alone, with one button, and each setting of hands and keys."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

SOLO = {"preset": "duel", "computers": "1", "window_ms": "3000", "joker_chances": "1"}
ONE_DOUBLE = {**SOLO, "joker_chances": "3"}

_CHOOSE = """async (chosen) => {
  await fetch("/settings", { method: "POST", body: new URLSearchParams(chosen) });
}"""
_FOCUSED = """() => {
  const { name, id, textContent } = document.activeElement;
  return [name, id, textContent.trim()];
}"""
_TICK_MS = 60


def tab_to(page: Watched, wanted: str) -> None:
    """Press Tab until the focus is on what has this name, id or text."""
    for _ in range(90):
        page.page.keyboard.press("Tab")
        if wanted in page.page.evaluate(_FOCUSED):
            return
    raise AssertionError(f"no way to {wanted} by Tab")


def press(page: Watched, *keys: str) -> None:
    for key in keys:
        page.page.keyboard.press(key)
    page.page.wait_for_timeout(_TICK_MS)


def test_a_solo_game_by_keyboard_alone_from_home_to_the_next_game(visit: Visit) -> None:
    page = visit()
    tab_to(page, "Change")
    press(page, "Enter")
    page.page.wait_for_url("**/new")
    tab_to(page, "window_ms")
    press(page, "ArrowRight")  # Brisk comes after the preset's own
    assert page.page.locator("[name=window_ms]:checked").input_value() == "1000"
    tab_to(page, "Custom rules")
    press(page, "Enter")
    tab_to(page, "burn")
    press(page, "ArrowRight")
    tab_to(page, "reveal_limit")
    while page.page.locator("[name=reveal_limit]:checked").input_value() != "other":
        press(page, "ArrowRight")
    tab_to(page, "field-reveal_limit_number")
    press(page, "Control+a", "1", "0", "Enter")
    page.page.wait_for_url("**/t/*")
    wrong, key = 0, "f"
    while page.shown()["table"] != "over":
        page.turn(key)
        page.looked()
        if page.matches() or not wrong:
            wrong += not page.matches()
            press(page, " ")
        page.wait("s.phase !== 'window'")
        page.wait("s.turner !== '' || s.table !== 'playing'")
        key = "Enter" if key == "f" else "f"
    assert page.shown()["n"] == "10"
    assert len(page.sent("reveal")) == 10
    assert page.page.evaluate("() => document.activeElement.id") == "result-title"
    tab_to(page, "Play again")
    press(page, "Enter")
    page.wait("s.deal === '2' && s.table === 'playing'")
    page.turn()
    assert page.shown()["n"] == "1"


def choosing(visit: Visit, fields: dict[str, str], view: str = "desktop", **chosen: str) -> Watched:
    """A table of a browser with these settings."""
    page = visit("/", view, has_touch=True)
    page.page.evaluate(_CHOOSE, chosen)
    return page.open(**fields)


def opened(page: Watched) -> Watched:
    """The first card lies there, and its window is long."""
    page.ready()
    page.page.locator("#reveal").click()
    page.opened()
    return page


def test_a_game_with_one_button_needs_nothing_but_slap(visit_stacked: Visit) -> None:
    page = choosing(visit_stacked, ONE_DOUBLE, "portrait", hand="one")
    assert not page.page.locator("#reveal").is_visible()
    page.wait("s.n === '2'")
    page.opened()
    assert page.matches()
    page.page.locator("#slap").tap()
    page.wait("s.table === 'over'")
    assert page.page.locator("#result-title").inner_text() == "You have all 4 cards"
    page.page.locator("#again").tap()
    page.wait("s.deal === '2' && Number(s.n) >= 1")
    pressed = {name for name, _ in page.posts} - {"ack", "tables", "settings"}
    assert pressed == {"ready", "auto", "slap", "rematch"}


def finger(page: Watched, selector: str) -> Callable[[str], None]:
    """A finger over this: `touchStart` and `touchEnd`."""
    cdp = page.page.context.new_cdp_session(page.page)
    box: Any = page.page.locator(selector).bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(kind: str) -> None:
        points = [place] if kind == "touchStart" else []
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.page.wait_for_timeout(_TICK_MS)

    return touch


def slaps(page: Watched) -> int:
    return len(page.sent("slap"))


@pytest.mark.parametrize("where", ["#slap", "#pile"])
def test_a_finger_slaps_when_it_comes_up_where_that_was_chosen(
    visit_stacked: Visit, where: str
) -> None:
    page = opened(choosing(visit_stacked, SOLO, "portrait", slap="release"))
    touch = finger(page, where)
    touch("touchStart")
    page.page.wait_for_timeout(150)
    assert slaps(page) == 0
    touch("touchEnd")
    [sent] = page.sent("slap")
    assert float(sent["rt"]) > 150, "its time is that of the release"


def test_a_key_slaps_when_it_comes_up_where_that_was_chosen(visit_stacked: Visit) -> None:
    page = opened(choosing(visit_stacked, SOLO, slap="release"))
    for sent, focus in enumerate(("() => document.activeElement.blur()", "#slap"), start=1):
        if focus.startswith("#"):
            page.page.locator(focus).focus()
        else:
            page.page.evaluate(focus)
        for _ in range(3):
            page.page.keyboard.down(" ")
        page.page.wait_for_timeout(_TICK_MS)
        assert slaps(page) == sent - 1
        page.page.keyboard.up(" ")
        page.page.wait_for_timeout(_TICK_MS)
        assert slaps(page) == sent
    press(page, "Enter")
    assert len(page.sent("reveal")) == 1, "a card is turned as ever"


def test_the_pile_is_no_button_where_that_was_chosen(visit_stacked: Visit) -> None:
    page = opened(choosing(visit_stacked, SOLO, tap="no"))
    page.page.locator("#pile").click()
    page.page.locator("#pile").tap()
    page.page.wait_for_timeout(_TICK_MS)
    assert slaps(page) == 0
    page.page.locator("#slap").click()
    page.page.wait_for_timeout(_TICK_MS)
    assert slaps(page) == 1


def test_the_same_keys_everywhere(visit_stacked: Visit) -> None:
    page = choosing(visit_stacked, SOLO, keys="same")
    page.ready()
    press(page, "Enter")
    assert page.sent("reveal") == []
    page.turn(" ")
    page.opened()
    for pressed, key in enumerate(("f", "j"), start=1):
        press(page, key)
        assert slaps(page) == pressed
    press(page, " ", "Enter")
    assert (slaps(page), len(page.sent("reveal"))) == (2, 1)
    assert page.page.locator("#reveal .key").inner_text() == "Space"
    assert page.page.locator("#slap .key").inner_text() == "F J"


def test_no_key_of_the_table_where_they_are_off(visit_stacked: Visit) -> None:
    page = choosing(visit_stacked, SOLO, keys="off")
    page.ready()
    press(page, "Enter", "f", " ", "m", "z")
    assert page.sent("reveal") == []
    opened(page)
    page.page.evaluate("() => document.activeElement.blur()")
    press(page, " ", "f", "j", "Enter")
    assert slaps(page) == 0
    # A button that has the focus is the browser's own business.
    page.page.locator("#slap").focus()
    press(page, " ")
    assert slaps(page) == 1
    assert page.page.locator("html").get_attribute("data-zen") == "no"
    assert page.page.locator("html").get_attribute("data-sound") == "yes"
    assert page.page.locator(".hand .key:visible").count() == 0
    press(page, "Escape")
    page.page.wait_for_selector("#menu.paused[open]")


def test_no_letter_does_anything_where_they_are_off(visit_stacked: Visit) -> None:
    page = choosing(visit_stacked, SOLO, letters="no")
    page.ready()
    said = page.page.locator("#live").text_content()
    press(page, "f", "m", "z", "p", "t", "c", "l")
    assert page.sent("reveal") == []
    assert page.page.locator("#live").text_content() == said
    assert page.page.locator("html").get_attribute("data-zen") == "no"
    assert page.page.locator("html").get_attribute("data-sound") == "yes"
    page.turn("Enter")
    page.opened()
    press(page, " ")
    assert slaps(page) == 1
