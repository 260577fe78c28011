"""The game: a frozen value, and four actions that return the next game and its events (RULES).

    phase   action           next phase
    ready   reveal (due)     window
    ready   slap, right      ready      where slap_until_covered is yes
    ready   slap, false      ready      window, where the burn brings a claim, nobody due or ending 4
    ready   timeup           over
    window  slap, right      ready
    window  slap, false      window
    window  close            ready
    any     an ending        over
    over    -                -

The engine knows no clock and no chance. An action that is not allowed raises IllegalAction and
changes nothing; nothing else is raised for any seat and any game.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from app.engine.cards import HONOURS, Card, Seat
from app.engine.conditions import holding
from app.engine.events import (
    Burned,
    Challenged,
    Claimed,
    Collected,
    Ended,
    Event,
    How,
    Lapsed,
    LastChanceLeft,
    Out,
    Reason,
    Revealed,
    Struck,
)
from app.engine.rules import Rules
from app.engine.standing import Standings

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
    "Result",
    "Revealed",
    "Struck",
    "close",
    "reveal",
    "slap",
    "start",
    "timeup",
]

Phase = Literal["ready", "window", "over"]
Why = Literal[
    "game over",
    "window open",
    "window closed",
    "not your turn",
    "nothing to slap",
    "out",
    "penalised",
]

LAST_CHANCE_REVEALS = 3
STRIKES_OUT = 3
REPETITIONS = 3


class IllegalAction(Exception):
    """An action that the rules refuse; the game is unchanged. `why` is RULES' word for it."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Challenge:
    """A running challenge: the seat whose honour asks, and the chances left to answer it."""

    by: Seat
    left: int


@dataclass(frozen=True, slots=True)
class LastChance:
    """The last chance of a seat that held all the cards, and its reveals left."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended; a draw has no winner."""

    winner: Seat | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Game:
    """One moment of a game (RULES, State). Made by `start`, then by the four actions.

    Stacks and buried cards are written top first and in the order buried, face-up cards oldest first.
    `turn` is the seat due to reveal next; `revealer` the one that revealed last. `stood` is how often
    each position has stood, and stays empty where there is no repetition draw.
    """

    rules: Rules
    stacks: tuple[tuple[Card, ...], ...]
    buried: tuple[Card, ...]
    faceup: tuple[Card, ...]
    turn: Seat | None
    challenge: Challenge | None
    claim: Seat | None
    phase: Phase
    reveals: int
    penalised: tuple[Seat, ...]
    strikes: tuple[int, ...]
    out: tuple[Seat, ...]
    last_chance: LastChance | None
    result: Result | None
    revealer: Seat | None = None
    stood: Standings = field(default=Standings(), repr=False)


Step = tuple[Game, tuple[Event, ...]]


def start(
    rules: Rules,
    stacks: tuple[tuple[Card, ...], ...],
    turn: Seat,
    buried: tuple[Card, ...] = (),
    faceup: tuple[Card, ...] = (),
) -> Game:
    """A game in `ready` with nothing else standing; `turn` is a seat with cards.

    The cards are taken as they are; a record's are checked in record.py.
    """
    game = Game(
        rules=rules,
        stacks=stacks,
        buried=buried,
        faceup=faceup,
        turn=turn,
        challenge=None,
        claim=None,
        phase="ready",
        reveals=0,
        penalised=(),
        strikes=(0,) * rules.seats,
        out=(),
        last_chance=None,
        result=None,
    )
    return (
        replace(game, stood=game.stood.count(position(game))[0]) if rules.repetition_draw else game
    )


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
    card, *rest = game.stacks[seat]
    stacks = _put(game.stacks, seat, tuple(rest))
    after = replace(
        game,
        stacks=stacks,
        faceup=(*game.faceup, card),
        reveals=game.reveals + 1,
        revealer=seat,
        penalised=(),
        phase="window",
    )
    revealed = Revealed(seat, card, after.reveals)
    chances = _chances(card, game.rules)
    challenge = game.challenge
    if game.last_chance:
        left = game.last_chance.left - 1
        after = replace(after, last_chance=LastChance(seat, left), turn=seat if rest else None)
        return after, (revealed, LastChanceLeft(seat, left))
    if chances:
        responder = next_with_cards(stacks, seat)
        if responder is None or responder == seat:
            return _claim(after, seat), (revealed, Claimed(seat))
        after = replace(after, challenge=Challenge(seat, chances), turn=responder)
        return after, (revealed, Challenged(seat, responder, chances))
    if challenge:
        challenge = Challenge(challenge.by, challenge.left - 1)
        after = replace(after, challenge=challenge)
        if challenge.left == 0:
            return _claim(after, challenge.by), (revealed, Claimed(challenge.by))
        if not rest:
            after, events = _responder_empty(after, seat, challenge.by)
            return after, (revealed, *events)
        return after, (revealed,)
    return replace(after, turn=next_with_cards(stacks, seat)), (revealed,)


