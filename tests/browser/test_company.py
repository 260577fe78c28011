"""A link match as its people meet it: nobody stops it, nobody is stuck, and nothing moves."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.friends import Friend, friends, start, table_of
from tests.web.served import Served

MATCH = {"preset": "classic", "seats": "2", "joker_chances": "4", "window_ms": "700"}

# When the line was lost, and when the page said so, in its own ms.
_SAID_AFTER = """() => {
  const banner = document.getElementById("banner");
  window.addEventListener("offline", () => { window.lostAt = performance.now(); });
  new MutationObserver(() => { if (!banner.hidden) window.saidAt ??= performance.now(); })
    .observe(banner, { attributeFilter: ["hidden"] });
}"""


@pytest.fixture
def match(driver: Playwright, chromium: str, stacked: Served) -> Iterator[tuple[Friend, Friend]]:
    """Two people whose game has begun, Ann to turn."""
    with friends(driver, chromium, stacked, 2, "portrait") as (ann, bo):
        bo.page.goto(table_of(ann, **MATCH))
        start(ann, bo)
        yield ann, bo


def seated(friend: Friend, seat: int) -> None:
    """The page is that seat's, and shows the present picture."""
    friend.wait("s.table === 'playing'")
    expect(friend.page.locator("#table")).to_have_attribute("data-seats", f"{seat} ")
    friend.streaming()
    friend.wait(f"Number(s.version) >= {friend.table()['version']}")


@pytest.mark.timeout(180)
def test_nobody_stops_a_game_that_others_play(match: tuple[Friend, Friend]) -> None:
    ann, bo = match
    assert ann.page.locator("#pause").count() == 0
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#menu-title")).to_have_text("Away")
    expect(ann.page.locator("#menu .if-away")).to_contain_text("The table plays on without you.")
    for gone in ("Restart", "Pace", "Save and leave"):
        assert ann.page.locator("#menu").get_by_text(gone, exact=True).count() == 0
    ann.page.get_by_role("switch", name="Automatic turning").click()
    ann.wait("s.autos === '0'")
    bo.wait("s.n === '1' && s.phase === 'ready'")
    ann.page.locator("#so-far summary").click()
    expect(ann.page.locator("#so-far li").last).to_contain_text("Queen of spades by you.")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#menu")).to_be_hidden()
    bo.turn()
    bo.turn()  # not answered: Ann leads, and her next card turns by itself
    bo.wait("s.n === '4'")
    ann.hide()
    bo.ready()
    assert "pause" not in [name for name, _ in (*ann.posts, *bo.posts)]
    assert ann.does("pause") == 409
    ann.errors = [error for error in ann.errors if "status of 409" not in error]
    ann.hide(False)
    seated(ann, 0)


@pytest.mark.timeout(180)
def test_a_lost_line_is_said_after_two_seconds_and_moves_nothing(
    match: tuple[Friend, Friend],
) -> None:
    ann, bo = match
    for each in match:
        each.page.evaluate(
            "() => { window.shifts = []; }"
        )  # the waiting room's are not the table's
    ann.turn()
    bo.wait("s.n === '1' && s.phase === 'ready'")
    bo.page.evaluate(_SAID_AFTER)
    bo.person.set_offline(True)
    expect(bo.page.locator("#banner")).to_be_visible()
    assert bo.page.evaluate("() => window.saidAt - window.lostAt") > 1900
    expect(bo.page.locator("#alert")).to_have_text("Reconnecting… your seat is kept.")
    bo.person.set_offline(False)
    expect(bo.page.locator("#banner")).to_be_hidden()
    seated(bo, 1)
    bo.turn()
    ann.wait("s.n === '2'")
    for each in (ann, bo):
        assert [shift for shift in each.shifts() if not shift["pressed"]] == []
    bo.forgive()


