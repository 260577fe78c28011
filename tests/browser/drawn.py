"""A table's page drawn from any picture, where its parts lie, and photographs of pages."""

import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page

from app.table.picture import Picture
from app.table.setup import daily_setup, setup_from
from app.web.assets import Assets
from app.web.preferences import USUAL
from app.web.room_view import Around
from app.web.table_view import table_page
from app.web.templating import Templates
from tests.web.served import ROOT

SETUPS = {
    **{mode: setup_from({"mode": mode}) for mode in ("solo", "pass", "link")},
    "daily": daily_setup("2026-12-01"),
}

SCREENSHOTS = ROOT / "screenshots"
"""Where photographs go, to be looked at: `view/scheme/name.png`."""

LINK = "https://play.example/t/Nq3xW0uTrI8bYvKcE5gZsA"
QR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
    '<path fill="#fff" d="M0 0h8v8H0z"/>'
    '<path d="M1 1h2v2H1zM5 1h2v2H5zM1 5h2v2H1zM4 4h1v1H4z"/></svg>'
)
"""What stands for a table's QR code."""

_SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in CSS px."""

_BOXES = """() => Object.fromEntries([
  ["slap", "#slap"], ["reveal", "#reveal"], ["pile", "#pile"], ["status", "#status"],
  ["meta", "#meta"], ["track", ".track"], ["challenge", "#challenge"], ["progress", "#progress p"],
  ["pause", "#pause"], ["seats", "#seats"],
  ...Array.from(document.querySelectorAll(".chip"), (_, i) => [`chip${i}`, `.chip:nth-child(${i +
  1})`]), ...[1, 2, 3].map((i) => [`card${i}`, `.place:nth-child(${i}) .lies`]),
].flatMap(([name, selector]) => {
  const found = document.querySelector(selector);
  if (!found?.checkVisibility({ visibilityProperty: true })) return [];
  const box = found.getBoundingClientRect();
  return [[name, [box.left, box.top, box.right, box.bottom]]];
}))"""

# What moves stands still as it is after 0.3 s: the cards lie, the bar is on its way, a collected
# pile and the photo finish can still be read.
_STAND_STILL = """() => document.getAnimations().forEach((animation) => {
  animation.pause();
  animation.currentTime = 300;
})"""


# A size's own script runs before the next frame, and what opens is looked at once it has come.
# A page behind another has no frames; it has no use for them either.
_SETTLE = """() => new Promise((done) => {
  requestAnimationFrame(done);
  setTimeout(done, 1000);
}).then(() => {
  for (const coming of document.getAnimations()) {
    if (coming.animationName === "appear") coming.finish();
  }
})"""


class Drawn:
    """Shows pages of the server at `url`, and pages drawn from any view, with the real styles and
    no script. `settings` are a browser's own, as attributes of the page.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.templates = Templates(Assets(ROOT / "static").url)
        self.settings: dict[str, str] = {}
        self._html = ""
        page.route(
            "**/t/drawn", lambda route: route.fulfill(body=self._html, content_type="text/html")
        )
        page.route(
            "**/t/drawn/qr.svg",
            lambda route: route.fulfill(body=QR, content_type="image/svg+xml"),
        )

    def show(
        self, picture: Picture, you: tuple[int, ...] = (0,), late: int = 0, **chosen: str
    ) -> None:
        """Show this picture's page to whoever holds the seats `you`, and chose these settings.

        `late` is the sitting of who waits for the next game of a link match.
        """
        setup, around = SETUPS[picture.mode], None
        if picture.mode == "link":
            sittings = tuple(picture.seats[seat].sitting for seat in you) or (late,) * bool(late)
            around = Around(LINK, setup, sittings, "")
        page = table_page("drawn", picture, setup, "1", you, None, around=around)
        preferences = replace(USUAL, **{**self.settings, **chosen})
        self.draw(self.templates.page_html("table", page, preferences))

    def draw(self, html: str) -> None:
        """Show this page without its scripts."""
        self._html = _SCRIPT.sub("", html)
        self.go("/t/drawn")

    def go(self, path: str) -> None:
        """Show the page at an address."""
        self.page.goto(f"{self.url}{path}")
        if self.settings:
            self.choose(**self.settings)

    def resize(self, width: int, height: int) -> None:
        """Give the page that is shown another size, in CSS px."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_SETTLE)

    def choose(self, **settings: str) -> None:
        """Settings of this browser, for the page that is shown and no other."""
        self.page.evaluate(
            "(set) => Object.assign(document.documentElement.dataset, set)", settings
        )


def boxes(page: Page) -> dict[str, Box]:
    """Where each visible part of a table's page lies."""
    found: dict[str, Box] = page.evaluate(_BOXES)
    return found


def shot(page: Page, path: Path) -> None:
    """A photograph of what the screen shows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.evaluate(_STAND_STILL)
    page.screenshot(path=path)
