"""Pictures of a table at moments that tests name."""

from dataclasses import replace
from typing import Any

from app.engine.events import Burned, Out, Revealed, Struck
from app.engine.game import Challenge, Collected, LastChance, Result
from app.table.picture import Mark, Picture, SeatPicture, Tally
from app.table.reactions import Reactions
from app.table.setup import setup_from
from app.table.story import Told

COMPUTERS = ("West", "North", "East", "Ada", "Basil", "Cleo", "Dina")
SETUP = setup_from({})
"""What a table's page needs to know beside its picture."""
SEAL = "ea79fc608a6f94570027fb9422f32d279266e04808cc38dea2d406e78370e7dc"
NOTHING = Tally(Reactions(), 0, 0, 0, 0, 0)

STORY = (
    Told(Revealed(0, "7S", 31), 900),
    Told(Revealed(1, "7H", 32), 1200),
    Told(Collected(1, "slap", 9, ("double",)), 432),
    Told(Revealed(1, "TC", 33), 1200),
    Told(Burned(0, 1), 350),
    Told(Burned(1, 2), 351),
    Told(Revealed(0, "X1", 34), 900),
    Told(Collected(0, "challenge", 1, ()), 1500),
    Told(Struck(1, 3), 400),
    Told(Out(1), 400),
)


def table(seats: int = 2, **changes: Any) -> Picture:
    """A table of one person and computers; seven, queen and three lie face up."""
    heights = (52 - 4 - 4 * (seats - 1), *(4,) * (seats - 1))
    base = Picture(
        version=3,
        deal=1,
        commitment=SEAL,
        drawn=(),
        table="playing",
        n=37,
        stage="37.0",
        phase="ready",
        turn=0,
        turner=0,
        heights=heights,
        buried=1,
        faceup=3,
        cards=("7S", "QH", "3D"),
        first="7S",
        slaps=("double", "sandwich"),
        challenge=None,
        claim=None,
        last_chance=None,
        out=(),
        result=None,
        window_ms=700,
        held=False,
        auto=False,
        mode="solo",
        seats=(
            SeatPicture("Player", "person", None, True, False),
            *(SeatPicture(name, "computer", 1, True, False) for name in COMPUTERS[: seats - 1]),
        ),
        burned=(),
        collected=None,
        taken=(),
        fallen=None,
        honour=None,
        marks=(),
        settled_ms=0,
        reveals_limit=100 if seats == 2 else None,
        tallies=(),
    )
    return replace(base, **changes)


def moments(seats: int = 2) -> dict[str, Picture]:
    """One picture of every state that a table's page can be in."""
    last = seats - 1
    window: dict[str, Any] = {"phase": "window", "turner": None}
    taken: dict[str, Any] = {
        "stage": "37.1",
        "window_ms": 0,
        "cards": (),
        "buried": 0,
        "faceup": 0,
        "settled_ms": 700,
        "taken": ("7S", "QH", "QD"),
    }
    tally = Tally(Reactions((412, 530, 388)), 9, 3, 1, 2, 4)
    return {
        "waiting": table(seats, table="waiting", n=0, stage="0.0", turn=None, turner=None,
                         heights=(0,) * seats, buried=0, faceup=0, cards=(), first=None),
        "dealt": table(seats, n=0, stage="0.0", buried=0, faceup=0, cards=(), first=None),
        "ready": table(seats),
        "ready for another": table(seats, turn=1),
        "ready, others": table(seats, turn=1, turner=None),
        "window": table(seats, **window),
        "challenge": table(seats, challenge=Challenge(last, 1), honour="QH"),
        "challenge by the person": table(
            seats, turn=last, turner=None, challenge=Challenge(0, 3), honour="AS"
        ),
        "claim": table(seats, **window, turn=None, claim=last, honour="KS", window_ms=1500),
        "claim of the person": table(seats, **window, turn=None, claim=0, honour="JS"),
        "last chance": table(seats, turn=last, turner=None, last_chance=LastChance(last, 2)),
        "last chance of the person": table(seats, last_chance=LastChance(0, 1)),
        "burned": table(seats, **window, burned=(Burned(0, 1),)),
        "another burned": table(seats, **window, burned=(Burned(1, 2),)),
        "slapped": table(seats, **taken, collected=Collected(0, "slap", 7, ("double",)),
                         marks=(Mark(0, 412, "won"), Mark(1, 430, "right"))),
        "another slapped": table(seats, **taken, turn=1, turner=None,
                                 collected=Collected(1, "slap", 7, ("sandwich",)),
                                 marks=(Mark(1, 430, "won"), Mark(0, 500, "wrong"))),
        "not answered": table(seats, **taken, turn=last, turner=None, fallen=0, honour="QH",
                              collected=Collected(last, "challenge", 7, ())),
        "nobody answered the person": table(seats, **taken, fallen=last, honour="JC",
                                            collected=Collected(0, "challenge", 7, ())),
        "no cards": table(seats, turn=last, turner=None, heights=(0, *(6,) * last)),
        "out": table(seats, turn=last, turner=None, heights=(0, *(6,) * last), out=(0,)),
        "missed": table(seats, **window, missed=("double",), story=STORY[:7]),
        "paused": table(seats, table="paused", turner=None, cards=(), first=None, drawn=(0,)),
        "over": table(seats, table="over", phase="over", turn=None, turner=None,
                      game="G" * 22, result=Result(0, "limit"), tallies=(tally,) * seats),
        "a draw": table(seats, table="over", phase="over", turn=None, turner=None,
                        result=Result(None, "stalled"), tallies=(NOTHING,) * seats,
                        game="G" * 22),
    }  # fmt: skip
