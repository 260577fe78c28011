"""Every page and every state of the table that the browser tests look at, one line each.

A new page or state belongs here: the tests of accessibility, weight, targets, zoom, motion and
language, and the photographs, all go through these tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.game import Result
from app.table.history import History
from app.table.picture import SeatPicture
from app.web.daily_view import Facts, daily_page
from app.web.device_view import Belongings, TakePage, give_page, take_all
from app.web.home_view import home_page, saved_view, waiting_view
from app.web.new_view import LINK_SETUP, AtTable, new_page
from app.web.page_views import error_page
from app.web.pages.plots import PlotsPage
from app.web.plots.finished import game_plots
from app.web.problems import OUR_FAULT
from app.web.replay_view import Course
from app.web.templating import Templates
from app.web.words import say
from tests.browser.check_places import CHECK
from tests.browser.company_places import COMPANY
from tests.browser.drawn import Drawn
from tests.browser.stats_places import FEW, MANY, stats
from tests.web.daily_facts import STATES, TODAY
from tests.web.histories import played
from tests.web.pictures import moments
from tests.web.replays import game, page_at
from tests.web.rooms import rooms

Show = Callable[[Drawn], None]
"""Brings a place onto the screen."""


def at(path: str) -> Show:
    """A page as the server gives it to a new browser."""
    return lambda drawn: drawn.go(path)


def page(html: Callable[[Templates], str]) -> Show:
    """A page that takes a history to reach, drawn from its view."""
    return lambda drawn: drawn.draw(html(drawn.templates))


def daily(known: Facts) -> Show:
    """A daily's page, with what its script shows."""

    def show(drawn: Drawn) -> None:
        drawn.draw(drawn.templates.page_html("daily", daily_page(known)))
        drawn.page.evaluate(OFFERED)

    return show


def daily_table(moment: str, script: str = "", **changes: Any) -> Show:
    """The table of a ranked daily."""

    def show(drawn: Drawn) -> None:
        drawn.show(replace(moments(4)[moment], mode="daily", date=TODAY, **changes))
        drawn.page.evaluate(script or OFFERED)

    return show


def table(moment: str, seats: int = 2, you: tuple[int, ...] = (0,), script: str = "") -> Show:
    """A table at a moment; `script` is what the page's own script has done by then."""

    def show(drawn: Drawn) -> None:
        drawn.show(moments(seats)[moment], you)
        if script:
            drawn.page.evaluate(script)

    return show


def pair(moment: str, script: str = "", **changes: Any) -> Show:
    """A table of two people at one device."""
    people = tuple(
        SeatPicture(name, "person", None, True, False) for name in ("Player 1", "Player 2")
    )

    def show(drawn: Drawn) -> None:
        drawn.show(replace(moments(2)[moment], mode="pass", seats=people, **changes), (0, 1))
        if script:
            drawn.page.evaluate(script)

    return show


def in_pictures(show: Show, game: History, you: tuple[int, ...]) -> Show:
    """A result under which the plots of a game have come, with their numbers shown."""

    def come(drawn: Drawn) -> None:
        show(drawn)
        html = drawn.templates.fragment("game_plots", game_plots(game, you))
        drawn.page.evaluate(PLOTS_COME, html)

    return come


def room(name: str, you: tuple[int, ...] = (), late: int = 0, script: str = "") -> Show:
    """A link match, before its deal for the most part, to a spectator or who sits there."""

    def show(drawn: Drawn) -> None:
        drawn.show(rooms()[name], you, late)
        if script:
            drawn.page.evaluate(script)

    return show


def replay(at: int, private: bool | None = None, script: str = "", **fields: Any) -> Show:
    """A finished game at a step; `script` is what the page's own script has done by then."""

    def show(drawn: Drawn) -> None:
        course = Course(game(5, **fields))
        you = () if private is None else (0,)
        found = page_at(at, course, you, (0, 3) if private else ())
        drawn.draw(drawn.templates.page_html("replay", found))
        if script:
            drawn.page.evaluate(script)

    return show


