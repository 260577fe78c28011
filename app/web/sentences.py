"""What a picture says in words, and to whom.

A picture is one for all viewers. So a sentence that addresses a seat stands once for each person it
addresses and once, last, for all others; the page's class shows one of them (DESIGN, The stream).
While a window is open nothing here may depend on whether the pile can be slapped: only a false slap
that has been paid is told.
"""

from dataclasses import dataclass

from app.engine.cards import HONOURS, Card, Seat, rank
from app.table.picture import Picture
from app.web.catalogue import PATTERNS, RANKS, SLAPPED
from app.web.words import count, dotted, glyph, isolated, joined, say

OTHERS = "others"
ROOM = 36
"""Characters that the line under the bar holds at every size."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence, and the seat that it addresses: its number, or "others"."""

    to: str
    text: str


def persons(picture: Picture) -> tuple[Seat, ...]:
    """The seats that a sentence may address: whoever has left hears nothing."""
    people = (s for s, seat in enumerate(picture.seats) if seat.kind == "person")
    return tuple(seat for seat in people if not picture.seats[seat].left)


def status(picture: Picture) -> tuple[Said, ...]:
    """The status line: one sentence for each person whom it addresses, then one for the others."""
    if picture.closed:
        return (Said(OTHERS, say("banner_closed")),)
    if picture.table == "paused":
        return _paused(picture)
    if picture.table == "over" or picture.phase == "over":
        return (Said(OTHERS, say("over_status")),)
    if picture.table == "waiting":
        return (Said(OTHERS, _before(picture)),)
    if picture.table == "handover" and picture.turn is not None and picture.collected is None:
        name = picture.seats[picture.turn].name
        return (Said(OTHERS, say("handover_status", name=name)),)
    if picture.phase == "window":
        return (*_own_burns(picture), Said(OTHERS, _window(picture)))
    if picture.collected is not None:
        return _collected(picture)
    return _ready(picture)


def _before(picture: Picture) -> str:
    """What there is before the deal: at a link match people, then a countdown."""
    if picture.mode != "link":
        return say("dealing")
    if picture.closed:
        return say("banner_closed")
    return say("waits") if picture.starts is None else say("starts_in", number=picture.starts)


def _paused(picture: Picture) -> tuple[Said, ...]:
    """At a link match whoever watches is told what is waited for; nobody else can do anything."""
    if picture.mode != "link":
        return (Said(OTHERS, say("paused_status")),)
    seated = tuple(Said(str(seat), say("paused_status")) for seat in persons(picture))
    return (*seated, Said(OTHERS, say("paused_watching")))


def missed(picture: Picture) -> str:
    """What could be slapped before the newest card, and was not; empty where there is other news.

    It takes the place of the status line where somebody has asked to be told.
    """
    news = picture.table != "playing" or picture.phase == "over" or picture.collected is not None
    if news or picture.burned or not picture.missed:
        return ""
    return say("missed", pattern=PATTERNS[picture.missed[0]])


def _window(picture: Picture) -> str:
    """What an open window says to everybody who has not slapped falsely in it."""
    if not picture.burned:
        return say("watch")
    seats = dict.fromkeys(burn.seat for burn in picture.burned)
    if len(seats) > 1:
        names = joined(tuple(isolated(picture.seats[seat].name) for seat in seats))
        paid = any(burn.count for burn in picture.burned)
        return say("burned_several" if paid else "unpaid_several", names=names)
    last = picture.burned[-1]
    return count("burned_other", last.count, name=picture.seats[last.seat].name)


def _own_burns(picture: Picture) -> tuple[Said, ...]:
    costs = {burn.seat: burn.count for burn in picture.burned}
    return tuple(
        Said(str(seat), count("burned_you", costs[seat]))
        for seat in persons(picture)
        if seat in costs
    )


def _collected(picture: Picture) -> tuple[Said, ...]:
    """Who took the pile, why, and how many cards: the first thing after it has happened."""
    taken = picture.collected
    assert taken is not None
    name = picture.seats[taken.seat].name
    if taken.how == "slap":
        pattern = PATTERNS[taken.conditions[0]]
        own = count("slapped_you", taken.count, pattern=pattern)
        others = say("slapped_other", name=name, pattern=pattern)
    else:
        honour = RANKS[rank(picture.honour)] if picture.honour else say("an_honour")
        own = say("unanswered_you", rank=honour, number=taken.count)
        others = say("unanswered", rank=honour, name=name, number=taken.count)
    told = (Said(OTHERS, others),)
    return (Said(str(taken.seat), own), *told) if taken.seat in persons(picture) else told