def slap(game: Game, seat: Seat) -> Step:
    """Claim the pile for `seat`.

    Where a condition holds the seat collects, whatever challenge or claim stands. Else it burns cards,
    or pays what an empty stack costs, and is penalised until the next reveal.
    Events: Collected; or Burned and what it brings; or Struck, Out, Lapsed.
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
        chance = game.last_chance if game.last_chance and game.last_chance.seat == seat else None
        after, collected = _collect(replace(game, last_chance=chance), seat, "slap", conditions)
        return _settle(after, (collected,))
    if seat in game.penalised:
        raise IllegalAction("penalised")
    after = replace(game, penalised=tuple(sorted((*game.penalised, seat))))
    if game.stacks[seat]:
        after, events = _burn(after, seat)
    else:
        after, events = _slap_empty(after, seat)
        if not events or events[-1] == Struck(seat, after.strikes[seat]):
            return after, events  # the position stands as it did, and is not counted again
    return _settle(after, events)


def close(game: Game) -> Step:
    """End the reaction window: a claim is collected, else the due seat is up.

    Events: Collected where there was a claim, and what ends the game.
    Raises IllegalAction: game over, window closed.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "ready":
        raise IllegalAction("window closed")
    if game.claim is not None:
        after, collected = _collect(game, game.claim, "challenge")
        return _settle(after, (collected,))
    return _settle(replace(game, phase="ready"), (), closed=True)


def timeup(game: Game) -> Step:
    """End the game on time: the last revealer is awarded the pile, and most cards win.

    Events: Collected where there is a pile to award, and Ended.
    Raises IllegalAction: game over, window open.
    """
    if game.phase == "over":
        raise IllegalAction("game over")
    if game.phase == "window":
        raise IllegalAction("window open")
    return _limit(game, ())


def next_with_cards(stacks: tuple[tuple[Card, ...], ...], after: Seat) -> Seat | None:
    """The next seat with cards after `after`, itself last; None if all stacks are empty."""
    seats = len(stacks)
    for step in range(1, seats + 1):
        if stacks[(after + step) % seats]:
            return (after + step) % seats
    return None


def position(game: Game) -> str:
    """What must stand for the third time to be a repetition, as a text that is equal only for equals."""
    stacks = "/".join("".join(stack) for stack in game.stacks)
    rest = (game.turn, game.challenge, game.last_chance, game.out)
    return f"{stacks}|{''.join(game.buried)}|{''.join(game.faceup)}|{rest}"


def _put(
    stacks: tuple[tuple[Card, ...], ...], seat: Seat, stack: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*stacks[:seat], stack, *stacks[seat + 1 :])


def _chances(card: Card, rules: Rules) -> int:
    """The chances that a card leaves its responder; 0 for a plain card."""
    if not rules.challenges:
        return 0
    if card[0] == "X":
        return rules.joker_chances if rules.jokers == "challenge" else 0
    return HONOURS.get(card[0], 0)


def _claim(game: Game, seat: Seat) -> Game:
    """The seat is entitled to the pile; nobody is due until it is collected."""
    return replace(game, claim=seat, challenge=None, turn=None)


def _responder_empty(game: Game, seat: Seat, challenger: Seat) -> Step:
    """The responder has no card left before its chances are used up."""
    if game.rules.responder_empty == "carry":
        carrier = next_with_cards(game.stacks, seat)
        if carrier is not None and carrier != challenger:
            return replace(game, turn=carrier), ()
    return _claim(game, challenger), (Claimed(challenger),)


def _burn(game: Game, seat: Seat) -> Step:
    """Pay for a false slap with cards."""
    stack, cost = game.stacks[seat], game.rules.burn
    burned, kept = stack[:cost], stack[cost:]
    after = replace(game, stacks=_put(game.stacks, seat, kept), buried=game.buried + burned)
    events: tuple[Event, ...] = (Burned(seat, len(burned)),)
    if not kept and seat == game.turn:
        if game.challenge:
            after, more = _responder_empty(after, seat, game.challenge.by)
            events += more
        else:
            after = replace(after, turn=next_with_cards(after.stacks, seat))
    if game.phase == "ready" and (after.turn is None or _alone(after) is not None):
        after = replace(after, phase="window")
    return after, events


