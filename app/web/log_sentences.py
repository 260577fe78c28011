"""What the log panel says of each event, and to whom. A line names only what everybody has seen."""

from functools import lru_cache

from app.engine.cards import Seat
from app.engine.events import Burned, Collected, Out, Revealed, Struck
from app.table.picture import Picture
from app.table.story import Presence, Told
from app.web.catalogue import PATTERNS
from app.web.sentences import OTHERS, Said, persons
from app.web.words import card_name, count, say, seconds

LINES = 12

Line = tuple[Said, ...]
"""One line: for the seat that it is about, where a person holds it, and last for all others."""


def log_lines(picture: Picture) -> tuple[Line, ...]:
    """The latest lines, newest first."""
    people, names = persons(picture), tuple(seat.name for seat in picture.seats)
    lines = [
        line
        for told in picture.story
        for line in _lines(told, names[told.event.seat], told.event.seat in people)
    ]
    return tuple(reversed(lines[-LINES:]))


@lru_cache(4096)
def _lines(told: Told, name: str, person: bool) -> tuple[Line, ...]:
    own = _sentences(told, None) if person else ()
    seat = told.event.seat
    others = _sentences(told, name)
    if not person:
        return tuple((Said(OTHERS, text),) for text in others)
    return tuple(_both(seat, *texts) for texts in zip(own, others, strict=True))


def _both(seat: Seat, own: str, others: str) -> Line:
    return (Said(str(seat), own), Said(OTHERS, others))


def _sentences(told: Told, name: str | None) -> tuple[str, ...]:
    """An event in one or two sentences; `name` is None where they address the seat itself."""
    who, values = ("you", {}) if name is None else ("other", {"name": name})
    match told.event:
        case Revealed(card=card):
            by = say("log_you") if name is None else name
            return (say("log_card", card=card_name(card).capitalize(), by=by),)
        case Collected(how=how, count=cards, conditions=conditions):
            took = count(f"log_took_{who}", cards, **values)
            if how != "slap":
                return (took,)
            values |= {"pattern": PATTERNS[conditions[0]], "time": seconds(told.ms)}
            return (say(f"log_slapped_{who}", **values), took)
        case Burned(count=cards):
            return (count(f"log_burned_{who}", cards, **values),)
        case Struck():
            return (say(f"log_struck_{who}", **values),)
        case Out():
            return (say(f"log_out_{who}", **values),)
        case Presence(how=how):
            return (say(f"log_{how}_{who}", **values),)
