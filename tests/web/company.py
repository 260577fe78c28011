"""Pictures of a link match: people beside each other, some of them away or gone."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from app.engine.cards import Seat
from app.table.picture import Picture, SeatPicture
from app.table.setup import setup_from
from tests.web.pictures import moments

FRIENDS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
LINK = setup_from({"mode": "link"})


def company(
    moment: str,
    seats: int = 3,
    away: Collection[Seat] = (),
    left: Collection[Seat] = (),
    auto: Collection[Seat] = (),
    **changes: Any,
) -> Picture:
    """That moment of a link match between so many people; seat `n` has the sitting `n + 1`."""
    people = tuple(
        SeatPicture(
            name,
            "person",
            None,
            seat not in away and seat not in left,
            seat in auto,
            away=seat in away,
            left=seat in left,
            sitting=seat + 1,
        )
        for seat, name in enumerate(FRIENDS[:seats])
    )
    turn = moments(seats)[moment].turn
    usual = {"turner": turn if moments(seats)[moment].phase == "ready" else None}
    return replace(
        moments(seats)[moment],
        **{"mode": "link", "seats": people, "host": 0, **usual, **changes},
    )
