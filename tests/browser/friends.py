"""People at a link match, each with a browser of their own: one paints only its front page.

Each page keeps every picture that came to it, as it came.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser.seen import Watched, context, launch
from tests.web.served import Served

# What came on the stream, and what the page's regions then said.
_WITNESS = """
window.pictures = [];
window.texts = [];
const REGIONS = ["progress", "seats", "challenge", "pile", "meta", "status", "result", "log"];
document.addEventListener("htmx:sse:before:message", ({ detail: { message } }) => {
  if (!message.event) window.pictures.push([message.id, message.data]);
}, true);
document.addEventListener("htmx:sse:after:message", ({ detail: { message } }) => {
  if (message.event) return;
  const said = REGIONS.map((id) => document.getElementById(id)?.textContent.trim());
  window.texts.push([message.id, said.join("|")]);
}, true);
"""

_POST = """async ([action, fields]) => {
  const answer = await fetch(`${location.pathname}/${action}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "HX-Request": "true" },
  });
  return answer.status;
}"""

# A browser without a network says so, and so does the page that tries again.
NO_NETWORK = ("net::ERR_", "htmx", "network error", "Failed to fetch")


class Friend(Watched):
    """A page of one person at a link match."""

    def __init__(self, person: BrowserContext, page: Page) -> None:
        super().__init__(page)
        self.person = person

    def does(self, action: str, **fields: str) -> int:
        """Send one of the table's forms from this page; its status."""
        status: int = self.page.evaluate(_POST, [action, fields])
        return status

    def pictures(self) -> dict[int, str]:
        """Every picture that came to this page since it was loaded, by version, in order."""
        came: list[tuple[str, str]] = self.page.evaluate("() => window.pictures")
        return {int(id.rpartition("-")[2]): data for id, data in came}

    def texts(self) -> dict[int, str]:
        """What the page's regions said after each of them that was shown."""
        came: list[tuple[str, str]] = self.page.evaluate("() => window.texts")
        return {int(id.rpartition("-")[2]): said for id, said in came}

    def chip(self, seat: int) -> str:
        """What a screen reader says of somebody's chip."""
        return self.page.locator(f".chip.seat-{seat} .vh").text_content() or ""

    def another_tab(self) -> "Friend":
        """The same person opens the table once more."""
        tab = Friend(self.person, self.person.new_page())
        tab.page.goto(self.page.url)
        return tab

    def forgive(self) -> None:
        """What the browser said while it had no network."""
        self.errors = [e for e in self.errors if not any(part in e for part in NO_NETWORK)]


def start(first: Friend, *others: Friend) -> None:
    """Everybody sits down, is ready, and the first one, whose table it is, starts the game."""
    for number, friend in enumerate(others, start=1):
        assert friend.does("join", name=("Bo", "Cy", "Di")[number - 1]) == 204
        friend.page.reload()
    for friend in (first, *others):
        friend.wait("s.table === 'waiting'")
        assert friend.does("ready", seed="5eed" * 8) == 204
    first.wait("s.table === 'waiting'")
    assert first.does("start") == 204
    for friend in (first, *others):
        friend.wait("s.table === 'playing'")


@contextmanager
def friends(
    driver: Playwright, chromium: str, served: Served, count: int, view: str = "desktop"
) -> Iterator[list[Friend]]:
    """So many people at home; at the end no page may have had an error."""
    browsers: list[Browser] = []
    try:
        people = []
        for _ in range(count):
            browsers.append(launch(driver, chromium))
            person = context(browsers[-1], view)
            person.add_init_script(_WITNESS)
            people.append(Friend(person, person.new_page()))
            people[-1].page.goto(f"http://127.0.0.1:{served.port}/")
        yield people
    finally:
        for browser in browsers:
            browser.close()
    for friend in people:
        assert not friend.errors, friend.errors


def table_of(first: Friend, **fields: Any) -> str:
    """A link match that the first one opens; its address."""
    first.open("waiting", **{"mode": "link", **fields})
    assert first.does("name", seat="0", name="Ann") == 204
    return first.page.url
