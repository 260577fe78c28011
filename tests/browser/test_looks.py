"""What a browser chose of the look: decks, themes, motion, the bar, Zen."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Visit
from tests.browser.drawn import Drawn, boxes
from tests.browser.seen import context
from tests.web.pictures import moments, table
from tests.web.served import Served

INK = "rgb(27, 31, 42)"
SUITS = {"S": "rgb(22, 24, 29)", "H": "rgb(181, 18, 27)", "D": "rgb(20, 80, 184)",
         "C": "rgb(11, 107, 46)"}  # fmt: skip
BLACK, RED = SUITS["S"], SUITS["H"]

# A <use> inherits what it draws a rank with, so the card is asked.
_INHERITED = """() => Object.fromEntries(
  [...document.querySelectorAll("#pile .card")].map((card) => {
  const suit = card.querySelector("use[href^='#suit']");
  const probe = document.createElement("i");
  card.parentNode.append(probe);
  const value = (name) => {
    probe.style.color = getComputedStyle(card).getPropertyValue(name);
    return getComputedStyle(probe).color;
  };
  const found = [card.classList[1].slice(3), {
    rank: value("--rank"),
    suit: getComputedStyle(suit).fill,
    shown: getComputedStyle(suit).display !== "none",
  }];
  probe.remove();
  return found;
  })
)"""


@pytest.fixture
def drawing(browser: Browser, server: Served) -> Iterator[Any]:
    """Draws tables in a browser with what a test says of its system."""
    people = []

    def draw(view: str = "portrait", **system: Any) -> Drawn:
        person = context(browser, view, **system)
        people.append(person)
        return Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")

    yield draw
    for person in people:
        person.close()


@pytest.mark.parametrize(
    ("deck", "ranks", "suits"),
    [
        ("clear", dict.fromkeys("SHDC", INK), SUITS),
        ("classic", {"S": BLACK, "C": BLACK, "H": RED, "D": RED},
         {"S": BLACK, "C": BLACK, "H": RED, "D": RED}),
        ("four", SUITS, SUITS),
        ("large", dict.fromkeys("SHDC", INK), None),
    ],
)  # fmt: skip
def test_a_deck_has_its_colours(
    drawing: Any, deck: str, ranks: dict[str, str], suits: dict[str, str] | None
) -> None:
    drawn = drawing()
    found: dict[str, dict[str, Any]] = {}
    for cards in (("7S", "QH", "3D"), ("7S", "QH", "3C")):
        drawn.show(table(2, cards=cards), deck=deck)
        found |= drawn.page.evaluate(_INHERITED)
    assert {suit: each["rank"] for suit, each in found.items()} == ranks
    assert {each["shown"] for each in found.values()} == {suits is not None}
    if suits:
        assert {suit: each["suit"] for suit, each in found.items()} == suits


_RANK_HEIGHT = """() => {
  const card = document.querySelector("#pile .newest .card");
  const drawn = card.querySelector("use[href^='#rank']").getBoundingClientRect();
  return drawn.height / card.getBoundingClientRect().height;
}"""


def test_the_large_deck_s_ranks_are_a_quarter_larger(drawing: Any) -> None:
    drawn = drawing()
    heights = {}
    for deck in ("clear", "large"):
        drawn.show(table(2, cards=("2S", "2H", "8D")), deck=deck, motion="reduced")
        heights[deck] = drawn.page.evaluate(_RANK_HEIGHT)
    assert heights["large"] / heights["clear"] == pytest.approx(1.25, rel=0.02)


# Theme

PAGE = {"light": "rgb(251, 247, 238)", "dark": "rgb(18, 21, 28)"}
FELT = {"light": "rgb(14, 79, 75)", "dark": "rgb(11, 46, 44)"}


def background(page: Page) -> str:
    found: str = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return found


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_a_theme_follows_the_system_until_one_is_chosen(
    visit: Visit, drawing: Any, system: str, theme: str
) -> None:
    expected = system if theme == "system" else theme
    drawn = drawing(color_scheme=system)
    drawn.show(moments(2)["ready"], theme=theme)
    assert background(drawn.page) == FELT[expected]
    face = drawn.page.evaluate("() => getComputedStyle(document.querySelector('#face rect')).fill")
    assert face == ("rgb(255, 255, 255)" if expected == "light" else "rgb(244, 241, 232)")
    page = visit("/settings", "portrait", color_scheme=system).page
    page.locator(f"input[name=theme][value={theme}]").check()
    assert background(page) == PAGE[expected]
    if theme != "system":
        page.wait_for_selector("#kept:not(:empty)")
    page.reload()
    assert background(page) == PAGE[expected]
    assert page.locator(f"input[name=theme][value={theme}]").is_checked()


def test_more_contrast_is_black_and_white_in_both_themes(drawing: Any) -> None:
    for theme, page in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(0, 0, 0)")):
        drawn = drawing(contrast="more")
        drawn.show(moments(2)["ready"], theme=theme)
        colour = drawn.page.evaluate("""() => {
          document.body.style.background = "var(--page)";
          return getComputedStyle(document.body).backgroundColor;
        }""")
        assert colour == page
        assert background(drawn.page) == "rgb(0, 0, 0)"


# Motion: name, whether it moves, and how long it lasts (ms), for what runs as a picture comes

# They are begun afresh, as some are over before they can be asked for.
_RUNNING = """() => {
  for (const part of document.querySelectorAll("#table *")) {
    if (getComputedStyle(part).animationName === "none") continue;
    part.style.animationName = "none";
    getComputedStyle(part).animationName;
    part.style.animationName = "";
  }
  const still = ["none", "matrix(1, 0, 0, 1, 0, 0)"];
  return document.getAnimations().map((animation) => {
    const { target, pseudoElement } = animation.effect;
    const { duration, delay, iterations } = animation.effect.getComputedTiming();
    animation.pause();
    const moves = [0.02, 0.98].some((part) => {
      animation.currentTime = delay + part * duration;
      return !still.includes(getComputedStyle(target, pseudoElement).transform);
    });
    return { name: animation.animationName, duration, delay, iterations, moves };
  });
}"""

SETTINGS = [
    # motion, speed, what the system asks; whether things move, and their time
    ("system", "1", "no-preference", True, 1.0),
    ("system", "1", "reduce", False, 1.0),
    ("full", "1", "reduce", True, 1.0),
    ("reduced", "1", "no-preference", False, 1.0),
    ("full", "2", "no-preference", True, 0.5),
    ("reduced", "2", "no-preference", False, 0.5),
    ("full", "off", "no-preference", False, 0.0),
]


@pytest.mark.parametrize(("motion", "speed", "system", "moves", "last"), SETTINGS)
def test_motion_is_that_of_the_table_in_ux_3_3(
    drawing: Any, motion: str, speed: str, system: str, moves: bool, last: float
) -> None:
    drawn = drawing(reduced_motion=system)

    def run(moment: str) -> dict[str, dict[str, Any]]:
        drawn.show(moments(2)[moment], motion=motion, speed=speed)
        return {each["name"]: each for each in drawn.page.evaluate(_RUNNING)}

    came, burned, taken = run("ready"), run("burned"), run("another slapped")
    if last:
        assert came["settle"]["duration"] == 90 * last
        assert came["slide"]["duration"] == 120 * last
        assert came["settle"]["moves"] == came["slide"]["moves"] == moves
        assert burned["burn"]["duration"] == 240 * last
        assert burned["burn"]["moves"] == moves
    else:
        assert not {"settle", "slide", "burn"} & {*came, *burned}
    # What must be read takes its time at any speed.
    assert burned["outlined"]["iterations"] == (2 if moves else 1)
    assert burned["outlined"]["duration"] == 400
    assert taken["taken"]["delay"] == 600
    assert taken["taken"]["duration"] == (320 if moves else 80) * last
    assert taken["taken"]["moves"] == moves
    sink = drawn.page.evaluate("""() => {
      const slap = document.querySelector("#slap");
      const lasts = getComputedStyle(slap).transitionDuration;
      slap.classList.add("pressed");
      slap.getAnimations().forEach((animation) => animation.finish());
      return [lasts, getComputedStyle(slap).transform,
        getComputedStyle(document.querySelector("#pile"), "::after").opacity];
    }""")
    assert float(sink[0].rstrip("s")) == pytest.approx(0.06 * last if moves else 0)
    assert sink[1] == f"matrix(1, 0, 0, 1, 0, {3 if moves else 0})"
    assert sink[2] == ("1" if moves else "0"), "the mark of the hand"


# The bar, the photo finish, Zen


@pytest.mark.parametrize(
    ("bar", "motion", "easing"),
    [
        ("smooth", "full", "linear"),
        ("smooth", "reduced", "steps(10)"),
        ("steps", "full", "steps(10)"),
        ("seconds", "full", "steps(10)"),
    ],
)
def test_the_bar_has_three_forms(visit: Visit, bar: str, motion: str, easing: str) -> None:
    page = visit("/new")
    page.page.evaluate(
        "(chosen) => fetch('/settings', { method: 'POST', body: new URLSearchParams(chosen) })",
        {"bar": bar, "motion": motion},
    )
    page.page.locator("fieldset.window_ms label", has_text="Relaxed").click()
    page.page.get_by_role("button", name="Deal the cards").click()
    page.ready()
    page.turn()
    page.opened()
    found = page.page.evaluate("""() => {
      const fill = document.querySelector("#bar-fill");
      const [animation] = fill.getAnimations();
      const frames = animation.effect.getKeyframes();
      return { text: fill.textContent, easing: animation.effect.getTiming().easing,
        duration: animation.effect.getTiming().duration,
        scaled: frames.some((frame) => (frame.transform ?? "none") !== "none") };
    }""")
    assert found["easing"].replace(", end", "") == easing
    assert found["scaled"] == (easing == "linear")
    assert found["duration"] == 6000
    if bar == "seconds":
        assert 0 < float(found["text"]) <= 6
        page.page.wait_for_function(
            "(text) => Number(document.querySelector('#bar-fill').textContent) < text",
            arg=float(found["text"]),
        )
    else:
        assert found["text"] == ""
    page.wait("s.phase === 'ready'")
    assert page.page.locator("#bar-fill").text_content() == ""


def test_the_photo_finish_can_be_switched_off(drawing: Any) -> None:
    drawn = drawing()
    for finish, shown in (("yes", True), ("no", False)):
        drawn.show(moments(2)["slapped"], finish=finish)
        assert drawn.page.locator(".finish").is_visible() == shown


@pytest.mark.parametrize("view", ["portrait", "landscape", "desktop"])
def test_zen_hides_names_counts_and_progress_and_moves_nothing(drawing: Any, view: str) -> None:
    drawn = drawing(view)
    drawn.show(moments(4)["challenge"], motion="reduced")
    all_of_it = boxes(drawn.page)
    drawn.show(moments(4)["challenge"], motion="reduced", zen="yes")
    zen = boxes(drawn.page)
    kept = {"slap", "reveal", "pile", "status", "track", "pause", "card1", "card2", "card3"}
    assert kept <= set(zen)
    assert {part: zen[part] for part in kept} == {part: all_of_it[part] for part in kept}
    for hidden in ("progress", "seats", "meta", "chip1"):
        assert hidden in all_of_it
        assert hidden not in zen
    assert not drawn.page.get_by_text("East").first.is_visible()
    assert not drawn.page.locator("#reveal-count").is_visible()