SAVED = tuple(
    saved_view(f"saved{i}", ("Player", *names), (9,) * (1 + len(names)), (0,), 37, 100)
    for i, names in enumerate((("West", "North", "East"), ("West",), ("West", "North")))
)
WAITS = (waiting_view("waits", ("Ada", "Basil"), 1, "classic", changed=True),)
GIVEN = give_page("https://play.example/device/Nq3xW0uTrI8bYvKcE5gZsA", None, 600_000, 0)
DAYS = frozenset({"2026-11-30"})
TAKEN = take_all(
    "A" * 22,
    Belongings(("a", "b", "c"), 2, "Alexandra", True, DAYS),
    Belongings(("c", "d"), 1, None, True, DAYS),
)
TAKEN_SEAT = TakePage(
    say("device_take_seat"), SAVED[0], (), (say("device_after_seat"),), "A" * 22, ""
)
REFUSED_SEAT = replace(TAKEN_SEAT, notes=(), hindrance=say("device_sits"))
REFUSED = {"computers": "9", "reveal_limit": "5", "slaps": "double,run_wrap"}

LINE_LOST = """() => {
  document.getElementById("banner").hidden = false;
  document.getElementById("notice").textContent = "That came after the pile was taken.";
}"""
PAUSED = """() => {
  const menu = document.getElementById("menu");
  menu.classList.add("paused");
  menu.showModal();
  for (const part of menu.querySelectorAll("details")) part.open = true;
}"""
OFFERED = """() => {
  for (const button of document.querySelectorAll(".send")) button.hidden = false;
}"""
COPIED = """() => {
  for (const button of document.querySelectorAll(".send")) button.hidden = false;
  document.querySelector(".text .told").textContent = "Copied.";
}"""
WATCH = '() => document.getElementById("watch").click()'
SHARED = """() => {
  for (const button of document.querySelectorAll(".hand-on .button")) button.hidden = false;
  document.querySelector(".hand-on .told").textContent = "Copied.";
}"""
REMOVING = """() => {
  const { sure, what } = document.querySelector(".remove").dataset;
  document.getElementById("removing-title").textContent = sure;
  document.getElementById("removing-what").textContent = what;
  document.getElementById("removing").showModal();
}"""
CLOSING = '() => { document.querySelector("#manage .sure").open = true; }'
HANDING = '() => document.getElementById("handing").showModal()'
ARMED = """() => {
  document.getElementById("handing").showModal();
  document.getElementById("ready").setAttribute("aria-disabled", "false");
}"""
UNFOLDED = '() => { document.querySelector("#result .seal").open = true; }'
PLOTS_COME = """(html) => {
  document.getElementById("plots").innerHTML = html;
  for (const numbers of document.querySelectorAll("#plots details")) numbers.open = true;
}"""
PLAYING = """() => {
  document.querySelector(".hand-on .share").hidden = false;
  document.getElementById("play").classList.add("playing");
  document.querySelector(".hand-on .told").textContent = "Copied.";
}"""
UNLOADED = """() => {
  document.getElementById("unloaded").textContent =
    "These cards could not be loaded. Please try again.";
}"""
KEYS_USED = '() => document.documentElement.classList.add("keyboard")'

PAGES: Mapping[str, Show] = {
    "home": at("/"),
    "home, saved games": page(lambda draw: draw.page_html("home", home_page(SAVED))),
    "home, a link match": page(lambda draw: draw.page_html("home", home_page(WAITS))),
    "new": at("/new"),
    "new, link": at("/new?mode=link"),
    "new, link refused": page(
        lambda draw: draw.page_html(
            "new", new_page({"mode": "link", "seats": "3", "computers": "2"})
        )
    ),
    "new, change": page(
        lambda draw: draw.page_html("new", new_page(LINK_SETUP, table=AtTable("A" * 22, 3)))
    ),
    "new, refused": page(lambda draw: draw.page_html("new", new_page(REFUSED))),
    "settings": at("/settings"),
    "statistics, none": at("/stats"),
    "statistics, few": page(lambda draw: draw.page_html("stats", stats(FEW))),
    "statistics": page(lambda draw: draw.page_html("stats", stats(MANY))),
    "another device, its link": page(lambda draw: draw.page_html("give", GIVEN)),
    "another device, a seat": page(lambda draw: draw.page_html("take", TAKEN_SEAT)),
    "another device, all": page(lambda draw: draw.page_html("take", TAKEN)),
    "another device, refused": page(lambda draw: draw.page_html("take", REFUSED_SEAT)),
    "a game in pictures": page(
        lambda draw: draw.page_html("plots", PlotsPage("A" * 22, game_plots(played(3), (0,))))
    ),
    "replay": replay(12, private=False, script=PLAYING, preset="duel"),
    "replay, the deal": replay(0, preset="duel"),
    "replay, eight seats": replay(
        23, private=True, script=PLAYING, preset="party", seats=8, reveal_limit=100
    ),
    "replay, its end": replay(40, script=UNLOADED, preset="classic", seats=4, reveal_limit=40),
    "replay, gone": at("/replay/nowhere"),
    **{name: daily(known) for name, known in STATES.items()},
    "not found": at("/t/nowhere"),
    "our fault": page(lambda draw: draw.error_html(error_page(500, OUR_FAULT, "1f2e3d4c"))),
}

