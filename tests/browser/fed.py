"""A table's page that a test feeds: it gets each message of a stream when the test says so.

The game is played beforehand, by the whole application on a virtual clock (tests/web/inside.py).
What the page puts into its live regions, and each call of sound, vibration and speech, is kept.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.scripted import Played
from tests.browser.seen import context
from tests.web.served import Served

# The server is silent here: posts are accepted, and the stream is the test's.
_FEED = """
window.fetch = async (address) => {
  if (!new URL(address, location.href).pathname.endsWith("/events")) {
    return new Response(null, { status: 204 });
  }
  const body = new ReadableStream({
    start(controller) {
      window.feed = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
};
"""

# Eyes and ears: what was said, every call of a device, and the page after each change of it.
_WITNESS = """
window.said = [];
window.calls = [];
window.seen = [];
const stage = () => document.querySelector("#state [data-stage]")?.dataset.stage ?? "";
const keep = (name) => (...values) => { window.calls.push([name, ...values]); };
const param = (name) => ({
  setValueAtTime: keep(`${name} is`),
  linearRampToValueAtTime: keep(`${name} goes to`),
});
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  destination = {};
  createOscillator() {
    return {
      set type(wave) { window.calls.push(["wave", wave]); },
      frequency: param("frequency"),
      connect: (next) => next,
      start: keep("start"),
      stop: keep("stop"),
    };
  }
  createGain() {
    return { gain: param("gain"), connect: (next) => next };
  }
};
const replaced = (object, name, value) =>
  Object.defineProperty(object, name, { value, configurable: true });
replaced(navigator, "vibrate", keep("vibrate"));
replaced(window, "speechSynthesis", {
  cancel: keep("silence"),
  speak: (word) => window.calls.push(["speak", word.text, word.volume, word.lang]),
});
document.addEventListener("DOMContentLoaded", () => {
  for (const id of ["live", "alert"]) {
    const region = document.getElementById(id);
    new MutationObserver(() => {
      if (region.textContent) window.said.push([stage(), id, region.textContent]);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
  const page = () => [document.documentElement.className, document.body.outerHTML].join(" ");
  new MutationObserver(() => {
    if (window.seen.at(-1) !== page()) window.seen.push(page());
  }).observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
});
"""

_SHOW = """async ([text, version]) => {
  window.feed(text);
  const shown = () => document.querySelector("#state [data-version]")?.dataset.version;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (version && shown() !== version) await frame();
  for (let frames = 0; frames < 3; frames += 1) await frame();
}"""


class Told(NamedTuple):
    """Something that the page put into a live region: `live`, or `alert` which interrupts."""

    stage: str
    region: str
    text: str


class Fed:
    """The page of a game that was played before, from before its deal on."""

    def __init__(self, page: Page, url: str, game: Played) -> None:
        self.page = page
        self._messages = iter(game.messages)
        page.add_init_script(_FEED + _WITNESS)
        page.route(
            f"**{game.path}",
            lambda route: route.fulfill(body=game.html, content_type="text/html"),
        )
        page.goto(url + game.path)
        page.wait_for_function("() => window.feed")

    def messages(self) -> Iterator[str]:
        """Feed what is left, one message at a time."""
        for message in self._messages:
            self.show(message)
            yield message

    def until(self, n: int, phase: str = "ready") -> None:
        """Feed the game up to that phase of reveal `n`."""
        wanted = (f'data-n="{n}"', f'data-phase="{phase}"')
        assert any(all(part in each for part in wanted) for each in self.messages())

    def show(self, message: str) -> None:
        """Feed one message of the stream; return when it has been painted."""
        _, _, rest = message.partition(' data-version="')
        self.page.evaluate(_SHOW, [message, rest.partition('"')[0]])

    def stage(self) -> str:
        """The stage of the newest picture; empty before the first."""
        found = self.page.locator("#state [data-stage]").get_attribute("data-stage")
        return found or ""

    def choose(self, **settings: str) -> None:
        """Settings of this browser."""
        self.page.evaluate(
            "(given) => Object.assign(document.documentElement.dataset, given)", settings
        )

    def said(self) -> list[Told]:
        """All that was put into the live regions."""
        return [Told(*said) for said in self.page.evaluate("() => window.said")]

    def calls(self) -> list[list[Any]]:
        """Every call of sound, vibration and speech since this was asked last."""
        found: list[list[Any]] = self.page.evaluate("() => window.calls.splice(0)")
        return found

    def seen(self) -> list[str]:
        """The whole page after each change of it since this was asked last."""
        found: list[str] = self.page.evaluate("() => window.seen.splice(0)")
        return found

    def live(self) -> str:
        """What the polite region holds now."""
        return self.page.locator("#live").text_content() or ""


@contextmanager
def fed(browser: Browser, server: Served, game: Played) -> Iterator[Fed]:
    """A page that is fed, in a fresh browser; at the end it must have had no error."""
    person = context(browser)
    errors: list[str] = []
    page = person.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda said: errors.append(said.text) if said.type == "error" else None,
    )
    try:
        yield Fed(page, f"http://127.0.0.1:{server.port}", game)
    finally:
        person.close()
    assert not errors, errors