@pytest.mark.timeout(180)
def test_whoever_leaves_is_turned_for_and_watches_from_then_on(
    match: tuple[Friend, Friend],
) -> None:
    ann, bo = match
    address = bo.page.url
    ann.turn()
    bo.wait("s.n === '1' && s.phase === 'ready'")
    bo.page.locator("#menu-button").click()
    bo.page.locator("summary", has_text="Leave the table").click()
    expect(bo.page.locator("#menu .sure[open]")).to_contain_text("Your cards stay in the game")
    bo.page.locator("#leave").click()
    bo.page.wait_for_url("**/")
    ann.wait("document.querySelector('.chip.seat-1.left')")
    assert "gone" in ann.chip(1)
    ann.wait("s.n === '3'", timeout_s=20)
    bo.page.goto(address)
    offer = bo.page.get_by_role("button", name="Sit down for the next game")
    expect(offer).to_be_visible()
    expect(bo.page.locator("#reveal")).to_be_hidden()
    ann.ready()


@pytest.mark.timeout(180)
def test_trap_refresh_a_second_player_or_a_dead_page_at_a_link_match(
    match: tuple[Friend, Friend],
) -> None:
    ann, bo = match
    ann.turn()
    for _ in range(2):
        bo.page.reload()
        seated(bo, 1)
    bo.turn()
    ann.wait("s.n === '2'")
    assert [seat["kind"] for seat in ann.table()["seats"]] == ["person", "person"]


@pytest.mark.timeout(180)
def test_trap_back_button_a_second_player_or_a_dead_page_at_a_link_match(
    match: tuple[Friend, Friend],
) -> None:
    ann, bo = match
    ann.turn()
    bo.page.goto(bo.page.url.partition("/t/")[0] + "/settings")
    bo.page.go_back()
    seated(bo, 1)
    bo.turn()
    ann.wait("s.n === '2'")
    assert [seat["kind"] for seat in ann.table()["seats"]] == ["person", "person"]


@pytest.mark.timeout(180)
def test_trap_second_tab_a_second_player_or_a_dead_page_at_a_link_match(
    match: tuple[Friend, Friend],
) -> None:
    ann, bo = match
    tab = bo.another_tab()
    expect(bo.page.locator("#banner-says")).to_have_text("You are playing in another tab.")
    seated(tab, 1)
    ann.turn()
    tab.turn()
    ann.wait("s.n === '2'")
    assert bo.shown()["n"] == "0", "one tab plays"
    bo.page.bring_to_front()
    bo.page.locator("#play-here").click()
    seated(bo, 1)
    bo.turn()
    ann.wait("s.n === '3'")
    expect(tab.page.locator("#play-here")).to_be_visible()
    assert [seat["kind"] for seat in ann.table()["seats"]] == ["person", "person"]


@pytest.mark.timeout(240)
def test_after_a_restart_anybody_seated_goes_on_and_a_watcher_is_told(
    driver: Playwright, chromium: str, tmp_path: Path
) -> None:
    with (
        Served(tmp_path, ("tests.browser.stacked",)) as served,
        friends(driver, chromium, served, 3) as (ann, bo, watcher),
    ):
        address = table_of(ann, **MATCH)
        for each in (bo, watcher):
            each.page.goto(address)
        start(ann, bo)
        expect(watcher.page.locator("#looking-on")).to_be_visible()  # no seat is free
        ann.turn()
        served.signal(signal.SIGTERM)
        served.ended(within_s=5)
        served.start(served.port)
        for each in (ann, bo, watcher):
            each.wait("s.table === 'paused'")
        assert watcher.status() == "Paused. Whoever sits here can go on."
        expect(watcher.page.locator("#menu")).to_be_hidden()
        for each in (ann, bo):
            expect(each.page.locator("#menu-title")).to_have_text("Paused")
        bo.page.locator("#resume").click()
        for each in (ann, bo, watcher):
            each.wait("s.table === 'playing'")
        expect(ann.page.locator("#menu")).to_be_hidden()
        bo.turn()
        watcher.wait("s.n === '2'")
        for each in (ann, bo, watcher):
            each.forgive()
            each.errors = [error for error in each.errors if "status of 503" not in error]
