"""Pictures of a link match before its deal, and of what it says of the next one."""

from dataclasses import replace
from typing import Any

from app.table.picture import Picture, SeatPicture
from tests.web.pictures import moments, table

OPEN = SeatPicture("", "open", None, False, False)
WEST = SeatPicture("West", "computer", 1, True, False)


def sitter(name: str, sitting: int, **changes: Any) -> SeatPicture:
    """A person who waits, on a good line and not ready yet."""
    usual = SeatPicture(name, "person", None, True, False, line="good", sitting=sitting)
    return replace(usual, **changes)


def room(*seats: SeatPicture, **changes: Any) -> Picture:
    """A link match that waits with these seats; seat 0 is its host's."""
    free = sum(seat.kind == "open" for seat in seats)
    waiting = table(
        len(seats), table="waiting", n=0, stage="0.0", turn=None, turner=None, buried=0, faceup=0,
        cards=(), first=None, heights=(0,) * len(seats), mode="link", host=0,
        free=free, presses_ready=True, reveals_limit=None,
    )  # fmt: skip
    return replace(waiting, **{"seats": seats, **changes})


ADA, BO = sitter("Ada", 1), sitter("Bo", 2, ready=True, line="fair")
ALEXANDRA = sitter("Alexandra the 2nd", 3, line="slow")


def running(moment: str = "ready, others", **changes: Any) -> Picture:
    """The same while a game of two people and two computers runs."""
    picture = moments(4)[moment]
    seats = (ADA, sitter("Bo", 2), *picture.seats[2:])
    link: dict[str, Any] = {"mode": "link", "host": 0, "seats": seats, "free": 0, "turner": None}
    return replace(picture, **{**link, **changes})


def rooms() -> dict[str, Picture]:
    """One picture of every state before the deal, and of every offer while a game runs."""
    half = (ADA, BO, OPEN, OPEN)
    eight = (ADA, BO, ALEXANDRA, sitter("李小龍", 4), OPEN, OPEN, WEST, replace(WEST, name="North"))
    return {
        "alone": room(ADA, OPEN),
        "some": room(*half),
        "not all ready": room(ADA, BO, ALEXANDRA, WEST),
        "all ready": room(ADA, BO),
        "eight": room(*eight),
        "away": room(ADA, replace(BO, ready=False, away=True, connected=False), OPEN),
        "changed": room(ADA, replace(BO, ready=False), OPEN, changes=1),
        "without a host": room(OPEN, OPEN, host=None),
        "next deal": room(ADA, replace(BO, ready=False), OPEN, presses_ready=False, deal=2),
        "countdown": room(ADA, BO, WEST, starts=3),
        "closed": room(*half, closed=True, free=0),
        "running, free": running(free=2),
        "running, full": running(),
        "latecomer": running(free=1, latecomers=("Cy",), coming=(9,)),
        "over, free": running("over", free=2),
        "over, closed": running("over", closed=True),
    }
