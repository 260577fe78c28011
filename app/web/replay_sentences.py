"""What a replay says of each step: patterns named, everyone's times, and what came of it.

Each sentence stands once for each person who played, to whom it says "you", and last for others.
"""

from collections.abc import Iterable

from app.engine.cards import Seat, rank
from app.table.picture import Mark, Picture
from app.table.steps import Step
from app.web.catalogue import RANKS
from app.web.catalogue_replay import HELD, SIGNS
from app.web.result_view import result_view
from app.web.sentences import OTHERS, Said
from app.web.words import card_name, count, glyph, joined, listed, say, seconds


def sentences(step: Step) -> tuple[Said, ...]:
    """All that a step says, for each whom it addresses."""
    others = _told(step, None)
    people = (seat for seat, who in enumerate(step.picture.seats) if who.kind == "person")
    own = ((seat, _told(step, seat)) for seat in people)
    return (*(Said(str(seat), text) for seat, text in own if text != others), Said(OTHERS, others))


def where(step: Step, last: int) -> str:
    """A step as the slider says it: "Reveal 37 of 100: seven of spades"."""
    if not step.n:
        return say("replay_at_deal", last=last)
    return say("replay_at", n=step.n, last=last, card=card_name(step.picture.cards[-1]))


def cut_short(step: Step) -> bool:
    """Whether the game was over before anybody could answer: nobody is asked any more."""
    return step.end is not None and (step.pile is None or step.pile.how == "award")


def _told(step: Step, you: Seat | None) -> str:
    """One text of one sentence or more, as the seat `you` reads it, or somebody else."""
    text, *more = _parts(step, you)
    for part in more:
        text = say("says_two", first=text, rest=part)
    return text


def _parts(step: Step, you: Seat | None) -> Iterable[str]:
    picture = step.picture
    if not step.n:
        yield _dealt(picture, you)
        return
    assert step.seat is not None
    yield say("replay_card", card=_face(picture.cards[-1]), by=_name(picture, step.seat, you))
    if not cut_short(step):
        yield from _asked(step, you)
    yield from _slaps(step, you)
    yield from _taken(step, you)
    for seat in step.out:
        yield _of("log_out", picture, seat, you)
    if step.end is not None:
        result = result_view(step.end)
        said = {each.to: each.text for each in result.headlines}
        yield say("says", text=said.get(str(you), said[OTHERS]))
        yield result.reason


def _dealt(picture: Picture, you: Seat | None) -> str:
    if picture.turn == you:
        return say("replay_deal_you")
    assert picture.turn is not None
    return say("replay_deal", name=picture.seats[picture.turn].name)


def _asked(step: Step, you: Seat | None) -> Iterable[str]:
    """What an honour asks, said with the card that asks it."""
    challenge, responder = step.picture.challenge, step.picture.turn
    if challenge is None or responder is None or challenge.by != step.seat:
        return
    if responder == you:
        yield count("replay_asks_you", challenge.left)
    else:
        name = step.picture.seats[responder].name
        yield count("replay_asks_other", challenge.left, name=name)


def _slaps(step: Step, you: Seat | None) -> Iterable[str]:
    right = [mark for mark in step.marks if mark.how != "wrong"]
    wrong = [mark for mark in step.marks if mark.how == "wrong"]
    if step.holds:
        pattern = joined(tuple(dict.fromkeys(HELD[name] for name in step.holds)))
        pattern = pattern[0].upper() + pattern[1:]
        hands = _hands(step.picture, right, you)
        key = "replay_slapped" if right else "replay_missed"
        yield say(key, pattern=pattern, hands=hands)
    if step.tied:
        yield say("replay_tied")
    if wrong:
        yield say("replay_wrong", hands=_hands(step.picture, wrong, you))
        yield count("replay_burned", step.burned) if step.burned else say("replay_unpaid")


def _hands(picture: Picture, marks: Iterable[Mark], you: Seat | None) -> str:
    return listed(
        tuple(
            say("replay_hand", name=_name(picture, mark.seat, you), time=seconds(mark.ms))
            for mark in marks
        )
    )


def _taken(step: Step, you: Seat | None) -> Iterable[str]:
    pile, picture = step.pile, step.picture
    if pile is None:
        return
    if pile.how != "challenge":
        who, named = _addressed(picture, pile.seat, you)
        yield count(f"log_took_{who}", pile.count, **named)
        return
    honour = RANKS[rank(picture.honour)] if picture.honour else say("an_honour")
    if pile.seat == you:
        yield say("unanswered_you", rank=honour, number=pile.count)
    else:
        name = picture.seats[pile.seat].name
        yield say("unanswered", rank=honour, name=name, number=pile.count)


def _of(key: str, picture: Picture, seat: Seat, you: Seat | None) -> str:
    who, named = _addressed(picture, seat, you)
    return say(f"{key}_{who}", **named)


def _addressed(picture: Picture, seat: Seat, you: Seat | None) -> tuple[str, dict[str, str]]:
    return ("you", {}) if seat == you else ("other", {"name": picture.seats[seat].name})


def _name(picture: Picture, seat: Seat, you: Seat | None) -> str:
    return say("by_you") if seat == you else picture.seats[seat].name


def _face(card: str) -> str:
    """A card as text shows it: "7 ♠"; a joker by its word."""
    if card[0] == "X":
        return RANKS["X"].capitalize()
    return say("replay_face", rank=glyph(card), suit=SIGNS[card[1]])
