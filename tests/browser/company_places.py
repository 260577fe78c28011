"""States of a running link match, for the tables of places.py."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.game import Challenge, Result
from app.table.picture import Mark, Picture
from tests.browser.drawn import Drawn
from tests.web.company import company
from tests.web.pictures import STORY

Show = Callable[[Drawn], None]

TIMED: dict[str, Any] = {"reveals_limit": None, "time_left_s": 725, "story": STORY[:7]}
MENU = """() => {
  const menu = document.getElementById("menu");
  menu.classList.add("away", "running");
  document.getElementById("menu-title").textContent = "Away";
  menu.showModal();
}"""
PAUSED = """() => {
  const menu = document.getElementById("menu");
  menu.classList.add("paused");
  document.getElementById("menu-title").textContent = "Paused";
  menu.showModal();
}"""
REPLACED = """() => {
  const banner = document.getElementById("banner");
  banner.hidden = document.getElementById("play-here").hidden = false;
  banner.classList.add("last");
  document.getElementById("banner-says").textContent = banner.dataset.replaced;
}"""
OFFERED = '() => { document.querySelector("#result .send").hidden = false; }'
MARKS = (
    Mark(2, 402, "won"),
    Mark(0, 411, "right"),
    Mark(5, 433, "right"),
    Mark(1, 437, "wrong"),
    Mark(3, 520, "right"),
    Mark(4, 523, "right"),
    Mark(6, 688, "right"),
    Mark(7, 690, "right"),
)


def at(picture: Picture, you: int | None = 0, script: str = "") -> Show:
    """A moment as one of its people sees it, or a spectator."""

    def show(drawn: Drawn) -> None:
        drawn.show(picture, () if you is None else (you,))
        if script:
            drawn.page.evaluate(script)

    return show


def finish(seats: int) -> Picture:
    """Everybody has slapped, and it has settled."""
    marks = tuple(mark for mark in MARKS if mark.seat < seats)
    won = replace(marks[0], how="won")
    return company("slapped", seats, marks=(won, *marks[1:]), **TIMED)


ASKED: dict[str, Any] = {"turn": 1, "turner": 1, "challenge": Challenge(0, 1), "honour": "QH"}

COMPANY: Mapping[str, Show] = {
    "two": at(company("ready", 2, **TIMED)),
    "four, asked": at(company("ready", 4, **TIMED, **ASKED), you=1),
    "eight": at(company("ready", 8, turn=3, turner=3, **TIMED)),
    "photo finish of two": at(finish(2)),
    "photo finish of four": at(finish(4)),
    "photo finish of eight": at(finish(8)),
    "away": at(company("ready", 4, turn=2, turner=2, away=[2], **TIMED)),
    "left": at(company("ready", 8, turn=2, turner=2, left=[2, 5], away=[7], **TIMED)),
    "watching": at(company("window", 4, **TIMED), you=None),
    "last seconds": at(company("ready", 2, reveals_limit=100, time_left_s=38)),
    "away menu": at(company("ready", 4, auto=[1], **TIMED), script=MENU),
    "paused": at(company("paused", 4, **TIMED), script=PAUSED),
    "paused, watching": at(company("paused", 4, **TIMED), you=None),
    "another tab": at(company("ready", 4, **TIMED), script=REPLACED),
    "result, an offer": at(
        company("over", 4, offers=(1,), latecomers=("Jo",)), you=2, script=OFFERED
    ),
    "result, asked": at(
        company("over", 4, offers=(1, 2), result=Result(0, "limit"), time_left_s=0),
        you=2,
        script=OFFERED,
    ),
    "result, watching": at(company("over", 4, offers=(1,)), you=None, script=OFFERED),
}
