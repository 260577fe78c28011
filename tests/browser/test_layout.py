"""Where things lie (UX 2.3): sizes, distances, nothing off-screen, nothing over another, no shift.

Each page is also photographed into `screenshots/`, to be looked at.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from app.table.picture import Picture
from app.web.assets import Assets
from app.web.page_views import table_page
from app.web.templating import Templates
from tests.browser.conftest import Visit
from tests.browser.seen import VIEWS, context
from tests.web.pictures import moments
from tests.web.served import ROOT, Served

SCREENSHOTS = ROOT / "screenshots"
EDGE = 16


class Sizes(NamedTuple):
    """UX 2.3: width and height of a card, of Slap and of Reveal, and how far apart those two
    are.
    """

    card: tuple[int, int]
    slap: tuple[int, int]
    reveal: tuple[int, int]
    apart: int


SIZES = {
    (360, 640): Sizes((104, 146), (168, 168), (112, 112), 48),
    (360, 560): Sizes((104, 146), (168, 168), (112, 112), 48),
    (320, 480): Sizes((80, 112), (128, 112), (96, 88), 64),
    (640, 360): Sizes((92, 129), (140, 200), (108, 140), 300),
    (640, 300): Sizes((92, 129), (140, 200), (108, 140), 300),
    (1280, 800): Sizes((168, 235), (280, 120), (200, 96), 160),
}
SHOT_VIEWS = tuple(VIEWS.values())

_BOXES = """() => Object.fromEntries([
  ["slap", "#slap"], ["reveal", "#reveal"], ["pile", "#pile"], ["status", "#status"],
  ["meta", "#meta"], ["track", ".track"], ["challenge", "#challenge"], ["progress", "#progress"],
  ["pause", "#pause"], ["seats", "#seats"],
  ...Array.from(document.querySelectorAll(".chip"), (_, i) => [`chip${i}`, `.chip:nth-child(${i +
  1})`]), ...[1, 2, 3].map((i) => [`card${i}`, `.place:nth-child(${i}) .lies`]),
].flatMap(([name, selector]) => {
  const found = document.querySelector(selector);
  if (!found?.checkVisibility({ visibilityProperty: true })) return [];
  const box = found.getBoundingClientRect();
  return [[name, [box.left, box.top, box.right, box.bottom]]];
}))"""

Box = tuple[float, float, float, float]


class Drawn:
    """Draws any picture as the page of seat 0 (or of a watcher), with the real styles, no
    script.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self._url = url
        self._templates = Templates(Assets(ROOT / "static").url)
        self._html = ""
        page.route(
            "**/t/drawn", lambda route: route.fulfill(body=self._html, content_type="text/html")
        )

    def show(self, picture: Picture, you: tuple[int, ...] = (0,)) -> None:
        html = self._templates.table_html(table_page("drawn", picture, "1", you, None))
        before, _, rest = html.partition("<script")
        self._html = before + rest.partition("</script>")[2]
        self.page.goto(f"{self._url}/t/drawn")

    def boxes(self) -> dict[str, Box]:
        """Left, top, right and bottom of each visible part."""
        found: dict[str, Box] = self.page.evaluate(_BOXES)
        return found


@pytest.fixture
def drawn(browser: Browser, server: Served, request: pytest.FixtureRequest) -> Iterator[Drawn]:
    width, height = request.param[:2]
    scheme: Any = request.param[2] if len(request.param) > 2 else "light"
    person = context(browser, color_scheme=scheme)
    page = person.new_page()
    page.set_viewport_size({"width": width, "height": height})
    yield Drawn(page, f"http://127.0.0.1:{server.port}")
    person.close()


def size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def overlap(one: Box, other: Box) -> bool:
    """Do the two share more than a line of rounding?"""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 0.5
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.5
    )


