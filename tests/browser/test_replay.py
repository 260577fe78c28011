"""A replay in a real browser: keys, slider, playing, the link to a moment, and without script."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from app.table.steps import Step, steps
from app.web.replay_sentences import sentences, where
from tests.browser.conftest import Visit
from tests.browser.replayed import put
from tests.browser.seen import Watched
from tests.table.whole_games import played
from tests.web.served import Served

RANKS = """() => Array.from(document.querySelectorAll("#pile .lies use"))
  .map((use) => use.getAttribute("href")).filter((name) => name.startsWith("#rank"))
  .map((name) => name.slice(5))"""


@dataclass(frozen=True)
class Replayed:
    """A finished game on the server: the path of its replay, and its steps."""

    path: str
    steps: Sequence[Step]

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def chance(self, n: int) -> int:
        """The next chance after a step."""
        return next(step.n for step in self.steps if step.holds and step.n > n)


def finished(server: Served, seed: int, **fields: Any) -> Replayed:
    table = played(seed, **{"preset": "duel", "seats": 2, "auto": "yes", **fields})
    return Replayed(put(server, table), steps(table.log, table.core.ledger.public_id))


@pytest.fixture(scope="module")
def game(server: Served) -> Replayed:
    """A game of Standard: a hundred reveals, three blocks."""
    return finished(server, 3)


def shows(page: Page, game: Replayed, n: int) -> None:
    """Wait until the page shows this step, all of it."""
    step = game.steps[n]
    page.wait_for_function(
        "(says) => document.getElementById('at').getAttribute('aria-valuetext') === says",
        arg=where(step, game.last),
    )
    assert page.evaluate(RANKS) == [card[0] for card in step.picture.cards]
    assert page.locator("#at").input_value() == str(n)
    heights = [int(text) for text in page.locator(".chip b").all_inner_texts()]
    assert tuple(heights) == (step.end or step.picture).heights
    told = page.locator("#status p:visible").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    others = sentences(step)[-1].text.replace("\N{NO-BREAK SPACE}", " ")
    assert told == others.replace("You", "Player")
    address = page.locator(".address").input_value()
    assert address.endswith(f"{game.path}?at={n}")
    assert page.locator("#to-on").get_attribute("href") == f"?at={min(n + 1, game.last)}"


def focused(page: Page) -> str:
    found: str = page.evaluate("() => document.activeElement.id || document.activeElement.tagName")
    return found


def test_keys_go_through_it(visit: Visit, game: Replayed) -> None:
    page = visit(game.path + "?at=40").page
    piles = [step.n for step in game.steps if step.pile]
    onward = next(n for n in piles if n > 40)
    shows(page, game, 40)
    for key, n in (
        ("ArrowRight", 41),
        ("ArrowLeft", 40),
        ("Shift+ArrowRight", onward),
        ("Shift+ArrowLeft", max(n for n in piles if n < onward)),
        ("End", game.last),
        ("ArrowRight", game.last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        shows(page, game, n)
    assert focused(page) == "BODY"
    # From the slider and from a link too; the focus stays where it was.
    for control in ("at", "to-back", "to-last", "play"):
        page.locator(f"#{control}").focus()
        page.keyboard.press("Home")
        shows(page, game, 0)
        page.keyboard.press("ArrowRight")
        shows(page, game, 1)
        assert focused(page) == control
    # Where a key does something of its own it does nothing else.
    page.locator("[name=speed]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".address").focus()
    page.keyboard.press("End")
    shows(page, game, 1)


def test_buttons_go_through_it_and_keep_the_focus(visit: Visit, game: Replayed) -> None:
    page = visit(game.path, "portrait").page
    for control, n in (
        ("on", 1),
        ("on", 2),
        ("chance", game.chance(2)),
        ("back", game.chance(2) - 1),
        ("last", game.last),
        ("on", game.last),
        ("chance", game.last),
        ("first", 0),
        ("back", 0),
    ):
        page.locator(f"#to-{control}").click(force=True)  # also where it leads nowhere
        shows(page, game, n)
        assert focused(page) == f"to-{control}"
    assert page.locator("#to-first").get_attribute("aria-disabled") == "true"
    assert page.locator("#to-on").get_attribute("aria-disabled") is None
    assert [shift for shift in page.evaluate("() => shifts") if shift["value"] > 0.01] == []


def test_the_slider_goes_anywhere(visit: Visit, game: Replayed) -> None:
    page = visit(game.path).page
    for n in (70, 3, 99, 51, 50, 49):
        page.locator("#at").fill(str(n))
        shows(page, game, n)
    box = page.locator("#at").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.wait_for_function("() => document.getElementById('at').value !== '49'")
    shows(page, game, int(page.locator("#at").input_value()))


def test_marks_stand_over_their_steps(visit: Visit, game: Replayed) -> None:
    """The thumb's middle is at its step's mark."""
    page = visit(game.path).page
    box = page.locator("#at").bounding_box()
    marks = page.locator(".scale .marks").bounding_box()
    assert box is not None
    assert marks is not None
    assert marks["x"] == pytest.approx(box["x"] + 12, abs=0.5)
    assert marks["width"] == pytest.approx(box["width"] - 24, abs=0.5)


# Where the sentence and the controls stand, as [name, left, top, right, bottom].
BOXES = """() => ["#seats", "#challenge", "#pile", "#bar", "#meta", "#progress", "#seek", ".ways",
  ".more", "#status p", ".legend"].flatMap((name) => {
  const shown = [...document.querySelectorAll(name)].find((each) => each.checkVisibility());
  if (!shown) return [];
  const box = shown.getBoundingClientRect();
  return [[name, box.left, box.top, box.right, box.bottom]];
})"""


@pytest.mark.parametrize("view", ["portrait", "landscape"])
@pytest.mark.parametrize("seats", [2, 8])
def test_every_sentence_is_in_sight_and_moves_nothing(
    visit: Visit, server: Served, game: Replayed, view: str, seats: int
) -> None:
    if seats == 8:
        game = finished(server, 200 + len(view), preset="party", seats=8, reveal_limit="60")
    page = visit(game.path, view).page
    places = set()
    for n in range(game.last + 1):
        page.wait_for_function(
            "(says) => document.getElementById('at').ariaValueText === says",
            arg=where(game.steps[n], game.last),
        )
        boxes = {name: box for name, *box in page.evaluate(BOXES)}
        height = page.evaluate("() => innerHeight - scrollY")
        assert boxes["#status p"][3] <= height, sentences(game.steps[n])[-1].text
        assert boxes[".ways"][3] <= height
        places.add(tuple(tuple(boxes[name]) for name in ("#seek", ".ways", ".more", ".legend")))
        found = list(boxes.items())
        over = [
            (one, other)
            for at, (one, a) in enumerate(found)
            for other, b in found[at + 1 :]
            if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5
        ]
        assert over == [], n
        page.keyboard.press("ArrowRight")
    assert len(places) == 1, "no step moves a control"


def test_it_plays_at_its_speeds_and_stops_at_the_end(visit: Visit, game: Replayed) -> None:
    page = visit(f"{game.path}?at={game.last - 4}").page
    page.get_by_label("4×").check()
    play = page.locator("#play")
    assert play.get_attribute("aria-label") == "Play"
    page.locator("#to-back").focus()
    page.keyboard.press("Space")
    assert play.get_attribute("aria-label") == "Pause"
    assert page.locator("#status").get_attribute("aria-live") == "off"
    page.wait_for_function("() => document.getElementById('play').ariaLabel === 'Play'")
    shows(page, game, game.last)
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    page.get_by_label("½×").check()
    play.click()
    assert play.get_attribute("aria-label") == "Pause"
    shows(page, game, 0)
    page.keyboard.press("End")
    assert play.get_attribute("aria-label") == "Play", "whoever goes by themselves ends it"
    shows(page, game, game.last)


def test_the_address_follows_and_leads_back(visit: Visit, game: Replayed) -> None:
    watched = visit(game.path)
    page = watched.page
    page.keyboard.press("End")
    shows(page, game, game.last)
    page.wait_for_url(re.compile(rf"\?at={game.last}$"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(rf"\?at={game.last - 1}$"))
    page.reload()
    shows(page, game, game.last - 1)


def test_a_moment_is_copied(browser: Browser, visit: Visit, game: Replayed) -> None:
    watched = visit(game.path, permissions=["clipboard-read", "clipboard-write"])
    page = watched.page
    page.keyboard.press("ArrowRight")
    shows(page, game, 1)
    page.get_by_role("button", name="Copy link to this moment").click()
    page.wait_for_selector("text=Copied.")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"{page.url.partition('/replay')[0]}{game.path}?at=1"
    page.goto(copied)
    shows(page, game, 1)


def test_without_script_every_way_on_is_there(visit: Visit, game: Replayed) -> None:
    page = visit(game.path + "?at=41", java_script_enabled=False).page
    for control, n in (
        ("on", 42),
        ("back", 41),
        ("chance", game.chance(41)),
        ("last", game.last),
        ("first", 0),
    ):
        page.locator(f"#to-{control}").click()
        shows_still(page, game, n)
    page.locator("#at").fill("42")
    page.get_by_role("button", name="Show").click()
    shows_still(page, game, 42)
    assert not page.locator("#play").is_visible()
    assert not page.locator("#speeds").is_visible()
    assert not page.locator(".copy").is_visible()


def shows_still(page: Page, game: Replayed, n: int) -> None:
    """Whether a page without script shows this step."""
    page.wait_for_url(re.compile(rf"\?at={n}$"))
    said = page.locator("#pile .place .vh").all_inner_texts()
    cards = list(game.steps[n].picture.cards)
    assert len([text for text in said if "no card" not in text]) == len(cards)
    assert page.locator("#at").get_attribute("aria-valuetext") == where(game.steps[n], game.last)


def test_a_lost_line_is_said_and_tried_again(visit: Visit, game: Replayed) -> None:
    watched = visit(game.path)
    page = watched.page
    page.keyboard.press("ArrowRight")
    shows(page, game, 1)
    page.route("**/steps/*", lambda route: route.abort())
    page.keyboard.press("End")
    page.wait_for_selector("text=could not be loaded")
    assert page.locator("#at").input_value() == "1"
    shows(page, game, 1)
    page.unroute("**/steps/*")
    page.keyboard.press("End")
    shows(page, game, game.last)
    assert page.locator("#unloaded").inner_text() == ""
    watched.errors = [error for error in watched.errors if "ERR_FAILED" not in error]


def test_a_long_game_is_quick(visit: Visit, server: Served) -> None:
    long = finished(server, 6, preset="doubles", seats=8, decks="2", level="easy",
                    reveal_limit="none")  # fmt: skip
    assert long.last > 4000
    page = visit(long.path + "?at=2345").page
    shows(page, long, 2345)
    for n in (4000, 17, 2200):
        page.locator("#at").fill(str(n))
        shows(page, long, n)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    shows(page, long, 2230)


def test_who_played_is_told_so_and_may_keep_it_private(visit: Visit, server: Served) -> None:
    cookie = "c" * 43
    table = played(9, preset="duel", seats=2, auto="yes", reveal_limit="12")
    path = put(server, table, cookie)
    mine = visit("/")
    mine.page.context.add_cookies(
        [{"name": "slapback", "value": cookie, "url": mine.page.url.rstrip("/")}]
    )
    mine.page.goto(mine.page.url.rstrip("/") + path)
    assert (
        mine.page.get_by_text("by you.")
        .or_(mine.page.get_by_text("You turn first"))
        .or_(mine.page.get_by_text("turns first"))
        .count()
    )
    mine.page.get_by_role("button", name="Keep it private").click()
    mine.page.wait_for_selector("text=Only those who played.")
    other: Watched = visit(path)
    assert other.page.get_by_text("This replay was deleted or never finished.").is_visible()
    other.errors = [error for error in other.errors if "status of 404" not in error]
