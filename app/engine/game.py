"""The game: four actions that take a game to the next one and its events (RULES, Actions).

    phase   action           next phase
    ready   reveal (due)     window
    ready   slap, right      ready      where slap_until_covered is yes, as the next two
    ready   slap, false      ready
    ready   slap, false      window     a burn after which a claim, nobody due or ending 4 waits
    ready   timeup           over
    window  slap, right      ready
    window  slap, false      window
    window  close            ready
    any     (an ending)      over
    over    -                -

The engine knows no clock and no chance. An action that is not allowed raises IllegalAction and
changes nothing. `seat` is always one of the table's, 0 to n-1.
"""

from typing import Literal

from app.engine.cards import HONOURS, Card, Seat
from app.engine.conditions import holding
from app.engine.endings import alone_with_cards, limit, settled
from app.engine.events import (
    Burned,
    Challenged,
    Claimed,
    Collected,
    Ended,
    Event,
    Lapsed,
    LastChanceLeft,
    Out,
    Revealed,
    Struck,
)
from app.engine.rules import Rules
from app.engine.state import (
    Challenge,
    Game,
    LastChance,
    Phase,
    Result,
    Stacks,
    Step,
    collect,
    next_with_cards,
    put,
    start,
)

__all__ = [
    "Burned",
    "Challenge",
    "Challenged",
    "Claimed",
    "Collected",
    "Ended",
    "Event",
    "Game",
    "IllegalAction",
    "Lapsed",
    "LastChance",
    "LastChanceLeft",
    "Out",
    "Phase",
    "Result",
    "Revealed",
    "Step",
    "Struck",
    "Why",
    "close",
    "next_with_cards",
    "reveal",
    "slap",
    "start",
    "timeup",
]

STRIKES_OUT = 3

Why = Literal[
    "game over",
    "window open",
    "window closed",
    "not your turn",
    "nothing to slap",
    "out",
    "penalised",
]
Duty = tuple[Seat | None, Challenge | None, Seat | None]
"""Who has to do what next: the seat due, the challenge that stands, and the claim."""


class IllegalAction(Exception):
    """An action that the rules refuse; the game is unchanged. `why` is RULES' word for it."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


def reveal(game: Game, seat: Seat) -> Step:
    """Turn the due seat's top card onto the pile.

    Events: Revealed, then LastChanceLeft, Challenged or Claimed where the card brings it.
    Raises IllegalAction: game over, window open, not your turn.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "window":
        raise IllegalAction("window open")
    if seat != game.turn:
        raise IllegalAction("not your turn")
    card, stacks = game.stacks[seat][0], put(game.stacks, seat, game.stacks[seat][1:])
    number = game.reveals + 1
    turn: Seat | None
    challenge, claim, last_chance = game.challenge, None, game.last_chance
    brought: Event | None = None
    if last_chance:
        last_chance = LastChance(seat, last_chance.left - 1)
        turn = seat if stacks[seat] else None
        brought = LastChanceLeft(seat, last_chance.left)
    elif chances := _chances(card, game.rules):
        turn, challenge, claim = _asks(stacks, seat, chances)
        brought = Claimed(seat) if turn is None else Challenged(seat, turn, chances)
    elif challenge:
        turn, challenge, claim = _fails(game.rules, stacks, seat, challenge)
        brought = None if claim is None else Claimed(claim)
    else:
        turn = next_with_cards(stacks, seat)
    after = game._replace(
        stacks=stacks,
        faceup=(*game.faceup, card),
        turn=turn,
        challenge=challenge,
        claim=claim,
        phase="window",
        reveals=number,
        penalised=(),
        last_chance=last_chance,
        revealer=seat,
    )
    revealed = Revealed(seat, card, number)
    return after, (revealed, brought) if brought else (revealed,)


def slap(game: Game, seat: Seat) -> Step:
    """Claim the pile for `seat`.

    Where a condition holds the seat collects, whatever challenge or claim stands. Else it burns
    cards, or pays what an empty stack costs, and is penalised until the next reveal.
    Events: Collected; or Burned and Claimed; or Struck, Out and Lapsed; or none where it is free.
    Raises IllegalAction: game over, window closed, nothing to slap, out, penalised.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "ready" and not game.rules.slap_until_covered:
        raise IllegalAction("window closed")
    if not game.faceup:
        raise IllegalAction("nothing to slap")
    if seat in game.out:
        raise IllegalAction("out")
    conditions = holding(game.faceup, game.rules.slaps)
    if conditions:
        after, collected = collect(game, seat, "slap", conditions)
        if game.last_chance and game.last_chance.seat != seat:
            after = after._replace(last_chance=None)
        return settled(after, (collected,))
    if seat in game.penalised:
        raise IllegalAction("penalised")
    game = game._replace(penalised=tuple(sorted((*game.penalised, seat))))
    return _burn(game, seat) if game.stacks[seat] else _slap_empty(game, seat)


def close(game: Game) -> Step:
    """End the reaction window: a claim is collected, else the due seat is up.

    Events: Collected where there was a claim, and what ends the game.
    Raises IllegalAction: game over, window closed.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "ready":
        raise IllegalAction("window closed")
    if game.claim is None:
        return settled(game._replace(phase="ready"), ())
    after, collected = collect(game, game.claim, "challenge")
    return settled(after, (collected,))