TABLE: Mapping[str, Show] = {
    "waiting": table("waiting"),
    "idle": table("ready"),
    "idle, keys": table("ready for another", script=KEYS_USED),
    "window": table("window"),
    "challenge": table("challenge", 4),
    "claim": table("claim", 4),
    "last chance": table("last chance", 4),
    "slapped": table("another slapped"),
    "not answered": table("not answered"),
    "burned": table("burned"),
    "no cards": table("no cards"),
    "out": table("out", 4),
    "eight seats": table("ready for another", 8),
    "watching": table("challenge", 4, you=()),
    "pause": table("paused", script=PAUSED),
    "result": table("over", 4, script=OFFERED),
    "result, eight seats": table("over", 8, script=COPIED),
    "result, its seal": table("over", 4, script=UNFOLDED),
    "result in pictures": in_pictures(table("over", 4), played(4, 200, rate=0.12), (0,)),
    "result in pictures, eight seats": in_pictures(table("over", 8), played(8, 4000), (0,)),
    "a draw": table("a draw"),
    "error": table("ready", script=LINE_LOST),
    "daily, pause": daily_table("paused", script=PAUSED),
    "daily, won": daily_table("over", play_ms=241_900),
    "daily, lost": daily_table("over", play_ms=241_900, result=Result(2, "limit")),
    "daily, a draw": daily_table("a draw", play_ms=1_241_900),
    "pair": pair("ready", script=KEYS_USED),
    "pair, window": pair("window"),
    "hand-over": pair("ready", script=HANDING, table="handover", turner=None),
    "hand-over, armed": pair("ready", script=ARMED, table="handover", turner=None),
    "pair, pause": pair("paused", script=PAUSED),
    "pair, result": pair("over", script=OFFERED),
    "pair, result in pictures": in_pictures(pair("over"), played(people=2), (0, 1)),
}

ROOM: Mapping[str, Show] = {
    "invitation": room("some"),
    "invitation, full": room("not all ready"),
    "invitation, watching": room("some", script=WATCH),
    "alone": room("alone", (0,)),
    "host": room("not all ready", (0,)),
    "host, eight seats": room("eight", (0,)),
    "host, sharing": room("all ready", (0,), script=SHARED),
    "host, removing": room("some", (0,), script=REMOVING),
    "host, closing": room("all ready", (0,), script=CLOSING),
    "guest": room("not all ready", (2,)),
    "guest, ready": room("some", (1,)),
    "guest, away": room("away", (0,)),
    "guest, rules changed": room("changed", (1,)),
    "next deal": room("next deal", (1,)),
    "countdown": room("countdown", (0,)),
    "closed": room("closed"),
    "running, a free seat": room("running, free"),
    "running, full": room("running, full"),
    "running, latecomer": room("latecomer", late=9),
    "over, a free seat": room("over, free"),
    "over, closed": room("over, closed", (0,)),
}

PLACES: Mapping[str, Show] = {
    **PAGES,
    **{f"table, {name}": show for name, show in TABLE.items()},
    **{f"room, {name}": show for name, show in ROOM.items()},
    **{f"link, {name}": show for name, show in COMPANY.items()},
    **{f"check, {name}": show for name, show in CHECK.items()},
}
