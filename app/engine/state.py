"""One moment of a game as a frozen value, and the few moves that actions and endings share (RULES).

`game.py` holds the four actions and passes these names on; the program takes them from there.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.engine.cards import Card, Seat
from app.engine.events import Collected, Event, How, Reason
from app.engine.rules import Rules
from app.engine.standing import Standings

Stack = tuple[Card, ...]
Stacks = tuple[Stack, ...]
Phase = Literal["ready", "window", "over"]


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


class Game(NamedTuple):
    """One moment of a game (RULES, State). Made by `start`, then by the four actions.

    Stacks are written top first, buried cards in the order buried, face-up cards oldest first.
    `turn` is the seat due to reveal next, `revealer` the one that revealed last. `stood` is how
    often each position has stood, and stays empty where there is no repetition draw.

    A named tuple, because every action makes one: a frozen dataclass takes three to five times as
    long to make, and that was four fifths of the engine's time.
    """

    rules: Rules
    stacks: Stacks
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
    revealer: Seat | None
    stood: Standings


Step = tuple[Game, tuple[Event, ...]]
"""What an action returns: the next game, and the events in the order in which they happened."""


def start(
    rules: Rules,
    stacks: Stacks,
    turn: Seat,
    buried: tuple[Card, ...] = (),
    faceup: tuple[Card, ...] = (),
) -> Game:
    """A game in `ready` with nothing else standing; `turn` is a seat with cards.

    The cards are taken as they are; record.py checks those that a person gives.
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
        revealer=None,
        stood=Standings(),
    )
    if rules.repetition_draw:
        stood, _ = game.stood.count(position(game))
        game = game._replace(stood=stood)
    return game


def position(game: Game) -> str:
    """What must stand three times to be a repetition, as a text: equal for equal positions only."""
    stacks = "/".join(["".join(stack) for stack in game.stacks])
    pile = f"{''.join(game.buried)}|{''.join(game.faceup)}"
    challenge = game.challenge and (game.challenge.by, game.challenge.left)
    chance = game.last_chance and (game.last_chance.seat, game.last_chance.left)
    return f"{stacks}|{pile}|{game.turn}|{challenge}|{chance}|{game.out}"


def next_with_cards(stacks: Stacks, after: Seat) -> Seat | None:
    """The next seat with cards after `after`, itself last; None if all stacks are empty."""
    seats = len(stacks)
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if stacks[seat]:
            return seat
    return None


def put(stacks: Stacks, seat: Seat, stack: Stack) -> Stacks:
    """The stacks with another one in the place of the seat's."""
    return (*stacks[:seat], stack, *stacks[seat + 1 :])


def collect(
    game: Game, seat: Seat, how: How, conditions: tuple[str, ...] = ()
) -> tuple[Game, Collected]:
    """The pile goes under the seat's stack, buried cards first, and the seat leads."""
    pile = game.buried + game.faceup
    after = game._replace(
        stacks=put(game.stacks, seat, game.stacks[seat] + pile),
        buried=(),
        faceup=(),
        challenge=None,
        claim=None,
        turn=seat,
        phase="ready",
    )
    return after, Collected(seat, how, len(pile), conditions)
