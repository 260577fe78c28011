"""No page and no state of a table has a fault that axe-core knows (UX bar 1)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn
from tests.browser.places import PLACES
from tests.browser.seen import context
from tests.web.served import Served

[AXE] = (Path(__file__).parent / "vendor").glob("axe-core-*.min.js")
COLOURS = ["color-contrast", "link-in-text-block"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = ((360, 640), (1280, 800))

# axe-core judges no contrast over a gradient, so each gradient is seen once as its first colour and
# once as its last.
_RUN = """async ([tags, end]) => {
  let gradients = 0;
  for (const element of document.querySelectorAll("*")) {
    element.style.background = "";
    const image = getComputedStyle(element).backgroundImage;
    const colours = image.match(/rgb\\([^)]*\\)/g);
    if (!image.includes("gradient") || !colours) continue;
    element.style.background = colours.at(end);
    gradients += 1;
  }
  // A dialog or a notice is looked at once it has come, not while it fades in.
  for (const coming of document.getAnimations()) {
    if (coming.animationName === "appear") coming.finish();
  }
  const found = await axe.run(document, {
    runOnly: tags, resultTypes: ["violations"],
  });
  const told = found.violations.map(({ id, help, nodes }) => [
    `${id}: ${help}`, nodes.map((node) => `${node.html} ${node.failureSummary}`),
  ]);
  return [told, found.passes.length, gradients];
}"""
FIRST, LAST = 0, -1


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser)
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


def faults(page: Page) -> dict[str, Any]:
    """What axe-core complains of in each scheme and size, by scheme and size."""
    page.evaluate(AXE.read_text())
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            # A scheme changes colours, and nothing that another rule looks at.
            rules = TAGS if scheme == SCHEMES[0] else COLOURS
            violations, passed, gradients = page.evaluate(_RUN, [rules, FIRST])
            assert passed > (10 if rules is TAGS else 0), "axe-core has looked"
            if gradients:
                violations += page.evaluate(_RUN, [COLOURS[:1], LAST])[0]
            if violations:
                found[f"{scheme} {width}x{height}"] = violations
    return found


@pytest.mark.parametrize("place", PLACES)
def test_no_fault_at(drawn: Drawn, place: str) -> None:
    PLACES[place](drawn)
    assert faults(drawn.page) == {}


def test_a_live_table_has_no_fault_open_or_paused(visit: Visit) -> None:
    page = visit("/new")
    page.page.locator("fieldset.window_ms label", has_text="Unhurried").click()
    page.page.get_by_role("button", name="Deal the cards").click()
    page.ready()
    page.turn()
    page.opened()
    assert faults(page.page) == {}
    page.page.keyboard.press("Escape")
    page.wait("s.table === 'paused'")
    assert faults(page.page) == {}


def test_axe_sees_a_fault(drawn: Drawn) -> None:
    PLACES["home"](drawn)
    drawn.page.evaluate("() => document.querySelector('main').removeAttribute('id')")
    drawn.page.evaluate("() => document.documentElement.removeAttribute('lang')")
    found = faults(drawn.page)
    assert len(found) == len(SIZES), "by the scheme that is asked for all rules"
    assert all("html-has-lang" in str(told) for told in found.values())


def test_axe_sees_a_faint_word_in_every_scheme_and_size(drawn: Drawn) -> None:
    PLACES["settings"](drawn)
    faint = "color-mix(in srgb, var(--page), gray 20%)"
    drawn.page.evaluate("(faint) => { document.querySelector('h1').style.color = faint; }", faint)
    found = faults(drawn.page)
    assert len(found) == len(SIZES) * len(SCHEMES)
    assert all("color-contrast" in str(told) for told in found.values())
