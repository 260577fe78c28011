"""Two people at one device: by keys, by two thumbs, and the hand-over between them."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.seen import Watched

SHORT = {"mode": "pass", "computers": "0", "preset": "duel", "window_ms": "1000"}

# When each finger came down, as the browser counts.
_TIMES = """() => {
  window.times = [];
  document.addEventListener("pointerdown", (event) => window.times.push(event.timeStamp), true);
}"""

APART_MS = 20

# How long the hand-over had been open whenever a key reached the page.
_SINCE_OPEN = """() => {
  window.since = [];
  let opened = 0;
  const looks = new MutationObserver(() => { opened = performance.now(); });
  looks.observe(document.getElementById("handing"), { attributeFilter: ["open"] });
  for (const kind of ["keydown", "keyup", "click"]) {
    window.addEventListener(kind, () => window.since.push(performance.now() - opened), true);
  }
}"""

EARLY_MS = 400


def pair(visit: Visit, view: str = "desktop", **fields: str) -> Watched:
    return visit("/", view, has_touch=view == "portrait").open(**{**SHORT, **fields})


def taken_over(page: Watched) -> None:
    """Answer the hand-over that is open, as soon as it takes an answer."""
    page.page.wait_for_selector("#ready[aria-disabled=false]")
    page.page.keyboard.press("Enter")
    page.wait("s.table !== 'handover'")


def turned(page: Watched) -> None:
    """Whoever is due turns a card by Space, after a hand-over where there is one."""
    page.page.wait_for_selector("#reveal[aria-disabled=false], #ready[aria-disabled=false]")
    if page.shown()["table"] == "handover":
        taken_over(page)
    page.turn(" ")


def touch(page: Page, *selectors: str) -> None:
    """Fingers come down, each APART_MS after the one before, and go up together.

    That is what the events say, as a screen's driver would: how long this process takes between
    them, on a busy machine, is nothing that a thumb does.
    """
    began = time.time()
    cdp = page.context.new_cdp_session(page)
    points: list[dict[str, float]] = []
    for identifier, selector in enumerate(selectors):
        box = page.locator(selector).bounding_box()
        assert box is not None
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        points.append({**middle, "id": identifier})
        down = {
            "type": "touchStart",
            "touchPoints": points,
            "timestamp": began + identifier * APART_MS / 1000,
        }
        cdp.send("Input.dispatchTouchEvent", down)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_whole_game_by_f_j_and_space(visit: Visit) -> None:
    page = pair(visit, reveal_limit="12")
    slaps = {"f": 0, "j": 0}
    while page.shown()["table"] != "over":
        turned(page)
        page.looked()
        if page.shown()["phase"] == "window" and page.matches():
            key = "f" if slaps["f"] <= slaps["j"] else "j"
            page.page.keyboard.press(key)
            slaps[key] += 1
        page.wait("s.phase !== 'window'")
        page.wait("s.turner !== '' || s.table !== 'playing'")
    assert [post.get("seat") for post in page.sent("slap")].count("0") == slaps["f"]
    assert [post.get("seat") for post in page.sent("slap")].count("1") == slaps["j"]
    assert len(page.sent("reveal")) == 12
    assert page.page.evaluate("() => document.activeElement.id") == "result-title"
    assert page.page.locator("#result h2 span:visible").count() == 1
    assert page.page.locator(".figures:visible").count() == 2
    rows = page.page.locator("#sheet tbody tr")
    rows.first.wait_for()
    assert rows.count() == 1


def test_two_thumbs_within_30_ms_are_two_slaps_each_with_its_own_time(visit: Visit) -> None:
    page = pair(visit, "portrait", handover="never", window_ms="3000")
    page.page.evaluate(_TIMES)
    page.turn(" ")
    page.opened()
    touch(page.page, ".slap.side-1", ".slap.side-0")
    page.wait("s.phase !== 'window'")
    began = page.page.evaluate("() => window.times")
    assert 0 < began[1] - began[0] <= 30
    first, second = page.sent("slap")
    assert (first["seat"], second["seat"]) == ("1", "0")
    assert first["cmd"] != second["cmd"]
    apart = float(second["rt"]) - float(first["rt"])
    assert abs(apart - (began[1] - began[0])) < 0.02


def test_both_keys_in_one_frame_are_two_slaps(visit: Visit) -> None:
    page = pair(visit, handover="never")
    page.turn(" ")
    page.opened()
    page.page.keyboard.down("j")
    page.page.keyboard.down("f")
    page.page.keyboard.up("j")
    page.page.keyboard.up("f")
    page.wait("s.phase !== 'window'")
    assert [post["seat"] for post in page.sent("slap")] == ["1", "0"]


def pressed_early(page: Watched) -> bool:
    """Press every key at a hand-over as soon as it opens. Was this machine quick enough for it?"""
    page.page.evaluate(_SINCE_OPEN)
    page.turn(" ")
    page.page.wait_for_selector("#handing[open]")
    page.page.evaluate("() => window.since.splice(0)")
    for key in ("f", "j", " "):
        page.page.keyboard.press(key)
    assert page.sent("slap") == []
    since: list[float] = page.page.evaluate("() => window.since")
    assert len(since) >= 6
    return max(since) < EARLY_MS


@pytest.mark.timeout(180)
def test_the_hand_over_is_armed_late_and_a_slap_cannot_answer_it(visit: Visit) -> None:
    page = next(page for page in (pair(visit) for _ in range(12)) if pressed_early(page))
    page.page.wait_for_selector("#ready[aria-disabled=false]")
    assert page.shown()["table"] == "handover", "an early press was no answer"
    page.page.locator("#ask-no-more").check()
    page.page.locator("#ready").click()
    page.wait("s.table === 'playing'")
    assert page.sent("ready")[-1]["asks"] == "no"
    for _ in range(3):
        page.turn(" ")
        page.wait("s.phase !== 'window'")
        assert page.shown()["table"] == "playing"


def test_esc_in_a_hand_over_pauses_and_it_comes_again(visit: Visit) -> None:
    page = pair(visit)
    page.turn(" ")
    page.page.wait_for_selector("#handing[open]")
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#menu[open]")
    assert page.shown()["table"] == "paused"
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#handing[open]")


def test_names_on_the_sheet_reach_the_table(visit: Visit) -> None:
    page = pair(visit, reveal_limit="10", auto="yes", window_ms="300")
    page.wait("s.table === 'over'", 60)
    page.page.locator("#sheet tbody tr").first.wait_for()  # a sheet that came later would be empty
    form = page.page.locator("#sheet form").first
    form.locator("input[name=name]").fill("  Ada   Lovelace ")
    form.locator("button").click()
    page.wait("s['name-0'] === 'Ada Lovelace'")
    page.page.locator("#again").click()
    page.wait("s.table === 'playing'")
    expect(page.page.locator(".slap.side-0 .whose")).to_have_text("Ada Lovelace")
    expect(page.page.locator(".chip.seat-0 .name")).to_have_text("Ada Lovelace")


def test_a_key_of_one_s_own_slaps_and_the_usual_one_does_not(visit: Visit) -> None:
    page = visit()
    page.page.evaluate(
        """async () => await fetch("/settings",
          { method: "POST", body: new URLSearchParams({ left_key: "a" }) })"""
    )
    page.open(**SHORT, handover="never")
    page.turn(" ")
    page.opened()
    page.page.keyboard.press("f")
    page.page.keyboard.press("a")
    page.wait("s.phase !== 'window'")
    assert [post["seat"] for post in page.sent("slap")] == ["0"]
    assert page.page.locator(".slap.side-0 .key").inner_text() == "A"
