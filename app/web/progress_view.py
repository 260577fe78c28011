"""How far a game is: its reveals, everybody's share of the cards, and the time that is left."""

from dataclasses import dataclass

from app.engine.cards import Seat
from app.table.picture import Picture
from app.web.sentences import persons
from app.web.words import say

MINUTES_FROM_S = 120
"""From how many seconds on the time left is said in minutes."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A progress bar for one seat's eyes, or for everybody's where `to` is empty."""

    to: str
    value: int
    most: int


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Seconds left when the picture was made, and the words for them: "12 min", "95 s".

    `runs`: it gets less while this picture stands, and the page counts on by itself.
    """

    s: int
    text: str
    runs: bool


@dataclass(frozen=True, slots=True)
class ProgressView:
    """How far the game is: reveals of the limit, or each seat's share of the cards.

    `left` is None without a time limit.
    """

    text: str
    bars: tuple[Bar, ...]
    left: TimeLeft | None


def progress_view(picture: Picture) -> ProgressView:
    """The progress of a picture."""
    left = _time_left(picture)
    if picture.reveals_limit is not None:
        key = "progress_of" if left is None else "progress_of_timed"
        text = say(key, n=picture.n, limit=picture.reveals_limit)
        return ProgressView(text, (Bar("", picture.n, picture.reveals_limit),), left)
    shares = tuple(_share(picture, seat) for seat in persons(picture))
    text = say("progress" if left is None else "progress_timed", n=picture.n)
    return ProgressView(text, shares, left)


def deck(picture: Picture) -> int:
    """All the cards of the game."""
    return sum(picture.heights) + picture.buried + picture.faceup


def _share(picture: Picture, seat: Seat) -> Bar:
    return Bar(str(seat), picture.heights[seat], deck(picture))


def _time_left(picture: Picture) -> TimeLeft | None:
    s = picture.time_left_s
    if s is None or picture.table == "waiting":
        return None
    whole, key = (s // 60, "minutes_left") if s >= MINUTES_FROM_S else (s, "seconds_left")
    return TimeLeft(s, say(key, n=whole), picture.table == "playing")