def timeup(game: Game) -> Step:
    """End the game on time: the last revealer is awarded the pile, and most cards win.

    Events: Collected where there is a pile to award, and Ended.
    Raises IllegalAction: game over, window open.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "window":
        raise IllegalAction("window open")
    return limit(game, ())


def _chances(card: Card, rules: Rules) -> int:
    """The chances that a card leaves its responder; 0 for one that asks for nothing."""
    if not rules.challenges:
        return 0
    if card[0] == "X":
        return rules.joker_chances if rules.jokers == "challenge" else 0
    return HONOURS.get(card[0], 0)


def _asks(stacks: Stacks, seat: Seat, chances: int) -> Duty:
    """An honour of `seat` challenges the next other seat with cards, or claims where none is."""
    responder = next_with_cards(stacks, seat)
    if responder is None or responder == seat:
        return None, None, seat
    return responder, Challenge(seat, chances), None


def _fails(rules: Rules, stacks: Stacks, seat: Seat, challenge: Challenge) -> Duty:
    """A plain card of the responder `seat` uses up one of the chances."""
    challenge = Challenge(challenge.by, challenge.left - 1)
    if not challenge.left:
        return None, None, challenge.by
    if not stacks[seat]:
        return _runs_out(rules, stacks, seat, challenge)
    return seat, challenge, None


def _runs_out(rules: Rules, stacks: Stacks, seat: Seat, challenge: Challenge) -> Duty:
    """The responder `seat` has no card left before its chances are used up (`responder_empty`)."""
    if rules.responder_empty == "carry":
        carrier = next_with_cards(stacks, seat)
        if carrier is not None and carrier != challenge.by:
            return carrier, challenge, None
    return None, None, challenge.by


def _burn(game: Game, seat: Seat) -> Step:
    """Pay for a false slap with cards; a due seat that is left without any is replaced."""
    stack, cost = game.stacks[seat], game.rules.burn
    burned, stacks = stack[:cost], put(game.stacks, seat, stack[cost:])
    turn, challenge, claim = game.turn, game.challenge, game.claim
    events: tuple[Event, ...] = (Burned(seat, len(burned)),)
    if seat == turn and not stacks[seat]:
        if challenge:
            turn, challenge, claim = _runs_out(game.rules, stacks, seat, challenge)
            events += () if claim is None else (Claimed(claim),)
        else:
            turn = next_with_cards(stacks, seat)
    after = game._replace(
        stacks=stacks, buried=game.buried + burned, turn=turn, challenge=challenge, claim=claim
    )
    if game.phase == "ready" and (turn is None or alone_with_cards(after) is not None):
        after = after._replace(phase="window")  # a pause, before its close settles the pile
    return settled(after, events)


def _slap_empty(game: Game, seat: Seat) -> Step:
    """Pay for a false slap without cards: nothing, a strike, or the seat.

    Where the seat stays in, the position is as it was: nothing can end and nothing is counted.
    """
    cost = game.rules.empty_false_slap
    if cost == "free":
        return game, ()
    if cost == "out":
        return _goes_out(game, seat, ())
    strikes = game.strikes[seat] + 1
    game = game._replace(strikes=(*game.strikes[:seat], strikes, *game.strikes[seat + 1 :]))
    struck = (Struck(seat, strikes),)
    return _goes_out(game, seat, struck) if strikes == STRIKES_OUT else (game, struck)


def _goes_out(game: Game, seat: Seat, events: tuple[Event, ...]) -> Step:
    """The seat is out for good; a challenge, claim or last chance of it lapses."""
    turn, challenge, claim, last_chance = game.turn, game.challenge, game.claim, game.last_chance
    events += (Out(seat),)
    if claim == seat:
        assert game.revealer is not None  # no claim arises before a card was turned
        turn, claim = next_with_cards(game.stacks, game.revealer), None
        events += (Lapsed(seat),)
    elif challenge and challenge.by == seat:
        challenge = None
        events += (Lapsed(seat),)
    elif last_chance and last_chance.seat == seat:
        last_chance = None
        events += (Lapsed(seat),)
    after = game._replace(
        turn=turn,
        challenge=challenge,
        claim=claim,
        out=tuple(sorted((*game.out, seat))),
        last_chance=last_chance,
    )
    return settled(after, events)
