"""Pause and hidden tab in every phase: cards covered, no time runs, and it goes on as it was."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.seen import Watched, watched
from tests.web.served import Line, Served

WINDOW_MS = 2000
LONGER_MS = 2050

SOLO = {"preset": "duel", "window_ms": str(WINDOW_MS), "computers": "1", "joker_chances": "1"}
BY_ITSELF = {**SOLO, "turning": "self"}
PAIR = {**SOLO, "mode": "pass", "computers": "0"}
JACK = {**SOLO, "joker_chances": "2"}
UNTIMED = {**SOLO, "window_ms": "0"}

_BAR = """() => document.querySelector("#bar-fill").getAnimations()
  .map((each) => each.effect.getTiming().duration)"""


def begin(page: Watched) -> None:
    page.ready()


def turn(page: Watched) -> None:
    page.turn()
    page.opened()


def close(page: Watched) -> None:
    turn(page)
    page.wait("s.phase === 'ready'")


def second(page: Watched) -> None:
    close(page)
    turn(page)


def own_turn(page: Watched) -> None:
    second(page)
    page.wait("s.phase === 'ready'")


def hand_over(page: Watched) -> None:
    page.turn(" ")
    page.page.wait_for_selector("#handing[open]")


def held(page: Watched) -> None:
    page.turn()
    page.wait("s.held === 'yes'")
    page.ready()


class Phase(NamedTuple):
    """How a phase is reached, what the server then says of it, and the window that runs in it."""

    fields: dict[str, str]
    reach: Callable[[Watched], None]
    is_: dict[str, object]
    window_ms: int = 0


PHASES = {
    "before the first card": Phase(SOLO, begin, {"n": 0, "phase": "ready", "turn": 0}),
    "own turn": Phase(SOLO, own_turn, {"n": 2, "phase": "ready", "turn": 0}),
    "other's turn": Phase(BY_ITSELF, close, {"n": 1, "phase": "ready", "turn": 1}),
    "window": Phase(SOLO, turn, {"n": 1, "phase": "window"}, WINDOW_MS),
    "window with a double": Phase(SOLO, second, {"n": 2, "phase": "window"}, WINDOW_MS),
    "challenge": Phase(
        JACK, turn, {"phase": "window", "challenge": {"by": 0, "left": 1}}, WINDOW_MS
    ),
    "challenge, to be answered": Phase(
        JACK, close, {"phase": "ready", "turn": 1, "challenge": {"by": 0, "left": 1}}
    ),
    "claim": Phase(JACK, second, {"phase": "window", "claim": 0}, WINDOW_MS),
    "hand-over": Phase(PAIR, hand_over, {"table": "handover", "n": 1, "turn": 1}),
    "no timer": Phase(UNTIMED, held, {"n": 1, "phase": "window"}),
}


@pytest.fixture
def page(browser: Browser, stacked: Served) -> Iterator[Watched]:
    with watched(browser, f"http://127.0.0.1:{stacked.port}") as page:
        yield page


def log(page: Watched, stacked: Served) -> list[Line]:
    return stacked.log(page.page.url.rpartition("/t/")[2])


def by_key(page: Watched) -> None:
    page.page.keyboard.press("Escape")


def by_hiding(page: Watched) -> None:
    page.hide()


@pytest.mark.parametrize("pause", [by_key, by_hiding])
@pytest.mark.parametrize("name", PHASES)
def test_a_game_stops_and_goes_on_in_every_phase(
    page: Watched, stacked: Served, name: str, pause: Callable[[Watched], None]
) -> None:
    phase = PHASES[name]
    page.open(**phase.fields)
    phase.reach(page)
    before, ranks = page.table(), page.ranks()
    assert {key: before[key] for key in phase.is_} == phase.is_
    pause(page)
    stopped(page)
    stood, written = page.table(), log(page, stacked)
    assert stood["pile"]["cards"] == []
    assert (stood["left_ms"], written[-1].kind) == (None, "paused")
    page.page.wait_for_timeout(LONGER_MS)
    assert (page.table(), log(page, stacked)) == (stood, written), "no time runs"
    page.hide(False)
    covered(page)
    page.page.locator("#resume").click()
    page.wait("s.table !== 'paused'")
    goes_on(page, before, ranks, phase)
    since = [line.kind for line in log(page, stacked)[len(written) :]]
    follows = "handover" if before["table"] == "handover" else "close"
    assert since in (["resumed"], ["resumed", follows]), "nothing was collected meanwhile"


def slapped_and_stopped(page: Watched, pause: Callable[[Watched], None]) -> None:
    """A table where a double is slapped and the clock is stopped right after it."""
    page.open(**{**PAIR, "window_ms": "2000"}, handover="never")
    page.turn(" ")
    page.wait("s.phase === 'ready'")
    page.turn(" ")
    page.opened()
    page.page.keyboard.down("f")  # the other hand may still be on its way
    pause(page)
    page.page.keyboard.up("f")
    stopped(page)
    page.hide(False)
    covered(page)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("pause", [by_key, by_hiding])
def test_a_slap_that_waits_is_decided_before_the_clock_stops(
    page: Watched, stacked: Served, pause: Callable[[Watched], None]
) -> None:
    """A slap waits for some 100 ms: where this machine is slower than that, it is tried again."""
    kinds: list[str] = []
    for _ in range(12):
        slapped_and_stopped(page, pause)
        written = log(page, stacked)
        kinds = [line.kind for line in written]
        if kinds[-4:] == ["press", "pausing", "slap", "paused"]:
            break
        assert kinds[-3:] == ["press", "slap", "paused"], "a slap is decided before it stops"
    assert kinds[-4:] == ["press", "pausing", "slap", "paused"]
    page.page.locator("#resume").click()
    page.wait("s.table === 'playing'")
    assert page.shown()["counts"] == "7,5"
    assert log(page, stacked)[len(written) :][0].kind == "resumed"


@pytest.mark.parametrize("pause", [by_key, by_hiding])
def test_before_the_deal_there_is_nothing_to_stop(
    page: Watched, stacked: Served, pause: Callable[[Watched], None]
) -> None:
    seeds: list[Route] = []
    page.page.route("**/ready", lambda route: seeds.append(route))
    page.open(until="waiting", **SOLO)
    page.streaming()
    written = log(page, stacked)
    pause(page)
    page.page.wait_for_timeout(LONGER_MS)
    assert (page.table()["table"], page.sent("pause")) == ("waiting", [])
    assert log(page, stacked) == written
    page.hide(False)
    for seed in seeds:
        seed.continue_()
    page.ready()
    page.turn()
    assert page.ranks() == ["", "", "5"]


@pytest.mark.parametrize("pause", [by_key, by_hiding])
def test_a_finished_game_stays_as_it_is(
    page: Watched, stacked: Served, pause: Callable[[Watched], None]
) -> None:
    page.open(**JACK, claim_window_ms="500")
    close(page)
    page.turn()
    page.wait("s.table === 'over'")
    before, written = page.table(), log(page, stacked)
    pause(page)
    page.page.wait_for_timeout(LONGER_MS)
    page.hide(False)
    page.streaming()
    assert page.sent("pause") == []
    assert log(page, stacked) == written
    assert page.table()["result"] == before["result"] == {"winner": 0, "reason": "all_cards"}
    assert not page.page.locator("#menu").is_visible()
    assert page.page.locator("#result-title").inner_text() == "You have all 5 cards"


def stopped(page: Watched) -> None:
    """Wait until the server says so, and that a page's stream has ended where that was hidden; a
    hidden page does not hear it.
    """
    seen: dict[str, Any] | None = None
    hidden = page.page.evaluate("() => document.hidden")
    for _ in range(100):
        before, seen = seen, page.table()
        here = seen["seats"][0]["connected"]
        if seen["table"] == "paused" and seen == before and here is not hidden:
            return
        page.page.wait_for_timeout(50)
    raise AssertionError(f"it runs on: {page.table()}")


def covered(page: Watched) -> None:
    """The page shows a paused table, and no card of it."""
    page.page.wait_for_selector("#menu.paused[open]")
    assert page.ranks() == ["", "", ""]
    assert page.page.evaluate(_BAR) == []
    assert page.page.locator("#menu-title").inner_text() == "Paused"
    page.page.wait_for_function("() => document.activeElement.id === 'resume'")


def goes_on(page: Watched, before: dict[str, object], ranks: list[str], phase: Phase) -> None:
    """The same cards lie there, and what was open is open afresh."""
    if phase.window_ms:
        page.opened()
        assert page.page.evaluate(_BAR) == [phase.window_ms]
    after = page.table()
    assert page.ranks() == ranks
    for what in ("table", "n", "phase", "turn", "stacks", "pile", "challenge", "claim"):
        assert after[what] == before[what], what
    n, _, k = str(before["stage"]).partition(".")
    assert after["stage"] == f"{n}.{int(k) + 1}"
    if phase.window_ms:
        assert after["left_ms"] > phase.window_ms - 1500, "a fresh window"
    else:
        assert after["left_ms"] is None
