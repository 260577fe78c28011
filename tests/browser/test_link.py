"""A link match between two browsers with a third that watches, from the deal to a rematch."""

from itertools import pairwise

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.friends import Friend, friends, start, table_of
from tests.web.served import Served

REVEALS = 16
MATCH = {
    "preset": "classic",
    "seats": "2",
    "joker_chances": "4",  # which cards are dealt (stacked.py)
    "window_ms": "700",
    "claim_window_ms": "700",
    "reveal_limit": str(REVEALS),
}
ANN, BO = "0", "1"


def plays_on(*people: Friend, until: int) -> None:
    """Whoever is due turns a card, up to reveal `until` or the result."""
    while True:
        shown = people[0].shown()
        if shown["table"] != "playing" or int(shown["n"]) >= until:
            return
        people[0].wait(f"s.n !== '{shown['n']}' || s.table !== 'playing' || s.turner !== ''")
        turner = people[0].shown()["turner"]
        for each in people:
            if turner and turner in (each.page.get_attribute("#table", "data-seats") or ""):
                each.turn()
        people[0].wait(f"s.n !== '{shown['n']}' || s.table !== 'playing'")


def asked_in_mid_challenge(ann: Friend, bo: Friend) -> None:
    """Bo loads the page anew while he owes an answer: the same seat, and the present picture."""
    ann.turn()
    bo.wait("s.n === '1' && s.phase === 'ready'")
    assert bo.status() == "Your turn to answer: 2 chances left."
    bo.turn()
    bo.wait("s.n === '2' && s.phase === 'ready'")
    bo.page.reload()
    bo.ready()
    assert bo.shown()["n"] == "2"
    assert bo.ranks() == ["", "Q", "3"]
    assert bo.status() == "Your turn to answer: 1 chance left."
    bo.turn()
    for each in (ann, bo):
        each.wait("s.n === '3' && s.phase === 'ready'")
    assert ann.status() == "Your queen was not answered. You take 3."
    assert bo.status() == "Ann's queen was not answered. Ann takes 3."


def slapped_by_one(ann: Friend, bo: Friend) -> None:
    """A double goes to who slaps it, and both see when."""
    ann.turn()
    bo.wait("s.n === '4' && s.phase === 'ready'")
    bo.turn()
    for each in (ann, bo):
        each.wait("s.n === '5'")
    ann.looked()  # a slap counts until the card is covered
    ann.page.keyboard.press(" ")
    for each in (ann, bo):
        each.wait("s.stage === '5.1'")
    assert bo.status() == "Ann slapped first: a double."
    assert ann.status() == "You slapped first: a double. 2 cards are yours."
    assert ann.page.locator("#bar text").all_text_contents()[0] == "You"
    assert bo.page.locator("#bar text:visible, #bar text").nth(1).text_content() == "A"


def opened_in_two_tabs(bo: Friend) -> Friend:
    """The newer tab plays, the older one says so, and can take over again."""
    tab = bo.another_tab()
    expect(bo.page.locator("#banner-says")).to_have_text("You are playing in another tab.")
    tab.wait("s.table === 'playing'")
    assert tab.shown()["counts"] == bo.shown()["counts"]
    bo.page.bring_to_front()
    bo.page.locator("#play-here").click()
    expect(tab.page.locator("#banner")).to_be_visible()
    bo.wait("s.table === 'playing'")
    expect(bo.page.locator("#banner")).to_be_hidden()
    tab.page.close()
    assert tab.errors == []
    return bo


def lost_for_twelve_seconds(ann: Friend, bo: Friend, watcher: Friend) -> None:
    """Bo's network is gone: his cards are turned for him, and he comes back to his seat."""
    bo.person.set_offline(True)
    plays_on(ann, until=int(ann.shown()["n"]) + 1)
    away = "document.querySelector('.chip.seat-1.away')"
    ann.wait(away, timeout_s=40)
    watcher.wait(away)
    assert "away" in ann.chip(1)
    bo.page.wait_for_selector("#banner:not([hidden])")
    assert bo.page.locator("#banner").inner_text() == "Reconnecting… your seat is kept."
    n = int(ann.shown()["n"])
    plays_on(ann, until=n + 2)
    assert int(ann.shown()["n"]) >= n + 2, "nobody waits for Bo"
    bo.page.wait_for_timeout(2000)  # gone for twelve seconds in all
    bo.person.set_offline(False)
    bo.page.wait_for_selector("#banner", state="hidden")
    ann.wait("!document.querySelector('.chip.seat-1.away')")
    assert "Bo is back." in ann.page.locator("#log").inner_text()
    bo.wait(f"Number(s.n) >= {n + 2}")
    bo.forgive()