def _ready(picture: Picture) -> tuple[Said, ...]:
    told = []
    burned = {said.to: said for said in _own_burns(picture)}
    for seat in persons(picture):
        sentence = _to_person(picture, seat)
        if str(seat) in burned:
            told.append(burned[str(seat)])
        elif sentence is not None:
            told.append(Said(str(seat), sentence))
    if picture.turn is None:
        return (*told, Said(OTHERS, say("watch")))
    due = picture.seats[picture.turn]
    key = "turned_left" if due.left else "turned_away" if due.away else "others_turn"
    return (*told, Said(OTHERS, say(key, name=due.name)))


def _to_person(picture: Picture, seat: Seat) -> str | None:
    """What a person's seat is told while the next card is waited for; None: as the others."""
    if seat in picture.out:
        return say("you_out")
    if picture.turn == seat:
        if picture.challenge is not None and picture.challenge.by != seat:
            return count("answer", picture.challenge.left)
        return say("ready_auto" if picture.seats[seat].auto else "ready")
    if picture.turner == seat and picture.turn is not None:
        return say("ready_for", name=picture.seats[picture.turn].name)
    if picture.heights[seat] == 0:
        return say("no_cards")
    return None


def standing(picture: Picture) -> tuple[Said, ...]:
    """The challenge line: an honour that asks, a pile that is due, or a last chance; else empty.

    Parts in [brackets] may be left out where the line is narrow.
    """
    if picture.table not in ("playing", "handover") or picture.phase == "over":
        return ()
    if picture.claim is not None:
        return _claim(picture, picture.claim)
    if picture.last_chance is not None:
        seat, left = picture.last_chance.seat, picture.last_chance.left
        own = Said(str(seat), count("last_chance_you", left))
        others = Said(OTHERS, count("last_chance", left, name=picture.seats[seat].name))
        return (own, others) if seat in persons(picture) else (others,)
    return _challenge(picture)


def _claim(picture: Picture, seat: Seat) -> tuple[Said, ...]:
    honour = _rank(picture.honour)
    others = Said(OTHERS, say("claim", rank=honour, name=picture.seats[seat].name))
    if seat not in persons(picture):
        return (others,)
    return (Said(str(seat), say("claim_you", rank=honour)), others)


def _challenge(picture: Picture) -> tuple[Said, ...]:
    challenge, responder = picture.challenge, picture.turn
    if challenge is None or responder is None:
        return ()
    by, name = picture.seats[challenge.by].name, picture.seats[responder].name
    you = say("by_you")
    values = {"rank": _rank(picture.honour), "left": challenge.left, "name": name}
    given = chances(picture)
    told = []
    for seat in persons(picture):
        if seat == responder:
            line = count("challenge_you", given, by=by, **values)
            told.append(Said(str(seat), line))
        elif seat == challenge.by:
            line = count("challenge_other", given, by=you, **values)
            told.append(Said(str(seat), line))
    line = count("challenge_other", given, by=by, **values)
    return (*told, Said(OTHERS, line))


def chances(picture: Picture) -> int:
    """How many chances the standing honour gave, 0 without a challenge."""
    if picture.challenge is None:
        return 0
    given = HONOURS.get(rank(picture.honour), 0) if picture.honour else 0
    return max(given, picture.challenge.left)


def _rank(card: Card | None) -> str:
    return say("honour") if card is None else RANKS[rank(card)].capitalize()


def meta(picture: Picture) -> str:
    """The line under the reaction bar: the pile's height and what is buried in it.

    Before the first card, which has no pile before it, what can be slapped.
    """
    if picture.table == "waiting":
        return say("sealed", start=picture.commitment[:8])
    if picture.table == "playing" and picture.n == 0 and picture.slaps:
        return _slapped(picture.slaps)
    parts = [say("pile_meta", height=picture.buried + picture.faceup)]
    if picture.buried:
        parts.append(count("pile_buried", picture.buried))
    if "top_bottom" in picture.slaps and picture.first is not None:
        parts.append(say("pile_first", rank=glyph(picture.first)))
    return dotted(tuple(parts))


def _slapped(slaps: tuple[str, ...]) -> str:
    """What can be slapped: all of it where there is room, else the first and how many more."""
    names = tuple(SLAPPED[name] for name in slaps)
    line = say("slap_rule", conditions=joined(names))
    for named in range(min(2, len(names) - 1), 0, -1):
        if len(line) <= ROOM:
            break
        rest = say("more_slaps", number=len(names) - named)
        line = say("slap_rule", conditions=joined((*names[:named], rest)))
    return line
