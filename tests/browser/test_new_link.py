"""A link match as a host sets it up in a real browser: one press, the form, other rules."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, shot
from tests.browser.seen import VIEWS
from tests.browser.test_new import box, custom, told, waits_for


def open_for_friends(page: Page) -> str:
    """From home by one press; the table's address."""
    page.get_by_role("button", name="Play a friend").click()
    page.wait_for_url("**/t/*")
    return page.url.partition("#")[0]


def test_one_press_opens_a_table_and_its_host_changes_the_rules(visit: Visit) -> None:
    watched = visit("/")
    page = watched.page
    table = open_for_friends(page)
    assert watched.table()["table"] == "waiting"
    assert len(watched.table()["seats"]) == 4
    site, _, id = table.partition("/t/")
    page.goto(f"{site}/new?table={id}")
    assert page.get_by_role("heading", level=1).inner_text() == "Change the rules"
    page.get_by_label("Seats at the table: One more").click()
    page.locator(box(page, "order=arrival")).evaluate(
        "(label) => label.closest('details').open = 1"
    )
    page.locator(box(page, "order=arrival")).click()
    waits_for(page, "The first slap to reach the server counts.")
    assert page.locator(".cap .options").evaluate("(options) => options.inert")
    assert page.locator("#why-cap").is_visible()
    page.get_by_role("button", name="Change the rules").click()
    page.wait_for_url("**/t/*")
    assert page.url.partition("#")[0] == table
    assert len(watched.table()["seats"]) == 5
    # Home repeats it.
    page.goto(site)
    page.get_by_text("Classic, changed, five seats").wait_for()
    page.get_by_role("link", name="Change: Play a friend").click()
    waits_for(page, "The first slap to reach the server counts.")


def test_a_change_of_who_plays_brings_its_own_controls(visit: Visit) -> None:
    page = visit("/new").page
    page.locator(".preset", has_text="Classic").click()
    waits_for(page, "Just as in Classic.")
    page.locator(box(page, "mode=link")).click()
    waits_for(page, "Fair timing")
    assert page.locator("#go").inner_text() == "Open the table"
    assert page.locator("#field-seats").input_value() == "2"
    assert page.locator("#field-computers").input_value() == "0"
    assert page.locator("[name=auto]").count() == 0
    assert "After 15 minutes of play" in told(page)
    page.get_by_label("Seats at the table: One more").click()
    waits_for(page, "After 25 minutes of play")
    assert "Usual here: 25 minutes" in page.locator("#hint-time_limit_s").inner_text()
    page.get_by_label("Computers at the table: One more").click()
    page.get_by_label("Computers at the table: One more").click()
    page.locator("#error-seats .problem").wait_for()
    assert "two people and two computers there must be four seats" in told(page)
    page.get_by_label("Seats at the table: One more").click()
    page.locator("#error-seats .problem").wait_for(state="detached")
    page.locator(box(page, "mode=solo")).click()
    waits_for(page, "Three players, one deck")
    assert page.locator("#go").inner_text() == "Deal the cards"
    assert page.locator("#field-seats").count() == 0


def test_no_timer_holds_the_time_limit_back_and_a_timer_brings_the_usual_one(visit: Visit) -> None:
    page = visit("/new?mode=link").page
    page.locator(box(page, "window_ms=0")).click()
    page.locator("#why-time_limit_s").wait_for()
    waits_for(page, "There is no other limit.")
    page.locator(box(page, "window_ms=3000")).click()
    page.locator("#why-time_limit_s").wait_for(state="hidden")
    waits_for(page, "After 25 minutes of play")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_it_fits_and_is_photographed(visit: Visit, view: str, scheme: str) -> None:
    watched = visit("/new?mode=link&seats=3&computers=2", view, color_scheme=scheme)
    page, folder = watched.page, SCREENSHOTS / view / scheme
    custom(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for control in page.locator("#setup :is(.choice, .stepper > *, summary, .button)").all():
        if control.is_visible():
            size = control.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 44
    for part in ("mode", "time_limit_s", "order"):
        page.evaluate(f"() => document.querySelector('.group.{part}').scrollIntoView()")
        shot(page, folder / f"new-link-{part}.png")
