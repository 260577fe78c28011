"""The set-up page in a real browser: its summary, what it holds back, by hand and by keyboard."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, shot
from tests.browser.seen import VIEWS, Watched

ASKED = "**/new/summary?*"


def told(page: Page) -> str:
    return page.locator("#rules").inner_text()


def waits_for(page: Page, text: str) -> None:
    page.locator("#rules", has_text=text).wait_for(state="attached")


def box(page: Page, name: str) -> str:
    """The label of a box or of a radio button, by `name` or `name=value`."""
    name, _, value = name.partition("=")
    return f'label:has([name="{name}"]' + (f'[value="{value}"])' if value else ")")


def custom(page: Page) -> None:
    page.locator("#custom > summary").click()


def test_a_change_of_a_rule_changes_the_summary(visit: Visit) -> None:
    page = visit("/new").page
    assert "Just as in Standard." in told(page)
    custom(page)
    page.locator(box(page, "burn=2")).click()
    waits_for(page, "A wrong slap costs 2 cards")
    assert "Different from Standard: 2 cards for a wrong slap." in told(page)
    page.locator(box(page, "window_ms=3000")).click()
    waits_for(page, "3\N{NO-BREAK SPACE}s to slap after each card")
    waits_for(page, "About 6 minutes")


def test_several_changes_ask_once(visit: Visit) -> None:
    page = visit("/new").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    custom(page)
    changed = [box(page, name) for name in ("slap_tens", "slap_run", "burn=2")]
    # One right after the other, as no press of a driver is on a slow machine.
    page.evaluate(
        "(boxes) => boxes.forEach((each) => document.querySelector(each).click())", changed
    )
    waits_for(page, "also tens and runs of three")
    assert sum("/new/summary" in url for url in asked) == 1


def test_another_preset_brings_its_values_and_keeps_the_place(visit: Visit) -> None:
    page = visit("/new").page
    custom(page)
    page.locator(box(page, "burn=2")).click()
    page.locator(".preset", has_text="Slapjack").click()
    waits_for(page, "Different from Slapjack: 2 cards for a wrong slap.")
    assert page.locator("[name=slap_jack]").is_checked()
    assert not page.locator("[name=challenges]").is_checked()
    assert page.locator("#field-computers").input_value() == "3"
    assert page.locator("#custom").get_attribute("open") is not None
    assert page.evaluate("() => document.activeElement.value") == "slapjack"


def test_what_was_chosen_while_an_answer_comes_is_kept(visit: Visit) -> None:
    page = visit("/new").page
    waiting: list[Route] = []
    page.route(ASKED, lambda route: route.continue_() if waiting else waiting.append(route))
    page.locator(".preset", has_text="Slapjack").click()
    while not waiting:
        page.wait_for_timeout(20)
    page.locator(box(page, "auto")).click()
    waiting[0].continue_()
    waits_for(page, "Your cards turn by themselves.")
    assert page.locator("[name=auto]").is_checked()
    assert page.locator("[name=slap_jack]").is_checked()


def test_the_stepper_steps_and_is_a_number_field(visit: Visit) -> None:
    page = visit("/new").page
    number = page.locator("#field-computers")
    page.get_by_label("Computers at the table: One more").click()
    expect(number).to_have_value("2")
    waits_for(page, "Three players")
    for _ in range(3):
        page.get_by_label("Computers at the table: One fewer").click()
    expect(number).to_have_value("1")  # solo needs one
    waits_for(page, "Two players")
    page.locator(box(page, "mode=pass")).click()
    expect(number).to_have_value("0")
    waits_for(page, "Two players")
    number.fill("9")
    page.locator("#error-computers .problem").wait_for()
    expect(number).to_have_value("9")
    waits_for(page, "There can be 0 to 6 computers here.")


def test_impossible_combinations_are_held_back_with_the_reason(visit: Visit) -> None:
    page = visit("/new").page
    custom(page)
    wrap, why = page.locator("[name=slap_run_wrap]"), page.locator("#why-slap_run_wrap")
    page.locator(box(page, "slap_run_wrap")).click(force=True)
    assert not wrap.is_checked()
    assert why.inner_text() == "Needs runs of three."
    page.locator(box(page, "slap_run")).click()
    assert not why.is_visible()
    page.locator(box(page, "slap_run_wrap")).click()
    assert wrap.is_checked()
    page.locator(box(page, "slap_run")).click()
    assert not wrap.is_checked(), "what it needs has gone"
    # Without honours something must be left to slap.
    page.locator(box(page, "challenges")).click()
    page.locator(box(page, "slap_sandwich")).click()
    assert page.locator("#why-slap_double").is_visible()
    page.locator(box(page, "slap_double")).click(force=True)
    assert page.locator("[name=slap_double]").is_checked()
    assert page.locator(".responder_empty .options").evaluate("(part) => part.inert")
    waits_for(page, "honours ask for nothing")
    # A joker's worth is asked only where it is an honour.
    assert page.locator("#why-joker_chances").is_visible()
    page.locator(box(page, "jokers=challenge")).click()
    assert not page.locator("#why-joker_chances").is_visible()


def test_no_timer_holds_a_time_limit_back(visit: Visit) -> None:
    page = visit("/new").page
    page.locator("#custom > summary").click()
    why, limits = page.locator("#why-time_limit_s"), page.locator(".time_limit_s .options")
    assert not why.is_visible()
    page.locator('[name="window_ms"][value="0"]').check()
    why.wait_for()
    assert limits.evaluate("(options) => options.inert")
    page.locator('[name="window_ms"][value="3000"]').check()
    why.wait_for(state="hidden")
    page.locator('[name="time_limit_s"][value="300"]').check()
    page.locator('[name="window_ms"][value="0"]').check()
    page.get_by_text("A time limit needs a timer").first.wait_for()
    page.locator('[name="time_limit_s"][value="none"]').check()
    page.locator("#error-time_limit_s p").wait_for(state="detached")
    why.wait_for()


def test_a_refused_combination_keeps_what_was_typed(visit: Visit) -> None:
    watched = visit("/new")
    page = watched.page
    page.locator(".preset", has_text="Party").click()
    page.locator(box(page, "reveal_limit=other")).click()
    page.locator("#field-reveal_limit_number").fill("7")
    page.locator(box(page, "level=hard")).click()
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/tables")
    assert page.locator("#error-reveal_limit").inner_text() == (
        "Choose all cards, or a whole number from 10 to 2,000."
    )
    assert page.locator("#field-reveal_limit_number").input_value() == "7"
    assert page.locator("[name=level][value=hard]").is_checked()
    assert page.locator("[name=preset][value=party]").is_checked()
    page.locator("#field-reveal_limit_number").fill("70")
    page.get_by_role("button", name="Deal the cards").click()
    watched.wait("s.table === 'playing'")
    assert len(page.locator("#seats .chip").all()) == 4
    watched.errors = [each for each in watched.errors if "status of 422" not in each]


def test_by_keyboard_alone(visit: Visit) -> None:
    watched = visit("/new")
    page = watched.page
    focused = "() => document.activeElement.name || document.activeElement.id"

    def tab_to(name: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate(focused) == name:
                return
        raise AssertionError(f"no way to {name} by Tab")

    tab_to("preset")
    page.keyboard.press("ArrowDown")
    waits_for(page, "Just as in Classic.")
    assert page.evaluate(focused) == "preset"
    tab_to("computers")
    page.keyboard.press("ArrowUp")
    waits_for(page, "Three players")
    assert page.evaluate(focused) == "computers"
    tab_to("auto")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("#custom").get_attribute("open") is not None
    tab_to("slap_run_wrap")
    page.keyboard.press("Space")
    assert not page.locator("[name=slap_run_wrap]").is_checked()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    waits_for(page, "also runs of three")
    assert page.evaluate(focused) == "slap_run"
    # Enter anywhere deals, whatever button stands before Deal.
    page.keyboard.press("Enter")
    watched.wait("s.table === 'playing'")
    assert len(page.locator("#seats .chip").all()) == 3


def test_the_link_is_copied_or_selected(visit: Visit) -> None:
    page = visit("/new", permissions=["clipboard-read", "clipboard-write"]).page
    custom(page)
    page.locator(box(page, "burn=2")).click()
    waits_for(page, "2 cards for a wrong slap")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied.").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert parse_qs(link.partition("?")[2]) == {"preset": ["duel"], "burn": ["2"]}
    page.goto(link)
    assert page.locator("[name=burn][value='2']").is_checked()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copy the link that is selected.").wait_for()
    assert page.evaluate("() => String(getSelection())").endswith("/new?preset=duel&burn=2")


def test_my_set_up_is_saved_from_the_page(visit: Visit) -> None:
    page = visit("/new").page
    custom(page)
    page.locator(box(page, "burn=2")).click()
    page.get_by_role("button", name="Save as my set-up").click()
    page.get_by_text("Saved as My set-up.").wait_for()
    assert page.locator("[name=preset][value=mine]").is_checked()
    page.locator(".preset", has_text="Classic").click()
    waits_for(page, "Just as in Classic.")
    page.locator(".preset", has_text="My set-up").click()
    waits_for(page, "Different from Standard: 2 cards for a wrong slap.")


def test_without_script_it_is_a_plain_form(visit: Visit) -> None:
    page = visit("/new", java_script_enabled=False).page
    page.locator(".preset", has_text="Slapjack").click()
    assert page.get_by_label("Computers at the table: One more").is_hidden()
    page.locator("#field-computers").fill("2")
    page.get_by_role("button", name="Show what this means").click()
    assert "Just as in Slapjack." in told(page)
    assert "Three players" in told(page)
    page.get_by_role("button", name="Deal the cards").click()
    assert "/t/" in page.url


@pytest.mark.parametrize("view", VIEWS)
def test_it_fits_and_nothing_shifts(visit: Visit, view: str) -> None:
    watched = visit("/new", view)
    page = watched.page
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    custom(page)
    page.locator(box(page, "burn=2")).click()
    waits_for(page, "2 cards for a wrong slap")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_role("button", name="Deal the cards").is_visible()
    assert sum(shift["value"] for shift in watched.shifts() if not shift["pressed"]) <= 0.01
    for control in page.locator("#setup :is(.choice, .stepper > *, summary, .button)").all():
        if control.is_visible():
            size = control.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 44


@pytest.mark.photograph
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_it_is_photographed(visit: Visit, view: str, scheme: str) -> None:
    watched: Watched = visit("/new", view, color_scheme=scheme)
    page, folder = watched.page, SCREENSHOTS / view / scheme
    custom(page)
    page.evaluate("() => document.querySelector('#custom').scrollIntoView()")
    shot(page, folder / "new-custom.png")
    if view != "desktop":
        page.locator("#side > summary").click()
        shot(page, folder / "new-summary.png")
    page.goto(page.url + "?preset=party&computers=9&slaps=run_wrap&reveal_limit=5")
    page.evaluate("() => document.querySelector('.computers').scrollIntoView()")
    shot(page, folder / "new-refused.png")
