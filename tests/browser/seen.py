"""A table as a player sees it: what the page shows, and nothing that the server knows beyond it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
)

VIEWS = {"portrait": (360, 640), "landscape": (640, 360), "desktop": (1280, 800)}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# A violation of the policy is no error of a script: it is made one, so that it is seen.
_TELL = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("CSP", event.violatedDirective, event.blockedURI, event.sample));
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const moved = shift.sources.map((source) => source.node?.id);
    window.shifts.push({ value: shift.value, pressed: shift.hadRecentInput, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
"""

_BAR_RUNS = "document.querySelector('#bar-fill').getAnimations().length > 0"

_OPEN = """(fields) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/tables" });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value }));
  }
  document.body.append(form);
  form.submit();
}"""

_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  Object.defineProperty(document, "visibilityState",
    { value: hidden ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

_RANKS = """() => Array.from(document.querySelectorAll("#pile .lies"), (place) =>
  [...place.querySelectorAll("use")].map((use) => use.getAttribute("href"))
    .find((name) => name.startsWith("#rank"))?.slice(5) ?? "")"""


class Watched:
    """A page whose console errors, script errors and policy violations are kept in `errors`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.posts: list[tuple[str, dict[str, str]]] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", self._failed)
        page.on("request", self._sent)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        # Chromium reports every refusal. A slap that comes too late is one by contract and
        # nobody's mistake; the page shows it as information.
        late = "status of 409" in message.text and message.location["url"].endswith("/slap")
        if not late:
            self.errors.append(f"{message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        # Whoever leaves a page, or hides it, ends its stream.
        if request.failure != "net::ERR_ABORTED":
            self.errors.append(f"{request.failure} ({request.url})")

    def _sent(self, request: Request) -> None:
        if request.method == "POST":
            fields = dict(
                part.split("=", 1) for part in (request.post_data or "").split("&") if "=" in part
            )
            self.posts.append((request.url.rpartition("/")[2], fields))

    def sent(self, action: str) -> list[dict[str, str]]:
        """The fields of every post to `action` so far."""
        return [fields for name, fields in self.posts if name == action]

    # What is shown

    def shown(self) -> dict[str, str]:
        """The attributes of the newest picture."""
        found: dict[str, str] = self.page.evaluate(
            "() => ({...document.querySelector('#state [data-stage]').dataset})"
        )
        return found

    def wait(self, condition: str, timeout_s: float = 30) -> None:
        """Wait until `condition` holds: an expression over `s`, the picture's attributes."""
        self.page.wait_for_function(
            "() => { const s = document.querySelector('#state [data-stage]')?.dataset;"
            f" return s && ({condition}); }}",
            timeout=timeout_s * 1000,
            polling=20,
        )

    def ranks(self) -> list[str]:
        """Ranks in the three places, oldest first; empty where no card lies."""
        found: list[str] = self.page.evaluate(_RANKS)
        return found

    def matches(self) -> bool:
        """Would a person who plays doubles and sandwiches slap now?"""
        before, previous, newest = self.ranks()
        return bool(newest) and newest in (previous, before)

    def status(self) -> str:
        """The one sentence that this viewer sees."""
        return self.page.locator("#status p:visible").inner_text()

    def shifts(self) -> list[dict[str, Any]]:
        """Layout shifts: `value`, whether someone had just `pressed`, and what `moved`."""
        found: list[dict[str, Any]] = self.page.evaluate("() => window.shifts")
        return found

    # What a hand does

    def play_now(self) -> "Watched":
        """From home to the table by one press."""
        self.page.get_by_role("button", name="Play now").click()
        self.ready()
        return self

    def open(self, until: str = "playing", **fields: str) -> "Watched":
        """A table of this set-up, opened from whatever page this is."""
        self.page.evaluate(_OPEN, fields)
        self.page.wait_for_url("**/t/*")
        self.wait(f"s.table === '{until}'")
        return self

    def ready(self) -> None:
        """Wait until this player may turn a card."""
        self.page.wait_for_selector("#reveal[aria-disabled=false]")

    def streaming(self) -> None:
        """Wait until this page's stream is open."""
        self.page.wait_for_function("() => document.querySelector('#table')._htmx?.sse")

    def opened(self) -> None:
        """Wait until a window is open on the screen: a press names what was painted."""
        self.wait(f"s.phase === 'window' && s.table === 'playing' && {_BAR_RUNS}")

    def looked(self) -> None:
        """Wait until an eye can have seen the newest card, unless its window is over by then.

        A test can press before it is painted; such a press names the card before, and is late.
        """
        self.wait(f"s.phase !== 'window' || s.table !== 'playing' || {_BAR_RUNS}")

    def turn(self, key: str = "Enter") -> None:
        """Turn the next card by key, and wait until it lies there."""
        n = self.shown()["n"]
        self.ready()
        self.page.keyboard.press(key)
        self.wait(f"s.n !== '{n}' || s.table !== 'playing'")

    def hide(self, hidden: bool = True) -> None:
        """The page's tab goes into the background, or comes back."""
        self.page.evaluate(_HIDE, hidden)

    def table(self) -> dict[str, Any]:
        """What the server says of the table, whatever the page shows."""
        found: dict[str, Any] = self.page.request.get(self.address("state")).json()
        return found

    def address(self, action: str = "") -> str:
        """The table's address, or that of one of its actions."""
        table = self.page.url.partition("#")[0]
        return f"{table}/{action}" if action else table


def launch(playwright: Playwright, chromium: str) -> Browser:
    """A browser of its own: only the page in front of one is painted."""
    return playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)


def context(browser: Browser, view: str = "desktop", **more: Any) -> BrowserContext:
    """A person's browser: its cookies, at this size."""
    width, height = VIEWS[view]
    made = browser.new_context(viewport={"width": width, "height": height}, **more)
    made.add_init_script(_TELL)
    return made


@contextmanager
def watched(browser: Browser, url: str, view: str = "desktop", **more: Any) -> Iterator[Watched]:
    """A page at `url` in a fresh browser context; at the end it must have had no error."""
    person = context(browser, view, **more)
    page = Watched(person.new_page())
    page.page.goto(url)
    try:
        yield page
    finally:
        person.close()
    assert not page.errors, page.errors
