"""Around the game: what asks first, sound and Zen by one press, the match sheet, the screen."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

SOLO = {"preset": "duel", "computers": "1", "joker_chances": "1", "window_ms": "2000"}
PAIR = {**SOLO, "mode": "pass", "computers": "0", "joker_chances": "3", "handover": "never"}

# A screen that stays on while it is asked to, and how often it was asked. Asking takes a moment.
_SCREEN = """
window.locks = [];
window.locked = () => window.locks.filter((lock) => !lock.released).length;
const wakeLock = {
  request: async (type) => {
    await new Promise((done) => setTimeout(done, 800));
    const lock = { type, released: false, release: async () => { lock.released = true; } };
    window.locks.push(lock);
    return lock;
  },
};
Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
"""
_CHANGED = "(name) => document.documentElement.dataset[name]"


def at_window(visit: Visit, **fields: str) -> Watched:
    page = visit().open(**SOLO | fields)
    page.turn()
    page.opened()
    return page


def paused(page: Watched) -> None:
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#menu.paused[open]")


def asked(page: Watched, what: str) -> str:
    """Open what asks before it acts; its sentence."""
    part = page.page.locator("details.sure", has=page.page.get_by_text(what, exact=True))
    button = part.locator("button")
    assert not button.is_visible()
    part.locator("summary").click()
    assert button.is_visible()
    return part.locator("p").inner_text()


def test_restart_asks_once_and_names_what_is_lost(visit_stacked: Visit) -> None:
    page = at_window(visit_stacked)
    paused(page)
    assert "This game ends here and is lost." in asked(page, "Restart")
    assert page.sent("restart") == []
    # Whoever thinks better of it is asked afresh the next time.
    page.page.locator("#resume").click()
    page.opened()
    paused(page)
    asked(page, "Restart")
    assert page.table()["deal"] == 1
    page.page.get_by_role("button", name="Deal new cards").click()
    page.wait("s.deal === '2' && s.table === 'playing'")
    assert (page.shown()["n"], page.shown()["counts"]) == ("0", "6,6")
    assert not page.page.locator("#menu").is_visible()
    assert len(page.sent("restart")) == 1
    page.turn()


def test_save_and_leave_asks_once_and_the_game_waits_at_home(visit_stacked: Visit) -> None:
    page = at_window(visit_stacked)
    newest, counts = page.ranks()[2], page.shown()["counts"]
    paused(page)
    said = asked(page, "Save and leave")
    assert "Your game is kept" in said
    assert "it starts again when you come back" in said
    assert page.sent("leave") == []
    page.page.get_by_role("button", name="Leave the table").click()
    page.page.get_by_role("link", name="Continue").click()
    page.opened()
    assert (page.ranks()[2], page.shown()["counts"]) == (newest, counts)


def test_sound_is_switched_by_one_tap_and_by_m(visit_stacked: Visit) -> None:
    page = visit_stacked("/", "portrait", has_touch=True).open(**SOLO)
    page.ready()
    sound = page.page.locator("#sound")
    for state in ("no", "yes"):
        page.page.evaluate("() => document.activeElement.blur()")
        with page.page.expect_response("**/settings") as answered:
            if state == "no":
                sound.tap()
            else:
                page.page.keyboard.press("m")
        assert answered.value.status == 204
        assert page.page.evaluate(_CHANGED, "sound") == state
        assert sound.get_attribute("aria-pressed") == ("true" if state == "yes" else "false")
        assert page.page.locator("#notice").inner_text() in ("Sound off.", "Sound on.")
    assert page.sent("settings") == [{"sound": "no"}, {"sound": "yes"}]
    page.turn()  # neither was a press of the table's
    assert page.shown()["n"] == "1"


def test_z_is_zen_and_z_again_is_all_of_it(visit_stacked: Visit) -> None:
    page = visit_stacked().open(**SOLO)
    page.ready()
    for state in ("yes", "no"):
        with page.page.expect_response("**/settings"):
            page.page.keyboard.press("z")
        assert page.page.evaluate(_CHANGED, "zen") == state
        assert page.page.locator("#progress p").is_visible() is (state == "no")
        assert page.page.locator("#slap").is_visible()
        assert page.page.locator("#status").is_visible()
    page.page.reload()
    assert page.page.evaluate(_CHANGED, "zen") == "no"


@pytest.mark.parametrize("focus", ["#table", "#slap", "#menu-button"])
def test_a_question_mark_pauses_and_shows_the_keys(visit_stacked: Visit, focus: str) -> None:
    page = at_window(visit_stacked)
    page.page.locator(focus).focus()
    page.page.keyboard.press("?")
    page.page.wait_for_selector("#menu.paused[open] #keys[open]")
    keys = page.page.locator("#keys kbd").all_inner_texts()
    assert {"Space", "Enter", "F", "Esc", "M", "Z", "P", "T", "C", "L", "?"} == set(keys)
    page.page.keyboard.press("Escape")
    page.opened()
    assert page.shown()["stage"] == "1.1"
    assert page.sent("slap") == []


def test_the_match_sheet_counts_what_each_has_won(visit_stacked: Visit) -> None:
    page = visit_stacked().open(**PAIR)
    sheet = page.page.locator("#sheet")
    for games in (1, 2):
        for n in ("1", "2"):
            page.turn(" ")
            assert page.shown()["n"] == n
            page.opened()
            if n == "2":
                page.page.keyboard.press("f")
            page.wait("s.phase === 'ready' || s.table === 'over'")
        page.wait("s.table === 'over'")
        sheet.locator("tbody tr").nth(games - 1).wait_for()
        assert sheet.locator("tbody tr").count() == games
        cells = sheet.locator("tbody tr").last.locator("th, td").all_inner_texts()
        assert cells[:1] + cells[2:4] == [str(games), "4", "0"]
        assert "Player 1" in cells[1]
        assert sheet.locator("tfoot td").all_inner_texts()[1:3] == [str(games), "0"]
        page.page.locator("#again").click()
        page.wait(f"s.deal === '{games + 1}' && s.table === 'playing'")


def test_the_screen_stays_on_while_a_game_runs_and_no_longer(visit_stacked: Visit) -> None:
    page = visit_stacked()
    page.page.add_init_script(_SCREEN)
    page.open(**SOLO)
    on = "() => window.locked() === 1"
    page.turn()  # another picture, before the browser has answered
    page.page.wait_for_function(on)
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("() => window.locks.length") == 1, "one at a time"
    paused(page)
    page.page.wait_for_function("() => window.locked() === 0")
    page.page.locator("#resume").click()
    page.page.wait_for_function(on)
    assert page.page.evaluate("() => window.locks.map((lock) => lock.type)") == ["screen"] * 2
    # The browser takes it back when the tab is hidden.
    page.page.evaluate("() => window.locks.at(-1).release()")
    page.hide()
    page.page.wait_for_timeout(200)
    page.hide(False)
    page.page.wait_for_selector("#menu.paused[open]")
    assert page.page.evaluate("() => window.locked()") == 0
    page.page.locator("#resume").click()
    page.page.wait_for_function(on)
    assert page.page.evaluate("() => window.locks.length") == 3


def test_a_screen_that_may_go_dark_disturbs_nothing(visit_stacked: Visit) -> None:
    page = visit_stacked()
    page.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { configurable: true,"
        " value: { request: async () => { throw new DOMException('low', 'NotAllowedError'); } } });"
    )
    page.open(**SOLO)
    page.turn()
    page.opened()
    assert page.shown()["n"] == "1"
