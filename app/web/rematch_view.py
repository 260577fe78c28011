"""Another game at a link match: who wants it, who is waited for, and who joins it."""

from collections.abc import Iterable

from app.engine.cards import Seat
from app.table.picture import Picture
from app.web.sentences import OTHERS, Said, persons
from app.web.words import isolated, joined, say


def offers(picture: Picture) -> tuple[Said, ...]:
    """Who wants to play again: said to those who asked, and last to all others; at a link match."""
    asked = picture.offers
    if picture.mode != "link":
        return ()
    if not asked:
        return (Said(OTHERS, say("offer_none")),)
    awaited = [
        seat for seat in persons(picture) if seat not in asked and not picture.seats[seat].away
    ]
    to_them = say("offer_you", names=_names(picture, awaited))
    key = "offer_other" if len(asked) == 1 else "offer_others"
    to_others = say(key, names=_names(picture, asked))
    return (*(Said(str(seat), to_them) for seat in asked), Said(OTHERS, to_others))


def coming(picture: Picture) -> str:
    """Who has a seat in the next game beside those who sit here; empty where nobody has."""
    names = tuple(isolated(name) for name in picture.latecomers)
    if not names:
        return ""
    return say("joins_next" if len(names) == 1 else "join_next", names=joined(names))


def _names(picture: Picture, seats: Iterable[Seat]) -> str:
    return joined(tuple(isolated(picture.seats[seat].name) for seat in seats))