def played_again(ann: Friend, bo: Friend, watcher: Friend) -> None:
    """Another game is offered, taken, and begins by itself for all three."""
    ann.page.locator("#again").click()
    expect(bo.page.locator("#result .next")).to_contain_text("Ann wants to play again.")
    expect(watcher.page.locator("#result .next")).to_contain_text("Ann wants to play again.")
    expect(ann.page.locator("#result .next")).to_contain_text(
        "You want to play again. Waiting for Bo."
    )
    expect(ann.page.locator("#again")).to_have_attribute("aria-disabled", "true")
    bo.page.locator("#again").click()
    for each in (ann, bo, watcher):
        each.wait("s.deal === '2' && s.table === 'playing'")
    ann.turn()
    for each in (bo, watcher):
        each.wait("s.n === '1'")


def nothing_done_by(watcher: Friend) -> None:
    """No control acts, no key is heard, and what is sent all the same is refused."""
    assert watcher.page.locator("#looking-on").inner_text() == "You are watching"
    for control in ("#reveal", "#slap", "#pause", "#again", "#leave"):
        assert watcher.page.locator(f"{control}:visible").count() == 0
    for key in (" ", "Enter", "f", "j"):
        watcher.page.keyboard.press(key)
    watcher.page.locator("#pile").click()
    assert watcher.posts == []
    press = {"seen": watcher.shown()["stage"], "stream": "", "rt": "400", "cmd": "0" * 32}
    for action, fields in (
        ("slap", press), ("reveal", press), ("pause", {}), ("auto", {"on": "yes"}), ("leave", {}),
        ("ready", {}), ("rematch", {}), ("resume", {}),
    ):  # fmt: skip
        assert watcher.does(action, **fields) == 403, action
    watcher.errors = [error for error in watcher.errors if "status of 403" not in error]
    watcher.posts.clear()


def the_same_pictures(*pages: Friend) -> None:
    """What came to more than one page was the same, and came in the same order."""
    came = [page.pictures() for page in pages]
    for pictures in came:
        assert all(before < after for before, after in pairwise(pictures))
    for one, other in pairwise(came):
        both = [version for version in one if version in other]
        assert len(both) > 20
        assert both == [version for version in other if version in one]
        assert [one[version] for version in both] == [other[version] for version in both]
    texts = [page.texts() for page in pages]
    for one_said, other_said in pairwise(texts):
        both = [version for version in one_said if version in other_said]
        assert len(both) > 20
        assert [one_said[v] for v in both] == [other_said[v] for v in both]


@pytest.mark.timeout(240)
def test_a_classic_match_of_two_with_a_spectator_to_its_result_and_again(
    driver: Playwright, chromium: str, stacked: Served
) -> None:
    with friends(driver, chromium, stacked, 3) as (ann, bo, watcher):
        address = table_of(ann, **MATCH)
        bo.page.goto(address)
        watcher.page.goto(address)
        start(ann, bo)
        nothing_done_by(watcher)
        asked_in_mid_challenge(ann, bo)
        slapped_by_one(ann, bo)
        opened_in_two_tabs(bo)
        lost_for_twelve_seconds(ann, bo, watcher)
        plays_on(ann, bo, until=REVEALS)
        for each in (ann, bo, watcher):
            each.wait("s.table === 'over'")
        assert ann.page.locator("#result-title").inner_text().startswith("You won with")
        assert bo.page.locator("#result-title").inner_text().startswith("Ann won with")
        assert watcher.page.locator("#result-title").inner_text().startswith("Ann won with")
        played_again(ann, bo, watcher)
        the_same_pictures(ann, watcher)
        assert watcher.posts == []
