"""What a screen reader hears of a picture by itself, and what it is answered when it asks.

Each picture says it once for each person and once, last, for all others (DESIGN, The stream). While
a window is open nothing here may depend on whether the pile can be slapped.
"""

from dataclasses import dataclass

from app.engine.cards import Seat
from app.table.picture import Picture
from app.web.catalogue import RANKS, SMALL
from app.web.sentences import OTHERS, persons, status
from app.web.words import card_name, count, listed, say

NAME_WORDS = 3  # of a name that an utterance of eight words has room for


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """What one seat hears, or "others".

    `asks` follows the newest card's name; `alert` interrupts, empty where nothing concerns the
    seat; `turn` and `counts` are answers. `heard` names the sounds of what has settled, separated
    by spaces: won, wrong with the number of false slaps, turn.
    """

    to: str
    asks: str
    alert: str
    turn: str
    counts: str
    heard: str


@dataclass(frozen=True, slots=True)
class SpokenView:
    """The newest card as a sentence, without its suit and with it, and a line for each listener."""

    rank: str
    card: str
    lines: tuple[SpokenLine, ...]


def spoken(picture: Picture) -> SpokenView:
    """What there is to hear of a picture."""
    newest = picture.cards[-1] if picture.cards else None
    listeners: tuple[Seat | None, ...] = (*persons(picture), None)
    return SpokenView(
        rank=say("says", text=RANKS[newest[0]].capitalize()) if newest else "",
        card=say("says", text=card_name(newest).capitalize()) if newest else "",
        lines=tuple(_line(picture, seat) for seat in listeners),
    )


def _line(picture: Picture, seat: Seat | None) -> SpokenLine:
    return SpokenLine(
        to=OTHERS if seat is None else str(seat),
        asks=_asks(picture, seat),
        alert=_alert(picture, seat),
        turn=_turn(picture, seat),
        counts=_counts(picture, seat),
        heard=" ".join(_heard(picture, seat)),
    )


def _live(picture: Picture) -> bool:
    return picture.table == "playing" and picture.phase != "over"


def _asks(picture: Picture, seat: Seat | None) -> str:
    """What the newest card leaves open: an answer that is due, or a pile that was not answered."""
    if not _live(picture) or not picture.cards:
        return ""
    if picture.claim is not None:
        return say("says_unanswered")
    if picture.challenge is None or picture.turn is None:
        return ""
    left = picture.challenge.left
    word = SMALL[left].capitalize() if left < len(SMALL) else str(left)
    who = say("by_you") if picture.turn == seat else _called(picture, picture.turn)
    return count("says_chances", left, word=word, who=who)


def _called(picture: Picture, seat: Seat) -> str:
    return " ".join(picture.seats[seat].name.split()[:NAME_WORDS])


def _alert(picture: Picture, seat: Seat | None) -> str:
    """What a seat must hear at once: its turn, how a slap came out, the end."""
    if picture.table == "over" or picture.phase == "over":
        return say("over_status")
    if not _live(picture):
        return ""
    due = "" if seat is None else _due(picture, seat)
    if picture.collected is not None:
        by_slap = picture.collected.how == "slap"
        told = by_slap or (seat is not None and seat in (picture.collected.seat, picture.turner))
    else:
        told = any(burned.seat == seat for burned in picture.burned)
    if told and due:
        return say("says_two", first=_status(picture, seat), rest=due)
    return _status(picture, seat) if told else due


def _due(picture: Picture, seat: Seat) -> str:
    """What a seat is to do now, empty where it is nothing."""
    if picture.phase != "ready" or seat in picture.out or picture.seats[seat].auto:
        return ""
    if picture.turn == seat and picture.challenge is not None and picture.challenge.by != seat:
        return count("answer", picture.challenge.left)
    if picture.turn == seat:
        return say("says_turn_you")
    if picture.turner == seat and picture.turn is not None:
        return say("says_turn_for", name=picture.seats[picture.turn].name)
    return ""


def _status(picture: Picture, seat: Seat | None) -> str:
    said = {each.to: each.text for each in status(picture)}
    return said.get(str(seat), said[OTHERS])


def _turn(picture: Picture, seat: Seat | None) -> str:
    if not _live(picture) or picture.turn is None:
        return ""
    if picture.turn == seat:
        return say("says_turn_you")
    return say("says_turn_other", name=picture.seats[picture.turn].name)


def _counts(picture: Picture, seat: Seat | None) -> str:
    held = tuple(
        say("count_of", name=say("you") if each == seat else who.name, number=height)
        for each, (who, height) in enumerate(zip(picture.seats, picture.heights, strict=True))
    )
    return say("says_counts", held=listed(held), height=picture.buried + picture.faceup)


def _heard(picture: Picture, seat: Seat | None) -> tuple[str, ...]:
    """The sounds of what has happened; others, and two at one device, hear those of everybody."""
    if not _live(picture):
        return ()
    if picture.collected is not None and seat in (picture.collected.seat, None):
        return ("won",)
    wrong = sum(burned.seat == seat or seat is None for burned in picture.burned)
    due = picture.phase == "ready" and picture.turn is not None and picture.turn == seat
    turns = due and not (seat is not None and picture.seats[seat].auto)
    return (*((f"wrong{wrong}",) if wrong else ()), *(("turn",) if turns else ()))
