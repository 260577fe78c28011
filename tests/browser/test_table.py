"""The table under real hands: mouse, touch and keys, pause, reload, a second tab, a watcher."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

OPEN = "s.phase === 'window' && s.table === 'playing'"


def at_window(page: Watched) -> Watched:
    """Play on until a window has just opened."""
    page.play_now()
    page.turn()
    page.opened()
    return page


def own_cards(page: Watched) -> int:
    """How many cards the person holds: a computer may slap wrongly too."""
    return int(page.shown()["counts"].split(",")[0])


def test_trap_the_same_press_counted_twice_by_key_repeat(visit: Visit) -> None:
    page = at_window(visit())
    for _ in range(6):
        page.page.keyboard.down(" ")  # the browser says `repeat` from the second on
    page.page.keyboard.up(" ")
    page.wait("s.phase === 'ready'")
    assert len(page.sent("slap")) == 1


def test_trap_the_same_press_counted_twice_by_double_click(visit: Visit) -> None:
    """Every press is sent, each under a name of its own; the server lets one count."""
    page = at_window(visit())
    held = own_cards(page)
    for _ in range(3):
        page.page.keyboard.press(" ")
        page.page.locator("#slap").dblclick()
    page.wait("s.phase === 'ready'")
    assert len({post["cmd"] for post in page.sent("slap")}) == 9
    assert own_cards(page) == held - 1


def test_reveal_in_an_open_window_does_nothing_and_is_not_queued(visit_stacked: Visit) -> None:
    page = visit_stacked().open(preset="duel", computers="1", joker_chances="1", window_ms="6000")
    page.turn()
    page.opened()
    for _ in range(4):
        page.page.keyboard.press("Enter")
        page.page.locator("#reveal").click(force=True)
    assert page.shown()["phase"] == "window", "every press came in time"
    page.wait("s.phase === 'ready'")
    page.ready()
    assert len(page.sent("reveal")) == 1
    assert page.shown()["n"] == "1"


@pytest.mark.parametrize("control", ["#pause button", "a.skip"])
def test_space_on_another_control_does_not_slap(visit: Visit, control: str) -> None:
    page = at_window(visit())
    page.page.locator(control).focus()
    page.page.keyboard.press(" ")
    page.wait("s.phase === 'ready' || s.table === 'paused'")
    assert page.sent("slap") == []


def test_trap_space_pressed_the_focused_button_and_the_shortcut(visit: Visit) -> None:
    page = at_window(visit())
    page.page.locator("#slap").focus()
    page.page.keyboard.press(" ")
    page.wait("s.phase === 'ready'")
    assert len(page.sent("slap")) == 1
    page.page.locator("#reveal").focus()
    page.ready()
    page.page.keyboard.press("Enter")
    page.wait("s.n === '2'")
    assert len(page.sent("reveal")) == 2
    page.wait("s.phase === 'ready'")
    page.ready()
    page.page.keyboard.press(" ")
    page.page.wait_for_timeout(100)
    assert len(page.sent("slap")) == 2, "it slaps, whatever it is pressed on"
    assert len(page.sent("reveal")) == 2


def test_the_right_mouse_button_does_not_slap(visit: Visit) -> None:
    page = at_window(visit())
    page.page.locator("#slap").click(button="right")
    page.wait("s.phase === 'ready'")
    assert page.sent("slap") == []


def by_mouse(page: Watched) -> None:
    page.page.locator("#slap").click()


def by_key(page: Watched) -> None:
    page.page.keyboard.press(" ")


def by_touch(page: Watched) -> None:
    page.page.locator("#slap").tap()


def on_the_pile(page: Watched) -> None:
    page.page.locator("#pile").click()


# When the newest card was painted and when a hand came down, seen by the test's own eyes.
WITNESS = """() => {
  window.seen = {};
  new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(
    () => { seen.painted ??= performance.now(); },
  ))).observe(document.querySelector("#pile"), { childList: true, subtree: true });
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, (event) => { seen.pressed = event.timeStamp; }, true);
  }
}"""


@pytest.mark.parametrize("slap", [by_mouse, by_key, by_touch, on_the_pile])
def test_a_slap_says_how_long_after_the_painting_it_came(
    visit: Visit, slap: Callable[[Watched], None]
) -> None:
    page = visit(has_touch=True).play_now()
    page.page.evaluate(WITNESS)
    page.turn()
    page.page.wait_for_function("() => performance.now() - seen.painted > 400")
    slap(page)
    page.wait("s.phase === 'ready'")
    [sent] = page.sent("slap")
    seen = page.page.evaluate("() => seen")
    expected = seen["pressed"] - seen["painted"]
    assert expected > 400
    assert float(sent["rt"]) == pytest.approx(expected, abs=20)
    assert sent["seen"] == "1.0"
    assert len(sent["cmd"]) == 32
    assert len(sent["stream"]) == 22


def test_a_second_finger_slaps_while_a_thumb_rests_on_reveal(visit: Visit) -> None:
    page = at_window(visit("/", "portrait", has_touch=True, is_mobile=True))
    fingers = page.page.context.new_cdp_session(page.page)
    places = [page.page.locator(control).bounding_box() for control in ("#reveal", "#slap")]
    points = [
        {"x": box["x"] + 40, "y": box["y"] + 40, "id": i} for i, box in enumerate(places) if box
    ]
    for down in (points[:1], points):
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": down})
    page.wait("s.phase === 'ready'")
    assert len(page.sent("slap")) == 1
    assert len(page.sent("reveal")) == 1


def test_a_false_slap_costs_a_card_and_says_so(visit: Visit) -> None:
    page = at_window(visit())  # one card lies there: nothing can match
    counts = page.shown()["counts"]
    page.page.keyboard.press(" ")
    page.wait(f"s.counts !== '{counts}'")
    assert page.status() == "Not a match. One of your cards goes under the pile."
    assert "1 buried" in page.page.locator("#meta").inner_text()


@pytest.mark.parametrize("how", ["Escape", "#pause button"])
def test_a_pause_covers_the_cards_and_resume_opens_a_fresh_window(visit: Visit, how: str) -> None:
    page = at_window(visit())
    [_, _, newest] = page.ranks()
    assert newest
    if how == "Escape":
        page.page.keyboard.press(how)
    else:
        page.page.locator(how).click()
    page.wait("s.table === 'paused'")
    assert page.ranks() == ["", "", ""], "no rank is in the page any more"
    assert page.page.evaluate("() => document.activeElement.id") == "resume"
    page.page.keyboard.press("Enter")
    page.wait(OPEN)
    assert page.ranks() == ["", "", newest]
    assert page.shown()["stage"] == "1.1"
    page.page.wait_for_function("() => ['table', ''].includes(document.activeElement.id)")


def test_presses_while_paused_are_no_slaps(visit: Visit) -> None:
    page = at_window(visit())
    page.page.keyboard.press("Escape")
    page.wait("s.table === 'paused'")
    page.page.evaluate("() => document.activeElement.blur()")
    page.page.keyboard.press(" ")
    page.page.keyboard.press("f")
    page.page.locator("#resume").click()
    page.wait(OPEN)
    assert page.sent("slap") == []
    assert len(page.sent("reveal")) == 1


def test_trap_refresh_a_second_player_or_a_dead_page(visit: Visit) -> None:
    page = at_window(visit())
    newest = page.ranks()[2]
    page.page.reload()
    page.wait("s.table === 'paused'")
    assert page.shown()["n"] == "1"
    counts = page.shown()["counts"]  # the computer may have slapped falsely before
    page.page.goto(page.page.url.partition("/t/")[0])
    page.page.get_by_role("link", name="Continue").click()
    page.wait(OPEN)
    assert (page.ranks()[2], page.shown()["counts"]) == (newest, counts)
    assert "#" not in page.page.url


def test_trap_back_button_a_second_player_or_a_dead_page(visit: Visit) -> None:
    page = at_window(visit())
    page.page.goto(page.page.url.partition("/t/")[0])
    page.page.go_back()
    page.wait("s.table === 'paused'")
    page.page.locator("#resume").click()
    page.wait(OPEN)
    page.wait("s.phase === 'ready'")
    page.turn()
    assert page.shown()["n"] == "2"


def test_a_hidden_page_pauses_the_game(visit: Visit) -> None:
    page = at_window(visit())
    page.hide()
    page.page.wait_for_function(
        "async (address) => (await (await fetch(address)).json()).table === 'paused'",
        arg=page.address("state"),
    )
    page.hide(False)
    page.wait("s.table === 'paused'")
    assert page.ranks() == ["", "", ""]


def test_trap_second_tab_a_second_player_or_a_dead_page(visit_stacked: Visit) -> None:
    page = visit_stacked().open(preset="duel", computers="1", joker_chances="4")
    page.turn()
    page.wait("s.phase === 'ready'")
    second = Watched(page.page.context.new_page())
    second.page.goto(page.page.url)
    second.wait("s.n === '1'")
    assert second.ranks() == page.ranks()
    second.turn()
    assert second.shown()["n"] == "2"
    mine = own_cards(second)
    second.opened()
    for tab in (second, page):
        tab.page.keyboard.press(" ")
    second.wait("s.phase === 'ready'")
    assert mine - own_cards(second) == 1, "one slap counts"
    second.page.close()
    page.page.bring_to_front()
    page.wait("s.n === '2'")
    assert second.errors == []


def test_a_watcher_sees_the_pictures_and_can_do_nothing(visit: Visit) -> None:
    page = at_window(visit())
    watcher = visit(page.page.url[page.page.url.index("/t/") :])
    watcher.wait("s.n === '1'")
    assert watcher.ranks()[2] == page.ranks()[2]
    for control in ("#slap", "#reveal", "#pause"):
        assert not watcher.page.locator(control).is_visible()
    watcher.page.keyboard.press(" ")
    watcher.page.keyboard.press("Enter")
    watcher.page.keyboard.press("Escape")
    page.page.bring_to_front()
    page.wait("s.phase === 'ready'")
    page.turn()
    watcher.wait("s.n === '2'")
    assert watcher.ranks()[2] == page.ranks()[2]
    assert watcher.posts == []


def test_play_again_deals_a_new_game_at_the_same_table(visit: Visit) -> None:
    page = visit("/new")
    page.page.locator("fieldset.auto label").click()
    page.page.locator("fieldset.window_ms label", has_text="Brisk").click()
    page.page.locator("fieldset.reveal_limit label", has_text="Other").click()
    page.page.locator("#field-reveal_limit_number").fill("10")
    page.page.get_by_role("button", name="Deal the cards").click()
    page.wait("s.table === 'over'", timeout_s=45)
    address = page.page.url
    assert page.page.evaluate("() => document.activeElement.id") == "result-title"
    page.page.locator("#again").click()
    page.wait("s.deal === '2' && s.table === 'playing'")
    page.wait("Number(s.n) >= 1")
    assert page.page.url == address
    assert len(page.sent("ready")) == 2


def unavailable(route: Route) -> None:
    route.fulfill(status=503, body="One moment.")


def refused(route: Route) -> None:
    route.abort("connectionrefused")


@pytest.mark.parametrize("fail", [unavailable, refused])
def test_the_first_connection_is_tried_again(visit: Visit, fail: Callable[[Route], None]) -> None:
    page = visit()
    failed: list[str] = []

    def fail_twice(route: Route) -> None:
        if len(failed) < 2:
            failed.append(route.request.url)
            fail(route)
        else:
            route.continue_()

    page.page.route("**/events", fail_twice)
    page.play_now()
    page.turn()
    assert len(failed) == 2
    told = ("/events", "htmx:error: Failed to fetch")
    page.errors = [error for error in page.errors if not any(part in error for part in told)]


def test_the_table_says_that_it_needs_a_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.page.get_by_role("button", name="Play now").click()
    assert "JavaScript" in page.page.locator("#table").inner_text()
