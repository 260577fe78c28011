"""The result's plots, as they come under a game that has just ended."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.seen import VIEWS, Watched, context

SHORT = {"reveal_limit": "10", "auto": "yes", "window_ms": "300", "handover": "never"}
CLIPBOARD = "Navigator.prototype.clipboard"
FOCUSED = "() => document.activeElement.id"
# The least size of any word in a plot, in CSS px as they are on the screen.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".plot text")].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
OUTSIDE = """() => [...document.querySelectorAll(".plot")].flatMap((plot) => {
  const edge = plot.getBoundingClientRect();
  return [...plot.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < edge.left - 8 || box.right > edge.right + 8;
  }).map((text) => text.textContent);
})"""


def ended(page: Watched) -> None:
    page.wait("s.table === 'over'", timeout_s=60)
    page.page.wait_for_selector("#plots .plot")


def link(page: Watched) -> str:
    return page.page.locator("#plots-link").get_attribute("href") or ""


@pytest.mark.parametrize("view", VIEWS)
def test_plots_come_under_the_result_and_move_nothing(visit: Visit, view: str) -> None:
    page = visit("/", view).open(**SHORT)
    ended(page)
    assert page.page.locator("#plots .plot").count() == 3
    assert page.shifts() == []
    assert page.page.evaluate(FOCUSED) == "result-title"
    assert page.page.evaluate(SMALLEST) >= 13
    assert page.page.evaluate(OUTSIDE) == []
    result, plots = (page.page.locator(place).bounding_box() for place in ("#result", "#plots"))
    assert result
    assert plots
    assert plots["y"] >= result["y"] + result["height"]
    numbers = page.page.locator("#plots details").first
    numbers.locator("summary").click()
    assert numbers.locator("tbody tr").count() == 11


@pytest.mark.parametrize("copies", [True, False])
def test_any_game_is_shared_with_its_replay(visit: Visit, copies: bool) -> None:
    page = visit("/", "portrait").open(**SHORT)
    lacking = ("Navigator.prototype.share",) if copies else ("Navigator.prototype.share", CLIPBOARD)
    page.page.evaluate("() => { " + "".join(f"delete {each};" for each in lacking) + " }")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ended(page)
    button, text = page.page.get_by_role("button", name="Share"), page.page.locator(".shared")
    expect(button).to_be_in_viewport()
    expect(text).to_be_hidden()
    button.click()
    expect(text).to_be_visible()
    said = text.inner_text()
    replay = page.page.get_by_role("link", name="Replay").get_attribute("href") or ""
    assert said.startswith("Egyptian War – ")
    assert said.endswith(page.page.evaluate("() => location.origin") + replay)
    told = page.page.locator("#result .told")
    if copies:
        expect(told).to_have_text("Copied.")
        assert page.page.evaluate("() => navigator.clipboard.readText()") == said
    else:
        expect(told).to_have_text("Copy the text that is selected.")
        assert page.page.evaluate("() => getSelection().toString()") == said


def test_another_game_has_its_own_plots(visit: Visit) -> None:
    page = visit().open(**SHORT)
    ended(page)
    first = link(page)
    page.page.locator("#again").click()
    page.wait("s.table === 'playing'")
    assert not page.page.locator("#plots .plot").first.is_visible()
    page.wait("s.table === 'over'", timeout_s=60)
    page.page.wait_for_selector("#plots .plot")
    assert link(page) != first
    asked = page.page.evaluate(
        "() => performance.getEntriesByType('resource').map((each) => each.name)"
    )
    shown = [name.partition("/replay")[2] for name in asked if name.endswith("/plots")]
    assert [f"/replay{path}" for path in shown] == [first, link(page)]


def test_a_finished_game_that_is_loaded_again_has_its_plots(visit: Visit) -> None:
    page = visit().open(**SHORT)
    ended(page)
    page.page.reload()
    ended(page)
    assert page.page.locator("#plots .plot").count() == 3


def test_two_people_see_both_below_their_sheet(visit: Visit) -> None:
    page = visit().open(mode="pass", **SHORT)
    ended(page)
    assert page.page.locator("#plots .plot").count() == 4
    # Reveal's words, which name whose card it is, may move by a hair while cards are turned.
    assert sum(shift["value"] for shift in page.shifts()) < 0.0001
    sheet, plots = (page.page.locator(place).bounding_box() for place in ("#sheet", "#plots"))
    assert sheet
    assert plots
    assert plots["y"] >= sheet["y"] + sheet["height"]


def test_without_a_script_a_link_leads_to_them(visit: Visit, browser: Browser) -> None:
    page = visit().open(**SHORT)
    ended(page)
    person = context(browser, java_script_enabled=False)
    plain = person.new_page()
    plain.goto(page.page.url)
    plain.locator("#plots-link").click()
    assert plain.locator(".plot").count() == 2
    assert plain.locator(".plot svg[role=img]").count() >= 1  # a game may have had no chance
    plain.locator("summary").first.click()
    assert plain.locator("table").first.is_visible()
    plain.get_by_text("Back to the table").click()
    assert plain.url == page.page.url
    person.close()