def _slap_empty(game: Game, seat: Seat) -> Step:
    """Pay for a false slap without cards: nothing, a strike, or the seat."""
    cost = game.rules.empty_false_slap
    if cost == "free":
        return game, ()
    events: tuple[Event, ...] = ()
    after = game
    if cost == "strikes":
        strikes = game.strikes[seat] + 1
        after = replace(game, strikes=(*game.strikes[:seat], strikes, *game.strikes[seat + 1 :]))
        events = (Struck(seat, strikes),)
        if strikes < STRIKES_OUT:
            return after, events
    after = replace(after, out=tuple(sorted((*game.out, seat))))
    events += (Out(seat),)
    if game.challenge and game.challenge.by == seat:
        return replace(after, challenge=None), (*events, Lapsed(seat))
    if game.claim == seat:
        assert game.revealer is not None  # a claim arises from a reveal
        return replace(after, claim=None, turn=next_with_cards(game.stacks, game.revealer)), (
            *events,
            Lapsed(seat),
        )
    if game.last_chance and game.last_chance.seat == seat:
        return replace(after, last_chance=None), (*events, Lapsed(seat))
    return after, events


def _collect(
    game: Game, seat: Seat, how: How, conditions: tuple[str, ...] = ()
) -> tuple[Game, Collected]:
    """The pile goes under the seat's stack, buried cards first, and the seat leads."""
    pile = game.buried + game.faceup
    after = replace(
        game,
        stacks=_put(game.stacks, seat, game.stacks[seat] + pile),
        buried=(),
        faceup=(),
        challenge=None,
        claim=None,
        turn=seat,
        phase="ready",
    )
    return after, Collected(seat, how, len(pile), conditions)


def _alone(game: Game) -> Seat | None:
    """The only seat with cards, where the rules give it the pile after a last window (ending 4)."""
    if game.rules.ending != "last_window":
        return None
    holders = [seat for seat, stack in enumerate(game.stacks) if stack]
    return holders[0] if len(holders) == 1 else None


def _settle(game: Game, events: tuple[Event, ...], closed: bool = False) -> Step:
    """Check the endings, in the order of RULES. `closed` is a window that closed without a claim."""
    rules = game.rules
    if len(game.out) == rules.seats - 1:
        standing = next(seat for seat in range(rules.seats) if seat not in game.out)
        return _over(game, events, standing, "last_standing")
    if game.phase == "window":
        return game, events
    chance = game.last_chance
    if chance and (chance.left == 0 or not game.stacks[chance.seat]):
        return _over(game, events, chance.seat, "last_chance")
    if not chance and isinstance(events[-1] if events else None, Collected):
        collector = game.turn
        assert collector is not None
        if len(game.stacks[collector]) == sum(map(len, game.stacks)):
            if rules.ending != "last_chance":
                return _over(game, events, collector, "all_cards")
            game = replace(game, last_chance=LastChance(collector, LAST_CHANCE_REVEALS))
            events += (LastChanceLeft(collector, LAST_CHANCE_REVEALS),)
    if rules.reveal_limit is not None and game.reveals >= rules.reveal_limit:
        return _limit(game, events)
    if closed:
        alone = _alone(game)
        if alone is not None:
            game, collected = _collect(game, alone, "award")
            return _over(game, (*events, collected), alone, "all_cards")
        if not any(game.stacks):
            return _over(game, events, None, "stalled")
    if rules.repetition_draw:
        stood, times = game.stood.count(position(game))
        game = replace(game, stood=stood)
        if times == REPETITIONS:
            return _over(game, events, None, "repetition")
    return game, events


def _limit(game: Game, events: tuple[Event, ...]) -> Step:
    """Ending 3: award what lies in the pile, and count."""
    to = game.revealer
    if (game.buried or game.faceup) and to is not None and to not in game.out:
        game, collected = _collect(game, to, "award")
        events += (collected,)
    counts = [len(stack) for stack in game.stacks]
    most = max(counts)
    return _over(game, events, counts.index(most) if counts.count(most) == 1 else None, "limit")


def _over(game: Game, events: tuple[Event, ...], winner: Seat | None, reason: Reason) -> Step:
    """The game is over; nobody is due, and the rest stays as it stands."""
    after = replace(game, phase="over", turn=None, result=Result(winner, reason))
    return after, (*events, Ended(winner, reason))