def apart(one: Box, other: Box) -> float:
    """The distance between two boxes that do not overlap, the longer way of the two axes."""
    across = max(other[0] - one[2], one[0] - other[2])
    down = max(other[1] - one[3], one[1] - other[3])
    return max(across, down)


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("drawn", SIZES, indirect=True, ids=lambda view: f"{view[0]}x{view[1]}")
def test_everything_is_on_the_screen_in_its_size_and_apart(drawn: Drawn, seats: int) -> None:
    shown = drawn.page.viewport_size
    assert shown is not None
    view = (shown["width"], shown["height"])
    sizes, places = SIZES[view], {}
    for name, picture in moments(seats).items():
        if picture.table == "over":
            continue
        drawn.show(picture)
        boxes = drawn.boxes()
        where = f"{name}, {seats} seats, {view}"
        for part, box in boxes.items():
            assert box[0] >= -0.5, f"{part} left of the screen: {where}"
            assert box[1] >= -0.5, f"{part} above the screen: {where}"
            assert box[2] <= view[0] + 0.5, f"{part} right of the screen: {where}"
            assert box[3] <= view[1] + 0.5, f"{part} below the screen: {where}"
        for part, expected in (
            ("slap", sizes.slap),
            ("reveal", sizes.reveal),
            ("card3", sizes.card),
        ):
            assert size(boxes[part]) == pytest.approx(expected, abs=1), f"{part}: {where}"
        assert apart(boxes["slap"], boxes["reveal"]) >= sizes.apart - 0.5, where
        for hand in ("slap", "reveal"):
            assert boxes[hand][0] >= EDGE - 0.5, where
            assert boxes[hand][2] <= view[0] - EDGE + 0.5, where
            assert boxes[hand][3] <= view[1] - EDGE + 0.5, where
        chips = [part for part in boxes if part.startswith("chip")]
        assert len(chips) == seats - 1, where
        parts = ["slap", "reveal", "pile", "status", "track", "challenge", "progress", "pause"]
        parts += chips
        for i, one in enumerate(parts):
            for other in parts[i + 1 :]:
                assert not overlap(boxes[one], boxes[other]), f"{one} over {other}: {where}"
        assert not drawn.page.evaluate(
            "() => document.documentElement.scrollHeight > innerHeight"
            " || document.documentElement.scrollWidth > innerWidth"
        ), f"scrolls: {where}"
        places[name] = {part: boxes[part] for part in ("slap", "reveal", "card3", "track", "pause")}
    assert len({str(place) for place in places.values()}) == 1, "the same places in every state"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("view", VIEWS)
def test_every_state_is_photographed(
    browser: Browser, server: Served, view: str, seats: int, scheme: str
) -> None:
    person = context(browser, view, color_scheme=scheme)
    drawing = Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    folder = SCREENSHOTS / view / scheme
    for name, picture in moments(seats).items():
        drawing.show(picture)
        assert drawing.page.locator("h1").count() == 1
        shot(drawing.page, folder / f"table-{seats}-{name.replace(' ', '-').replace(',', '')}.png")
    person.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_the_other_pages_are_photographed(visit: Visit, view: str, scheme: str) -> None:
    folder = SCREENSHOTS / view / scheme
    page = visit("/", view, color_scheme=scheme)
    shot(page.page, folder / "home-first.png")
    scrolls = "() => document.documentElement.scrollHeight > innerHeight"
    if view == "portrait":
        assert not page.page.evaluate(scrolls), "home fits without scrolling"
    page.play_now()
    shot(page.page, folder / "live-idle.png")
    page.turn()
    shot(page.page, folder / "live-window.png")
    page.page.keyboard.press("Escape")
    page.wait("s.table === 'paused'")
    page.page.locator("#leave").click()
    page.page.wait_for_selector("text=Continue")
    shot(page.page, folder / "home-saved.png")
    if view == "portrait":
        assert not page.page.evaluate(scrolls), "home with a saved game fits without scrolling"
    page.page.goto(page.page.url.rstrip("/") + "/new")
    assert page.page.locator("h1").inner_text() == "New game"
    shot(page.page, folder / "new.png", full_page=True)
    page.page.goto(page.page.url.replace("/new", "/t/nowhere"))
    shot(page.page, folder / "404.png")
    page.errors = [error for error in page.errors if "status of 404" not in error]


def shot(page: Page, path: Path, full_page: bool = False) -> None:
    """A photograph, of a page that stands still."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=full_page, animations="disabled")


def test_a_collected_pile_shows_a_moment_more(visit: Visit) -> None:
    page = visit("/new")
    page.page.locator("fieldset.auto label").click()
    page.page.locator("fieldset.window_ms label", has_text="Brisk").click()
    page.page.get_by_role("button", name="Deal the cards").click()
    page.page.wait_for_selector("#pile .taken", timeout=60_000)
    assert page.ranks() == ["", "", ""], "the places are free for the next card"
    page.page.wait_for_function(
        "() => !document.querySelector('#pile .taken')?.checkVisibility({opacityProperty: true})"
    )
