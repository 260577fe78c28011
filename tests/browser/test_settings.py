"""The settings page with and without script, and the header on a narrow screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, shot
from tests.browser.seen import VIEWS, context
from tests.browser.test_photographs import Scheme
from tests.web.served import Served

SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"

_SMALL = """() => [...document.querySelectorAll("a, button, .segment, input:not([type=radio])")]
  .filter((target) => target.checkVisibility() && !target.matches(".skip, [type=hidden]"))
  .map((target) => [target.outerHTML, target.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([html]) => html)"""


def data(page: Page, name: str) -> str:
    found: str = page.evaluate("(name) => document.documentElement.dataset[name]", name)
    return found


@pytest.fixture
def scriptless(browser: Browser, server: Served) -> Iterator[Page]:
    person = context(browser, java_script_enabled=False)
    page = person.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/settings")
    yield page
    person.close()


def test_a_change_applies_at_once_and_is_kept(visit: Visit) -> None:
    page = visit("/settings", "portrait")
    assert not page.page.get_by_role("button", name="Save", exact=True).is_visible()
    page.page.get_by_role("group", name="Deck").get_by_label("Four colours").check()
    assert data(page.page, "deck") == "four"
    page.page.get_by_role("group", name="Zen").get_by_label("On").check()
    slider = page.page.get_by_role("slider", name="Volume", exact=True)
    with page.page.expect_response(lambda answer: answer.request.post_data == "volume=60"):
        slider.press("ArrowRight")
    assert data(page.page, "volume") == "60"
    assert page.page.locator("output[for=volume]").inner_text() == "60"
    page.page.wait_for_function("() => document.querySelector('#kept').textContent === 'Saved.'")
    assert page.sent("settings") == [{"deck": "four"}, {"zen": "yes"}, {"volume": "60"}]
    page.page.goto(page.page.url.replace("/settings", "/"))
    chosen = {name: data(page.page, name) for name in ("deck", "zen", "volume", "hand")}
    assert chosen == {"deck": "four", "zen": "yes", "volume": "60", "hand": "right"}


def test_of_quick_changes_the_last_one_is_kept(visit: Visit) -> None:
    page = visit("/settings", "portrait")
    first: list[Route] = []

    def hold(route: Route) -> None:
        first.append(route)
        if len(first) > 1:
            route.continue_()

    page.page.route("**/settings", hold)
    deck = page.page.get_by_role("group", name="Deck")
    for label in ("Classic", "Large", "Four colours"):
        deck.get_by_label(label).check()
    page.page.wait_for_timeout(100)
    assert len(first) == 1, "each waits for the one before it"
    with page.page.expect_response(lambda answer: answer.request.post_data == "deck=four"):
        first[0].continue_()
    page.page.wait_for_function("() => document.querySelector('#kept').textContent === 'Saved.'")
    assert [each["deck"] for each in page.sent("settings")] == ["classic", "large", "four"]
    page.page.unroute("**/settings")
    page.page.reload()
    assert data(page.page, "deck") == "four"


def test_what_cannot_be_saved_is_said(visit: Visit) -> None:
    page = visit("/settings", "portrait")
    page.page.route("**/settings", lambda route: route.abort("connectionreset"))
    page.page.get_by_role("group", name="Zen").get_by_label("On").check()
    page.page.wait_for_selector("#kept:has-text('could not be saved')")
    page.errors = [error for error in page.errors if "ERR_CONNECTION_RESET" not in error]


def test_without_script_one_button_saves(scriptless: Page) -> None:
    scriptless.get_by_role("group", name="Theme").get_by_label("Dark").check()
    scriptless.get_by_role("group", name="Hand").get_by_label("Left").check()
    scriptless.get_by_role("button", name="Save", exact=True).click()
    scriptless.wait_for_load_state()
    assert scriptless.url.endswith("/settings")
    assert scriptless.locator("html[data-theme=dark][data-hand=left][data-deck=clear]").count() == 1
    scriptless.get_by_label("Name at the table").fill("Zoë")
    scriptless.get_by_role("button", name="Save name").click()
    scriptless.wait_for_load_state()
    assert scriptless.get_by_label("Name at the table").input_value() == "Zoë"
    assert scriptless.locator("html[data-theme=dark]").count() == 1


@pytest.mark.parametrize("width", [320, 360, 640, 1280])
def test_nothing_is_too_wide_or_too_small(visit: Visit, width: int) -> None:
    for path in ("/", "/settings", "/nothing"):
        page = visit(path, "portrait")
        page.page.set_viewport_size({"width": width, "height": 640})
        assert not page.page.evaluate(SIDEWAYS), (path, width)
        assert page.page.evaluate(_SMALL) == [], (path, width)
        lines = page.page.evaluate(
            "() => new Set([...document.querySelectorAll('header.site :is(a, button)')]"
            ".filter((each) => each.checkVisibility())"
            ".map((link) => Math.round(link.getBoundingClientRect().top))).size"
        )
        assert lines == 1, f"the header takes one line: {path}, {width}"
        page.errors = [error for error in page.errors if "status of 404" not in error]


@pytest.mark.photograph
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_the_settings_are_photographed(visit: Visit, view: str, scheme: Scheme) -> None:
    page = visit("/settings", view, color_scheme=scheme)
    for name in ("look", "table", "hands", "noise", "speech"):
        page.page.locator(f"#in-{name}").scroll_into_view_if_needed()
        page.page.evaluate(f"() => document.querySelector('#in-{name}').scrollIntoView()")
        shot(page.page, SCREENSHOTS / view / scheme / f"settings-{name}.png")
